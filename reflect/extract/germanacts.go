package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// germanSpellings are how chats shorten words.
var germanSpellings = spellings{
	"nicht": "nich net ned", "ist": "is", "eine": "ne", "einen": "nen", "habe": "hab", "hast": "haste", "kannst": "kannste", "bitte": "bidde",
	"ja": "jo joa jap jep jepp jup yes", "nein": "nee nö ne nope",
}

func deActs(lines ...string) phrases { return germanSpellings.phrases(lines...) }

const (
	deThat    = "das|es|dies|so|alles"
	deIs      = "ist|war|sind|waren|wäre"
	deEmbeds  = "was|wer|wen|wem|wo|wann|warum|wieso|weshalb|wie|wieviel|welche|welcher|welches|welchen|ob|woher|wohin"
	deRight   = "richtig|korrekt|wahr|gut|super|ok|okay|perfekt|prima|klar"
	deWrong   = "falsch|verkehrt|inkorrekt|unrichtig|veraltet|überholt|quatsch|unsinn|blödsinn"
	deQuite   = "so|ganz|auch|leider|aber|schon|genau|wirklich|völlig|doch|eigentlich"
	deMistook = "vertan|geirrt|verschrieben|vertippt|verwechselt|verlesen|verhört|verrechnet|missverstanden|durcheinandergebracht"
	deSaid    = "gesagt|geschrieben|behauptet|gemeint|erzählt|notiert"
	deMe      = "mir|uns|mich"
)

