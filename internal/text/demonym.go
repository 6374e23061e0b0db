package text

// Demonym tells whether a word, folded, says of which people, language or faith somebody or something is: Swedish, Catholic.
// English writes such words like names, though they only describe.
func Demonym(word string) bool { return demonyms.Has(word) }

var demonyms = Words(`african american arab arabic argentinian asian australian austrian basque belgian bengali brazilian british
	bulgarian canadian cantonese catalan chilean chinese colombian croatian cuban czech danish dutch egyptian english estonian
	ethiopian european filipino finnish french german greek hebrew hindi hungarian icelandic indian indonesian iranian iraqi irish
	israeli italian japanese kenyan korean latin latvian lebanese lithuanian malay mandarin mexican moroccan nigerian norwegian
	pakistani persian peruvian polish portuguese romanian russian scottish serbian slovak spanish swahili swedish swiss syrian tamil
	thai turkish ukrainian urdu vietnamese welsh
	buddhist catholic christian hindu jewish muslim protestant`)
