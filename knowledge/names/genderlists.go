package names

// The lists of given names, by who bears them, in many countries: without marks, and without those that as often mean a word, a place
// or a family.

// femaleNames are those of women.
const femaleNames = `
aaliyah aarti abbie abby abebi abena abigail abimbola ada adaeze adaku adaobi adela adele adelina adriana adrienne
agata agatha agnes agnese agnieszka aicha aiko aileen ailsa aimee ainhoa aino aisha aisling aissatou aitana aiyana
akiko akosua akua alana alba alberta alejandra aleksandra alena alessandra alessia alexa alexandra alice alicia alina
aline alison allie allison alma almudena althea alva alya alyson alyssa amaka amal amalia amanda amara amarachi amaya
amel amelia amelie amina aminata amira amparo amrita amy ana anahita anais ananya anastasia aneta angela angelica
angelina angie anika anita anja anjali ann anna annabel annabelle anne anneke anneliese annette annie annika anouk
anoushka anthea antje antonella antonia anushka anya aoife apinya apolline araba arabella araceli archana aria ariadne
ariana arlene arlette armelle arpita asantewaa asha ashanti asma assunta asta astrid asuka athena aud audrey aurelia
aurelie aurora ava ayaka ayako ayelet ayesha aylin ayse aysel ayumi azadeh aziza babs barb barbara barbro basma bea
beata beatrice beatrix beatriz becca becky belen belinda bella benedetta benedikte bengta berenice bernadette bertha
bess bessie beth bethan bethany betsy bettina betty beverley bhavna bianca bibi birgit birgitta birgitte birte bisi
bjork blanca blanche blandine bodil bolanle bozena branwen breda brenda briana bridget bridie brigid brigitta brigitte
britt britta brittany bronagh bronwen bryony bukola bushra caitlin camelia camila camilla camille candela candice
capucine carina carla carlotta carmela carmen carol carole caroline carolyn carrie cassandra cassie catalina cate
caterina catharine catherine cathryn cathy catrin catriona cecile cecilia cecily celeste celia celine ceri cerys
chandni chanel chantal chantelle charlene charlotte cheryl chiamaka chiara chidinma chihiro chika chinwe chioma chitra
chizuru chloe chrissy christa christabel christelle christiana christiane christina christine chunhua ciara cicely
cilla cindy claire clara clarice clarissa claudette claudia clemence clementine cleo clodagh clotilde colette colleen
concepcion concetta connie constance constanza consuelo cora coralie cordelia corinna corinne cornelia cosima courtney
cressida cristina cynthia dagmar dagny dahlia daisy dalia dalila damla danica daniela daniella danielle danuta daphne
daria darlene darya deb debbie deborah debra deepa deepika deirdre deja delia delphine demelza denise desiree destiny
devika diana diane diep dilara dilek dina dinah disha divya dolores dominika donatella donna dora dorcas doreen dorien
doris dorota dorothea dorothy dorte dorthe dottie drusilla dunja durdane ebba ebele ebony edda edie edith edna edwina
efua eileen eilidh eimear eira ekaterina elaine elba eleanor elena eleni eleonora eleri elettra elham eliana elif elin
elina elinor elisa elisabet elisabeth elisabetta elise elissa eliza elizabeth elke ella elle ellen ellie elodie eloisa
eloise elsa elsbeth else elsie elspeth elvira elzbieta emanuela emer emiko emilia emilie emily emina emine emma
emmeline emmy encarna enid enrica erica erika erin ernestine esi esme esmeralda esperanza estelle ester esther
estrella etsuko eudora eugenia eugenie eulalia eunhye eunice eunji eva evangelina eve evelina eveline evelyn evie ewa
ewelina fabienne fadime fanny farah farida farzana farzaneh fatema fatiha fatima fatma fatou fatoumata fay faye
federica felicia felicity fenella fereshteh feride fernanda ffion fiammetta fidelma fikriye filippa filomena finola
fiona fionnuala fiorella flavia flora florence florentina folake folasade forough fran franca frances francesca
francie francine francoise franziska freda freja freya frida frieda fumiko funke funmilayo gabriela gabriella
gabrielle gaia gail galina galyna gauri gayle gaynor geertje geeta gemma genevieve georgette georgia georgiana
georgina geraldine gerda germaine gertrud gertrude ghislaine gilda gillian gina ginevra ginny giorgia giovanna gisela
giselle gita gitta gitte giulia giuliana gladys glenda gloria goldie golnaz grace gracia gracie graciela grainne
grazia graziella grazyna greet greta gretchen grete gretel grietje griselda gro gudrun gulsen gunhild gunilla guro
gwen gwendolen gwendolyn gwenllian gwyneth habiba hadiza hadley haeun hafsa halima halina halyna hanan hania hanka
hanna hannah hanne hannelore hansine harriet haruka hatice hattie hawa hayley hazel heather hedda hedvig hedwig heidi
heike helen helena helene helga heloise henrietta henriette henrike hermine hermione hester hetty hien hilary hilda
hilde hildegard hina hiroko hitomi hjordis hoa holly honoka hortense huda huiying hulya huong hyejin ida ife ifeoma
ilaria ildiko ilke ilona ilse iman imane imelda imogen ina indira indu ines inga inge ingeborg ingrid inka inmaculada
ioana iolanda iona irena irene irina iris irma irmgard iryna isabel isabella isabelle isadora isha ishani isla ismene
isobel isolde itzel iva ivana ivonne ivy iwona izabela izumi jacinda jacinta jacqueline jacqui jada jadwiga jamila
jana jane janelle janet janette janice janie janina janine janneke jannicke jaqueline jarmila jasmin jasmina jasmine
jaya jayne jeanette jeanne jelena jeltje jemima jemma jen jenn jenna jennifer jenny jessica jette jiayi jihye jill
jillian jimena jingyi jisoo jitka jiya joana joann joanna joanne jocelyne jodie johanna johanne jolanda jolanta jolene
jomana jorunn josefa josefina josefine josephine josie jovana joyce juana juanita judit judith judy julia juliana
julianna julianne julie juliet julieta juliette julitta june junko justina justine justyna jutta jyoti kaitlyn kaja
kajal kalina kalpana kamala kamila kanako kanika kanta kaori karen kari karima karin karina karla karolina karoline
karyn kasia kat katarina katarzyna kate katelyn katerina kath katharina katharine katherine kathleen kathrin kathryn
kathy katia katie katja katrin katrina katy katya kavita kavitha kayla kaylee kazumi keiko keisha kendra kenza kerstin
keziah khadija khadijah khanh kimberley kimberly kinga kirsten kirstie kirstin kirsty kjersti klara klaudia komal
konstanze kornelia kristel kristen kristin kristina kristine krystyna kumiko kyoko laetitia laila lakshmi laleh lalita
lamia lan lana lanying lara larissa lata latifa latoya laura laure laurel lauren lavinia layla lea leah leanne leda
leela leena leila leilani leire lena leni lenka lenora leocadia leona leonie leonor leonora leontine lerato leticia
letitia letizia lettie lexi leyla lia liana libby libuse licia lidia liesbeth liese liesel lieselotte lihua lila
lilian liliana lilianna lilith lilja lillian lilly lily lina linda lindiwe lindsey linnea liona lisa lisbeth lise
liselotte lisette lissa liv livia livvy liz liza lizzie ljiljana ljubica llinos lois lola lone lorena loretta lorna
lorraine lotta lotte lottie louisa louise lowri lubna luca lucia luciana lucie lucilla lucille lucinda lucrezia lucy
ludmila luisa luise lula luna lupe lupita lydia lydie lynda lynette lynn lynne lyubov mabel macarena maddie madeleine
madeline madelyn madhavi madhu madhuri madina mae maelle maeve mafalda magali magda magdalena maggie maha mahalia
mahnaz mahsa mahtab maia mairead mairi maisie maite maja malaika malak malgorzata malgosia malika malin mallory mamta
manal manca mandy manisha manju manuela mara marcela marcella marcelline marcia mared mareike maren margaret margareta
margarete margarethe margarida margarita margaux marge margery margherita margie margit margot margret margrethe
marguerite mari maria mariam mariama mariana marianna marianne maribel maricel marie mariella marielle marietta marija
marika mariko marilyn marina marisa marisol marissa marit marita marja marjan marjolaine marjorie marketa marlene
marloes marta martha marthe martina martine marwa mary maryam masako masha mathilda mathilde matilda matilde maud
maude maura maureen mavis maxine maya mayumi mbali meena meenakshi meera meg megan meghan megumi mehwish mei meike
meiling melania melanie melek melinda melissa melody meltem menna mercedes meredith meret merete meriem meryem meryl
mette mia michaela michelle michiko mieke mieko miep mihaela mikaela mila milagros mildred milena milica millicent
millie mimi mina minako mindy minerva minji minna mira mirabel miranda mireia mireille mirela miriam mirjam mirjana
mirka missy mitra mitsuko miyuki moira mojgan mollie molly momoko mona monica monika monique montserrat morag morgane
moriah morwenna muna muriel myfanwy myra myriam myrtle naama nabila nada nadezhda nadia nadine nadja nafisa naghmeh
nagwa naima najwa naledi nanami nancy nandini nandita nanette naoko naomi narges nasim nasreen nasrin nastya natacha
natalia natalie nataliya natalya natasha nathalie natsuki natsumi nausheen nayeli nazan nazanin nazli neda neelam
neema neeta neha nel nell nella nelly nerea neriman nerys nesrin nessa nhung nia niamh nicola nicole nicoletta
nicolette nieves nihal niloufar nilufar nina ninon nirmala nisha nithya njeri nkechi nneka noelia noelle noemi noemie
nomsa nomvula nonna noora nora norah noreen norma nour nouria nozomi nuala nur nuray nurcan nuria nyambura nyasha oanh
obioma oceane octavia odalys odette odile ofelia oksana olena olga olive olivia oluchi olwen olya olympia omolara oona
ophelia oriana orla orlaith ornella orsola orsolya ottavia ottilie ozlem padma padmini paige pallavi paloma pam pamela
paola parisa parvaneh parvati parveen pascale patricia patrizia patrycja patty paula paulette paulina pauline pavla
payal paz pegah peggy penelope penny perla pernilla pernille perpetua perrine petra petronella petunia philippa
phillipa phoebe phyllis pia pilar pinar pippa piroska polina polly pooja portia prabha preeti prisca priscilla priti
priya priyanka puja purnima qamar queenie quyen rabia rach rachael rachel rachida radha radka radmila raffaella ragna
ragnhild rahma raisa rajni ramona rana rani rania ranjana raquel rasha rashida raymonde razia rebecca reem reena
regina reiko reina rekha remedios renata renate renuka reyhan rhea rhian rhiannon rhoda rhona rhonda ria rica ricarda
rieke riikka rikke rina rita ritu riya roberta rocio roisin roksana romana romina romy ronja rosa rosalia rosalie
rosalind rosalinda rosamund rosana rosanna rosanne rosaria rosario rose roseanne roselyn rosemarie rosemary rosetta
roshni rosie rosina rosita rossella rowena roxana roxanne roya rubina ruby rukhsana rukmini runa ruta ruth ruxandra
saanvi saba sabah sabina sabine sabrina sachiko sadaf sadia sadie saffron safiya sahar saida saima saki sakshi sakura
sally salma salome samantha samar samina samira samiya sana sandhya sandra sandrine sangeeta sanja sanna sanne saoirse
sapna sara sarah sarai sarita saskia satu saundra savannah saverina savita savitri sayaka sayuri scarlett seda seema
seetha selena selene selin selina selma senait seoyeon sepideh serafina serena serife setareh setsuko severine sevgi
shabana shabnam shahida shahnaz shaista shakira shanice shanta shanthi shanti sharmila sharon shauna sheena sheila
shelagh shelley sherry sheryl shilpa shiori shira shirin shirley shivani shizuka shobha shona shreya shruti shyla sian
sibel sibylle sidonie sigrid sigrun silje silke silvana silvia simin simisola simona sinead siobhan siri sita siv
sivan siwan siyanda slavica smita sneha snezana soazig socorro sofia sofie sofija soheila soila solange soledad solene
solveig somaya sonal songul sonia sonja sonya sooyeon sophia sophie soraya soyeon stacey stanislava stefania stefanie
stella steph stephanie stina sue sujata sujin sukanya sultana suman sumaya sumitra sunita sunitha sunniva surya susan
susana susanna susannah susanne susie suvi suzanna suzanne suzette suzy svenja svetlana svitlana swantje swapna swati
sybil sylvia sylviane sylvie synne synnove tabea tabitha tahira talia talulah tamar tamara tamika tamsin tania tanis
tanisha tanja tansy tanvi tanya tara tasneem tatiana tatjana tatyana tegan temitope teresa teresita tereza tess tessa
tetiana thandeka thandi thandiwe thao thea theda thekla thelma thembi theodora theresa therese thomasina thora thu
thuy tiffany tilda tilde tilly timea tina tinatin tine tiphaine titilayo tiwa tiziana tomoko tomomi tonia tonje tora
tordis tori torill tova tracey trang tricia trine trinh trinidad trish trisha trixie trudy trupti truus tuba tullia
tuuli tuva tuyen tuyet tyra uju ulla ulrica ulrika ulrike uma una ursula urszula uschi usha uta ute uyen uzma vaishali
valentina valeria valerie valeriya valya vanda vandana vanessa vanja varsha vasiliki vasundhara venetia vera verena
veronica veronika veronique vesna vibeke vicki vicky victoria vida vidya viktoria vilde vilma vinita viola violaine
violet violeta violetta virginia virginie vita vittoria viviana vivienne vlasta vreni wairimu waltraud wambui wanda
wangari wanjiku wanjiru wenche wendy wiebke wilhelmina wilma winifred winnie wioletta wumi xenia xiaoling xiaomei
ximena xinyi xiomara xiuying xoliswa yael yamini yana yanling yara yasemin yasmin yasmina yasmine yejin yekaterina
yelena yen yesenia yetunde yevgenia yewande ylva yoko yolanda yolande yoshiko ysabel yuhan yuka yukari yukiko yuko
yulia yuliya yumi yumiko yuna yuriko yuting yvette yvonne zahra zaida zainab zakia zala zana zanele zara zaynab zdenka
zehra zeinab zelda zelia zena zenobia zeynep zhanna zina zineb zita zlata zodwa zoe zofia zohra zohreh zoila zoja zoya
zsofia zsuzsanna zubaida zuleika zuzana zuzanna
`

