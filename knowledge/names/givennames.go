package names

// givenNames are given names that stand by themselves, so that one is never taken for
// a misspelling of another. Further ones, which tell no more than whose they are, stand in
// genderlists.go.
const givenNames = commonWomen + commonMen + commonOpen + commonOthers

// commonWomen are those of women.
const commonWomen = `
adele adriana agatha agnes agnieszka aisha aisling alana alberta alejandra aleksandra alessandra alessia alice alicia
alina alyssa amara amelia amrita amy ana anika anita anjali anna antonia aoife asha astrid aurelia aurora ava ayesha
beata bella bernadette bertha bianca birgit blanca brenda bridget brigitte brittany caitlin camila camille candice
carla carmen carol carole caroline cecilia celeste celia celine cheryl chiara chloe christa christiana claire clara
clarissa claudia colette cordelia corinne cristina dagmar daniela daniella danielle daphne deepika deirdre delia
delphine denise diana diane dolores donna doris edith edna eileen elaine elena eliana elinor elisa elise ella ellen
ellie eloise elsa elvira emilia emma erica erika esmeralda esther eva eve farah fatima fatou fatoumata felicia
fernanda fiona fiorella francesca freya gabriela gabriella genevieve georgia geraldine gertrude gina ginevra giovanna
gisela gita giulia gloria grace greta gretchen gwen hanna hannah harriet heather heidi helena hermione hilda ida
imogen inge ingeborg ingrid irene irina iris irma isabel isabelle isla itzel ivana ivy jana jane janet janice jasmin
jasmine jeanne jenna jennifer joanna jolene joyce juana judith julia juliana julianne julie june justine kaitlyn
kamala karen karin karina karla karolina kathleen kavita kayla keiko kendra kerstin khadija kirsten klara klaudia
kristen kristin kristina krystyna kumiko lakshmi lara larissa latoya laura lauren lea leah leila lena leonie leonora
leticia lidia lilian liliana linda lisa loretta lorna lorraine louisa louise luca lucia lucinda luisa luise lydia lynn
madeleine magda magdalena maja manuela marcela marcia margarita margot mariana marianne maribel marie marilyn marina
marissa marjorie marlene marta martina masha matilda maureen meera meghan melanie melinda melody mercedes meredith mia
michaela michelle mila mildred milena miranda miriam moira molly monica monika nadia nadine nadja nancy naomi natalie
natasha nathalie niamh nicola nicole nina noelle noemi nora norma nuria octavia odette olga ophelia padma paige paola
patricia paula paulina pauline perla petra phoebe phyllis pooja priscilla priya priyanka rachel radha raisa raquel
rebecca regina renata rhiannon rhonda rita roberta rocio rosa rosalie rosalind rosanna rosemary rosie roxanne ruth
sabine sabrina sadie salma sandra saoirse sara sarita saskia savannah sayaka scarlett selena selma serena sharon
shauna sheila sheryl shirley shreya shruti sigrid silvia sinead sofia sofie solveig sonia sophie stacey stefania
stefanie stella susana suzanne svetlana sybil sylvia tamara tamika tamsin tania tara tatjana tatyana teresa tessa thea
thelma theodora tiffany tina tracey trudy ursula valeria valerie vanessa vera veronica veronika viktoria viola
violetta vivienne waltraud wanda wendy wilma ximena yasmin yasmine yoko yolanda yvette yvonne zahra zainab zara zoe
zofia
`

