package dates_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// now is a Friday afternoon.
var now = time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)

func show(r dates.Range) string {
	format := func(t time.Time) string {
		switch {
		case t.IsZero():
			return "..."
		case t.Hour() == 0 && t.Minute() == 0:
			return t.Format("2006-01-02")
		}
		return t.Format("2006-01-02 15:04")
	}
	return format(r.From) + " " + format(r.To)
}

func showAll(found []dates.Range) string {
	shown := make([]string, len(found))
	for i, r := range found {
		shown[i] = show(r)
	}
	return strings.Join(shown, "; ")
}

func TestFindInSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sentence, expression, want string }{
		// English
		{"What did we promise Gai Media around Nov 27?", "around Nov 27", "2025-11-24 2025-12-01"},
		{"everything about the deploy since last week please", "since last week", "2026-11-09 ..."},
		{"Which servers did we buy in November 2025?", "in November 2025", "2025-11-01 2025-12-01"},
		{"Who called yesterday?", "yesterday", "2026-11-19 2026-11-20"},
		{"the day before yesterday it worked", "the day before yesterday", "2026-11-18 2026-11-19"},
		{"What happened last Friday at the office?", "last Friday", "2026-11-13 2026-11-14"},
		{"We meet next Friday at 5pm", "next Friday", "2026-11-27 2026-11-28"},
		{"Did she call on Monday?", "Monday", "2026-11-16 2026-11-17"},
		{"He left Monday last week", "Monday last week", "2026-11-09 2026-11-10"},
		{"the report from 3 days ago", "3 days ago", "2026-11-17 2026-11-18"},
		{"I moved here two years ago", "two years ago", "2024-01-01 2025-01-01"},
		{"incidents in the last 30 days", "in the last 30 days", "2026-10-21 15:30 2026-11-20 15:30"},
		{"invoices before 2025-11-27 only", "before 2025-11-27", "... 2025-11-27"},
		{"everything after March 3, 2026", "after March 3, 2026", "2026-03-04 ..."},
		{"until the 27th of November 2025 we waited", "until the 27th of November 2025", "... 2025-11-28"},
		{"trips between March 2025 and May 2025", "between March 2025 and May 2025", "2025-03-01 2025-06-01"},
		{"What did we ship in 2024?", "in 2024", "2024-01-01 2025-01-01"},
		{"What did we talk about last week?", "last week", "2026-11-09 2026-11-16"},
		{"what did they talk about in January?", "in January", "2026-01-01 2026-02-01"},
		{"tell me about last May", "last May", "2026-05-01 2026-06-01"},
		{"I told her about two weeks ago", "about two weeks ago", "2026-10-26 2026-11-16"},
		{"We moved about last May", "about last May", "2026-04-16 2026-06-16"},
		{"last weekend was quiet", "last weekend", "2026-11-14 2026-11-16"},
		{"plans for next month", "for next month", "2026-12-01 2027-01-01"},
		{"it broke on 11/27/2025 again", "11/27/2025", "2025-11-27 2025-11-28"},
		{"see 2025-11-27T10:00:00Z in the log", "2025-11-27T10:00:00Z", "2025-11-27 2025-11-28"},
		{"what did Caroline do in May?", "in May", "2026-05-01 2026-06-01"},
		{"in July she went camping", "in July", "2026-07-01 2026-08-01"},
		{"in early May we moved", "in early May", "2026-05-01 2026-05-11"},
		{"What did I ask in the middle of March?", "in the middle of March", "2026-03-11 2026-03-21"},
		{"What did he do the week before August 3, 2026?", "week before August 3, 2026", "2026-07-27 2026-08-03"},
		{"Where was Tim in the week before 16 November 2026?", "in the week before 16 November 2026", "2026-11-09 2026-11-16"},
		{"the puppy she got two weeks before August 11, 2026", "two weeks before August 11, 2026", "2026-07-27 2026-08-03"},
		{"shown on the Sunday before October 25, 2026", "Sunday before October 25, 2026", "2026-10-18 2026-10-19"},
		{"on the Monday after October 23", "Monday after October 23", "2026-10-26 2026-10-27"},
		{"What was it last weekend before 10 April 2026?", "last weekend before 10 April 2026", "2026-04-04 2026-04-06"},
		{"the weekend before 12 April 2026 it rained", "weekend before 12 April 2026", "2026-04-04 2026-04-06"}, // a Sunday
		{"the weekend after 10 April it rained", "weekend after 10 April", "2026-04-11 2026-04-13"},
		{"three days after May 3 it came", "three days after May 3", "2026-05-06 2026-05-07"},
		{"the month before May 2026 was dry", "month before May 2026", "2026-04-01 2026-05-01"},
		{"the day after 31 December 2025", "day after 31 December 2025", "2026-01-01 2026-01-02"},
		{"on Sunday after lunch we walked", "Sunday", "2026-11-15 2026-11-16"},
		{"back at the end of last month", "end of last month", "2026-10-21 2026-11-01"},
		{"it began late last year", "late last year", "2025-09-01 2026-01-01"},
		{"since the beginning of 2026 it leaks", "since the beginning of 2026", "2026-01-01 ..."},
		{"at the end of last week", "last week", "2026-11-09 2026-11-16"},
		{"since around last month", "since around last month", "2026-10-01 ..."},
		{"What came up in yesterday's call?", "in yesterday's", "2026-11-19 2026-11-20"},
		{"Who was late at last week’s meeting?", "last week’s", "2026-11-09 2026-11-16"},
		{"I was sick on Monday's shift", "Monday's", "2026-11-16 2026-11-17"},
		{"Where was I half a year ago?", "half a year ago", "2026-05-01 2026-06-01"},
		{"she rang half an hour ago", "half an hour ago", "2026-11-20 15:00 2026-11-20 15:01"},
		{"What did I cook the week before last?", "week before last", "2026-11-02 2026-11-09"},
		{"the Saturday before last we sailed", "Saturday before last", "2026-11-07 2026-11-08"},
		{"all of it before last week", "before last week", "... 2026-11-09"},
		{"the week before last May", "week before last May", "2026-04-24 2026-05-01"},
		{"in the first week of March we met", "in the first week of March", "2026-03-01 2026-03-08"},
		{"What broke in the last week of October?", "in the last week of October", "2026-10-25 2026-11-01"},
		{"the second Saturday in May it rained", "second Saturday in May", "2026-05-09 2026-05-10"},
		{"on the last Friday of last month", "last Friday of last month", "2026-10-30 2026-10-31"},
		{"What did I do on the first of October?", "first of October", "2026-10-01 2026-10-02"},
		{"the opening is on the twenty-first of June 2025", "twenty-first of June 2025", "2025-06-21 2025-06-22"},
		{"from the ninth to the seventeenth of August we sailed", "from the ninth to the seventeenth of August", "2026-08-09 2026-08-18"},
		{"between the first and the third of May", "between the first and the third of May", "2026-05-01 2026-05-04"},
		{"we met on October third", "October third", "2026-10-03 2026-10-04"},
		{"on May the fourth it rained", "May the fourth", "2026-05-04 2026-05-05"},
		{"since the second of March it leaks", "since the second of March", "2026-03-02 ..."},
		{"my first October here", "October", "2026-10-01 2026-11-01"},
		{"In October second graders came", "In October", "2026-10-01 2026-11-01"},
		{"The first Sunday of March 2026", "first Sunday of March 2026", "2026-03-01 2026-03-02"},
		{"the week of November 10 was hard", "week of November 10", "2026-11-09 2026-11-16"},
		{"the weekend of 10 October", "weekend of 10 October", "2026-10-10 2026-10-12"},
		{"last year in May they married", "last year in May", "2025-05-01 2025-06-01"},
		{"a trip in mid-September", "in mid-September", "2026-09-11 2026-09-21"},
		{"fees rose at the start of the year", "start of the year", "2026-01-01 2026-05-02"},
		{"What did I spend in the past month?", "in the past month", "2026-10-20 15:30 2026-11-20 15:30"},
		{"we moved twenty years ago", "twenty years ago", "2006-01-01 2007-01-01"},
		{"What did I send fifteen days ago?", "fifteen days ago", "2026-11-05 2026-11-06"},
		{"we meet Friday after next", "Friday after next", "2026-12-04 2026-12-05"},
		{"it opens the week after next", "week after next", "2026-11-30 2026-12-07"},
		{"a few days ago it rained", "a few days ago", "2026-11-15 2026-11-19"},
		{"I moved some weeks ago", "some weeks ago", "2026-10-12 2026-11-09"},
		{"a few days before May 20 we left", "a few days before May 20", "2026-05-15 2026-05-19"},
		{"we leave in three weeks", "in three weeks", "2026-12-07 2026-12-14"},
		{"What will be due in 10 days?", "in 10 days", "2026-11-30 2026-12-01"},
		{"It's in a month", "in a month", "2026-12-01 2027-01-01"},
		{"I'll call you in a few days", "in a few days", "2026-11-22 2026-11-26"},
		{"the test is in a week's time", "in a week's time", "2026-11-23 2026-11-30"},
		{"the test is in two weeks' time", "in two weeks' time", "2026-11-30 2026-12-07"},
		{"it ships 9 days from now", "9 days from now", "2026-11-29 2026-11-30"},
		{"a month from now we move", "a month from now", "2026-12-01 2027-01-01"},
		{"What do I do in the next two weeks?", "in the next two weeks", "2026-11-20 15:30 2026-12-04 15:30"},
		{"a plan for the coming days", "for the coming days", "2026-11-20 15:30 2026-11-23 15:30"},
		{"all that broke in the last weeks", "in the last weeks", "2026-10-30 15:30 2026-11-20 15:30"},
		{"the race is a week on Friday", "a week on Friday", "2026-12-04 2026-12-05"},
		{"two years ago this month we met", "two years ago this month", "2024-11-01 2024-12-01"},
		{"two years ago in May we met", "two years ago in May", "2024-05-01 2024-06-01"},
		{"in May two years ago we met", "in May two years ago", "2024-05-01 2024-06-01"},
		{"it broke two weeks ago this Friday", "two weeks ago this Friday", "2026-11-06 2026-11-07"},
		{"yesterday evening it rained", "yesterday evening", "2026-11-19 2026-11-20"},
		{"What happened on Monday morning?", "Monday morning", "2026-11-16 2026-11-17"},
		{"they called this afternoon", "this afternoon", "2026-11-20 2026-11-21"},
		{"next week Monday it opens", "next week Monday", "2026-11-23 2026-11-24"},
		{"last week on Friday it rained", "last week on Friday", "2026-11-13 2026-11-14"},
		{"our sales of Q3 2023", "of Q3 2023", "2023-07-01 2023-10-01"},
		{"our sales in 2023 Q3", "in 2023 Q3", "2023-07-01 2023-10-01"},
		{"What did we earn in Q4?", "in Q4", "2026-10-01 2027-01-01"},
		{"What will we earn in Q1?", "in Q1", "2027-01-01 2027-04-01"},
		{"since Q2 last year it grew", "since Q2 last year", "2025-04-01 ..."},
		{"the third quarter of 2023", "third quarter of 2023", "2023-07-01 2023-10-01"},
		{"the figures of last quarter", "of last quarter", "2026-07-01 2026-10-01"},
		{"H2 2023 was better", "H2 2023", "2023-07-01 2024-01-01"},
		{"in the first half of last year", "in the first half of last year", "2025-01-01 2025-07-01"},
		{"the second half of May was wet", "second half of May", "2026-05-16 2026-06-01"},
		{"shipped in 2023-W12", "in 2023-W12", "2023-03-20 2023-03-27"},
		{"week 53 of 2020 was quiet", "week 53 of 2020", "2020-12-28 2021-01-04"},
		{"games of the 1990s", "of the 1990s", "1990-01-01 2000-01-01"},
		{"on the last day of May we left", "last day of May", "2026-05-31 2026-06-01"},
		{"the 2nd Friday of May", "2nd Friday of May", "2026-05-08 2026-05-09"},
		{"it is due on the 5th of next month", "5th of next month", "2026-12-05 2026-12-06"},
		{"over the last forty-five days", "last forty-five days", "2026-10-06 15:30 2026-11-20 15:30"},
		{"the test is two weeks from today", "two weeks from today", "2026-12-04 2026-12-05"},
		{"we meet a week from Sunday", "a week from Sunday", "2026-11-29 2026-11-30"},
		{"a month from tomorrow it opens", "a month from tomorrow", "2026-12-01 2027-01-01"},
		{"three years, from the first of September", "first of September", "2026-09-01 2026-09-02"},
		{"open two days a week from May 4", "May 4", "2026-05-04 2026-05-05"},
		{"it runs twice a week from May 4", "May 4", "2026-05-04 2026-05-05"},
		{"we worked two days from Monday to Friday", "from Monday to Friday", "2026-11-09 2026-11-14"},
		{"it came up several weeks ago", "several weeks ago", "2026-10-12 2026-11-09"},
		{"What did I start a fortnight ago?", "a fortnight ago", "2026-11-02 2026-11-09"},
		{"all that I ate in the last fortnight", "in the last fortnight", "2026-11-06 15:30 2026-11-20 15:30"},
		{"a fortnight before May 20 we left", "a fortnight before May 20", "2026-05-04 2026-05-11"},
		{"What did I start two weeks ago today?", "two weeks ago today", "2026-11-06 2026-11-07"},
		{"it broke three weeks ago on Tuesday", "three weeks ago on Tuesday", "2026-10-27 2026-10-28"},
		{"it broke three weeks ago on a Tuesday", "three weeks ago on a Tuesday", "2026-10-27 2026-10-28"},
		{"my shifts over the next fortnight", "next fortnight", "2026-11-20 15:30 2026-12-04 15:30"},
		{"it broke on Tuesday three weeks ago", "Tuesday three weeks ago", "2026-10-27 2026-10-28"},
		{"there we sat two weeks ago", "two weeks ago", "2026-11-02 2026-11-09"},
		{"we sailed two Saturdays ago", "two Saturdays ago", "2026-11-07 2026-11-08"},
		{"she left a year and a half ago", "a year and a half ago", "2025-05-01 2025-06-01"},
		{"two and a half weeks ago it rained", "two and a half weeks ago", "2026-11-02 2026-11-09"},
		{"my sales of the last month and a half", "of the last month and a half", "2026-10-06 15:30 2026-11-20 15:30"},
		// Vietnamese
		{"Hôm qua khách hàng nói gì?", "Hôm qua", "2026-11-19 2026-11-20"},
		{"Từ tuần trước đến giờ có lỗi nào không?", "Từ tuần trước", "2026-11-09 ..."},
		{"Chúng ta đã hứa gì khoảng ngày 27 tháng 11?", "khoảng ngày 27 tháng 11", "2025-11-24 2025-12-01"},
		{"Doanh thu tháng 11 năm 2025 là bao nhiêu?", "tháng 11 năm 2025", "2025-11-01 2025-12-01"},
		{"Cuộc họp thứ sáu tuần trước bàn về gì?", "thứ sáu tuần trước", "2026-11-13 2026-11-14"},
		{"Tôi đã gửi báo cáo 3 ngày trước", "3 ngày trước", "2026-11-17 2026-11-18"},
		{"Năm ngoái chúng tôi mua máy chủ", "Năm ngoái", "2025-01-01 2026-01-01"},
		{"các đơn hàng trước ngày 27 tháng 11 năm 2025", "trước ngày 27 tháng 11 năm 2025", "... 2025-11-27"},
		{"những lỗi trong 30 ngày qua", "trong 30 ngày qua", "2026-10-21 15:30 2026-11-20 15:30"},
		// German
		{"Was haben wir in KW 47 gemacht?", "in KW 47", "2026-11-16 2026-11-23"},
		{"Was haben wir in Q3 2023 verdient und wann?", "in Q3 2023", "2023-07-01 2023-10-01"},
		{"Was war in der Woche vor dem 3. August 2026?", "in der Woche vor dem 3. August 2026", "2026-07-27 2026-08-03"},
		{"Was hat der Kunde gestern gesagt?", "gestern", "2026-11-19 2026-11-20"},
		{"Alle Fehler seit letzter Woche, die wir nicht gelöst haben", "seit letzter Woche", "2026-11-09 ..."},
		{"Was haben wir um den 27. November versprochen?", "um den 27. November", "2025-11-24 2025-12-01"},
		{"Welche Server haben wir im November 2025 gekauft?", "im November 2025", "2025-11-01 2025-12-01"},
		{"Das Treffen letzten Freitag war nicht gut", "letzten Freitag", "2026-11-13 2026-11-14"},
		{"Ich habe es vor zwei Wochen gemeldet", "vor zwei Wochen", "2026-11-02 2026-11-09"},
		{"alles vor dem 27.11.2025 ist weg", "vor dem 27.11.2025", "... 2025-11-27"},
		{"Was ist in den letzten 30 Tagen passiert?", "in den letzten 30 Tagen", "2026-10-21 15:30 2026-11-20 15:30"},
		// Spanish
		{"¿Qué dijo el cliente ayer?", "ayer", "2026-11-19 2026-11-20"},
		{"lo que compramos el mes pasado", "mes pasado", "2026-10-01 2026-11-01"},
		{"la reunión del viernes pasado fue larga", "viernes pasado", "2026-11-13 2026-11-14"},
		{"los errores desde la semana pasada que no hemos resuelto", "desde la semana pasada", "2026-11-09 ..."},
		{"lo avisé hace dos semanas", "hace dos semanas", "2026-11-02 2026-11-09"},
		{"¿Qué servidores compramos en noviembre de 2025?", "en noviembre de 2025", "2025-11-01 2025-12-01"},
		{"todo lo que pasó antes del 27 de noviembre de 2025", "antes del 27 de noviembre de 2025", "... 2025-11-27"},
		{"las facturas del 3 de mayo de 2026", "3 de mayo de 2026", "2026-05-03 2026-05-04"},
		// French
		{"Qui est venu deux jours après le 3 mai 2026 ?", "deux jours après le 3 mai 2026", "2026-05-05 2026-05-06"},
		{"Qu'est-ce que le client a dit hier ?", "hier", "2026-11-19 2026-11-20"},
		{"les erreurs depuis la semaine dernière", "depuis la semaine dernière", "2026-11-09 ..."},
		{"Quels serveurs avons-nous achetés en novembre 2025 ?", "en novembre 2025", "2025-11-01 2025-12-01"},
		{"la réunion de vendredi dernier", "vendredi dernier", "2026-11-13 2026-11-14"},
		{"je l'ai signalé il y a 3 jours", "il y a 3 jours", "2026-11-17 2026-11-18"},
		{"ce que nous avons promis vers le 27 novembre", "vers le 27 novembre", "2025-11-24 2025-12-01"},
		{"les factures avant le 27/11/2025", "avant le 27/11/2025", "... 2025-11-27"},
		// Chinese
		{"客户昨天说了什么？", "昨天", "2026-11-19 2026-11-20"},
		{"上周以来的所有错误", "上周以来", "2026-11-09 ..."},
		{"我们在2025年11月买了哪些服务器？", "在2025年11月", "2025-11-01 2025-12-01"},
		{"上周五的会议讨论了什么？", "上周五", "2026-11-13 2026-11-14"},
		{"3天前我发了报告", "3天前", "2026-11-17 2026-11-18"},
		{"11月27日左右我们答应了什么？", "11月27日左右", "2025-11-24 2025-12-01"},
		{"2025年11月27日之前的订单", "2025年11月27日之前", "... 2025-11-27"},
		{"上个月的发票", "上个月", "2026-10-01 2026-11-01"},
		{"去年我们去了北京", "去年", "2025-01-01 2026-01-01"},
	} {
		got := dates.Find(c.sentence, now, text.Und)
		require.Len(t, got, 1, c.sentence)
		require.Equal(t, c.want, show(got[0]), c.sentence)
		require.Equal(t, c.expression, c.sentence[got[0].Span.Start:got[0].Span.End])
	}
}

