package report

import (
	"image/color"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	_ "gonum.org/v1/plot/vg/vgsvg" // the only format drawn
)

const cm = vg.Inch / 2.54

// plots draws what the reports hold into dir and returns the names of the files.
func plots(dir string, reports []Report) ([]string, error) {
	var names []string
	if all := Grown(reports); len(all) > 0 {
		if err := plotGrowth(filepath.Join(dir, "growth.svg"), all); err != nil {
			return nil, err
		}
		names = append(names, "growth.svg")
	}
	if bars := fastest(reports); len(bars) > 0 {
		if err := plotPeers(filepath.Join(dir, "peers.svg"), bars); err != nil {
			return nil, err
		}
		names = append(names, "peers.svg")
	}
	return names, nil
}

// plotGrowth draws the medians over the number of records, both by their
// logarithm: a level line is a cost that does not grow.
func plotGrowth(file string, all []Series) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "Median by number of records", "records", "ms"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	for i, s := range all {
		points := make(plotter.XYs, len(s.Scales))
		for at := range points {
			points[at].X, points[at].Y = float64(s.Scales[at]), s.Values[at]
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		line.Color, line.Width = shade(i), vg.Points(1.5)
		p.Add(line)
		p.Legend.Add(s.Suite+": "+s.Name, line)
	}
	return p.Save(24*cm, 16*cm, file)
}

// bar is one median of a peer or of Lukasa.
type bar struct {
	label string
	value float64
	own   bool
}

// fastest returns the medians that a peer was measured at too, at the largest
// scale that each suite has them.
func fastest(reports []Report) []bar {
	largest := map[string]int{}
	shared := map[[2]string]bool{}
	for _, r := range reports {
		for _, f := range r.Figures {
			if f.Peer != "" && f.Note == "" && isMedian(f) {
				largest[r.Suite] = r.Scale
				shared[[2]string{r.Suite, f.Name}] = true
			}
		}
	}
	var bars []bar
	for _, r := range reports {
		if r.Scale != largest[r.Suite] {
			continue
		}
		for _, f := range r.Figures {
			if shared[[2]string{r.Suite, f.Name}] && f.Note == "" && f.Value > 0 {
				bars = append(bars, bar{label: label(f), value: f.Value, own: f.Peer == ""})
			}
		}
	}
	return bars
}

func label(f Figure) string {
	if f.Peer == "" {
		return "Lukasa: " + f.Name
	}
	return f.Peer + ": " + f.Name
}

// plotPeers draws lying bars, Lukasa's in another colour, in ms by logarithm.
func plotPeers(file string, bars []bar) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text = "Median beside peers", "ms"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	least := bars[0].value
	for _, b := range bars {
		least = min(least, b.value)
	}
	labels := make([]string, len(bars))
	for i, b := range bars {
		at := len(bars) - 1 - i // the first on top
		labels[at] = b.label
		line, err := plotter.NewLine(plotter.XYs{{X: least / 2, Y: float64(at)}, {X: b.value, Y: float64(at)}})
		if err != nil {
			return err
		}
		line.Width, line.Color = vg.Points(8), shade(1)
		if b.own {
			line.Color = shade(0)
		}
		p.Add(line)
	}
	p.NominalY(labels...)
	return p.Save(24*cm, vg.Length(4+len(bars))*cm*3/4, file)
}

// shade is one of a few colours that people who see few colours can tell apart
// (Okabe and Ito's).
func shade(i int) color.Color {
	colours := []color.RGBA{
		{R: 0, G: 114, B: 178, A: 255},
		{R: 213, G: 94, B: 0, A: 255},
		{R: 0, G: 158, B: 115, A: 255},
		{R: 204, G: 121, B: 167, A: 255},
		{R: 86, G: 180, B: 233, A: 255},
		{R: 230, G: 159, B: 0, A: 255},
		{R: 120, G: 120, B: 120, A: 255},
	}
	return colours[i%len(colours)]
}