// commonMen are those of men.
const commonMen = `
abdul abdullah adam aditya ahmad ahmed aiden alan alejandro alessandro alvin amir amit anders andreas anil antoine
anton arjun arnold arthur arun ashok axel barry benedict bernardo bilal bjorn bogdan boris brandon brian bruno bryan
caleb callum carl carlos cedric clarence claudio clement colin conor craig curtis cyril damian damien darius darren
deepak denis dennis derek desmond diego dieter duncan dwayne edmund eduardo edwin elias elijah eliot elliot emanuel
emil emilio emmanuel enrico enrique eric erich erik ernest esteban ethan evan ezra fabian fabio felix fergus fernando
finn francesco francois frank franz frederik friedrich fritz gareth garry gavin giovanni giulio gordon graham guido
guillaume gunther gustav hakim hamish hamza hans harald haruki hassan hector hendrik henrik herbert herman hiroshi
horace howard hugo hussain hussein ian ibrahim ignatius igor isaac isaiah ishaan ivan jackson jamal jared jason javier
jayden joachim joaquin joel johan jonah jonas jorge josef joseph juan julian julius jurgen justin kaito karim karl
keith kenji kevin khalid klaus kofi kristof kwame kyle lamar lars leandro leon leopold lewis lorenzo lucas lucien
ludwig luis lukas luke magnus mahmoud malcolm malik manfred manuel marc marcel marcelo marco marcus mario mateo
mateusz matteo matthias maurice mehmet micheal miguel milo minh mitchell mohamed mohan mustafa neil nigel nikhil
nikolaus noah norbert olaf oleg oluwaseun omar orlando oscar oswald ottavio otto pablo paolo pascal patrice patrik
paul pedro percy petr philippe pierre piotr pranav quentin rafael rahul rajesh ralf ralph ramon randall raphael rashid
raul ravi reinhard rhys ricardo rishi roberto roderick rodrigo rohan roland rolf romain roman rudolf rupert ruslan
salvador samir sanjay santiago seamus sean sebastien sergio shane shaun shawn siddharth siegfried simon stanislav
stefan stefano stuart suresh sven tadeusz takashi tariq theo thorsten tobias tomas travis trevor tristan tyrone ulrich
umberto uwe vadim vasily vicente victor vijay vikram viktor vincenzo vivek werner wesley wilfred wolfgang xavier yosef
yuri yusef yusuf
`

// commonOpen are those of women and of men.
const commonOpen = `
akira alexis ali andrea ashley cameron christian dominique dylan imani jan jean joan jocelyn kelsey krishna leslie
logan mackenzie marion michele miki nikita rene robyn rowan sasha shannon sidney simone tracy vivian yannick yuki
`

// commonOthers as often mean a word, a place or a family, and do not tell whose they are.
const commonOthers = `
april carolina cassidy chelsea crystal jesus jordan madison mark maxime mercy milan said sienna
`

