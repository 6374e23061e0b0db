package rank

// Feature is one signal of a candidate.
type Feature uint8

// The signals. What each is and why it is there: [Feature.Doc].
const (
	WordsOwn Feature = iota
	WordsAround
	WordsWindow
	WordsSession
	MeaningOwn
	MeaningPrevious
	MeaningWindow
	CoverOwn
	CoverPrevious
	CoverOwnScaled
	CoverWindowScaled
	RareOwn
	RareWindow
	Said
	Asks
	AfterQuestion
	FirstPerson
	Told
	Length
	Answer
	Opens
	DateNear
	DateTold
	Recency
	Importance
	Confidence
	Entities
	Graph
	Near2
	Near4
	AfterAsked
	SessionBest
	Smooth
	NumFeatures
)

var features = [NumFeatures]struct{ name, doc string }{
	WordsOwn:          {"words_own", "BM25F over the record's own fields: what is said in the question's words"},
	WordsAround:       {"words_around", "BM25F with neighbours and session: a short turn is understood from what surrounds it"},
	WordsWindow:       {"words_window", "BM25 of two records either side, without participants' names: an exchange is about one thing"},
	WordsSession:      {"words_session", "how many records of the session have the words: the session's subject"},
	MeaningOwn:        {"meaning_own", "cosine of the record: other words, same meaning"},
	MeaningPrevious:   {"meaning_previous", "cosine of the record with the one before it: an answer and its question"},
	MeaningWindow:     {"meaning_window", "cosine of the mean of two records either side: the exchange's subject"},
	CoverOwn:          {"cover_own", "share of the question's weight whose words, words alike, or things of their kind are in the record: synonyms word by word"},
	CoverPrevious:     {"cover_previous", "the same over the record and the one before it"},
	CoverOwnScaled:    {"cover_own_scaled", "cover_own scaled over the candidates: better covered than the rest"},
	CoverWindowScaled: {"cover_window_scaled", "coverage by the record and both neighbours, scaled over the candidates"},
	RareOwn:           {"rare_own", "weight of the rarest word of the question that the record has: the telling word"},
	RareWindow:        {"rare_window", "the same over the record and both neighbours"},
	Said:              {"said", "said by the person asked about, or told of them by name: people tell of themselves, and others of them"},
	Asks:              {"asks", "ends with a question: evidence is what is stated"},
	AfterQuestion:     {"after_question", "the record before it asks something: so this one answers"},
	FirstPerson:       {"first_person", "speaks of I or we: a statement about the speaker"},
	Told:              {"told", "tells what I or we did: an event, not a remark"},
	Length:            {"length", "how much is said, up to twenty words: thanks and greetings hold no evidence"},
	Answer:            {"answer", "has what the question asks for: a time for when, a number for how many, either for how many days, a name for who and where"},
	Opens:             {"opens", "first of its session: people begin with their news"},
	DateNear:          {"date_near", "nearness of the record's time to a date in the question, fading over ten days"},
	DateTold:          {"date_told", "tells of a time (yesterday, last week) that falls on a date in the question"},
	Recency:           {"recency", "exponential decay, half-life of the profile for the record's class"},
	Importance:        {"importance", "importance above or below 5, as -1 to 1"},
	Confidence:        {"confidence", "confidence after decay, less 1: 0 when certain, below when not"},
	Entities:          {"entities", "Jaccard overlap of entities"},
	Graph:             {"graph", "activation that reached the record over edges"},
	Near2:             {"near_2", "best first score among neighbours up to two steps away: evidence comes in runs"},
	Near4:             {"near_4", "the same up to four steps"},
	AfterAsked:        {"after_asked", "first score of the previous record where that one asks: the question was asked before"},
	SessionBest:       {"session_best", "best first score of the session"},
	Smooth:            {"smooth", "first score smoothed along the sequence, damped by half a step"},
}

// String returns the feature's name, as profiles have it.
func (f Feature) String() string {
	if f < NumFeatures {
		return features[f].name
	}
	return "feature?"
}

// Doc says what the feature is and why it counts.
func (f Feature) Doc() string {
	if f < NumFeatures {
		return features[f].doc
	}
	return ""
}

// ofSequence tells the features that need a first score.
func (f Feature) ofSequence() bool { return f >= Near2 && f < NumFeatures }

// ParseFeature reads a feature's name.
func ParseFeature(name string) (Feature, bool) {
	for f := range NumFeatures {
		if features[f].name == name {
			return f, true
		}
	}
	return 0, false
}

// Gate is a condition under which further weights hold.
type Gate uint8

// The gates.
const (
	Always  Gate = iota
	IfShort      // 1 / (1 + length/20) of the record: how much it leans on its surroundings
	IfList       // the question asks for several things
	IfTime       // the question asks for a time
	IfChat       // a user asks an agent of their talk: most of what surrounds the user's words is general advice
	NumGates
)

var gateNames = [NumGates]string{"always", "if_short", "if_list", "if_time", "if_chat"}

// String returns the gate's name, as profiles have it.
func (g Gate) String() string {
	if g < NumGates {
		return gateNames[g]
	}
	return "gate?"
}
