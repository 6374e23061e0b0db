package text

// borrowedLists are the function words of the stemming library (github.com/kljensen/snowball, MIT), kept here so that
// all lists make one table: asking seven libraries about each word cost more than all else that is done with it.
//
//nolint:misspell // not English
var borrowedLists = map[Lang]string{
	English: `a about above after again against all am an and any are as at be because been before being below between both
		but by can did do does doing don down during each few for from further had has have having he her here hers
		herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on
		once only or other our ours ourselves out over own s same she should so some such t than that the their theirs
		them themselves then there these they this those through to too under until up very was we were what when where
		which while who whom why will with you your yours yourself yourselves`,
	French: `ai aie aient aies ait as au aura aurai auraient aurais aurait auras aurez auriez aurions aurons auront aux
		avaient avais avait avec avez aviez avions avons ayant ayante ayantes ayants ayez ayons c ce ces d dans de des
		du elle en es est et eu eue eues eurent eus eusse eussent eusses eussiez eussions eut eux eûmes eût eûtes furent
		fus fusse fussent fusses fussiez fussions fut fûmes fût fûtes il j je l la le leur lui m ma mais me mes moi mon
		même n ne nos notre nous on ont ou par pas pour qu que qui s sa se sera serai seraient serais serait seras serez
		seriez serions serons seront ses soient sois soit sommes son sont soyez soyons suis sur t ta te tes toi ton tu
		un une vos votre vous y à étaient étais était étant étante étantes étants étiez étions été étée étées étés êtes`,
	Spanish: `a al algo algunas algunos ante antes como con contra cual cuando de del desde donde durante e el ella ellas
		ellos en entre era erais eran eras eres es esa esas ese eso esos esta estaba estabais estaban estabas estad
		estada estadas estado estados estamos estando estar estaremos estará estarán estarás estaré estaréis estaría
		estaríais estaríamos estarían estarías estas este estemos esto estos estoy estuve estuviera estuvierais
		estuvieran estuvieras estuvieron estuviese estuvieseis estuviesen estuvieses estuvimos estuviste estuvisteis
		estuviéramos estuviésemos estuvo está estábamos estáis están estás esté estéis estén estés fue fuera fuerais
		fueran fueras fueron fuese fueseis fuesen fueses fui fuimos fuiste fuisteis fuéramos fuésemos ha habida habidas
		habido habidos habiendo habremos habrá habrán habrás habré habréis habría habríais habríamos habrían habrías
		habéis había habíais habíamos habían habías han has hasta hay haya hayamos hayan hayas hayáis he hemos hube
		hubiera hubierais hubieran hubieras hubieron hubiese hubieseis hubiesen hubieses hubimos hubiste hubisteis
		hubiéramos hubiésemos hubo la las le les lo los me mi mis mucho muchos muy más mí mía mías mío míos nada ni no
		nos nosotras nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque que
		quien quienes qué se sea seamos sean seas sentid sentida sentidas sentido sentidos seremos será serán serás seré
		seréis sería seríais seríamos serían serías seáis siente sin sintiendo sobre sois somos son soy su sus suya
		suyas suyo suyos sí también tanto te tendremos tendrá tendrán tendrás tendré tendréis tendría tendríais
		tendríamos tendrían tendrías tened tenemos tenga tengamos tengan tengas tengo tengáis tenida tenidas tenido
		tenidos teniendo tenéis tenía teníais teníamos tenían tenías ti tiene tienen tienes todo todos tu tus tuve
		tuviera tuvierais tuvieran tuvieras tuvieron tuviese tuvieseis tuviesen tuvieses tuvimos tuviste tuvisteis
		tuviéramos tuviésemos tuvo tuya tuyas tuyo tuyos tú un una uno unos vosostras vosostros vuestra vuestras vuestro
		vuestros y ya yo él éramos`,
	Russian: `а без более больше будет будто бы был была были было быть в вам вас вдруг ведь во вот впрочем все всегда всего
		всех всю вы где да даже два для до другой его ее ей ему если есть еще ж же за зачем здесь и из или им иногда их
		к как какая какой когда конечно кто куда ли лучше между меня мне много может можно мой моя мы на над надо
		наконец нас не него нее ней нельзя нет ни нибудь никогда ним них ничего но ну о об один он она они опять от
		перед по под после потом потому почти при про раз разве с сам свою себе себя сейчас со совсем так такой там тебя
		тем теперь то тогда того тоже только том тот три тут ты у уж уже хорошо хоть чего чем через что чтоб чтобы чуть
		эти этого этой этом этот эту я`,
	Swedish: `alla allt att av blev bli blir blivit de dem den denna deras dess dessa det detta dig din dina ditt du där då
		efter ej eller en er era ert ett från för ha hade han hans har henne hennes hon honom hur här i icke ingen inom
		inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket ni nu när någon något några och om oss på
		samma sedan sig sin sina sitta själv skulle som så sådan sådana sådant till under upp ut utan vad var vara
		varför varit varje vars vart vem vi vid vilka vilkas vilken vilket vår våra vårt än är åt över`,
	Norwegian: `alle andre arbeid av begge bort bra bruke da denne der deres det din disse du eller en ene eneste enhver enn er
		et folk for fordi forsøke fra få før først gjorde gjøre god gå ha hadde han hans hennes her hva hvem hver
		hvilken hvis hvor hvordan hvorfor i ikke inn innen kan kunne lage lang lik like makt mange med meg meget men
		mens mer mest min mye må måte navn nei ny nå når og også om opp oss over part punkt på rett riktig samme sant si
		siden sist skulle slik slutt som start stille så tid til tilbake tilstand under ut uten var ved verdi vi vil
		ville vite vår våre vårt å`,
	Hungarian: `a abban ahhoz ahogy ahol aki akik akkor alatt amely amelyek amelyekben amelyeket amelyet amelynek ami amikor
		amit amolyan amíg annak arra arról az azok azon azonban azt aztán azután azzal azért be belül benne bár cikk
		cikkek cikkeket csak de e ebben eddig egy egyes egyetlen egyik egyre egyéb egész ehhez ekkor el ellen első elég
		elő először előtt emilyen ennek erre ez ezek ezen ezt ezzel ezért fel felé hanem hiszen hogy hogyan igen ill
		ill. illetve ilyen ilyenkor ismét ison itt jobban jó jól kell kellett keressünk keresztül ki kívül között közül
		legalább legyen lehet lehetett lenne lenni lesz lett maga magát majd meg mellett mely melyek mert mi mikor
		milyen minden mindenki mindent mindig mint mintha mit mivel miért most már más másik még míg nagy nagyobb nagyon
		ne nekem neki nem nincs néha néhány nélkül olyan ott pedig persze rá s saját sem semmi sok sokat sokkal szemben
		szerint szinte számára talán tehát teljes tovább továbbá több ugyanis utolsó után utána vagy vagyis vagyok
		valaki valami valamint való van vannak vele vissza viszont volna volt voltak voltam voltunk által általában át
		én éppen és így össze úgy új újabb újra ő ők őket`,
}
