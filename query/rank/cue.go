package rank

import "strings"

// cue is what a word, or where it stands, tells of how much of a memory a question is about.
type cue uint32

const (
	recalls   cue = 1 << iota // is done with a memory
	tells                     // is said, or happens
	told                      // is so, but for "tell", which is also how a question is put
	vague                     // stands for whatever there was, and tells nothing of what was done with it
	total                     // asks for all of it without a question word
	recap                     // does so alone
	asks                      // asks for whatever there is, where more follows
	settles                   // tells which of them, or how they stand
	points                    // stands for something that was named elsewhere
	otherwise                 // asks for something about what there is
	lists                     // asks for the records of a kind
	likes                     // is told as a preference
	works                     // is doing what it is on
	thanks                    // is said to somebody of whom one wants nothing
	kindly                    // is so beside one of those

	// The rest is told by more than one word.
	byName // it names who talks
	person // it has the asker, or those of whom he is one
	did    // it is about what one of those who talk did
	who    // it begins with who, and has the asker in it
	ofMe   // it ends with me
	three  // it has three words
)

// cues are the words by which a question without a subject is told, each with all that it tells.
//
//nolint:misspell // people spell in both ways
var cues = func() map[string]cue {
	out := map[string]cue{}
	for _, row := range []struct {
		cue   cue
		words string
	}{
		{recalls, `know knows known remember remembers remembered recall recalled learn learned learnt memory memories memorise memorised
			memorized memorize store stored saved recorded`},
		{tells, "tell"},
		{tells | told, `happen happens happened happening occur occurs occurred going new news plan plans planned planning scheduled
			talk talks talked talking discuss discussed discussing speak spoke spoken say said told mention mentioned chat chatted
			done remind remember
			passiert passierte worüber geschah geschehen gemacht besprochen gesprochen geredet erzählt gesagt neues
			pasó paso pasado sucedió sucedio sucedido ocurrió ocurrio ocurrido hice hiciste hicimos hablamos hablado dije dijiste dijimos nuevo
			xảy xay ra chuyện chuyen nói noi mới moi 发生 聊 谈 说 做 干`},
		{tells | told | recap, "recap summary summarise summarize overview"},
		{vague, "thing things stuff something anything everything give show"},
		{total, "everything anything any all"},
		{asks, "what which what's when"},
		{settles, `far yet already ever lately recently recent latest last most first next else still left open pending outstanding remaining
			unfinished current currently upcoming important due list lists get make made take taken kept got need ask asked please us me
			user user's`},
		{points, "it he him his she her hers this that these those"},
		{otherwise, "when where who whom why how it"},
		{lists, "what what's which any all list show give my our open pending latest recent"},
		{likes, "like likes dislike dislikes love loves hate hates prefer prefers favourites favorites"},
		{works, "work works worked working"},
		{thanks, `thanks thank thx ty cheers hello hi hey hiya bye goodbye ok okay okey cool great nice good perfect awesome wonderful lovely
			excellent amazing fantastic brilliant yes yeah yep yup nope sure alright fine right please sorry welcome lol haha hahaha hehe
			wow lgtm congrats congratulations help understood exactly
			danke hallo tschüss moin guten gute prima klasse gracias hola adiós buenos buenas vale merci bonjour salut
			谢谢 你好 好的 再见 您好 嗯`},
		{kindly, `morning evening afternoon night day weekend work job well see later soon much lot mind worries problem go ahead done got get
			appreciate appreciated one quick all everything everyone tag morgen abend nacht días dias tardes noches`},
	} {
		for word := range strings.FieldsSeq(row.words) {
			out[word] |= row.cue
		}
	}
	return out
}()

// kinds are the words by which people call what is kept by kinds, each with the kind.
var kinds = func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(`fact facts
		opinion opinions
		insight insights
		observation observations
		decision decisions decide decided
		event events
		plan plans planned planning
		preference preferences
		question questions
		task tasks todo todos errand errands chore chores reminder reminders
		error errors failures`) {
		words := strings.Fields(line)
		for _, word := range words {
			out[word] = words[0]
		}
	}
	return out
}()

// form is one way to ask: by all of some cues, and by none of others.
type form struct{ by, without cue }

// wholes are the ways to ask for whatever there is, by words without a subject.
var wholes = [...]form{
	{by: recap},                                            // a summary, please
	{by: asks | tells},                                     // what have I told you so far?
	{by: asks | recalls, without: byName},                  // what do you know?
	{by: asks | did, without: byName},                      // what have I done?
	{by: recalls | total, without: byName | asks | person}, // do you remember anything?
	{by: recalls | ofMe, without: byName | asks | person},  // do you remember me?
	{by: who | three, without: byName | asks},              // who am I?
	{by: tells | total, without: byName | asks | who},      // anything new?
}