// What stands together is one time, seen from another day or year where it says so.
func TestFindJoined(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang                       text.Lang
		sentence, expression, want string
	}{
		{text.English, "sales between November and January rose", "between November and January", "2025-11-01 2026-02-01"},
		{text.English, "what was decided from March to May 2024?", "from March to May 2024", "2024-03-01 2024-06-01"},
		{text.English, "from December to March 2027 we plan", "from December to March 2027", "2026-12-01 2027-04-01"},
		{text.English, "notes from 28 December to 3 January", "from 28 December to 3 January", "2025-12-28 2026-01-04"},
		{text.English, "the shifts from Monday to Friday", "from Monday to Friday", "2026-11-09 2026-11-14"},
		{text.English, "the shifts from Tuesday to Thursday", "from Tuesday to Thursday", "2026-11-17 2026-11-20"},
		{text.English, "from March until May she was away", "from March until May", "2026-03-01 2026-06-01"},
		{text.English, "since March until May she was away", "since March until May", "2026-03-01 2026-06-01"},
		{text.English, "from last week to yesterday", "from last week to yesterday", "2026-11-09 2026-11-20"},
		{text.English, "what happened between 3 and 5 May?", "between 3 and 5 May", "2026-05-03 2026-05-06"},
		{text.English, "between the 3rd and the 5th of May 2025 it rained", "between the 3rd and the 5th of May 2025", "2025-05-03 2025-05-06"},
		{text.English, "from 28 to 3 January we rested", "from 28 to 3 January", "2025-12-28 2026-01-04"},
		{text.English, "it rained from May 3 to 5, 2025", "from May 3 to 5, 2025", "2025-05-03 2025-05-06"},
		{text.English, "it rained from May 3 to May 5", "from May 3 to May 5", "2026-05-03 2026-05-06"},
		{text.English, "it rained May 3-5 there", "May 3-5", "2026-05-03 2026-05-06"},
		{text.English, "it rained 3-5 May 2025 there", "3-5 May 2025", "2025-05-03 2025-05-06"},
		{text.English, "sales March to May 2024", "March to May 2024", "2024-03-01 2024-06-01"},
		{text.English, "the trip of June through August", "of June through August", "2026-06-01 2026-09-01"},
		{text.English, "from February 29 to 30, 2025", "February 29", "2024-02-29 2024-03-01"},
		{text.English, "between 3 and 5 days ago", "5 days ago", "2026-11-15 2026-11-16"},
		{text.German, "zwischen dem 3. und dem 5. Mai 2025", "zwischen dem 3. und dem 5. Mai 2025", "2025-05-03 2025-05-06"},
		{text.German, "der Urlaub vom 3. bis 5. Mai", "vom 3. bis 5. Mai", "2026-05-03 2026-05-06"},
		{text.French, "les ventes du 3 au 5 mai 2025", "du 3 au 5 mai 2025", "2025-05-03 2025-05-06"},
		{text.Vietnamese, "từ ngày 3 đến ngày 5 tháng 5 năm 2025", "từ ngày 3 đến ngày 5 tháng 5 năm 2025", "2025-05-03 2025-05-06"},
		{text.Chinese, "从5月3日到5日的订单", "从5月3日到5日", "2026-05-03 2026-05-06"},
		{text.German, "der Umsatz zwischen November und Januar", "zwischen November und Januar", "2025-11-01 2026-02-01"},
		{text.Vietnamese, "từ thứ hai đến thứ sáu", "từ thứ hai đến thứ sáu", "2026-11-09 2026-11-14"},
		{text.Chinese, "从11月到1月的订单", "从11月到1月", "2025-11-01 2026-02-01"},
		{text.English, "we met on Monday, May 4, 2026", "Monday, May 4, 2026", "2026-05-04 2026-05-05"},
		{text.English, "we met on Friday the 13th of November", "Friday the 13th of November", "2026-11-13 2026-11-14"},
		{text.English, "we met on 2026-05-04 (Monday) there", "2026-05-04 (Monday", "2026-05-04 2026-05-05"},
		{text.German, "am Montag, den 4. Mai 2026", "Montag, den 4. Mai 2026", "2026-05-04 2026-05-05"},
		{text.French, "lundi 4 mai 2026", "lundi 4 mai 2026", "2026-05-04 2026-05-05"},
		{text.Vietnamese, "thứ hai ngày 4 tháng 5", "thứ hai ngày 4 tháng 5", "2026-05-04 2026-05-05"},
		{text.Chinese, "2026年5月4日星期一开会", "2026年5月4日星期一", "2026-05-04 2026-05-05"},
		{text.English, "in May last year we moved", "in May last year", "2025-05-01 2025-06-01"},
		{text.English, "November of last year", "November of last year", "2025-11-01 2025-12-01"},
		{text.English, "on 3 May last year", "3 May last year", "2025-05-03 2025-05-04"},
		{text.German, "im November letzten Jahres", "im November letzten Jahres", "2025-11-01 2025-12-01"},
		{text.French, "en novembre de l'année dernière", "en novembre de l'année dernière", "2025-11-01 2025-12-01"},
		{text.Vietnamese, "doanh thu tháng 11 năm ngoái", "tháng 11 năm ngoái", "2025-11-01 2025-12-01"},
		{text.Chinese, "去年11月的订单", "去年11月", "2025-11-01 2025-12-01"},
		{text.English, "what did she do last May?", "last May", "2026-05-01 2026-06-01"},
		{text.English, "what did she do last November?", "last November", "2025-11-01 2025-12-01"},
		{text.English, "next January we move", "next January", "2027-01-01 2027-02-01"},
		{text.French, "en novembre dernier", "en novembre dernier", "2025-11-01 2025-12-01"},
		{text.French, "vendredi de la semaine prochaine", "vendredi de la semaine prochaine", "2026-11-27 2026-11-28"},
		{text.English, "Friday of next week", "Friday of next week", "2026-11-27 2026-11-28"},
		{text.English, "what broke in the last hour?", "in the last hour", "2026-11-20 14:30 2026-11-20 15:30"},
		{text.Vietnamese, "lỗi trong giờ qua", "trong giờ qua", "2026-11-20 14:30 2026-11-20 15:30"},
		{text.English, "this May 5 we met", "May 5", "2026-05-05 2026-05-06"},
		{text.French, "en décembre ce client", "en décembre", "2025-12-01 2026-01-01"},
		{text.Vietnamese, "cuộc họp thứ 6 tuần trước", "thứ 6 tuần trước", "2026-11-13 2026-11-14"},
		{text.Vietnamese, "gửi năm ngày trước", "năm ngày trước", "2026-11-15 2026-11-16"},
		{text.Vietnamese, "cách đây năm năm", "cách đây năm năm", "2021-01-01 2022-01-01"},
		{text.Vietnamese, "mười lăm ngày trước", "mười lăm ngày trước", "2026-11-05 2026-11-06"},
		{text.Vietnamese, "hai mươi mốt ngày trước", "hai mươi mốt ngày trước", "2026-10-30 2026-10-31"},
		{text.Vietnamese, "hai mươi năm trước", "hai mươi năm trước", "2006-01-01 2007-01-01"},
		{text.Vietnamese, "ngày ba mươi tháng tư", "ngày ba mươi tháng tư", "2026-04-30 2026-05-01"},
		{text.Vietnamese, "lỗi tuần trước nữa", "tuần trước nữa", "2026-11-02 2026-11-09"},
		{text.Chinese, "上上周的会议", "上上周", "2026-11-02 2026-11-09"},
		{text.Chinese, "25年11月27日的订单", "25年11月27日", "2025-11-27 2025-11-28"},
	} {
		got := dates.Find(c.sentence, now, c.lang)
		require.Len(t, got, 1, c.sentence)
		require.Equal(t, c.want, show(got[0]), c.sentence)
		require.Equal(t, c.expression, c.sentence[got[0].Span.Start:got[0].Span.End])
	}
	for _, s := range []string{
		"this may be it", "it may last", "2 tuần tới", "2 tuần sau", "lần thứ ba máy hỏng", "lần thứ 3",
		"march to march", "a 3-5 score", "channels 1-11 may do", "between 3 and 5 people", "from 3 to 5",
	} {
		require.Empty(t, dates.Find(s, now, text.Und), s)
	}
}

