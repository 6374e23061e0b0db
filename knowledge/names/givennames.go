package names

// givenNames are given names that stand by themselves, so that one is never taken for
// a misspelling of another.
const givenNames = `
abdul abdullah adam adele aditya adriana agatha agnes agnieszka ahmad ahmed aiden aisha aisling akira alan alana alberta
alejandra alejandro aleksandra alessandra alessandro alessia alexis ali alice alicia alina alvin alyssa amara amelia amir
amit amrita amy ana anders andrea andreas anika anil anita anjali anna antoine anton antonia aoife april arjun arnold arthur
arun asha ashley ashok astrid aurelia aurora ava axel ayesha barry beata bella benedict bernadette bernardo bertha bianca
bilal birgit bjorn blanca bogdan boris brandon brenda brian bridget brigitte brittany bruno bryan caitlin caleb callum
cameron camila camille candice carl carla carlos carmen carol carole carolina caroline cassidy cecilia cedric celeste celia
celine chelsea cheryl chiara chloe christa christian christiana claire clara clarence clarissa claudia claudio clement
colette colin conor cordelia corinne craig cristina crystal curtis cyril dagmar damian damien daniela daniella danielle
daphne darius darren deepak deepika deirdre delia delphine denis denise dennis derek desmond diana diane diego dieter
dolores dominique donna doris duncan dwayne dylan edith edmund edna eduardo edwin eileen elaine elena eliana elias elijah
elinor eliot elisa elise ella ellen ellie elliot eloise elsa elvira emanuel emil emilia emilio emma emmanuel enrico enrique
eric erica erich erik erika ernest esmeralda esteban esther ethan eva evan eve ezra fabian fabio farah fatima fatou
fatoumata felicia felix fergus fernanda fernando finn fiona fiorella francesca francesco francois frank franz frederik freya
friedrich fritz gabriela gabriella gareth garry gavin genevieve georgia geraldine gertrude gina ginevra giovanna giovanni
gisela gita giulia giulio gloria gordon grace graham greta gretchen guido guillaume gunther gustav gwen hakim hamish hamza
hanna hannah hans harald harriet haruki hassan heather hector heidi helena hendrik henrik herbert herman hermione hilda
hiroshi horace howard hugo hussain hussein ian ibrahim ida ignatius igor imani imogen inge ingeborg ingrid irene irina iris
irma isaac isabel isabelle isaiah ishaan isla itzel ivan ivana ivy jackson jamal jan jana jane janet janice jared jasmin
jasmine jason javier jayden jean jeanne jenna jennifer jesus joachim joan joanna joaquin jocelyn joel johan jolene jonah
jonas jordan jorge josef joseph joyce juan juana judith julia julian juliana julianne julie julius june jurgen justin
justine kaitlyn kaito kamala karen karim karin karina karl karla karolina kathleen kavita kayla keiko keith kelsey kendra
kenji kerstin kevin khadija khalid kirsten klara klaudia klaus kofi krishna kristen kristin kristina kristof krystyna kumiko
kwame kyle lakshmi lamar lara larissa lars latoya laura lauren lea leah leandro leila lena leon leonie leonora leopold
leslie leticia lewis lidia lilian liliana linda lisa logan lorenzo loretta lorna lorraine louisa louise luca lucas lucia
lucien lucinda ludwig luis luisa luise lukas luke lydia lynn mackenzie madeleine madison magda magdalena magnus mahmoud maja
malcolm malik manfred manuel manuela marc marcel marcela marcelo marcia marco marcus margarita margot mariana marianne
maribel marie marilyn marina mario marion marissa marjorie mark marlene marta martina masha mateo mateusz matilda matteo
matthias maureen maurice maxime meera meghan mehmet melanie melinda melody mercedes mercy meredith mia michaela micheal
michele michelle miguel miki mila milan mildred milena milo minh miranda miriam mitchell mohamed mohan moira molly monica
monika mustafa nadia nadine nadja nancy naomi natalie natasha nathalie neil niamh nicola nicole nigel nikhil nikita nikolaus
nina noah noelle noemi nora norbert norma nuria octavia odette olaf oleg olga oluwaseun omar ophelia orlando oscar oswald
ottavio otto pablo padma paige paola paolo pascal patrice patricia patrik paul paula paulina pauline pedro percy perla petr
petra philippe phoebe phyllis pierre piotr pooja pranav priscilla priya priyanka quentin rachel radha rafael rahul raisa
rajesh ralf ralph ramon randall raphael raquel rashid raul ravi rebecca regina reinhard renata rene rhiannon rhonda rhys
ricardo rishi rita roberta roberto robyn rocio roderick rodrigo rohan roland rolf romain roman rosa rosalie rosalind rosanna
rosemary rosie rowan roxanne rudolf rupert ruslan ruth sabine sabrina sadie said salma salvador samir sandra sanjay santiago
saoirse sara sarita sasha saskia savannah sayaka scarlett seamus sean sebastien selena selma serena sergio shane shannon
sharon shaun shauna shawn sheila sheryl shirley shreya shruti siddharth sidney siegfried sienna sigrid silvia simon simone
sinead sofia sofie solveig sonia sophie stacey stanislav stefan stefania stefanie stefano stella stuart suresh susana
suzanne sven svetlana sybil sylvia tadeusz takashi tamara tamika tamsin tania tara tariq tatjana tatyana teresa tessa thea
thelma theo theodora thorsten tiffany tina tobias tomas tracey tracy travis trevor tristan trudy tyrone ulrich umberto
ursula uwe vadim valeria valerie vanessa vasily vera veronica veronika vicente victor vijay vikram viktor viktoria vincenzo
viola violetta vivek vivian vivienne waltraud wanda wendy werner wesley wilfred wilma wolfgang xavier ximena yannick yasmin
yasmine yoko yolanda yosef yuki yuri yusef yusuf yvette yvonne zahra zainab zara zoe zofia
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
