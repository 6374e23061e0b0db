package names

// The lists of given names, by who bears them, in many countries: without marks, and without those that as often mean a word, a place
// or a family.

// femaleNames are those of women, beside commonWomen.
const femaleNames = `
aaliyah aarti abbie abby abebi abena abigail abimbola ada adaeze adaku adaobi adela adelina adrienne agata agnese
aicha aiko aileen ailsa aimee ainhoa aino aissatou aitana aiyana akiko akosua akua alba alena alexa alexandra aline
alison allie allison alma almudena althea alva alya alyson amaka amal amalia amanda amarachi amaya amel amelie amina
aminata amira amparo anahita anais ananya anastasia aneta angela angelica angelina angie anja ann annabel annabelle
anne anneke anneliese annette annie annika anouk anoushka anthea antje antonella anushka anya apinya apolline araba
arabella araceli archana aria ariadne ariana arlene arlette armelle arpita asantewaa ashanti asma assunta asta asuka
athena aud audrey aurelie ayaka ayako ayelet aylin ayse aysel ayumi azadeh aziza babs barb barbara barbro basma bea
beatrice beatrix beatriz becca becky belen belinda benedetta benedikte bengta berenice bess bessie beth bethan bethany
betsy bettina betty beverley bhavna bibi birgitta birgitte birte bisi bjork blanche blandine bodil bolanle bozena
branwen breda briana bridie brigid brigitta britt britta bronagh bronwen bryony bukola bushra camelia camilla candela
capucine carina carlotta carmela carolyn carrie cassandra cassie catalina cate caterina catharine catherine cathryn
cathy catrin catriona cecile cecily ceri cerys chandni chanel chantal chantelle charlene charlotte chiamaka chidinma
chihiro chika chinwe chioma chitra chizuru chrissy christabel christelle christiane christina christine chunhua ciara
cicely cilla cindy clarice claudette clemence clementine cleo clodagh clotilde colleen concepcion concetta connie
constance constanza consuelo cora coralie corinna cornelia cosima courtney cressida cynthia dagny dahlia daisy dalia
dalila damla danica danuta daria darlene darya deb debbie deborah debra deepa deja demelza desiree destiny devika diep
dilara dilek dina dinah disha divya dominika donatella dora dorcas doreen dorien dorota dorothea dorothy dorte dorthe
dottie drusilla dunja durdane ebba ebele ebony edda edie edwina efua eilidh eimear eira ekaterina elba eleanor eleni
eleonora eleri elettra elham elif elin elina elisabet elisabeth elisabetta elissa eliza elizabeth elke elle elodie
eloisa elsbeth else elsie elspeth elzbieta emanuela emer emiko emilie emily emina emine emmeline emmy encarna enid
enrica erin ernestine esi esme esperanza estelle ester estrella etsuko eudora eugenia eugenie eulalia eunhye eunice
eunji evangelina evelina eveline evelyn evie ewa ewelina fabienne fadime fanny farida farzana farzaneh fatema fatiha
fatma fay faye federica felicity fenella fereshteh feride ffion fiammetta fidelma fikriye filippa filomena finola
fionnuala flavia flora florence florentina folake folasade forough fran franca frances francie francine francoise
franziska freda freja frida frieda fumiko funke funmilayo gabrielle gaia gail galina galyna gauri gayle gaynor geertje
geeta gemma georgette georgiana georgina gerda germaine gertrud ghislaine gilda gillian ginny giorgia giselle gitta
gitte giuliana gladys glenda goldie golnaz gracia gracie graciela grainne grazia graziella grazyna greet grete gretel
grietje griselda gro gudrun gulsen gunhild gunilla guro gwendolen gwendolyn gwenllian gwyneth habiba hadiza hadley
haeun hafsa halima halina halyna hanan hania hanka hanne hannelore hansine haruka hatice hattie hawa hayley hazel
hedda hedvig hedwig heike helen helene helga heloise henrietta henriette henrike hermine hester hetty hien hilary
hilde hildegard hina hiroko hitomi hjordis hoa holly honoka hortense huda huiying hulya huong hyejin ife ifeoma ilaria
ildiko ilke ilona ilse iman imane imelda ina indira indu ines inga inka inmaculada ioana iolanda iona irena irmgard
iryna isabella isadora isha ishani ismene isobel isolde iva ivonne iwona izabela izumi jacinda jacinta jacqueline
jacqui jada jadwiga jamila janelle janette janie janina janine janneke jannicke jaqueline jarmila jasmina jaya jayne
jeanette jelena jeltje jemima jemma jen jenn jenny jessica jette jiayi jihye jill jillian jimena jingyi jisoo jitka
jiya joana joann joanne jocelyne jodie johanna johanne jolanda jolanta jomana jorunn josefa josefina josefine
josephine josie jovana juanita judit judy julianna juliet julieta juliette julitta junko justina justyna jutta jyoti
kaja kajal kalina kalpana kamila kanako kanika kanta kaori kari karima karoline karyn kasia kat katarina katarzyna
kate katelyn katerina kath katharina katharine katherine kathrin kathryn kathy katia katie katja katrin katrina katy
katya kavitha kaylee kazumi keisha kenza keziah khadijah khanh kimberley kimberly kinga kirstie kirstin kirsty kjersti
komal konstanze kornelia kristel kristine kyoko laetitia laila laleh lalita lamia lan lana lanying lata latifa laure
laurel lavinia layla leanne leda leela leena leilani leire leni lenka lenora leocadia leona leonor leontine lerato
letitia letizia lettie lexi leyla lia liana libby libuse licia liesbeth liese liesel lieselotte lihua lila lilianna
lilith lilja lillian lilly lily lina lindiwe lindsey linnea liona lisbeth lise liselotte lisette lissa liv livia livvy
liz liza lizzie ljiljana ljubica llinos lois lola lone lorena lotta lotte lottie lowri lubna luciana lucie lucilla
lucille lucrezia lucy ludmila lula luna lupe lupita lydie lynda lynette lynne lyubov mabel macarena maddie madeline
madelyn madhavi madhu madhuri madina mae maelle maeve mafalda magali maggie maha mahalia mahnaz mahsa mahtab maia
mairead mairi maisie maite malaika malak malgorzata malgosia malika malin mallory mamta manal manca mandy manisha
manju mara marcella marcelline mared mareike maren margaret margareta margarete margarethe margarida margaux marge
margery margherita margie margit margret margrethe marguerite mari maria mariam mariama marianna maricel mariella
marielle marietta marija marika mariko marisa marisol marit marita marja marjan marjolaine marketa marloes martha
marthe martine marwa mary maryam masako mathilda mathilde matilde maud maude maura mavis maxine maya mayumi mbali
meena meenakshi meg megan megumi mehwish mei meike meiling melania melek melissa meltem menna meret merete meriem
meryem meryl mette michiko mieke mieko miep mihaela mikaela milagros milica millicent millie mimi mina minako mindy
minerva minji minna mira mirabel mireia mireille mirela mirjam mirjana mirka missy mitra mitsuko miyuki mojgan mollie
momoko mona monique montserrat morag morgane moriah morwenna muna muriel myfanwy myra myriam myrtle naama nabila nada
nadezhda nafisa naghmeh nagwa naima najwa naledi nanami nandini nandita nanette naoko narges nasim nasreen nasrin
nastya natacha natalia nataliya natalya natsuki natsumi nausheen nayeli nazan nazanin nazli neda neelam neema neeta
neha nel nell nella nelly nerea neriman nerys nesrin nessa nhung nia nicoletta nicolette nieves nihal niloufar nilufar
ninon nirmala nisha nithya njeri nkechi nneka noelia noemie nomsa nomvula nonna noora norah noreen nour nouria nozomi
nuala nur nuray nurcan nyambura nyasha oanh obioma oceane odalys odile ofelia oksana olena olive olivia oluchi olwen
olya olympia omolara oona oriana orla orlaith ornella orsola orsolya ottavia ottilie ozlem padmini pallavi paloma pam
pamela parisa parvaneh parvati parveen pascale patrizia patrycja patty paulette pavla payal paz pegah peggy penelope
penny pernilla pernille perpetua perrine petronella petunia philippa phillipa pia pilar pinar pippa piroska polina
polly portia prabha preeti prisca priti puja purnima qamar queenie quyen rabia rach rachael rachida radka radmila
raffaella ragna ragnhild rahma rajni ramona rana rani rania ranjana rasha rashida raymonde razia reem reena reiko
reina rekha remedios renate renuka reyhan rhea rhian rhoda rhona ria rica ricarda rieke riikka rikke rina ritu riya
roisin roksana romana romina romy ronja rosalia rosalinda rosamund rosana rosanne rosaria rosario rose roseanne
roselyn rosemarie rosetta roshni rosina rosita rossella rowena roxana roya rubina ruby rukhsana rukmini runa ruta
ruxandra saanvi saba sabah sabina sachiko sadaf sadia saffron safiya sahar saida saima saki sakshi sakura sally salome
samantha samar samina samira samiya sana sandhya sandrine sangeeta sanja sanna sanne sapna sarah sarai satu saundra
saverina savita savitri sayuri seda seema seetha selene selin selina senait seoyeon sepideh serafina serife setareh
setsuko severine sevgi shabana shabnam shahida shahnaz shaista shakira shanice shanta shanthi shanti sharmila sheena
shelagh shelley sherry shilpa shiori shira shirin shivani shizuka shobha shona shyla sian sibel sibylle sidonie sigrun
silje silke silvana simin simisola simona siobhan siri sita siv sivan siwan siyanda slavica smita sneha snezana soazig
socorro sofija soheila soila solange soledad solene somaya sonal songul sonja sonya sooyeon sophia soraya soyeon
stanislava steph stephanie stina sue sujata sujin sukanya sultana suman sumaya sumitra sunita sunitha sunniva surya
susan susanna susannah susanne susie suvi suzanna suzette suzy svenja svitlana swantje swapna swati sylviane sylvie
synne synnove tabea tabitha tahira talia talulah tamar tanis tanisha tanja tansy tanvi tanya tasneem tatiana tegan
temitope teresita tereza tess tetiana thandeka thandi thandiwe thao theda thekla thembi theresa therese thomasina
thora thu thuy tilda tilde tilly timea tinatin tine tiphaine titilayo tiwa tiziana tomoko tomomi tonia tonje tora
tordis tori torill tova trang tricia trine trinh trinidad trish trisha trixie trupti truus tuba tullia tuuli tuva
tuyen tuyet tyra uju ulla ulrica ulrika ulrike uma una urszula uschi usha uta ute uyen uzma vaishali valentina
valeriya valya vanda vandana vanja varsha vasiliki vasundhara venetia verena veronique vesna vibeke vicki vicky
victoria vida vidya vilde vilma vinita violaine violet violeta virginia virginie vita vittoria viviana vlasta vreni
wairimu wambui wangari wanjiku wanjiru wenche wiebke wilhelmina winifred winnie wioletta wumi xenia xiaoling xiaomei
xinyi xiomara xiuying xoliswa yael yamini yana yanling yara yasemin yasmina yejin yekaterina yelena yen yesenia
yetunde yevgenia yewande ylva yolande yoshiko ysabel yuhan yuka yukari yukiko yuko yulia yuliya yumi yumiko yuna
yuriko yuting zaida zakia zala zana zanele zaynab zdenka zehra zeinab zelda zelia zena zenobia zeynep zhanna zina
zineb zita zlata zodwa zohra zohreh zoila zoja zoya zsofia zsuzsanna zubaida zuleika zuzana zuzanna
`