func TestFindNothing(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"what did we do on the Sunday after our anniversary", "the week before the fair", "two days after the race",
		"", "may I march with you?", "the sun sat on the mat", "we need 3 servers and 20 disks", "version 0.11.3 of 10.2",
		"the other day I fell", "I read it in three weeks", "the best day in two years", "how much will I earn in a month?", "from now on",
		"I have not seen her in two years", "the first one I miss in five years", "the last day of school", "every other Saturday",
		"the second Sunday we sailed", "W12 is in London", "an H1 visa", "question Q3", "week 12 of the course", "the last quarter of the game",
		"a quarter of an hour", "next week of training", "2023-W53", "the 5th of the group", "her 90s", "from the 1900s",
		"April's new dog", "a day's work", "New Year's Eve", "the first week of school", "half a day of work",
		"it may be the last one", "the second part", "the first of all", "the fifth of them", "a third of the group", "room 2025 please", "der Morgen war schön", "I have two days of work",
	} {
		require.Empty(t, dates.Find(s, now, text.Und), s)
	}
}

// Any of the days of a name is none in particular.
func TestFindNoCertainDay(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"What do I cook every Sunday?", "my Sunday drives", "it was on a Monday", "What was on the menu for Thursday?", "two Saturdays in a row", "I run on Sunday mornings", "a year and a half of work",
		"cut on the last Thursday of each month", "the first Monday of every month", "the last day of any quarter",
	} {
		require.Empty(t, dates.Find(s, now, text.English), s)
	}
	for _, s := range []string{"my last Sunday", "the menu for last Thursday", "for Thursday, May 7", "our Sunday, May 3", "what is yours? Sunday we sail"} {
		require.Len(t, dates.Find(s, now, text.English), 1, s)
	}
}