// maleNames are those of men.
const maleNames = `
aad aapo aarav aaron abbas abdel abdi abdou abdoulaye abdul abdullah abdullahi abe abel abelardo abhishek abiodun
abner abraham abu achille achim adalbert adam adan adarsh ade adebayo adekunle adem ademola adewale adil aditya adnan
adolf adolfo adrian adriano adrien agustin ahmad ahmed ahmet aidan aiden aitor ajay akash akhil akin akinola akram
aksel al alain alan alasdair alastair alban albert alberto albin aldo alec aled alejandro aleksandar aleksander
aleksandr aleksei alessandro alessio alexander alexandre alexandru alexei alf alfie alfonso alfred alfredo alhassan
alistair allan allen alois alok alonso aloysius alphonse alun alvaro alvin alwyn amadeo amadou amar amaury ambrose
amir amit amitabh amol amos anand anatole anatoly anders andre andreas andrei andres andrew andrey andriy andrzej andy
angelo angus anil ankit ansel anselm anson anthony antoine anton antonin antonio antonis antony anwar aram arash
aravind archibald archie ardeshir arian arif aristide arjun arlo armand armando armin arnau arnaud arne arnold arnulf
arsene artem arthur artie arto artur arturo artyom arun arvid arvind asad asher ashok ashraf ashwin asier asif aslan
atanas athanasios atle atsushi attila auberon auguste augustin augustine augusto augustus aurel aurelio avi avinash
avraham axel ayman ayo ayodele ayrton aziz babajide babak babatunde baha bahram baldwin balint baltasar balthasar
baptiste barend barnabas barnaby barney barry bart bartek bartholomew bartosz basil bastian bastien bayo behnam
behrouz ben benedict benedikt bengt beniamino benito benjamin benji benny benoit benson bernard bernardo bernat bernd
bernhard bernie bert berthold bertie bertil bertram bertrand bharat bhaskar bhavesh bijan bilal billy birger bjarne
bjoern bjorn blaise blake bob bobby bogdan boguslaw bohdan boris borja borys bosse boubacar brad bradley bram brandon
branko brendan brent brett brian brice bruce bruno bryan bryce bryn burak burkhard byron cadoc caio cal caleb callum
calogero calum calvin camilo carl carlo carlos carmelo carsten carwyn caspar casper cathal cecil cedric cem cemal
cengiz cenk cesar cesare chaim chandan chandra charles chester chetan chibueze chidi chijioke chike chinedu chirag
christoph christophe christopher christos chuck chuka chukwudi chukwuemeka chukwuma cian ciaran ciro claes clarence
clark claudio claus clayton clemens clement cliff clifford clinton clive clovis clyde codrin cody colin collin colm
conall conan connor conor conrad constantin constantine corentin cormac cornelis corneliu cornelius cosimo cosmin
craig cristian cristiano cristobal curtis cuthbert cyril cyrus czeslaw dafydd dag dagfinn dai daichi daigo daiki
daisuke daley damian damiano damien damir damjan dan daniel daniele danilo danny dante danylo dario darius dariush
darko darragh darrell darren darryl dave davey david davide davit dawid declan deepak delroy demetrius demir denis
dennis denny denys denzel deon derek dermot derrick desmond detlef dev devendra devin dewi dexter dhruv diarmaid
diarmuid dick didier diederik diego dieter dietmar dietrich dilip dima dimitar dimitri dimitrios dimitris dinesh dino
diogo dirk dmitri dmitry dmytro dobromir dom domenico domingo dominic dominik don donal donald donatello dong dongwoo
donny donovan dorian doug dougal douglas dragan drago duc duncan dung duong dusan dustin dwayne dwight dzenan eamon
eamonn easton ebenezer eberhard ebo ebuka ed eddie eddy edgar edgardo edison edmond edmund edoardo eduard eduardo
edvard edvin edward edwin eero efe efrain egbert egil egon ehsan ehud eike einar eirik eitan elgan elias eliezer
elijah eliot elis elliot elliott elmer elton elvin elvis emanuel emanuele emeka emeric emil emile emiliano emilio emin
emir emlyn emmanuel emmett emre emrys emyr endre eneko engelbert ennio enoch enrico enrique enzo ephraim erasmus ercan
erdem erhan eric erich erik erkan erkki erland erlend erling ernest ernesto ernie ernst errol erwin esa esben esteban
ethan etienne ettore euan eugen eugene eugenio eugeny eustace evan evaristo evert evgeny ewald ewan ewen ezekiel
ezequiel ezra fabian fabien fabio fabrice fabrizio fadi fahad fahd faisal faiz farhad farid farouk farrokh farshid
faustino fausto federico fedir felipe felix femi ferdinand ferdinando fergal fergus ferhat ferit fermin fernand
fernando ferran festus fikret filip filippo findlay finlay finn finnian fintan flavio flemming florent florian floris
folarin fouad francesco francisco franck franco francois frank frans frantisek franz fraser fred freddy frederic
frederick frederico frederik fredrik friedrich friso frits fritz fulgencio fulvio fyodor gabe gabor gabriel gabriele
gael gaetan gaetano gagan gandalf ganesh gareth garfield garry garth gary gaspar gaspard gaston gaurav gautam gavin
gavino gaz gbenga geert geir gene gennaro geoff geoffrey geoffroy georg george georges georgi georgios geraint gerald
gerard gerardo gerd gerhard geronimo gerrit gerry gert gethin ghassan gian giancarlo gianluca gianni gideon gijs gil
gilbert gilberto gildas giles gilles gino gintaras giorgio giorgos giovanni girish giuliano giulio giuseppe gleb glenn
glyn gokhan gopal goran gordon gorka gosta gottfried govind graeme graham greg gregor gregorio gregory griffith grigor
grigory grzegorz guglielmo guido guilherme guillaume guillem guillermo gunnar gunter gunther guowei gurpreet gustaf
gustav gustave gustavo guus gwendal gwilym gwyn gyorgy gyula haakon habib hadi hafiz haider hajime hakan hakeem hakim
hakon hal hallvard haluk halvard halvor hamed hamid hamish hamza hank hannes hannu hans hansjorg haoran harald hari
haris harish harold haroon harry hartmut haruki haruto harvey hasan hashim hassan havard hayato hector hefin heiko
heiner heinrich heinz helge helmut hemant hendrik hennie henning henri henrik henrique henry herbert herbie heribert
herman hermann hernan herve hew hideki hideo hieu hilario hilmar hiro hiroaki hiroki hiroshi hiroto hisashi hisham
hitesh hoang holger hooman horace horacio horatio horst howard howell hubert hugh hughie hugo humberto humphrey hung
huseyin hussain hussein huw huy hyunwoo hywel iago iain ian ibrahim ibrahima ichiro idris idrissa iestyn ifan ifeanyi
ifor ignacio ignacy ignatius igor ihor ikechukwu ikenna iker ilan ilario ilias ilie ilija ilir ilker ilmari ilya imad
immanuel imran imre inaki ingmar ingo ingolf ingvar inigo ioan ioannis ionut irfan irving irwin isaac isaak isaiah
isamu isandro ishaan ishmael isidore isidro islwyn ismael ismail istvan itai italo ivan ivar ivaylo ivo ivor iwan
izaak jaakko jaap jabari jabir jace jacek jack jackson jacob jacopo jacques jaehyun jagdish jaime jake jakob jakov
jakub jamal james janek janez janne janos januario janusz jared jarek jari jarl jarmo jaromir jaroslav jaroslaw jarvis
jason jasper jatin jaume javed javier jayanta jayden jayesh jeb jed jeff jefferson jeffrey jelani jelle jelmer jens
jeppe jerald jeremiah jeremias jeremy jermaine jeroen jerome jerry jerzy jesper jethro jianguo jianhua jibril jihoon
jim jimmy jiri jitendra joachim joao joaquim joaquin jochen joe joel joerg joey johan johann johannes john johnathan
johnny jon jonah jonas jonathan jonathon jonny jony joop joost jordi jorg jorge jorgen joris jose joseba josef josep
joseph josh joshua josiah josip jostein jouni jovan jozef jozsef juan judas juha juho jukka julen julian julien julio
julius juma jun junho junjie jurgen juri jurij jussi justin justus kabir kacper kailash kaito kaj kalle kamau kamil
kamran kane kapil karan kareem karel karim karl karsten kartik kasimir kaspar kasper kaveh kaya kazimierz kazuki kazuo
kazuya keanu keegan kees keir keith kelechi kelvin ken kendrick kenichi kenji kenneth kenny kensuke kenta kenzo keshav
kester ketan ketil kevin keyvan khaled khalid khalil khoa kieran kiprono kiril kirill kiyoshi kjell kjetil klaas klaus
klemens knud knut kobe kobi kofi koichi koji kojo koldo kolya konrad konstantin konstantinos koray korbinian kostas
kota kourosh kris kristian kristijan kristof kristoffer kristopher krzystof krzysztof kumar kunal kunle kurt kushal
kwabena kwadwo kwaku kwame kwasi kwesi kyle kyriakos lachlan ladislav laith lajos lalit lamar lambert lamine lancelot
larry lars lasse laszlo laurent laurenz lauri laurits lautaro lawrence lazar lazarus leander leandro lech leif
leighton leland lemuel len lennart lennox lenny leo leon leonard leonardo leonhard leonid leonidas leopold leroy
leszek lev levi lewin lewis liam lino linus lionel ljubomir llewellyn lloyd lluis llyr loic lorcan lorenz lorenzo
loris lothar louie louis lubos luc lucas luciano lucien lucio ludek ludger ludo ludovic ludvig ludwig luigi luis luiz
luka lukas lukasz luke lumumba luther lyle lyndon maarten maciej macsen madhav mads magne magnus mahdi mahendra mahesh
mahmoud mahmud mahmut majid makoto maksim maksym malachi malcolm malik mamadou manasseh mandla manfred manh manish
manny manoj manolis mansoor mansour manu manuel manus marc marcel marcell marcello marcelo marcin marco marcos marcus
marek mariano marijn marinus mario marius marko markus marlon marquis mart marten martijn martim martin marty martyn
marvin marwan masahiro masaki masashi masato masoud massimo mateo mateus mateusz matheus mathew mathias mathieu
mathijs mathis matias matija matt matteo matthaus matthew matthias matthieu matthijs matti matty maurice mauricio
maurits maurizio mauro maxence maxim maximilian maximo maxwell mbongeni medhat mehdi mehmet mehran mehrdad meinrad
meir meirion melchior melvin melvyn menachem mendel mervyn meurig micah michael michail michal micheal michel michiel
mick miguel mihai mihail mihaly mihir mikael mikail mike mikel mikey mikhail mikkel miklos mikolaj milad milind
millard milo milos milton minh minho minjun mirko miroslav mirza mitch mitchell mladen mo moacir modibo mohamed
mohammad mohammed mohan mohit mohsen moises moishe mokhtar monty mordechai moritz morris morten mortimer moses moshe
mostafa moussa mthunzi muhammad muhammed mukesh mungo munir murad murali murat murdo murray musa mustafa mustapha
mwangi mykhailo mykola myles nabil nacho nader nadim nadir naeem nagesh nahuel naim najib naoki naoto naoya narayan
narendra naresh nariman naseem nasir nasser nate nathan nathaniel naveed naveen necati ned neil nelson nemanja neville
nicholas nick nicodemus nicolaas nicolae nicolai nicolas nicolo niels nigel nikhil niko nikola nikolai nikolaj
nikolaos nikolas nikolaus nikos nilesh nils nima nimrod nino niran nitin njabulo njoroge nnamdi noah noam noe nolan
norbert norberto norman norris nuno nuri nwachukwu obadiah obi obinna octavian octavio oddvar odhran ofer oisin okan
oke okechukwu oktay olaf olav olavi ole oleg oleh oleksandr oleksiy oliver olivier oliviero olof olufemi olumide
oluwaseun omar omer omid omri ondrej onni onur oran orazio orestes orhan oriol orlando orson orville osamu oscar osian
oskar osman ostap osvaldo oswald oswaldo oswin othman otieno otis otmar ottavio otto ovidiu owain owen oystein ozan
ozgur pablo paco paddy padraic padraig pancho paolo parag paresh parth parviz pascal pasquale patrice patricio patrick
patrik patryk patxi paul pauli paulo paulus pavel pavle pavlo pawel payam peadar peder pedro peer pekka pelayo pelle
pepe percival percy pere perry petar pete peter petr petri petro petros petru petter petteri phil philip philipp
philippe phillip phineas phuc pierluigi piero pierre piers piet pieter pietro piotr pirmin placido pouya prabhu
pradeep prakash pramod pranav prasad prashant pravin predrag preston primo prosper przemyslaw qasim quan quang quentin
quim quincy quoc radek radoslav radovan radu rafael rafal rafe raffaele rafi raghav raghu ragnar rahim rahul raimund
rainer raj raja rajan rajat rajeev rajendra rajesh rajiv raju rakesh ralf ralph raman ramazan ramesh rami ramin ramiro
ramon randall randolph randy ranjan ranjit ransford raoul raphael rashad rasheed rashid rasmus raul ravi ravindra
raymond raza reece reg reggie reginald regis reidar reinaldo reiner reinhard reinhold reinier remi remigio remo remy
renato renzo reuben rex reynaldo reza rhodri rhydian rhys riaan ricardo riccardo richard richie rick ricky rico ridwan
riku rinaldo rishi risto ritchie rob robbert robert roberto robrecht rocco roch rod roddy roderick rodge rodney
rodolfo rodrigo roel rogelio roger rogerio rohan rohit roland rolando rolf romain roman romano romeo romulus ron
ronald ronaldo ronan ronnie roope roscoe ross roy ruben rudi rudolf rudolph rudy rudyard rufus rune rupert ruslan russ
russell rutger ryan ryo ryosuke ryota ryszard ryu saad sachin sadio sadiq saeed saeid safwan saif sajid sakari salah
salim salman salvador salvatore sameer sami samir sampson samson samuel samuele samuli sandeep sander sandip sandor
sandro sangwoo sanjay sanjeev sanjiv santeri santiago sasa satish satoru satoshi saul saulo saverio scott seamus sean
seb sebastian sebastiano sebastien sedat sefton segun seif selim selwyn semyon seojun sepp serdar serge sergei sergey
sergi sergio serhat serhii serhiy seryozha seth seung severin severus seyed seymour shadi shahid shahram shaka shamus
shane shankar sharif shaun shawn shekhar sheldon sherif shigeo shigeru shimon shingo shinji shiv shlomo shoaib shohei
shota shrikant shyam siamak siddharth sidonius siegfried sigmund sigurd silas silvan silvano silverio silvester silvio
simao simeon simo simon sinan sindre sipho sivert sizwe slavko slawomir slobodan soeren sofiane solomon somchai soren
sota sourav spencer spiros spyros stan stanislas stanislav stanislaw stanley stavros stefan stefano stefanos steffen
stelian stelios sten stephan stephane stephen stevan steve steven stewart stian stig stipe stoyan stuart subhash
sudhir sulayman suleiman sumit sungmin sunil suraj surendra suresh sushil susumu svein sven svend sverre swen sylvain
sylvester szymon tadashi tadeusz tadhg tafadzwa taha tahir taichi taj takahiro takashi takeshi takumi takuya talha
tamas tancred taner tanguy tapani taras tarek tarik tariq taro tarun tasos tatsuya tauno tavis ted teddy teemu tejas
tendai teo teodor terence terje terrence tetsuya teun teunis thabo thaddeus thanasis themba theo theobald theodor
theodore theodoros theophilus theunis thibaud thibault thibaut thierry thijs thinh thomas thor thorben thorbjorn thore
thorsten thulani tiago tiberiu tibor tidjane tiernan tim timmy timo timon timothy timur tino titus tjark tobias toby
todd todor tolga tom tomas tomasz tome tomi tomislav tommaso tommy tomos tomoya tonio tony topher tor torben tord tore
torgeir torkel torsten toshiro travis trefor trent trevor tristan troels troy trung trygve tsuyoshi tuan tudor tullio
tuncay tunde tuomas tuomo turgut tushar tyrone tze ubaldo uche uchenna uday udo ugo ulf uli ulises ulrich umar umberto
umesh umit umut unai upton uri uriah uriel urs usman uwe uzair vaclav vadim vahid valdemar valentin valentino valerio
valery valter vance vangelis vanya vasco vasil vasile vasilis vasily vasyl vaughan vedran veikko veli venkat vernon
vicente victor vidar vidkun vijay vikas vikram vikrant viktor vilhelm viljami ville vilmos vinay vinayak vince vincent
vincenzo vinh vinicius vinny vinod vipul virgil virgilio vishal vishnu vito vitor vittorio vivek vlad vladimir
vladislav vlastimil vojislav vojtech volkan volker volodya volodymyr vova vuk vusi vyacheslav waclaw waldemar walid
wallace wally walt walter waqar warren warwick wasim wayne wei weimin welby wenzel werner wes wesley wessel wieslaw
wilbert wilbur wilder wilfred wilfrid wilhelm wilko willard willem willi william willie willis willy wilson wim
winfried winston wito wladyslaw wojciech wole wolfgang wolfram wouter wyatt wyn wystan xabier xander xavi xavier
xiaoming yaakov yahya yair yakov yakub yakubu yanis yann yannis yaroslav yaser yash yasin yasir yasser yasuhiro yasuo
yavuz yefim yehuda yevgeny yevhen yiannis yifan yigal yitzhak yngve yoann yogesh yohan yonatan yosef yoshi yoshio
yossi yosuke youngho youssef yousuf yuichi yuji yuri yurii yusef yusuf yusuke yusup yves yvon zach zachariah zachary
zack zaheer zahid zaid zain zak zakaria zaki zander zbigniew zdenek zdenko zdravko zeev zeke zeljko zeno zenon zephyr
zhiming zhivko zhiwei ziad zinedine zivko zlatan zoltan zoran zsolt zubair zygmunt
`