// maleNames are those of men, beside commonMen.
const maleNames = `
aad aapo aarav aaron abbas abdel abdi abdou abdoulaye abdullahi abe abel abelardo abhishek abiodun abner abraham abu
achille achim adalbert adan adarsh ade adebayo adekunle adem ademola adewale adil adnan adolf adolfo adrian adriano
adrien agustin ahmet aidan aitor ajay akash akhil akin akinola akram aksel al alain alasdair alastair alban albert
alberto albin aldo alec aled aleksandar aleksander aleksandr aleksei alessio alexander alexandre alexandru alexei alf
alfie alfonso alfred alfredo alhassan alistair allan allen alois alok alonso aloysius alphonse alun alvaro alwyn
amadeo amadou amar amaury ambrose amitabh amol amos anand anatole anatoly andre andrei andres andrew andrey andriy
andrzej andy angelo angus ankit ansel anselm anson anthony antonin antonio antonis antony anwar aram arash aravind
archibald archie ardeshir arian arif aristide arlo armand armando armin arnau arnaud arne arnulf arsene artem artie
arto artur arturo artyom arvid arvind asad asher ashraf ashwin asier asif aslan atanas athanasios atle atsushi attila
auberon auguste augustin augustine augusto augustus aurel aurelio avi avinash avraham ayman ayo ayodele ayrton aziz
babajide babak babatunde baha bahram baldwin balint baltasar balthasar baptiste barend barnabas barnaby barney bart
bartek bartholomew bartosz basil bastian bastien bayo behnam behrouz ben benedikt bengt beniamino benito benjamin
benji benny benoit benson bernard bernat bernd bernhard bernie bert berthold bertie bertil bertram bertrand bharat
bhaskar bhavesh bijan billy birger bjarne bjoern blaise blake bob bobby boguslaw bohdan borja borys bosse boubacar
brad bradley bram branko brendan brent brett brice bruce bryce bryn burak burkhard byron cadoc caio cal calogero calum
calvin camilo carlo carmelo carsten carwyn caspar casper cathal cecil cem cemal cengiz cenk cesar cesare chaim chandan
chandra charles chester chetan chibueze chidi chijioke chike chinedu chirag christoph christophe christopher christos
chuck chuka chukwudi chukwuemeka chukwuma cian ciaran ciro claes clark claus clayton clemens cliff clifford clinton
clive clovis clyde codrin cody collin colm conall conan connor conrad constantin constantine corentin cormac cornelis
corneliu cornelius cosimo cosmin cristian cristiano cristobal cuthbert cyrus czeslaw dafydd dag dagfinn dai daichi
daigo daiki daisuke daley damiano damir damjan dan daniel daniele danilo danny dante danylo dario dariush darko
darragh darrell darryl dave davey david davide davit dawid declan delroy demetrius demir denny denys denzel deon
dermot derrick detlef dev devendra devin dewi dexter dhruv diarmaid diarmuid dick didier diederik dietmar dietrich
dilip dima dimitar dimitri dimitrios dimitris dinesh dino diogo dirk dmitri dmitry dmytro dobromir dom domenico
domingo dominic dominik don donal donald donatello dong dongwoo donny donovan dorian doug dougal douglas dragan drago
duc dung duong dusan dustin dwight dzenan eamon eamonn easton ebenezer eberhard ebo ebuka ed eddie eddy edgar edgardo
edison edmond edoardo eduard edvard edvin edward eero efe efrain egbert egil egon ehsan ehud eike einar eirik eitan
elgan eliezer elis elliott elmer elton elvin elvis emanuele emeka emeric emile emiliano emin emir emlyn emmett emre
emrys emyr endre eneko engelbert ennio enoch enzo ephraim erasmus ercan erdem erhan erkan erkki erland erlend erling
ernesto ernie ernst errol erwin esa esben etienne ettore euan eugen eugene eugenio eugeny eustace evaristo evert
evgeny ewald ewan ewen ezekiel ezequiel fabien fabrice fabrizio fadi fahad fahd faisal faiz farhad farid farouk
farrokh farshid faustino fausto federico fedir felipe femi ferdinand ferdinando fergal ferhat ferit fermin fernand
ferran festus fikret filip filippo findlay finlay finnian fintan flavio flemming florent florian floris folarin fouad
francisco franck franco frans frantisek fraser fred freddy frederic frederick frederico fredrik friso frits fulgencio
fulvio fyodor gabe gabor gabriel gabriele gael gaetan gaetano gagan gandalf ganesh garfield garth gary gaspar gaspard
gaston gaurav gautam gavino gaz gbenga geert geir gene gennaro geoff geoffrey geoffroy georg george georges georgi
georgios geraint gerald gerard gerardo gerd gerhard geronimo gerrit gerry gert gethin ghassan gian giancarlo gianluca
gianni gideon gijs gil gilbert gilberto gildas giles gilles gino gintaras giorgio giorgos girish giuliano giuseppe
gleb glenn glyn gokhan gopal goran gorka gosta gottfried govind graeme greg gregor gregorio gregory griffith grigor
grigory grzegorz guglielmo guilherme guillem guillermo gunnar gunter guowei gurpreet gustaf gustave gustavo guus
gwendal gwilym gwyn gyorgy gyula haakon habib hadi hafiz haider hajime hakan hakeem hakon hal hallvard haluk halvard
halvor hamed hamid hank hannes hannu hansjorg haoran hari haris harish harold haroon harry hartmut haruto harvey hasan
hashim havard hayato hefin heiko heiner heinrich heinz helge helmut hemant hennie henning henri henrique henry herbie
heribert hermann hernan herve hew hideki hideo hieu hilario hilmar hiro hiroaki hiroki hiroto hisashi hisham hitesh
hoang holger hooman horacio horatio horst howell hubert hugh hughie humberto humphrey hung huseyin huw huy hyunwoo
hywel iago iain ibrahima ichiro idris idrissa iestyn ifan ifeanyi ifor ignacio ignacy ihor ikechukwu ikenna iker ilan
ilario ilias ilie ilija ilir ilker ilmari ilya imad immanuel imran imre inaki ingmar ingo ingolf ingvar inigo ioan
ioannis ionut irfan irving irwin isaak isamu isandro ishmael isidore isidro islwyn ismael ismail istvan itai italo
ivar ivaylo ivo ivor iwan izaak jaakko jaap jabari jabir jace jacek jack jacob jacopo jacques jaehyun jagdish jaime
jake jakob jakov jakub james janek janez janne janos januario janusz jarek jari jarl jarmo jaromir jaroslav jaroslaw
jarvis jasper jatin jaume javed jayanta jayesh jeb jed jeff jefferson jeffrey jelani jelle jelmer jens jeppe jerald
jeremiah jeremias jeremy jermaine jeroen jerome jerry jerzy jesper jethro jianguo jianhua jibril jihoon jim jimmy jiri
jitendra joao joaquim jochen joe joerg joey johann johannes john johnathan johnny jon jonathan jonathon jonny jony
joop joost jordi jorg jorgen joris jose joseba josep josh joshua josiah josip jostein jouni jovan jozef jozsef judas
juha juho jukka julen julien julio juma jun junho junjie juri jurij jussi justus kabir kacper kailash kaj kalle kamau
kamil kamran kane kapil karan kareem karel karsten kartik kasimir kaspar kasper kaveh kaya kazimierz kazuki kazuo
kazuya keanu keegan kees keir kelechi kelvin ken kendrick kenichi kenneth kenny kensuke kenta kenzo keshav kester
ketan ketil keyvan khaled khalil khoa kieran kiprono kiril kirill kiyoshi kjell kjetil klaas klemens knud knut kobe
kobi koichi koji kojo koldo kolya konrad konstantin konstantinos koray korbinian kostas kota kourosh kris kristian
kristijan kristoffer kristopher krzystof krzysztof kumar kunal kunle kurt kushal kwabena kwadwo kwaku kwasi kwesi
kyriakos lachlan ladislav laith lajos lalit lambert lamine lancelot larry lasse laszlo laurent laurenz lauri laurits
lautaro lawrence lazar lazarus leander lech leif leighton leland lemuel len lennart lennox lenny leo leonard leonardo
leonhard leonid leonidas leroy leszek lev levi lewin liam lino linus lionel ljubomir llewellyn lloyd lluis llyr loic
lorcan lorenz loris lothar louie louis lubos luc luciano lucio ludek ludger ludo ludovic ludvig luigi luiz luka lukasz
lumumba luther lyle lyndon maarten maciej macsen madhav mads magne mahdi mahendra mahesh mahmud mahmut majid makoto
maksim maksym malachi mamadou manasseh mandla manh manish manny manoj manolis mansoor mansour manu manus marcell
marcello marcin marcos marek mariano marijn marinus marius marko markus marlon marquis mart marten martijn martim
martin marty martyn marvin marwan masahiro masaki masashi masato masoud massimo mateus matheus mathew mathias mathieu
mathijs mathis matias matija matt matthaus matthew matthieu matthijs matti matty mauricio maurits maurizio mauro
maxence maxim maximilian maximo maxwell mbongeni medhat mehdi mehran mehrdad meinrad meir meirion melchior melvin
melvyn menachem mendel mervyn meurig micah michael michail michal michel michiel mick mihai mihail mihaly mihir mikael
mikail mike mikel mikey mikhail mikkel miklos mikolaj milad milind millard milos milton minho minjun mirko miroslav
mirza mitch mladen mo moacir modibo mohammad mohammed mohit mohsen moises moishe mokhtar monty mordechai moritz morris
morten mortimer moses moshe mostafa moussa mthunzi muhammad muhammed mukesh mungo munir murad murali murat murdo
murray musa mustapha mwangi mykhailo mykola myles nabil nacho nader nadim nadir naeem nagesh nahuel naim najib naoki
naoto naoya narayan narendra naresh nariman naseem nasir nasser nate nathan nathaniel naveed naveen necati ned nelson
nemanja neville nicholas nick nicodemus nicolaas nicolae nicolai nicolas nicolo niels niko nikola nikolai nikolaj
nikolaos nikolas nikos nilesh nils nima nimrod nino niran nitin njabulo njoroge nnamdi noam noe nolan norberto norman
norris nuno nuri nwachukwu obadiah obi obinna octavian octavio oddvar odhran ofer oisin okan oke okechukwu oktay olav
olavi ole oleh oleksandr oleksiy oliver olivier oliviero olof olufemi olumide omer omid omri ondrej onni onur oran
orazio orestes orhan oriol orson orville osamu osian oskar osman ostap osvaldo oswaldo oswin othman otieno otis otmar
ovidiu owain owen oystein ozan ozgur paco paddy padraic padraig pancho parag paresh parth parviz pasquale patricio
patrick patryk patxi pauli paulo paulus pavel pavle pavlo pawel payam peadar peder peer pekka pelayo pelle pepe
percival pere perry petar pete peter petri petro petros petru petter petteri phil philip philipp phillip phineas phuc
pierluigi piero piers piet pieter pietro pirmin placido pouya prabhu pradeep prakash pramod prasad prashant pravin
predrag preston primo prosper przemyslaw qasim quan quang quim quincy quoc radek radoslav radovan radu rafal rafe
raffaele rafi raghav raghu ragnar rahim raimund rainer raj raja rajan rajat rajeev rajendra rajiv raju rakesh raman
ramazan ramesh rami ramin ramiro randolph randy ranjan ranjit ransford raoul rashad rasheed rasmus ravindra raymond
raza reece reg reggie reginald regis reidar reinaldo reiner reinhold reinier remi remigio remo remy renato renzo
reuben rex reynaldo reza rhodri rhydian riaan riccardo richard richie rick ricky rico ridwan riku rinaldo risto
ritchie rob robbert robert robrecht rocco roch rod roddy rodge rodney rodolfo roel rogelio roger rogerio rohit rolando
romano romeo romulus ron ronald ronaldo ronan ronnie roope roscoe ross roy ruben rudi rudolph rudy rudyard rufus rune
russ russell rutger ryan ryo ryosuke ryota ryszard ryu saad sachin sadio sadiq saeed saeid safwan saif sajid sakari
salah salim salman salvatore sameer sami sampson samson samuel samuele samuli sandeep sander sandip sandor sandro
sangwoo sanjeev sanjiv santeri sasa satish satoru satoshi saul saulo saverio scott seb sebastian sebastiano sedat
sefton segun seif selim selwyn semyon seojun sepp serdar serge sergei sergey sergi serhat serhii serhiy seryozha seth
seung severin severus seyed seymour shadi shahid shahram shaka shamus shankar sharif shekhar sheldon sherif shigeo
shigeru shimon shingo shinji shiv shlomo shoaib shohei shota shrikant shyam siamak sidonius sigmund sigurd silas
silvan silvano silverio silvester silvio simao simeon simo sinan sindre sipho sivert sizwe slavko slawomir slobodan
soeren sofiane solomon somchai soren sota sourav spencer spiros spyros stan stanislas stanislaw stanley stavros
stefanos steffen stelian stelios sten stephan stephane stephen stevan steve steven stewart stian stig stipe stoyan
subhash sudhir sulayman suleiman sumit sungmin sunil suraj surendra sushil susumu svein svend sverre swen sylvain
sylvester szymon tadashi tadhg tafadzwa taha tahir taichi taj takahiro takeshi takumi takuya talha tamas tancred taner
tanguy tapani taras tarek tarik taro tarun tasos tatsuya tauno tavis ted teddy teemu tejas tendai teo teodor terence
terje terrence tetsuya teun teunis thabo thaddeus thanasis themba theobald theodor theodore theodoros theophilus
theunis thibaud thibault thibaut thierry thijs thinh thomas thor thorben thorbjorn thore thulani tiago tiberiu tibor
tidjane tiernan tim timmy timo timon timothy timur tino titus tjark toby todd todor tolga tom tomasz tome tomi
tomislav tommaso tommy tomos tomoya tonio tony topher tor torben tord tore torgeir torkel torsten toshiro trefor trent
troels troy trung trygve tsuyoshi tuan tudor tullio tuncay tunde tuomas tuomo turgut tushar tze ubaldo uche uchenna
uday udo ugo ulf uli ulises umar umesh umit umut unai upton uri uriah uriel urs usman uzair vaclav vahid valdemar
valentin valentino valerio valery valter vance vangelis vanya vasco vasil vasile vasilis vasyl vaughan vedran veikko
veli venkat vernon vidar vidkun vikas vikrant vilhelm viljami ville vilmos vinay vinayak vince vincent vinh vinicius
vinny vinod vipul virgil virgilio vishal vishnu vito vitor vittorio vlad vladimir vladislav vlastimil vojislav vojtech
volkan volker volodya volodymyr vova vuk vusi vyacheslav waclaw waldemar walid wallace wally walt walter waqar warren
warwick wasim wayne wei weimin welby wenzel wes wessel wieslaw wilbert wilbur wilder wilfrid wilhelm wilko willard
willem willi william willie willis willy wilson wim winfried winston wito wladyslaw wojciech wole wolfram wouter wyatt
wyn wystan xabier xander xavi xiaoming yaakov yahya yair yakov yakub yakubu yanis yann yannis yaroslav yaser yash
yasin yasir yasser yasuhiro yasuo yavuz yefim yehuda yevgeny yevhen yiannis yifan yigal yitzhak yngve yoann yogesh
yohan yonatan yoshi yoshio yossi yosuke youngho youssef yousuf yuichi yuji yurii yusuke yusup yves yvon zach zachariah
zachary zack zaheer zahid zaid zain zak zakaria zaki zander zbigniew zdenek zdenko zdravko zeev zeke zeljko zeno zenon
zephyr zhiming zhivko zhiwei ziad zinedine zivko zlatan zoltan zoran zsolt zubair zygmunt
`

