package text

// Title tells whether a word, folded and without its full stop, stands before somebody's name and is none: Dr, Mrs, Frau.
func Title(word string) bool { return titles.Has(word) || shortTitles.Has(word) }

// ShortTitle tells whether a word is a title that is written with a full stop, behind which the sentence goes on.
func ShortTitle(word string) bool { return shortTitles.Has(word) }

var (
	shortTitles = Words("dr mr mrs ms prof")
	titles      = Words("miss mister mx professor sir madam herr frau señor señora senhor senhora monsieur madame")
)