// germanActs is how people ask, command, correct and confirm in German.
//
//nolint:misspell // not English
func germanActs() *acts {
	return &acts{
		code: "de", lang: text.German,
		leads: deActs("hallo|hi|hey|moin|servus|ok|okay|also|gut|so|na|und|aber|oder|ach|oh|äh|ähm|hm|hmm|übrigens|du|danke|super|prima|entschuldigung|sorry|nun|tja",
			"guten morgen|tag|abend", "kurze|noch|eine kurze|eine|andere? frage", "wenn möglich",
			"wenn du|sie kannst|magst|können|mögen|zeit", "sieht so aus"),
		revisions: deActs("eigentlich|moment|halt|warte|ups|hoppla|doch"),
		phatic: deActs("was für ein|eine|einen", "wie schön|nett|lieb|süß|traurig|schade|cool|lustig|toll|ärgerlich|blöd",
			"bitte schön|sehr", "danke schön|sehr|dir|ihnen|für",
			"vielen|herzlichen|tausend dank", "kein|keine problem|sorge|ahnung|ursache|eile|stress|lust|zeit|panik", "nein .? danke",
			"mach's gut", "lass mich|mal",
			"viel spaß|glück|erfolg", "schönen|schönes tag|abend|wochenende",
			"weiß|glaub|glaube|denke|find|finde|mag|hoffe|kenn|kenne|wünsche ich", "alles gute"),
		confirms: deActs("ja|jawohl",
			"genau|stimmt|richtig|korrekt|klar|passt|einverstanden|natürlich|gerne|gern|sicher|abgemacht|exakt|bestätigt|freilich|selbstverständlich|absolut|definitiv|logisch|freigegeben .",
			"genau das|so|der|die", "stimmt so|genau", "sehr gern|gerne|richtig|wohl", deThat+" stimmt|passt so|genau? .",
			"das|so "+deIs+" ja|ganz|genau? "+deRight+" .", "passt so|für|mir",
			"in ordnung", "alles klar|richtig", "geht|ist klar .", "mach|machen das|es|wir|sie das|es|so? .", "so machen wir|ist",
			"auf jeden fall", "bin dabei|einverstanden",
			"ich|wir bestätige|bestätigen", "ich|wir stimme|stimmen zu", "ich bin dafür|einverstanden|dabei", "von mir aus",
			"klingt|hört|sieht "+deRight, "gut so", "ok|okay|gut .? mach|passt|machen"),
		assents: deActs("ok|okay|gut|klar|richtig|sicher|fein|prima|super|perfekt|gern|gerne ."),
		denies:  deActs("nein|falsch|doch .", "nein das|es|ich|der|die|sie|er|wir|nicht|am|um|im|den|dem|doch|falsch|mein|meine"),
		corrects: deActs(
			// what was meant
			"ich|wir meinte|meinten", "gemeint war|ist", "es|das|sie|er muss|müsste|sollte|soll richtig|eigentlich|natürlich? heißen|sein",
			"richtig ist|wäre|heißt", "ich wollte sagen|schreiben",
			// a mistake of one's own
			"ich|wir habe|haben|hatte mich|uns|das|etwas|da|was? "+deMistook, "habe mich|das "+deMistook,
			"ich habe|hatte|bin "+deMe+"|dir|ihnen|das|es? "+deWrong,
			"ich habe|hatte dir|ihnen|euch? den|die|das|ein|eine|einen falsche|falschen|falsches|alte|alten",
			"ich lag|liege falsch|daneben", "mein|meine fehler|schuld|irrtum .", "irrtum|tippfehler|vertippt|verschrieben|korrektur",
			"vergiss|streich|streiche|ignorier|ignoriere das|es|was",
			"vergiss|streich|streiche|ignorier|ignoriere den|die|das letzte|letzten|vorige", "ich|wir nehme|nehmen das zurück",
			// a mistake of the other's
			deWrong+" .", "falsche|falscher|falsches _ .", deThat+" "+deIs+"|stimmt|stimmen|heißt|passt "+deQuite+"? nicht "+deQuite+"? .",
			deThat+" "+deIs+" "+deQuite+"? nicht "+deQuite+"? "+deRight+"|mein|meine|meiner|der|die|das|was",
			"stimmt "+deQuite+"? nicht", deThat+" "+deIs+" "+deQuite+"? "+deWrong,
			"das|die|der|dein|deine|deinen _ "+deIs+"|stimmt|stimmen "+deQuite+"? nicht|"+deWrong,
			deThat+"|die|der "+deIs+" die|der|das|mein|meine|ein|eine alte|andere|falsche|alter|anderer|falscher",
			"du|sie hast|haben "+deMe+"|das|da|etwas|es|dich|sich? falsch|"+deMistook+"|erfunden",
			"du|sie hast|haben "+deMe+"? den|die|das|ein|eine falsche|falschen|falsches|alte|alten",
			"du|sie irrst|verwechselst|irren|verwechseln|täuschst|täuschen", "das habe ich nie|nicht|so",
			"ich habe|hatte|wollte nie|nicht|um|nach", "es|das gibt so|gar|kein|keine|keinen",
			// a change of mind
			"planänderung|änderung", "kleine korrektur|änderung", "ich|wir habe|haben es|"+deMe+"? anders",
			"ich|wir habe|haben es? "+deMe+" umentschieden", "ich|wir habe|haben meine|unsere meinung", "doch nicht|lieber|nur",
			"nicht mehr .", "nicht der|die|das|den|dem|am|im|in|um|an|bei|heute|morgen"),
		slips: deActs("sondern", "doch nicht", "anders überlegt", "nicht wie du|sie"),
		claims: deActs("du|sie hast|haben|hattest "+deMe+"|doch|da? "+deSaid, "du|sie sagtest|meintest|schriebst",
			"ich habe|hatte dir|ihnen|vorhin|gestern? "+deSaid, "hast du "+deMe+" "+deSaid, "nicht mehr"),
		nots: germanSpellings.words(`nicht`), buts: germanSpellings.words(`aber`),
		asks: deActs("was|wer|wen|wem|wessen|wo|wann|warum|wieso|weshalb|wie|woher|wohin|womit|wofür|wozu|worum|woran|wieviel|welche|welcher|welches|welchen|welchem|ob",
			"gibt|gab es", "gibt's", "mich|uns würde|interessiert interessieren|noch|mal|auch|sehr?", "ich|wir wüsste|wüssten gern|gerne",
			"ich|wir möchte|möchten|will|wollen|würde|muss|müsste gern|gerne|mal|nur? wissen",
			"ich|wir wollte|wollten|möchte|muss mal|nur|kurz|dich|sie? fragen|wissen",
			"ich frage|frag|fragte mich", "weiß|weiss|kennt|hat jemand|wer|einer|eigentlich", "weißt|wissen du|sie",
			"irgendwelche|irgendeine|jemand", "hätte|habe gerne|gern gewusst", "keine ahnung|weiß "+deEmbeds,
			"ich weiß|weiss nicht mehr? . "+deEmbeds, "bin|ich gespannt|neugierig",
			"an|auf|aus|bei|bis|für|in|mit|nach|seit|von|zu|um welchem|welcher|welchen|welches|welche|wem|wen|wann|was|wie"),
		informs: deActs(deMe+" bitte|mal|kurz|noch|nochmal? sagen|verraten|mitteilen|erklären|beantworten",
			"sag|sagen|erzähl|verrate|verrat|erklär|erkläre|erinnere|erinner sie? "+deMe+"|mal|bitte|nochmal|kurz? . "+deEmbeds,
			"sag mal"),
		requests: deActs("kannst|könntest|würdest|magst|willst du", "kannst|könntest|würdest "+deMe,
			"können|könnten|würden|möchten|mögen sie|wir", "könnt|könntet|würdet ihr",
			"ich|wir möchte|will|hätte|brauche|möchten|würde|wünsche gern|gerne|"+deMe+"|von|dass dass|dir|du|sie",
			"ich|wir möchte|will|hätte|brauche|möchten|würde gern|gerne|"+deMe+"? . dass",
			"ich|wir möchte|würde|wollen|will gern|gerne"),
		softeners: germanSpellings.words(`bitte mal kurz mir uns vielleicht eben doch noch gern gerne auch schnell`),
		statives:  germanSpellings.words(`wissen sprechen verstehen dich sich schwimmen kochen glauben sehen hören du sie es denken wir`),
		orders: deActs("nicht vergessen|so",
			"ich|wir hätte|hätten|brauche|möchte gern|gerne|bitte? ein|eine|einen _? zusammenfassung|liste|übersicht|erinnerung|entwurf|kopie|übersetzung|termin|tabelle",
			"nicht mehr _", "keine|kein|nie|niemals|nichts mehr", "lass|lassen|lasst uns|sie", "hör|höre|hören auf|sie",
			"nie|niemals wieder|mehr",
			"immer|stets|nur|grundsätzlich _? _? _? antworten|schreiben|verwenden|benutzen|nutzen|angeben|nennen|sagen|duzen|siezen"),
		standing: deActs("ab jetzt|sofort|heute|nun|morgen|hier", "von jetzt|nun an|ab", "in zukunft", "zukünftig|künftig|fortan", "nächstes mal"),
		pleas:    germanSpellings.words(`bitte`),
		verbs: germanSpellings.words(`aktualisier aktualisiere antworte antworten beende benutz benutze benutzen berechne beschreib beschreibe bestell bestelle bestellen
			bleib bleibe bring bringe buch buche buchen druck drucke duz duze entwirf ergänze erinner erinnere erinnern erklär erkläre ersetz
			ersetze ersetzen erstell erstelle erstellen fass fasse fassen formulier formuliere formulieren frag frage füg füge fügen füll fülle
			geben generier generiere gib halt halte halten hilf hol hole hör höre informier informiere informieren kauf kaufe kontaktier
			kontaktiere korrigier korrigiere korrigieren kürz kürze kürzen lade lass leg lege legen leite lies liste lösch lösche löschen mach
			mache machen markier markiere merk merke merken nehmen nenn nenne nennen nimm notier notiere notieren nutze organisier organisiere
			pack packe pausier pausiere plan plane planen prüf prüfe prüfen rechne rechnen reservier reserviere ruf rufe rufen räum sag sage
			sagen schick schicke schicken schließ schließe schließen schreib schreibe schreiben send sende senden setz setze setzen siez sieze
			sortier sortiere speicher speichere speichern sprich starte stell stelle stellen stopp stoppe stornier storniere stornieren streich
			streiche streichen such suche suchen teil teile trag trage tragen vereinfach vereinfache vergiss vergleich vergleiche vermeide
			verschieb verschiebe verschieben verwende verwenden wiederhol wiederhole zeig zeige zeigen zähl zähle änder ändere ändern öffne
			öffnen überprüf überprüfe übersetz übersetze übersetzen`),
		objects:      germanSpellings.words(`sie den die das dem der ein eine einen mir mich uns mein meine meinen meiner bitte es ihn alle alles diesen diese dieses dies jeden jede jedes nicht mal`),
		finite:       germanSpellings.words(`ist war sind waren hat hatte haben wird wurde kann muss ich`),
		subjects:     germanSpellings.words(`ich du er sie es wir ihr man das die der den dem ein eine mein meine dein deine sein seine ihre unser unsere dies dieser diese dieses jemand`),
		subordinates: germanSpellings.words(`wenn falls sobald bevor nachdem bis weil da für in am um an bei ab mit jeden jede jedes`),
		joints:       germanSpellings.words(`und aber oder denn`),
		relatives:    germanSpellings.words(`was wo wer wie wann warum ob welche welcher welches`),
		inverted:     germanInverted,
		polite: map[string]phrases{
			"greet": deActs("hallo|moin|servus|hi", "guten morgen|tag|abend", "grüß"), "thank": deActs("danke", "vielen|herzlichen dank"),
			"part": deActs("tschüss|ciao", "auf wiedersehen", "gute nacht", "bis bald|dann|morgen"),
		},
	}
}

