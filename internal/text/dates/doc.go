// Package dates finds what a text says about time, in English, Vietnamese,
// German, French, Spanish and Chinese, and turns it into ranges.
//
// Expressions and their meaning, for a reference time (now) in its location:
//
//	yesterday, hôm qua, gestern, hier, 昨天       that day
//	Friday, last Friday, thứ sáu tuần trước       the latest before today
//	last May, novembre dernier                    the latest before this month
//	May last year, last year in May, 去年11月       that of that year
//	the week, the Saturday before last, after next one further than the latest or the nearest, in English
//	next week on Monday, last week Friday         that day, in English
//	last week, next month, letztes Jahr, 上个月    the calendar week (from Monday), month, year
//	3 days ago, vor zwei Wochen, il y a un mois   the day, calendar week, month or year that lies so far back
//	a fortnight ago, a year and a half ago        the calendar week, the month
//	two weeks ago today, a week ago on Friday     that day; two Fridays ago: the one before the latest
//	a few days ago, some weeks back, a few days before X  two to five of them, widened; in English
//	two years ago in May, in May two years ago    that of that year; two years ago this month: as well; in English
//	two weeks from now, in a week's time          the day, calendar week, month or year that lies so far ahead, in English
//	in three weeks                                the same, where the verb is of what is to come: else it is how long something took
//	a week tomorrow, tomorrow week, Monday week, a week last Friday  that day, in English
//	this time last year, a week ago yesterday     that day, in English
//	exactly three weeks ago, two weeks ago to the day, in a fortnight  that day, in English
//	the next two weeks, the coming days           from now until so far ahead; a few are three; in English
//	two weeks from today, a week from Friday      that day, in English
//	the last 30 days, 30 ngày qua, 30d            from that far back until now
//	the past week, month, year; the last fortnight the same, in English
//	the first week of May, the last Friday in May the first 7 days, that day; the week of 10 May: the one it lies in
//	the last day of May, the 5th of next month    that day, in English
//	on the 5th, the week of the 9th, Friday the 13th  the latest that has begun, in English; the 5th alone counts things
//	from the 12th for three days, for three days from X  so long from that day on, in English
//	Q3 2023, H1 2023, the third quarter of 2023   three or six months; last quarter; in Q3: the latest that has begun; English, German
//	2023-W12, week 12 of 2023, KW 12              the week of ISO 8601; English, German
//	the 1990s, the first half of May              ten years; half of the month or of what is longer; in English
//	in the nineties, the '80s, in '97             the latest that have begun, from the thirties on; in English
//	the winter of 2010/11                         the one that begins in the first of the years, in English
//	the first ten days of May, the last two months of 2023, the last weekend of May  those of it, in English
//	27 November, Nov 27 2025, 27.11.2025, 2025-11 the day, month or year; without a year, the latest that has begun
//	the first of May, on May third                the day, in English
//	early May, mid-May, the end of the year       a third of the month or of what is longer, in English
//	last summer, in the spring, winter 2022       the latest that is over, or has begun; the one that begins in the year; in English
//	over Christmas, on New Year's Eve, at Easter  the same of feasts: 24 to 26 December, Good Friday to Easter Monday
//	since, before, after, until X                 open on one side: the zero time
//	around X                                      X, widened by 3 days, a week, half a month or a quarter, as X is long
//	between X and Y, from X to Y, since X until Y from X's beginning to Y's end; an X without a year lies before Y
//	between 3 and 5 May, May 3 to 5, May 3-5      both days and those between; 28 to 3 January begins in December
//	March to May, März bis Mai                    with a capital: from the beginning of one month to the end of the other
//
// "The latest" is so for what stands alone, and in questions and records where no verb
// says another: where the verb that governs a date without a year is of what is to come,
// in English, the date is the next that is not over. "We'll fly in May", "does the lease
// end in June?" and "the wedding is on Friday" lie ahead, "I'll send you what I wrote in
// May" behind. A day of the month alone, as in on the 5th, is the next one too, and so is
// a part of a month, as in the last day of May. So is a day or month that no verb
// governs and that comes within three months: "dentist on 17 March", said in February,
// what something is to be done by, and what one got tickets or an appointment for.
// What happens every year, or on any Saturday, lies behind as ever.
//
// English has the month before the day in a date in figures but where dots stand
// between them, Chinese the year, the others the day. A word that is a month or
// weekday only sometimes (may, march, sat, sun) counts only where it cannot be
// anything else. In English neither does the name of somebody (with June), nor a
// weekday that may be any of them (every Sunday).
//
// Seasons are those of the north, in whole months: spring from March, summer from June, autumn from September, winter from
// December. Thanksgiving is the fourth Thursday of November; Easter is that of the West, and
// the feasts from Shrove Tuesday to Whit Monday follow it. A season or a feast counts only where a word before it or a year behind it
// says that it is a time, and not in a name or before a noun: Summer is my cat, a Christmas present.
//
// The package has no dates library behind it: those there are load their tables
// of 200 languages in every process that imports them (go-dateparser: 0.3 s and
// 100 MB). Tests hold it against go-dateparser.
//
// Times of day are ignored, as in yesterday evening: the day is the finest range, but for
// hours and minutes counted from now.
package dates

// Version changes whenever [Find] or [FindAhead] may read the same text otherwise.
const Version = 1