// openNames are those of women and of men.
const openNames = `
adama addison aki akira alex alexis ali amari andrea anh ariel asa ashley ashton aubrey avery bailey beverly billie
blair bobbie brooke cameron carey casey cass charlie chi chris christian claude corey dana dani dara darcy deniz
dominique drew dylan elisha ellis emerson emery finley francis frankie freddie gabi gale georgie glen hadar harley
harper hayden hiromi hong imani izzy jackie jaden jamie jan jean jess jessie jo joan jocelyn jody jude jules kai kamal
kaoru karol kay keiran kelly kelsey kendall kerry kim kiran kit krishna laurence laurie lavern leigh lesley leslie
lindsay linh logan loren lou mackenzie marion max mel merle michele mickey mika miki misha morgan nat ngozi nicky nico
nikita noa noel noor oakley ola ollie olu pat peyton quinn ray reese regan rene ricki riley robbie robin robyn rory
rowan sacha sam sammy sandy sascha sasha shannon shay shelby sidney simone skylar stacy stevie sunny taiwo taylor
terry toni tory tove tracy tyler val vic vivian wren yannick yuki zhenya
`

// openingWords are given names that, with the capital of a sentence's first word, are as often another word of some language.
const openingWords = `
ada alma ben bob carol christian chuck clement cliff dan dick dina don drew ella eve flora frank gail gene georgia
grace hal hank harry heather holly iris ivy jack jan josh joyce june ken kit laurel len lily lou luna marina max meg
melody merle mia mick mike mila mina mira nat nell nick olive paddy paige pat patty penny pete pia ray rob rod roman
rosa rose rosemary rosie sally sandy sara scarlett serena stella sue sunny ted tiffany tony tori una ute victor viola
violet wally wanda winnie
`
