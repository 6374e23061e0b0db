package reflect

import (
	"slices"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/reflect/digest"
	"github.com/lukasadb/lukasa/schema"
)

// retell lets a summary or an episode say what is left of what another was made of,
// in words of that, and nothing that nobody is left to say (I8, I9). It reports
// whether that says anything.
func retell(fresh, old *schema.Experience, left []schema.Experience) (bool, error) {
	fresh.Context, fresh.Action, fresh.Outcome, fresh.Content, fresh.Summary = "", "", "", "", ""
	fresh.Mentions, fresh.Relations, fresh.Resolved = nil, nil, schema.Resolved{}
	fresh.Verification = schema.Verification{} // nobody has vouched for these words
	fresh.Tags = saidTags(old, left)
	if old.Episode == nil {
		return sumUp(fresh, old, left)
	}
	if retellExchange(fresh, old, left) {
		return true, nil
	}
	fresh.Episode = &schema.Episode{User: old.Episode.User}
	return sumUp(fresh, old, left)
}

// saidTags are the tags of a record that what is left says: they are what it is
// about, maybe in a model's words for what went.
func saidTags(old *schema.Experience, left []schema.Experience) []string {
	said := experience.Words{}
	for i := range left {
		said.Add(&left[i])
	}
	return slices.DeleteFunc(slices.Clone(old.Tags), func(tag string) bool { return !said.All(tag) })
}

// sumUp completes a summary of records in words of theirs, and reports whether they
// say anything.
func sumUp(fresh, old *schema.Experience, left []schema.Experience) (bool, error) {
	passages := make([]digest.Passage, len(left))
	for i := range left {
		passages[i] = digest.Passage{Text: left[i].Text(), Label: left[i].Speaker}
	}
	sum, err := digest.Make(passages, digest.Options{})
	if err != nil || sum.Text == "" {
		return false, err
	}
	fresh.Content = sum.Text
	fresh.Source = schema.Source{
		CreatedBy: "digest", Inferred: old.Source.Inferred, MessageIDs: old.Source.MessageIDs,
		MessageCount: max(0, old.Source.MessageCount-(len(old.Evidence)-len(left))),
	}
	if old.Digest != nil {
		about := *old.Digest
		about.KeyFacts = nil
		for _, f := range sum.Facts {
			about.KeyFacts = append(about.KeyFacts, f.Text)
		}
		fresh.Digest = &about
	}
	return true, nil
}

// retellExchange completes an episode of which one half was forgotten with the
// words of the other: what was asked and found for a message goes with it. It
// reports whether what is left is a half of an exchange.
func retellExchange(fresh, old *schema.Experience, left []schema.Experience) bool {
	asked, answered := half(left, roleUser), half(left, roleAssistant)
	if asked == nil && answered == nil {
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
