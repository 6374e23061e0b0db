package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// labels are the statements of a message as the labelled set writes them.
func labels(message string) string {
	var out []string
	for _, s := range Read(message).Statements {
		out = append(out, label(s))
	}
	return strings.Join(out, "; ")
}

// requireStated holds a list of "message => statements" against what is read, and X1.
func requireStated(t *testing.T, list string) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		message, want, found := strings.Cut(strings.TrimSpace(line), " =>")
		want = strings.TrimSpace(want)
		require.True(t, found, line)
		require.Equal(t, want, labels(message), message)
		for _, s := range Read(message).Statements {
			require.Contains(t, message[s.Start:s.End], s.Value, message)
		}
	}
}

// TestStatedInChat: people leave out words, run sentences on, put first what they speak of
// and last what they say of it, and state things on the way to a question (004-15).
func TestStatedInChat(t *testing.T) {
	requireStated(t, `
		i'm a nurse on nights => user_fact/role=nurse
		dairy farmer here => user_fact/role=dairy farmer
		by trade i'm a joiner, these days mostly kitchens => user_fact/role=joiner
		I am second engineer here on board => user_fact/role=second engineer
		I'm an estate agent with Harcourt Lane. => user_fact/role=estate agent; fact/works_at=Harcourt Lane
		As a nurse, I see this a lot => user_fact/role=nurse
		been a vegetarian since uni => fact/diet=vegetarian
		vegan btw so no butter => fact/diet=vegan
		I'm vegan, what can I eat? => fact/diet=vegan
		I come from Recife and live in Kassel => fact/from=Recife; fact/lives_in=Kassel
		moved to Turku last month => fact/lives_in=Turku
		We moved! New flat in Ghent, no lift => fact/lives_in=Ghent
		i live in glasgow now => fact/lives_in=glasgow
		12 November is my birthday => fact/birthday=12 November
		im 15 and bored => fact/age=15
		i'm 67 and retired => fact/age=67; fact/status=retired
		Ana Berg's the name => user_fact/name=Ana Berg
		the cat is out. i'm Marta => user_fact/name=Marta
		Land law, I regret to say, is my weakest paper. => user_fact/weakness=Land law
		Stamp duty. I get it wrong every time => user_fact/weakness=Stamp duty
		slab is where I'm hopeless => user_fact/weakness=slab
		gone off coffee => user_fact/dislikes=coffee
		one day i want my own shop => user_fact/goal=my own shop
		I want to see Rome before I'm 60 => user_fact/goal=to see Rome before I'm 60
		passed the B1 exam today => user_fact/level=B1
		Besides Spanish I speak Catalan => fact/speaks=Spanish; fact/speaks=Catalan
		fav game is hollow knight => fact/favourite_game=hollow knight
		my mail for invoices is a@b.org => fact/email=a@b.org
		My direct line's 01632 960417 => fact/phone_number=01632 960417
		up at 5 every day of the week and tired => insight/habit=up at 5 every day of the week
		Mondays I do the books => insight/habit=Mondays I do the books
		i play bass in a band w 2 mates => insight/habit=i play bass in a band`)
}

// TestStatedAhead reads where people will live and work, with what may say from when on.
func TestStatedAhead(t *testing.T) {
	for said, want := range map[string]string{
		"I'm moving to Bonn next month, can you help me plan?": "fact/lives_in=Bonn: I'm moving to Bonn next month",
		"We move to Leeds on the 3rd of May.":                  "fact/lives_in=Leeds: We move to Leeds on the 3rd of May",
		"Starting March 1st I'll be working at Fenwick Labs.":  "fact/works_at=Fenwick Labs: Starting March 1st I'll be working at Fenwick Labs",
		"I start at Siemens on Monday.":                        "fact/works_at=Siemens: I start at Siemens on Monday",
		"I'm moving to Linux next week.":                       "",
		"I'm moving to plan B tomorrow.":                       "",
		"I'll join the call at 3pm.":                           "",
		"I'm joining Teams tomorrow.":                          "",
		"I'm joining Fenwick Labs in June.":                    "fact/works_at=Fenwick Labs: I'm joining Fenwick Labs in June",
		"I'm starting with chapter 3 on Monday.":               "",
	} {
		var got []string
		for _, s := range Read(said).Statements {
			got = append(got, label(s)+": "+s.Ahead)
		}
		require.Equal(t, want, strings.Join(got, "; "), said)
	}
	require.Equal(t, "fact/lives_in=Bonn", label(Read("I'm not moving to Bonn after all.").Denials[0]))
}

