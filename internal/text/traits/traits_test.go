package traits

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTraits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Traits{
		"I just moved to Porto last week!": {FirstPerson: true, Told: true, HasTime: true, HasName: true},
		"Great. What about you?":           {Asks: true, Questions: true},
		"Really? Ok.":                      {Questions: true},
		"We've 3 dogs":                     {FirstPerson: true, HasNumber: true},
		"It opened in 2019.":               {HasTime: true, HasNumber: true},
		"You moved. I may follow":          {FirstPerson: true},
		"":                                 {},
		"去年我去了北京？":                         {Asks: true, Questions: true},
	} {
		require.Equal(t, want, Of(text), text)
	}
}

// What a text is survives being packed.
func TestBits(t *testing.T) {
	t.Parallel()
	for b := range 128 {
		require.Equal(t, uint8(b), FromBits(uint8(b)).Bits())
	}
}

func BenchmarkTraits(b *testing.B) {
	const text = "I just moved to Porto last week! My sister helped me carry twelve boxes up the stairs. What about you?"
	for b.Loop() {
		Of(text)
	}
}
