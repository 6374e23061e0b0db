package report

import (
	"fmt"
	"io"
	"slices"
)

// losses writes what Lukasa is not good at, each at the largest scale that was
// measured: targets that are missed, and peers that are ahead.
func losses(w io.Writer, reports []Report) {
	missed, beaten := Missed(reports), Beaten(reports)
	fmt.Fprint(w, "## What we lose at\n\n")
	if len(missed)+len(beaten) == 0 {
		fmt.Fprint(w, "No target is missed and no peer is ahead in what was measured.\n\n")
		return
	}
	if len(missed) > 0 {
		fmt.Fprint(w, "| target missed | unit | at | measured | target | which stands in |\n|---|---|---|---:|---:|---|\n")
		for _, f := range missed {
			fmt.Fprintf(w, "| %s: %s | %s | %s | %s | %s | %s |\n", f.Suite, f.Name, f.Unit, Scale(f.Scale), cell(f), limit(f), f.Source)
		}
		fmt.Fprintln(w)
	}
	if len(beaten) > 0 {
		fmt.Fprint(w, "| a peer is ahead | unit | at | Lukasa | the peer | |\n|---|---|---|---:|---:|---|\n")
		for _, b := range beaten {
			fmt.Fprintf(w, "| %s: %s | %s | %s | %s | %s | %s |\n", b.Own.Suite, b.Own.Name, b.Own.Unit, Scale(b.Own.Scale), cell(b.Own), cell(b.Theirs), b.Theirs.Peer)
		}
		fmt.Fprintln(w)
	}
}

// Missed returns Lukasa's figures that do not keep to their targets.
func Missed(reports []Report) []Figure {
	return slices.DeleteFunc(largest(reports), func(f Figure) bool { return f.Peer != "" || f.Met() })
}

// Loss is a figure of Lukasa and the better one of a peer.
type Loss struct{ Own, Theirs Figure }

// Beaten returns where a peer's figure is better than Lukasa's of the same name.
// How right both are is for the reader to weigh.
func Beaten(reports []Report) (all []Loss) {
	figures := largest(reports)
	for _, theirs := range figures {
		if theirs.Peer == "" || theirs.Note != "" {
			continue
		}
		for _, own := range figures {
			if own.Suite == theirs.Suite && own.Name == theirs.Name && own.Peer == "" && own.Note == "" && theirs.ahead(own) {
				all = append(all, Loss{own, theirs})
			}
		}
	}
	return all
}

// largest returns, of each suite, the figures of the largest scale. Reports are
// sorted as Read returns them.
func largest(reports []Report) (figures []Figure) {
	for i, r := range reports {
		if i+1 == len(reports) || reports[i+1].Suite != r.Suite {
			figures = append(figures, r.Figures...)
		}
	}
	return figures
}
