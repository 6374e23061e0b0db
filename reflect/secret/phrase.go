package secret

import (
	"regexp"
	"sync"
)

// phrases finds the words that open a wallet: twelve or more together that are all plain words,
// perhaps numbered, in a text that speaks of such.
func phrases(text string) (out []Span) {
	for _, m := range wordRun().FindAllStringIndex(text, -1) {
		out = append(out, Span{Start: m[0], End: m[1]})
	}
	return out
}

// wallets are how a text speaks of them.
var wallets = []string{"seed", "Seed", "recovery", "Recovery", "mnemonic", "wallet", "Wallet", "ledger", "Ledger", "backup phrase", "device showed"}

// wordRun is large, and compiled when a text speaks of a wallet.
var wordRun = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:(?:\d{1,2}[.:)]? )?[a-z]{3,8}[ ,]{1,2}){11,23}(?:\d{1,2}[.:)]? )?[a-z]{3,8}\b`)
})
