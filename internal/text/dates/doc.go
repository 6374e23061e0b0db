// Package dates finds what a text says about time, in English, Vietnamese,
// German, French and Chinese, and turns it into ranges.
//
// Expressions and their meaning, for a reference time (now) in its location:
//
//	yesterday, hôm qua, gestern, hier, 昨天       that day
//	Friday, last Friday, thứ sáu tuần trước       the latest before today
//	last May, novembre dernier                    the latest before this month
//	May last year, last year in May, 去年11月       that of that year
//	the week, the Saturday before last            one further back than the latest, in English
//	last week, next month, letztes Jahr, 上个月    the calendar week (from Monday), month, year
//	3 days ago, vor zwei Wochen, il y a un mois   the day, calendar week, month or year that lies so far back
//	a fortnight ago, a year and a half ago        the calendar week, the month
//	two weeks ago today, a week ago on Friday     that day; two Fridays ago: the one before the latest
//	two weeks from today, a week from Friday      that day, in English
//	the last 30 days, 30 ngày qua, 30d            from that far back until now
//	the past week, month, year; the last fortnight the same, in English
//	the first week of May, the last Friday in May the first 7 days, that day; the week of 10 May: the one it lies in
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
// English has the month before the day in a date in figures, Chinese the year,
// the others the day. A word that is a month or weekday only sometimes (may,
// march, sat, sun) counts only where it cannot be anything else. In
// English neither does the name of somebody (with June), nor a weekday that may
// be any of them (every Sunday).
//
// Seasons are those of the north, in whole months: spring from March, summer from June, autumn from September, winter from
// December. Thanksgiving is the fourth Thursday of November. A season or a feast counts only where a word before it or a year
// behind it says that it is a time, and not in a name or before a noun: Summer is my cat, a Christmas present.
//
// The package has no dates library behind it: those there are load their tables
// of 200 languages in every process that imports them (go-dateparser: 0.3 s and
// 100 MB). Tests hold it against go-dateparser.
//
// Times of day are ignored: the day is the finest range, but for hours and
// minutes counted back from now.
package dates
