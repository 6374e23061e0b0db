package reflect

import (
	"slices"

	"github.com/lukasadb/lukasa/schema"
)

// retell completes an episode of which one half was forgotten with the words of
// the other (I8, I9): what was asked and found for a message goes with it. It
// reports whether what is left is a half of an exchange.
func retell(fresh, old *schema.Experience, left []schema.Experience) bool {
	asked, answered := half(left, roleUser), half(left, roleAssistant)
	if old.Episode == nil || asked == nil && answered == nil {
		return false
	}
	e := schema.Episode{User: old.Episode.User}
	if asked != nil {
		e = *old.Episode
		fresh.Content, fresh.Mentions = exchange(asked, answered, e.EventType), spoken(asked)
	} else {
		fresh.Content, fresh.Mentions = answerAlone(answered), spoken(answered)
	}
	fresh.Episode = &e
	fresh.Source = schema.Source{CreatedBy: old.Source.CreatedBy}
	for i := range left {
		fresh.Source.MessageIDs = append(fresh.Source.MessageIDs, left[i].ID.String())
	}
	return true
}

// half returns the message of a role, or nil.
func half(list []schema.Experience, role string) *schema.Experience {
	at := slices.IndexFunc(list, func(e schema.Experience) bool { return e.Message != nil && e.Message.Role == role })
	if at < 0 {
		return nil
	}
	return &list[at]
}
