package reflect

import (
	"errors"
	"fmt"
)

// ErrRefused says that something is not taken in. The error is a
// [*RefusedError].
var ErrRefused = errors.New("reflect: refused")

// Reason says why something is refused.
type Reason string

// The reasons.
const (
	RefusedKind     Reason = "kind"     // it is not of the kind asked for
	RefusedShort    Reason = "short"    // too short to say anything
	RefusedCategory Reason = "category" // no such category or type
	RefusedFull     Reason = "full"     // as many as are kept, and all of those must stay
)

// RefusedError tells why something was not taken in, and which field is wrong.
type RefusedError struct {
	Reason Reason
	Field  string
	Detail string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("%v: %s: %s", ErrRefused, e.Field, e.Detail)
}

// Is makes it match [ErrRefused].
func (e *RefusedError) Is(target error) bool { return target == ErrRefused }