// familyNames stand by themselves too.
const familyNames = `
adams adeyemi agarwal aguilar ahmadi akhtar aksoy allen alonso alvarez amari andersen anderson andersson andrade andrews antonov
araujo armstrong arslan bailey baker banerjee barbieri barbosa barker barnes bauer becker bell bennett bernard bertrand bhatt
bianchi black blake blanco bondarenko bonnet borisov boyd bradley braun brooks brown browne browning bryant burke burns burton
butler byrne campbell cardoso carlson carpenter carr carroll carson carter carvalho castillo castro cavalcanti chang chapman
chaudhary chaudhry chavez chen cheng choi chopra christensen clark clarke cole coleman collins colombo connor conti contreras cook
cooper costa cox crawford cruz cunningham dahl davidson davies davis davison dawson dejong delgado desai deshpande diaz dimitrov
dixon djibril dominguez dubois dubrovsky dumont duncan dupont durand edwards elliott ellis eriksen eriksson esposito estrada evans
ferguson fernandes fernandez ferrari ferreira fischer fisher fletcher flores fontaine ford foster fournier fowler fox francis
franco fraser freeman friedman fuentes fujita fukuda gallo garcia gardner garnier georgiev georgiou gerard gibson gilbert girard
gomes gomez goncalves gonsalves gonzales gonzalez gordon graham grant gray greco green greene griffin grigoriev grossman guerrero
gunawan gupta gutierrez guzman haddad hakimi hall hamilton hansen hanson hansson hardy harris harrison hart hartmann harvey
hashimoto hawkins hayashi hayes henderson henry hernandez herrera hill hoffman hoffmann holmes horvath hosseini howard huber
hudson hughes hunt hunter idrissi iglesias ikeda inoue ishikawa islam ivanov ivanova iyer jackson jacobsen james jankowski jansen
jenkins jensen jimenez johansen johansson johnson johnston jones jordan joshi kaiser kaminski kapoor karlsson kaufmann kaur keller
kelley kelly kennedy khalil khan kimura king knight kobayashi koch kovac kovacs kovalenko kowalczyk kowalska kowalski kozlov
kozlova krause krishnan krueger kruger kumar kuznetsov kuznetsova lambert lange larsen larson larsson lawrence lawson lebedev
lefebvre lehmann leroy levin levy lewis lindberg lindgren lindqvist lindstrom lloyd lombardi london lopez lowe machado magnusson
mancini marchetti mariani marino marques marsh marshall martin martinelli martinez martins mason matsumoto matthews maxwell
mcdonald medina mehta meier melnyk mendes mendez mendoza menon mensah mercier meyer mikhailov miles miller mills minami mishra
mitchell mohammed molina moore morales moreau moreno morgan morozov morozova morris morrison mueller mukherjee muller munoz
murakami murphy murray mwangi myers nair nakamura navarro nelson neumann newman newton nielsen nikolaev nilsen nilsson nkosi
norman norris novak novotny nowak nunez nyberg obi ochieng ogawa okafor okamoto okoye oliveira olsen olson olsson ono orlov orlova
ortega ortiz osman otieno owen owens ozdemir ozturk pacheco palmer panagopoulos papadopoulos papas parker parsons patel paterson
patil patterson pavlov payne pearson pedersen pereira perez perkins perry persson peters petersen peterson petrov petrova petrovic
pham phillips pillai popescu popov popova porter powell prasad price quinn rahman raman ramanathan ramirez ramos rao reddy reed
reid reyes reynolds ribeiro ricci rice richards richardson richter riley rinaldi rivera robert roberts robertson robinson rocha
rodrigues rodriguez rogers romano romero rose rosenberg ross rossi rousseau roux ruiz russell russo ryan saito sakamoto salazar
sanchez sanders santos sasaki sato schaefer schafer schmid schmidt schmitt schneider schreiber schroeder schubert schultz schulz
schuster schwarz scott semenov serrano sharma shaw shevchenko shimizu siddiqui silva simmons simpson sims singh smith smythe
snyder sokolov sokolova solomon sorensen soto souza spencer srinivasan stein stepanov stephens stevens stevenson stewart stone
stuart subramanian sugiyama sullivan sultan suzuki svensson szabo takahashi tanaka taylor thomas thompson thomson tiwari tkachenko
toledo torres toth tremblay tsai tshabalala tucker turner tyler vargas varma vasilev vasquez vazquez vega velasco venter verma
vidal vincent vogel volkov volkova wagner walker wallace walsh walter ward warren watanabe watkins watson watts weaver webb webber
weber weiss wells west wheeler white wieczorek williams williamson wilson winkler winter wisniewski wojcik wolf wolfe wood woods
wright yadav yamada yamaguchi yamamoto yildirim yildiz yilmaz yoshida young zaman zhang zhao zhou ziegler zielinski zimmer
zimmerman zimmermann
`

// surnames are the commonest family names of Vietnam, without marks.
const surnames = `nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly dinh trinh doan truong mai to luong cao lam`

// alsoWords are given names and short forms that, in small letters, are as often something else: a word, a place, a make.
const alsoWords = `
alexa april art aurora barb bea bella bert bianca bill blanca bob cameron carol carolina cassidy celeste chas chelsea chiara
christian chuck claire clara clement cliff crystal dolly dolores dom don dot dottie drew dylan ernest eve flo florence frank
franz gail gene georgia gloria grace hal hank heather hector heinz ignatius iris isla ivy jack jackson jan jana jasmin
jasmine jean jen jesus joachim joyce june kat kelsey kit kolya lamar lara lars len leon lex lexi lil lily logan lou lynn
mackenzie madison marge marina mark max meg mel melody mercedes mercy mia mick mickey mila milan milo minh missy molly nat
ned nell octavia oscar otto paddy paige pam pascal pat patty penny perla pierre quentin ravi ray reg rene rich rob roman ron
rosa rosalie rose rosemary roxanne said salvador sandy santiago savannah scarlett selma serena serge sidney sienna sly
stella sue sylvester ted tess tiffany tori trudy val valentina vera veronica vic victor victoria vinny viola violetta
virginia wally walt wanda will willy winnie xavier zara
`