// germanInverted tells whether a clause opens with its finite verb: hast du, ist das. With
// what one thinks oneself, what it is about was left out: find ich gut. Without a question
// mark, schicken Sie is a command.
func germanInverted(g *acts, t []token, begins bool) bool {
	if len(t) < 2 {
		return false
	}
	verb, subject := t[0].key, t[1].key
	if germanAuxiliaries[verb] {
		return g.subjects[subject] || begins && t[1].capital && len(t) > 2
	}
	if !begins || !germanPersons[subject] || germanFirsts[verb] {
		return false
	}
	return strings.HasSuffix(verb, "t") || subject != "sie" && strings.HasSuffix(verb, "en")
}

var (
	germanAuxiliaries = germanSpellings.words(`ist sind war waren bin bist seid hat habe haben hast hatte hatten hattest kann können kannst könnte könnten darf dürfen soll
		sollen sollte muss müssen will wollen wird werden wirst würde würden gibt geht kommt kostet braucht möchte`)
	germanPersons = germanSpellings.words(`du ihr er sie es wir man der`)
	// germanFirsts stand before a subject without being verbs.
	germanFirsts = germanSpellings.words(`den denen einen erst fast gegen gestern hinten jedenfalls jetzt längst meist mit morgen neben nicht oben selbst seit sonst unten
		vorn wegen wen zwischen`)
)
