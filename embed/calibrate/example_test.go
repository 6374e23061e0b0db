package calibrate_test

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa/embed/calibrate"
	"github.com/lukasadb/lukasa/embed/static"
)

// Measure an embedder once, read the evidence, and keep the thresholds.
func ExampleMeasure() {
	report, err := calibrate.Measure(context.Background(), static.New())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", report.Calibration())
	// Output:
	// {Duplicate:0.825 Similar:0.457 Related:0.231 Unrelated:0.077}
}
