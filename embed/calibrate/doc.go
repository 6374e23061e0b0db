// Package calibrate measures what the cosines of an embedder mean: how near
// duplicates, paraphrases, statements on one subject and unrelated statements
// come out. It carries the labelled pairs that it measures with: 64 everyday
// English statements, each with three others, written for this purpose.
//
// Use it once for an embedder that comes without a calibration, and give the
// result to embed.Model:
//
//	report, err := calibrate.Measure(ctx, embedder)
//	fmt.Println(report)               // the evidence
//	model.Calibration = report.Calibration()
//
// Pairs in another language or from another field can be measured the same way
// with [MeasurePairs].
package calibrate
