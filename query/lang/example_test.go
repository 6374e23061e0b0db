package lang_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/lukasadb/lukasa/query/lang"
)

func Example() {
	q, err := lang.Parse(`what did we do when the "disk full" alarm rang? from:@ana tag:deploy since:2w -staging importance:>6`)
	if err != nil {
		panic(err)
	}
	c, err := q.Compile(time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC))
	if err != nil {
		panic(err)
	}
	fmt.Println(q)
	fmt.Println(c.Text)
	fmt.Println(c.Require.Speakers, c.Require.Tags, c.Since.Format(time.DateOnly), c.ExcludeText.Words, c.Importance.Min)
	// Output:
	// what did we do when the "disk full" alarm rang? from:ana tag:deploy since:2w -staging importance:>=7
	// what did we do when the disk full alarm rang?
	// [ana] [[deploy]] 2026-11-06 [staging] 7
}

func ExampleError_Caret() {
	_, err := lang.Parse("disk full tags:deploy")
	var e *lang.Error
	if errors.As(err, &e) {
		fmt.Println(e.Caret())
		fmt.Println(e.Problem)
	}
	_, err = lang.Parse("disk full kidn:fact")
	if errors.As(err, &e) {
		fmt.Println(e.Near)
	}
	// Output:
	// disk full tags:deploy
	//           ^
	// unknown field; put a backslash before it to search for it as it is
	// kind
}