// openNames are those of women and of men, beside commonOpen.
const openNames = `
adama addison aki alex amari anh ariel asa ashton aubrey avery bailey beverly billie blair bobbie brooke carey casey
cass charlie chi chris claude corey dana dani dara darcy deniz drew elisha ellis emerson emery finley francis frankie
freddie gabi gale georgie glen hadar harley harper hayden hiromi hong izzy jackie jaden jamie jess jessie jo jody jude
jules kai kamal kaoru karol kay keiran kelly kendall kerry kim kiran kit laurence laurie lavern leigh lesley lindsay
linh loren lou max mel merle mickey mika misha morgan nat ngozi nicky nico noa noel noor oakley ola ollie olu pat
peyton quinn ray reese regan ricki riley robbie robin rory sacha sam sammy sandy sascha shay shelby skylar stacy
stevie sunny taiwo taylor terry toni tory tove tyler val vic wren zhenya
`

// openingWords are given names that, with the capital of a sentence's first word, are as often another word of some language.
const openingWords = `
ada alma ben bob carol christian chuck clement cliff dan dick dina don drew ella eve flora frank gail gene georgia
grace hal hank harry heather holly iris ivy jack jan josh joyce june ken kit laurel len lily lou luna marina max meg
melody merle mia mick mike mila mina mira nat nell nick olive paddy paige pat patty penny pete pia ray rob rod roman
rosa rose rosemary rosie sally sandy sara scarlett serena stella sue sunny ted tiffany tony tori una ute victor viola
violet wally wanda winnie
`