// Months that people are named after are no times where somebody is meant.
func TestFindPeople(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"a weekend with June", "Which hotel did June and I choose?", "What was June dressed as?", "I took June to the game",
		"June said so", "my daughter April", "What has April played?", "May and I swam",
	} {
		require.Empty(t, dates.Find(s, now, text.English), s)
	}
	for _, s := range []string{
		"June was hot", "it was in June and I swam", "between May and June", "with June 5 as the day", "April and June were dry",
		"did it last until June?", "What did we do last June?", "What did I do? June and July",
	} {
		require.NotEmpty(t, dates.Find(s, now, text.English), s)
	}
	_, err := dates.Parse("June", now)
	require.NoError(t, err)
}

func TestFindSeveral(t *testing.T) {
	t.Parallel()
	require.Len(t, dates.Find("it began two weeks ago. Today it ended", now, text.English), 2)
	require.Len(t, dates.Find("it began two weeks ago. Monday it ended", now, text.English), 2)
	got := dates.Find("compare last week with yesterday and 2024-01", now, text.English)
	require.Len(t, got, 3)
	require.Equal(t, "2026-11-09 2026-11-16", show(got[0]))
	require.Equal(t, "2026-11-19 2026-11-20", show(got[1]))
	require.Equal(t, "2024-01-01 2024-02-01", show(got[2]))
}