// TestHaving reads what people have, who belongs to them, how they are and what they did.
func TestHaving(t *testing.T) {
	requireStated(t, `
		we've got two cats, Miso and Tofu => fact/owns=two cats, Miso and Tofu
		I own Kapstok, a small bar in Ghent => fact/owns=Kapstok, a small bar in Ghent
		I've an 8 inch Dobsonian, no tracking => fact/owns=an 8 inch Dobsonian
		I run a small bakery in Hull => fact/owns=a small bakery in Hull
		my eldest, Tom, starts school => fact/child_name=Tom
		run it with my brother Donal => fact/brother_name=Donal
		our son's called Otis => fact/son_name=Otis
		my granny is called Rosa => fact/grandmother_name=Rosa
		my two boys are Jack and Finn => fact/son_name=Jack; fact/son_name=Finn
		we have three kids => fact/family=three kids
		bad back, years of it => fact/health=bad back
		glaucoma in my right eye, diagnosed last year => fact/health=glaucoma in my right eye
		I have type 1 diabetes => fact/health=type 1 diabetes
		I'm deaf in one ear => fact/status=deaf in one ear
		I'm left-handed, by the way => fact/status=left-handed
		I'm pregnant! Due in April. => fact/status=pregnant
		I take metformin twice a day since autumn => fact/takes=metformin
		The doctor put me on ramipril last week. => fact/takes=ramipril
		I switched from metformin to insulin last week => fact/takes=insulin
		I'm terrified of flying, so trains it is => fact/afraid_of=flying
		I'm afraid that won't work =>
		I promised Paul to help him move on the 14th of February => fact/promised=Paul to help him move on the 14th of February
		I promised =>
		My new address is Kaiserstraße 12, 53113 Bonn. => fact/address=Kaiserstraße 12, 53113 Bonn
		our address has changed =>
		I sold the old Polo and bought a used Skoda Fabia => fact/owns=a used Skoda Fabia
		I've started the new job at the Uniklinik, the team is lovely => fact/works_at=the Uniklinik
		I have started learning Portuguese, so that I can talk to Rui => fact/studies=Portuguese
		my favourite restaurant is now Bottega => fact/favourite_restaurant=Bottega
		I have a nut allergy => fact/allergic_to=nut
		peanuts make me swell up => fact/allergic_to=peanuts
		I don't eat meat anymore => fact/eats=I don't eat meat
		so i've gone back to eating meat => fact/diet=eating meat
		I'm in my second year of medicine => fact/studies=medicine
		I am studying for the CILEX exam => fact/studies=CILEX exam
		i'm on maternity leave till may => fact/status=on maternity leave till may
		I ran my first marathon in May => fact/did=I ran my first marathon in May
		I quit my job => fact/did=I quit my job`)
}

