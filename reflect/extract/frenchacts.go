package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// frenchSpellings are how chats shorten words.
var frenchSpellings = spellings{
	"vous": "vs", "quoi": "koi", "que": "ke", "qui": "ki", "est-ce": "esk", "c'est": "c", "peux": "peu", "pas": "ps",
	"oui": "ouais ouaip ouep wi yes mouais",
	"non": "nan nope", "quelqu'un": "qqn qqun", "s'il": "sil", "d'accord": "dac dacc", "bonjour": "bjr slt", "plaît": "plait",
}

func frActs(lines ...string) phrases { return frenchSpellings.phrases(lines...) }

const (
	frIt      = "c'est|ce|ça|cela|c'était"
	frIs      = "est|était|sont|n'est|n'était"
	frYou     = "tu|vous|t'as|on"
	frEmbeds  = "si|s'il|s'ils|où|quand|comment|pourquoi|combien|quel|quelle|quels|quelles|qui|ce|quoi|lequel|laquelle|qu'est-ce"
	frRight   = "bon|exact|juste|correct|vrai|parfait|bien|noté|validé|confirmé"
	frWrong   = "faux|fausse|inexact|incorrect|erroné|périmé|obsolète|dépassé"
	frQuite   = "tout|complètement|bien|exactement|vraiment|plutôt|toujours|trop|même"
	frMistook = "trompé|trompée|confondu|mélangé|interverti|inversé|mal|gouré|gourée|planté|plantée"
	frCan     = "peux|pourrais|pouvez|pourriez|voudrais|voudriez|veux|voulez"
	frWant    = "voudrais|veux|souhaite|souhaiterais|aimerais|voulais|dois|voudrait|souhaiterions|voudrions"
)