// 003-11
func TestParse(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"30d": "2026-10-21 15:30 2026-11-20 15:30", "2w": "2026-11-06 15:30 2026-11-20 15:30", "12h": "2026-11-20 03:30 2026-11-20 15:30",
		"2025": "2025-01-01 2026-01-01", "May": "2026-05-01 2026-06-01", "2025-11-27": "2025-11-27 2025-11-28",
		" last week ": "2026-11-09 2026-11-16", "tuần trước": "2026-11-09 2026-11-16", "letzte Woche": "2026-11-09 2026-11-16",
		"la semaine dernière": "2026-11-09 2026-11-16", "上周": "2026-11-09 2026-11-16", "since 30d": "2026-10-21 15:30 ...",
		"in 3 days": "2026-11-23 2026-11-24", "Q3": "2026-07-01 2026-10-01", "yesterday evening": "2026-11-19 2026-11-20",
		"a month ago": "2026-10-01 2026-11-01", "this month": "2026-11-01 2026-12-01",
	} {
		r, err := dates.Parse(s, now)
		require.NoError(t, err, s)
		require.Equal(t, want, show(r), s)
	}
	for _, s := range []string{"", "soon", "last", "yesterday evening maybe", "99999999999d"} {
		_, err := dates.Parse(s, now)
		require.ErrorIs(t, err, dates.ErrNone, s)
	}
}