// TestWishesInChat reads how to answer from now on, what to be reminded of and what to keep,
// also where it is asked for behind what it is about.
func TestWishesInChat(t *testing.T) {
	requireStated(t, `
		grams only from now on => preference/instruction=grams only
		In all letters you write for me, use British spelling => preference/instruction=use British spelling
		can you always talk to me like a friend, no essays? => preference/instruction=talk to me like a friend, no essays
		US spelling in everything unless I say otherwise => preference/instruction=US spelling in everything
		Never use the word "iconic" in anything you hand me => preference/instruction=Never use the word "iconic"
		tell me straight when I am wrong. that goes for always => preference/instruction=tell me straight when I am wrong
		House rule for replies, keep to it: be brief => preference/instruction=be brief
		whenever you write code for me, add comments => preference/instruction=add comments
		don't correct my english anymore => preference/instruction=don't correct my english anymore
		stop using emojis => preference/instruction=stop using emojis
		You may address me as Mrs Abara, if you would. => preference/called=Mrs Abara
		every answer should have sources. start every answer with the bottom line => preference/instruction=every answer should have sources; preference/instruction=start every answer with the bottom line
		Mum's birthday is 8 June, remind me a week before => task/reminder=Mum's birthday is 8 June, remind me a week before
		I have to collect Ben at 3, can you remind me? => task/reminder=collect Ben at 3
		Keep in mind that I'm vegan, please => fact/diet=vegan
		Henrietta will do from here on. => preference/called=Henrietta
		can you remind me to order milk on thursday, 10 litres => task/reminder=order milk on thursday
		vet's due tuesday at 9, dont let me forget => task/reminder=vet's due tuesday at 9
		remind me on 3 October to call her => task/reminder=on 3 October to call her
		I've a viewing on Friday. Would you make sure I remember? => task/reminder=viewing on Friday
		Jonas can't have nuts, please keep that in mind whenever I ask about food => fact/note=Jonas can't have nuts
		My rate's 0.14 a word. Jot that down => fact/note=My rate's 0.14 a word
		For your records, my licence number is 77-402 => fact/note=my licence number is 77-402`)
}

// TestPutRight reads what is put right, also without what it was, and what of it does no harm.
func TestPutRight(t *testing.T) {
	requireStated(t, `
		sorry, mixed up my nuts. it's walnuts I react to => fact/allergic_to=walnuts
		wrong address sorry! it should be a@b.org => fact/email=a@b.org
		the jab is on the 26th instead => correction/value=26th
		the call is at 5 now, not 4 => correction/value=5<4
		make that Tuesday not Monday => correction/value=Tuesday<Monday
		scratch that, it's Tampere => correction/value=Tampere`)
	denied := Read("sorry, it's walnuts I react to, hazelnuts are fine").Denials
	require.Len(t, denied, 1)
	require.Equal(t, "fact/allergic_to=hazelnuts", label(denied[0]))
	require.Empty(t, Read("hazelnuts are fine").Denials)
}

// TestOnlyLooksStatedInChat lists what is near the above, and states nothing of the writer.
func TestOnlyLooksStatedInChat(t *testing.T) {
	for said := range strings.SplitSeq(strings.TrimSpace(`
is there a doctor here
we need a plumber here
I'm training a model
i am installing vmware server
I'm a hard worker
as a doctor, my friend earns a lot
vegan recipes please
a vegetarian lasagne for six
vegetarian or vegan?
I live in Berlin, right?
I have a meeting on Monday
I've got a headache
I've got a Canon to fix
I have a Zoom at 3
I have fish for dinner
I own the mistake
bad back exercises
asthma inhaler prices
I'm blind to colour schemes
I'm 20 minutes away
I'm 90% sure
I'm on Windows 11
I'm engaged in talks
I see this error every time
Every time I open the app it crashes
I do it every day
I got fired up
I broke my build
I had a baby spinach salad
besides Paris I visited Rome
Trust is the name of the game.
my company Slack is down
try a usb 2.0 port (NOT 3.0)
no gluten for me ever
Mail to jo@x.org: which year?
Friday will do from now on
my mail is down
my hand is up
I've gone off topic
I want to see the report before I leave
use British spelling in this one
give me all prime numbers below 100
send it to all my friends
No more milk in the fridge
from now on the shop is closed on Sundays
the policy for returns is: keep the receipt
Less flowery pls
can you remind me how this works?
could you remind me of the formula?
can you remember that song?
did you note that down?
hazelnuts are fine
Summarise all emails in this thread
Please address all letters to Mr Smith
my aim is off today
we have three boys on the team
I've got a bike for sale
I know a little French restaurant
my heart is broken
I'm Northern
my son Googled it
I quit coffee shop hopping
we don't eat until 8
remind me later
I started at the beginning
moved to Trash
"Vivo en Valencia. I am a nurse."
Translate: "I'm allergic to nuts."
the room moved to Hamburg
Write a letter to my landlord about the new flat in Leeds`), "\n") {
		require.Empty(t, labels(said), said)
	}
}
