package schema

import (
	"crypto/md5"
	"encoding/hex"
	"strings"
)

// Text returns what is embedded and indexed of e: Context, Action, Outcome and
// Content, those that are set, a line break between them. Mention offsets count
// in it.
func (e *Experience) Text() string {
	parts := make([]string, 0, 4)
	for _, s := range [...]string{e.Context, e.Action, e.Outcome, e.Content} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n")
}

// Voice names who said a record: its speaker, or the role of a message that names
// none. It is empty for a record that nobody said.
func (e *Experience) Voice() string {
	if e.Speaker == "" && e.Message != nil {
		return e.Message.Role
	}
	return e.Speaker
}

// ContentHash returns the fingerprint by which the same content is known again
// (I6, 000-08): the MD5, in hexadecimal, of
//
//   - Content, for every kind but experience: the hash that source design 000
//     computes;
//   - Context, NUL, Action, NUL, Outcome for an experience, and then NUL and
//     Content if it has any. No text holds a NUL, so no two experiences share
//     a hash by where their words are divided.
//
// Nothing is normalised: a different case or space is different content. Agent
// and kind are not part of it; who compares hashes compares those too. It guards
// against repetition, not against forgery.
func (e *Experience) ContentHash() string {
	if e.Kind != KindExperience && e.Kind != "" {
		return md5hex(e.Content)
	}
	text := e.Context + sep + e.Action + sep + e.Outcome
	if e.Content != "" {
		text += sep + e.Content
	}
	return md5hex(text)
}

func md5hex(s string) string {
	sum := md5.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}