// within tells whether t is in a range.
func within(r dates.Range, t time.Time) bool {
	return (r.From.IsZero() || !t.Before(r.From)) && (r.To.IsZero() || t.Before(r.To))
}

func TestLocationIsThatOfNow(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("ICT", 7*3600)
	r, err := dates.Parse("27 November 2025", now.In(zone))
	require.NoError(t, err)
	require.True(t, r.From.Equal(time.Date(2025, 11, 27, 0, 0, 0, 0, zone)))
}

// Hours begin where the clocks of the place show so, and days where it skips midnight.
func TestClocks(t *testing.T) {
	t.Parallel()
	india := time.FixedZone("IST", 5*3600+1800)
	r, err := dates.Parse("1 hour ago", time.Date(2026, 11, 20, 15, 50, 0, 0, india))
	require.NoError(t, err)
	require.Equal(t, "2026-11-20 14:00 2026-11-20 15:00", show(r))
	for zone, skipped := range map[string]time.Time{
		"Africa/Cairo":     time.Date(2024, 4, 26, 12, 0, 0, 0, time.UTC), // a Friday
		"America/Havana":   time.Date(2024, 3, 10, 12, 0, 0, 0, time.UTC),
		"America/Santiago": time.Date(2024, 9, 8, 12, 0, 0, 0, time.UTC),
	} {
		loc, err := time.LoadLocation(zone)
		require.NoError(t, err)
		y, m, d := skipped.Date()
		at := time.Date(y, m, d, 12, 0, 0, 0, loc)
		for s, days := range map[string][2]int{
			"today": {0, 1}, "yesterday": {-1, 0}, "tomorrow": {1, 2}, skipped.Format("2006-01-02"): {0, 1}, skipped.Format("2 January"): {0, 1},
			"last " + skipped.Weekday().String(): {-7, -6}, "last " + skipped.AddDate(0, 0, -1).Weekday().String(): {-1, 0}, "2 days ago": {-2, -1},
		} {
			r, err := dates.Parse(s, at)
			require.NoError(t, err)
			require.True(t, within(r, time.Date(y, m, d+days[0], 1, 0, 0, 0, loc)), "%s %s: %v", zone, s, r)
			require.False(t, within(r, time.Date(y, m, d+days[0], 1, 0, 0, 0, loc).Add(-2*time.Hour)), "%s %s: %v", zone, s, r)
			require.True(t, within(r, time.Date(y, m, d+days[1], 1, 0, 0, 0, loc).Add(-2*time.Hour)), "%s %s: %v", zone, s, r)
			require.False(t, within(r, time.Date(y, m, d+days[1], 1, 0, 0, 0, loc)), "%s %s: %v", zone, s, r)
		}
	}
}