// frenchActs is how people ask, command, correct and confirm in French.
//
//nolint:misspell // not English
func frenchActs() *acts {
	return &acts{
		code: "fr", lang: text.French,
		leads: frActs("bonjour|salut|coucou|hello|bonsoir|ok|okay|alors|bon|bah|ben|eh|et|mais|ou|ah|oh|euh|hm|hmm|donc|voilà|sinon|merci|super|pardon|désolé|désolée|dis|dites|tiens|hé|hey|stp|svp",
			"excuse|excusez moi?", "excuse-moi|excusez-moi", "au fait", "une|petite|juste petite|une|autre? question", "si possible",
			"si "+frYou+" "+frCan, "s'il te|vous plaît"),
		revisions: frActs("finalement|attends|attendez|oups|plutôt", "en fait|réalité", "à la réflexion"),
		phatic: frActs("quel|quelle dommage|horreur|plaisir|chance|bordel|honte|idée|journée|bazar|merveille|soulagement|galère",
			"comme c'est", "que c'est", "non .? merci",
			"pas de problème|souci|soucis|quoi", "pas mal|grave|sûr|sûre|encore|terrible|trop", "de rien",
			"bonne|bon journée|soirée|nuit|chance|courage|week-end|appétit|anniversaire",
			"merci beaucoup|pour|à|infiniment|encore|bien|d'avance", "aucune idée", "à bientôt|demain|plus"),
		confirms: frActs("oui|oui-oui",
			"exact|exactement|absolument|parfaitement|entendu|volontiers|évidemment|effectivement|carrément|certainement|affirmatif|validé|confirmé|correct|nickel|impeccable|parfait|vendu|banco .",
			"exactement|absolument ça|c'est|comme", "d'accord", "c'est|cest bien|tout|tout-à-fait? ça|cela|lui|elle|eux|"+frRight+" .",
			"c'est|cest bien? ça|cela|mon|ma", "c'est bien le|la", "tout à fait", "bien sûr|entendu|vu|reçu",
			"ça|cela marche|roule|joue|colle|convient", "ça|cela me|nous va|convient|paraît|semble", "ça va pour",
			"c'est bon|ok|parfait pour moi|nous", "vas-y|allez-y|allons-y|fais-le|faites-le",
			"je|nous confirme|confirmons|valide|validons|approuve|approuvons",
			"je|nous suis|sommes d'accord", "pas de soucis? pour moi", "pour moi c'est", "bonne idée", "tu|vous as|avez raison",
			"on fait|part comme|là-dessus|ça|sur", "ok pour", "ok .? c'est|ça|vas-y|allez-y"),
		assents: frActs("ok|okay|bon|bien|parfait|super ."),
		denies:  frActs("non|pas .", "non c'est|ce|cela|ça|je|j'ai|j'avais|le|la|les|pas|il|elle|mon|ma|plutôt|tu|vous|à|au|en|nous|on"),
		corrects: frActs(
			// what was meant
			"je|nous voulais|voulions dire|parler", "je parlais|pensais", "il|elle s'appelle|s'écrit en|avec|pas", "ça s'écrit",
			"le|la|les bon|bonne|vrai|vraie|bonnes|bons _ est|c'est|sont",
			// a mistake of one's own
			"je|on me|m'|s'? suis|étais|est? "+frMistook, "je m'étais|m'suis "+frMistook, "j'ai|j'avais|on "+frMistook,
			"j'ai|j'avais fait|dit|écrit|mis|donné|tapé une|le|la|un|les|des? erreur|faute|mauvais|mauvaise|mauvaises",
			"erreur|correction|rectification|coquille", "au temps|autant pour moi", "ma faute",
			"oublie|oubliez|laisse|annule ça|cela|tomber", "oublie|oubliez ce que|qu'on|qu'il|qui|mon", "je retire ce|ça",
			// a mistake of the other's
			frWrong+" .", "mauvais|mauvaise _ .",
			frIt+" "+frIs+"? pas|plus "+frQuite+"? ça|cela|"+frRight+"|ce|le|la|mon|ma|lui|elle|celui|celle|moi|en",
			frIt+" "+frIs+"? "+frQuite+"? "+frWrong, frIt+" "+frIs+"? l'ancien|l'ancienne|l'autre",
			frIt+" "+frIs+"? le|la|un|une mauvais|mauvaise|ancien|ancienne|vieux|vieille",
			"ça|cela n'existe|existe pas|plus", "ce|cette|votre|ton|ta|vos|tes|le|la _ "+frIs+" "+frQuite+"? "+frWrong+"|pas|plus",
			"tu|vous t'es|t'|te|êtes|es vous? "+frMistook+"|trompes|trompez",
			"tu|vous as|m'as|m'avez|avez l'|tout|bien? "+frMistook+"|inventé|oublié", "tu|vous confonds|confondez",
			"tu|vous as|m'as|m'avez|avez donné|mis|envoyé|noté|pris le|la|un|une mauvais|mauvaise|ancien|ancienne",
			"je n'ai|n'avais jamais|pas dit|demandé|parlé|écrit|voulu", "j'ai jamais|pas dit|demandé|parlé",
			"j'ai|j'avais demandé|dit le|la|un|une|pas",
			// a change of mind
			"changement|changements de plan|programme|planning", "petit|petite changement|correction|rectification|erreur",
			"j'ai|on a? changé d'avis", "je|on change d'avis",
			"pas le|la|les|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ça|celui|celle|à|au|en|du",
			"plutôt le|la|à|au|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"),
		slips: frActs("c'est pas _? _? _? . c'est", "n'est|est|n'était|était pas _? _? _? . c'est|c'était|mais", "et pas|non", "pas _? _? _? mais", "contrairement à ce",
			"pas comme tu|vous", "changé d'avis"),
		claims: frActs("tu|vous as|m'as|m'avez|avez dit|écrit", "tu|vous disais|disiez", "j'ai|j'avais dit|écrit",
			"je t'ai|vous ai? dit|écrit", "n'est|n'a|ne plus", "est|a plus"),
		nots: frenchSpellings.words(`pas non`), buts: frenchSpellings.words(`mais`),
		asks: frActs("est-ce|qu'est-ce|qu'est|qu'en|qu'as-tu|qu'a|qu'avez-vous|d'où",
			"quel|quelle|quels|quelles|qui|quand|où|comment|pourquoi|combien|lequel|laquelle|lesquels|quoi|que",
			"à|de|pour|avec|depuis|dans|en|par|chez|sur|jusqu'à qui|quoi|quel|quelle|quels|quelles|quand|où|combien",
			"c'est|cest|c'était quoi|quand|où|qui|combien|comment|lequel", "c'est|c'était à quel|quelle|qui",
			frYou+"|quelqu'un sais|savez|sait|saurais|sauriez|connais|connaissez|connaît "+frEmbeds+"|un|une|le|la|les|des",
			frYou+"|il|elle|ça|ils|elles _ quoi|où|quand|combien|comment|qui", frYou+" te|vous souviens|souvenez|rappelles|rappelez",
			frYou+" "+frCan+" me|m' dire|confirmer|expliquer|indiquer "+frEmbeds+"|le|la",
			"je|on|nous me|nous|m'|se demande|demandais|demandons",
			"je|j'aimerais|nous|on "+frWant+"|bien|juste? bien|juste? savoir|connaître|demander", "j'ai besoin de savoir|connaître",
			"j'aurais voulu|aimé savoir|connaître", "j'aimerais bien? savoir|connaître", "il y a combien|quoi", "y a combien|quoi|t-il",
			"une idée", "des nouvelles|infos|idées",
			"je ne|me|m'|n'arrive sais|souviens|rappelle plus|pas? "+frEmbeds, "je sais plus|pas "+frEmbeds,
			"je me|ne me? souviens|rappelle plus|pas "+frEmbeds, "j'ai oublié "+frEmbeds, "curieux|curieuse de savoir"),
		informs: frActs("me|nous|m' dire|indiquer|expliquer|rappeler|préciser|confirmer|donner "+frEmbeds+"|à|l'heure|le|la",
			"dis-moi|dites-moi|rappelle-moi|rappelez-moi|explique-moi|expliquez-moi|indique-moi|indiquez-moi "+frEmbeds+"|à",
			"m'indiquer|m'expliquer|m'informer "+frEmbeds+"|le|la"),
		requests: frActs("peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|veux-tu|voudrais-tu|voulez-vous|voudriez-vous", "tu|vous "+frCan,
			"est-ce que tu|vous "+frCan, "ça te|vous dérangerait|dérange|ennuie de", "serait-il|est-il possible de",
			"j'aimerais bien? que tu|vous", "je|nous "+frWant+" que tu|vous", "j'ai besoin que tu|vous", "il faut|faudrait que tu|vous",
			"tu|vous dois|devez|devrais|devriez"),
		softeners: frenchSpellings.words(`bien aussi juste s'il te vous plaît stp svp encore`),
		statives:  frenchSpellings.words(`savoir penser parler comprendre croire voir entendre nager cuisiner être avoir un une le la`),
		orders: frActs("veuillez|prière", "merci de|d'envoyer|d'ajouter|d'utiliser|d'arrêter|d'éviter|d'écrire|d'appeler",
			"ne me|le|la|les|lui|leur? _ jamais|pas|plus|que",
			"n'utilise|n'utilisez|n'écris|n'écrivez|n'oublie|n'oubliez|n'envoie|n'envoyez|n'ajoute|n'ajoutez", "plus de|d' _ .",
			"toujours|jamais _? _? _? répondre|utiliser|écrire|mettre",
			"il faut|faudrait|faudra _", "arrête|arrêtez|évite|évitez|cesse|cessez de"),
		standing: frActs("à partir de|d' maintenant|aujourd'hui|demain", "à partir d'aujourd'hui", "désormais|dorénavant",
			"dès|à maintenant|présent|l'avenir", "la prochaine fois"),
		pleas: frenchSpellings.words(`stp svp plaît`),
		verbs: enclitic(frenchSpellings.words(`achète achetez aide aidez ajoute ajoutez annule annulez appelle appelez arrête arrêtez calcule calculez change changez cherche cherchez
		classe classez commande commandez compare comparez complète complétez continue continuez convertis convertissez corrige corrigez crée créez décris décrivez demande
		demandez déplace déplacez dis dites donne donnez écris écrivez efface effacez enregistre enregistrez envoie envoyez évite évitez explique expliquez fais faites
		ferme fermez garde gardez imprime imprimez laisse laissez lance lancez lis lisez liste listez mémorise mets mettez modifie modifiez montre montrez note notez
		oublie oubliez ouvre ouvrez organise organisez parle parlez planifie planifiez prends prenez prépare préparez préviens prévenez programme programmez propose
		proposez raccourcis raccourcissez rappelle rappelez recommande rédige rédigez reformule reformulez relis relisez remplace remplacez répète répétez réponds répondez
		reprends réserve réservez résume résumez retiens retenez retire retirez simplifie simplifiez souviens suggère supprime supprimez traduis traduisez transfère
		transforme transformez trie triez trouve trouvez tutoie utilise utilisez vérifie vérifiez vouvoie`)),
		objects:      frenchSpellings.words(`le la les un une des du de mon ma mes ton ta tes son sa ses notre nos ce cet cette ces tout toute tous moi à au aux en que ça pas plus`),
		finite:       frenchSpellings.words(`est était sont étaient a avait ont sera`),
		subjects:     frenchSpellings.words(`je j'ai tu il elle on nous vous ils elles ce c'est ça cela le la les mon ma mes ton ta votre notre un une`),
		subordinates: frenchSpellings.words(`quand si lorsque dès avant après pour chaque en pendant comme à`),
		joints:       frenchSpellings.words(`et mais ou donc car`),
		relatives:    frenchSpellings.words(`qui où quand que comme`),
		inverted:     frenchInverted,
		polite: map[string]phrases{
			"greet": frActs("bonjour|salut|coucou|bonsoir"), "thank": frActs("merci"), "part": frActs("au revoir", "à bientôt|demain", "bonne nuit"),
		},
	}
}

// enclitic adds to verbs the same with the pronouns that are written behind them.
func enclitic(verbs words) words {
	out := words{}
	for v := range verbs {
		out[v] = true
		for _, pronoun := range []string{"moi", "toi", "lui", "nous", "vous", "leur", "le", "la", "les"} {
			out[v+"-"+pronoun] = true
		}
	}
	return out
}

// frenchInverted tells whether a clause opens with its verb: as-tu, y a-t-il.
func frenchInverted(_ *acts, t []token, _ bool) bool {
	for _, one := range t[:min(2, len(t))] {
		if i := strings.LastIndexByte(one.key, '-'); i > 0 && frenchPersons[one.key[i+1:]] {
			return true
		}
	}
	return false
}

var frenchPersons = text.Set(`je tu il elle on nous vous ils elles ce`)
