package rank

// byItself is the feature of the record that stands for one of its surroundings, where the record is judged by itself.
var byItself = map[Feature]Feature{
	WordsAround: WordsOwn, WordsWindow: WordsOwn,
	MeaningPrevious: MeaningOwn, MeaningWindow: MeaningOwn,
	CoverPrevious: CoverOwn, CoverWindowScaled: CoverOwnScaled,
	RareWindow: RareOwn,
}

// Alone returns the profile as it is for records each of which is judged by itself, as the precedents of a situation are: what
// surrounds one in its session happened at the same time, and is no reason to take it for like the situation. A record without
// neighbours is its own surroundings, so that their weights go to the record's own signals; those of its place in the sequence,
// which it then has not, go.
func (p *Profile) Alone() *Profile {
	out := *p
	foldFeatures(&out.first)
	for g := range out.weights {
		foldFeatures(&out.weights[g])
	}
	w := &out.Floor.weights
	w[EvidenceCover], w[EvidenceWindow] = w[EvidenceCover]+w[EvidenceWindow], 0
	w[EvidenceMeaning], w[EvidencePrevious] = w[EvidenceMeaning]+w[EvidencePrevious], 0
	return &out
}

func foldFeatures(w *[NumFeatures]float64) {
	for f := range NumFeatures {
		own, surrounds := byItself[f]
		if surrounds {
			w[own] += w[f]
		}
		if surrounds || f.ofSequence() || f == WordsSession || f == AfterQuestion || f == Opens {
			w[f] = 0
		}
	}
}