// Times are told by other times, but not without end: a text of nothing else ends in a time that grows with its length.
func TestFindNested(t *testing.T) {
	t.Parallel()
	nested := "the week before the end of last May"
	require.Equal(t, "2026-05-14 2026-05-21", showAll(dates.Find(nested, now, text.English)))
	for _, s := range []string{"two weeks from ", "week before day after ", "the first week of the end of ", "early ", "in week before ", "two weeks from mid "} {
		long := strings.Repeat(s, 100_000/len(s))
		require.Empty(t, dates.Find(long, now, text.English), s)
		require.NotEmpty(t, dates.Find(long+"May 2025", now, text.English), s)
	}
}

// Times stay within the years that can be written.
func TestYears(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"5000 years ago", "5000y", "before 9999 years ago"} {
		_, err := dates.Parse(s, now)
		require.ErrorIs(t, err, dates.ErrNone, s)
	}
	for _, s := range []string{"9999-12-31", "until 9999-12-31", "around 9999-12-31", "9999-12"} {
		r, err := dates.Parse(s, now)
		require.NoError(t, err, s)
		require.Equal(t, 9999, r.To.Year(), s)
		require.True(t, r.From.Before(r.To), s)
	}
}

// A range never ends before it begins, and its expression lies in the text.
func TestFindProperties(t *testing.T) {
	t.Parallel()
	words := []string{
		"since", "last", "week", "Friday", "3", "days", "ago", "in", "May", "2025", "the", "to", "from", "vor", "zwei", "Wochen", "trước", "tháng", "11", "上周", "31", "31.12.2025", "around", "30d", "between", "and",
		"we", "will", "met", "are", "meeting", "have", "few", "next", "after", "before", "first", "of", "day", "Q3", "2023-W53", "1990s", "half", "quarter", "on",
		"Christmas", "this", "month", "evening", "year", "until", ",", ".", "5th", "29", "February", "time", "KW",
		"tomorrow", "for", "exactly", "nineties", "80s", "'97", "winter", "2010/11", "weekend", "weeks", "today", "is", "closed", "Rome", "got", "kicks", "off", "mid-nineties",
	}
	zones := clocks(t)
	rapid.Check(t, func(t *rapid.T) {
		s := ""
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "words") {
			s += w + " "
		}
		at := time.Unix(rapid.Int64Range(0, 4_000_000_000).Draw(t, "now"), 0).In(rapid.SampledFrom(zones).Draw(t, "zone"))
		for _, r := range dates.Find(s, at, rapid.SampledFrom([]text.Lang{text.Und, text.English, text.German, text.Vietnamese}).Draw(t, "language")) {
			require.Less(t, r.Span.Start, r.Span.End)
			require.LessOrEqual(t, r.Span.End, len(s))
			require.False(t, r.From.IsZero() && r.To.IsZero())
			if !r.From.IsZero() && !r.To.IsZero() {
				require.True(t, r.From.Before(r.To), "%s: %s", s, show(r))
			}
		}
	})
}

// TestTimesBesideAnotherScript: the words of a run of Chinese, read in pairs that share a character, are no reason to fail where the
// rest of a text names times.
func TestTimesBesideAnotherScript(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"I told you about 我的朋友 on Friday and that we should be there":               "Friday",
		"We met the whole team of 北京大学 and it was great in March with all of them":  "in March",
		"Wir waren mit 花子と私 im letzten März in den Bergen und haben viel gesehen":   "im letzten März",
		"The report 年度报告 is what we all read together on Monday before the meeting": "Monday",
	} {
		found := dates.Find(s, now, text.Und)
		require.Len(t, found, 1, s)
		require.Equal(t, want, s[found[0].Span.Start:found[0].Span.End])
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{
		"since last week", "2025年11月27日", "ngày 27 tháng 11", "vor zwei Wochen", "30d", "31/31/2025", "0000-00-00",
		"I told you about 我的朋友 on Friday and that we should be there",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 300 {
			return
		}
		for _, r := range dates.Find(s, now, text.Und) {
			require.LessOrEqual(t, r.Span.End, len(s))
		}
	})
}
