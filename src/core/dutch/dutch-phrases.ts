/** Phrases of Dutch with values in them. */
import type { Phrase } from "../foreign/values/value-gloss-tables.ts";

const NEXT = "(?:de |het )?(?:volgende?|aanstaande|komende?)";
const LAST = "(?:de |het )?(?:vorige?|afgelopen|laatste)";
const THIS = "(?:deze|dit)";
const EVERY = "(?:elke?|iedere?)";
const PER = "(?:per|in de|in het|elke?|iedere?|op een)";
/** What may stand behind a day of the month that says no month. */
const DAY_ENDS = "(?= ?(?:$|[.,;!?])| (?:om|van deze maand|voor|met|en|rond|tot|bij|in)(?!\\p{L}))";
const MORNING = "(?:ochtend|morgen|voormiddag)";
const AFTERNOON = "(?:middag|namiddag)";

const RELATIVE_DAYS: readonly Phrase[] = [
  { said: "nu", english: "now" },
  { said: "later", english: "later" },
  { said: "vandaag", english: "today" },
  { said: "gisteren", english: "yesterday" },
  { said: "eergisteren", english: "the day before yesterday" },
  { said: "morgen", english: "tomorrow" },
  { said: "overmorgen", english: "the day after tomorrow" },
  { said: `overmorgen ?${MORNING}`, english: "the day after tomorrow in the morning", part: "morning" },
  { said: `overmorgen ?${AFTERNOON}`, english: "the day after tomorrow in the afternoon", part: "afternoon" },
  { said: "overmorgen ?avond", english: "the day after tomorrow in the evening", part: "evening" },
  { said: "vanmorgen|vanochtend|deze ochtend|vandaag in de ochtend", english: "this morning", part: "morning" },
  { said: "vanmiddag|deze middag", english: "this afternoon", part: "afternoon" },
  { said: "vanavond|deze avond", english: "tonight", part: "evening" },
  { said: "vannacht|deze nacht", english: "tonight", part: "night" },
  { said: "morgen ?(?:ochtends?|vroeg|voormiddag)", english: "tomorrow morning", part: "morning" },
  { said: `morgen ?${AFTERNOON}`, english: "tomorrow afternoon", part: "afternoon" },
  { said: "morgen ?avond", english: "tomorrow evening", part: "evening" },
  { said: "morgen ?nacht", english: "tomorrow night", part: "night" },
  { said: "gister(?:en)? ?<part>", english: "yesterday <part>" },
  { said: "(?:over|binnen) <count> <time>", english: "in <count> <time:many>" },
  { said: "(?:over|binnen) (?:een )?half ?uur(?:tje)?", english: "in half an hour" },
  { said: "(?:over|binnen) (?:een )?kwartier(?:tje)?", english: "in 15 minutes" },
  { said: "(?:over|binnen) 3 kwartier", english: "in 45 minutes" },
  { said: "over 14 dagen", english: "in 2 weeks" },
  { said: "vandaag over een week", english: "a week from today" },
  { said: "<weekday> over een week", english: "a week on <weekday>" },
  { said: "<count> <time> geleden", english: "<count> <time:many> ago" },
  { said: "(?:een )?half ?uur(?:tje)? geleden", english: "30 minutes ago" },
];

const NAMED_DAYS: readonly Phrase[] = [
  { said: "<weekday>", english: "<weekday>" },
  { said: "<shortday>\\.? ?(?:-|–|t/m|tot) ?<shortday2>\\.?", english: "<shortday> to <shortday2>" },
  { said: "<shortday>\\.?,? <day> <month>", english: "<shortday>, <month> <day>" },
  { said: "op <weekday>", english: "on <weekday>" },
  { said: "voor <weekday>", english: "for <weekday>" },
  { said: "tot <weekday>", english: "until <weekday>" },
  { said: "vanaf <weekday>", english: "from <weekday>" },
  { said: `(?:op )?<weekday> ?${MORNING}`, english: "<weekday> morning", part: "morning" },
  { said: `(?:op )?<weekday> ?${AFTERNOON}`, english: "<weekday> afternoon", part: "afternoon" },
  { said: "(?:op )?<weekday> ?avond", english: "<weekday> evening", part: "evening" },
  { said: "(?:op )?<weekday> ?nacht", english: "<weekday> night", part: "night" },
  { said: "(?:op )?volgende <weekday>", english: "next <weekday>" },
  { said: "(?:op )?(?:aanstaande|komende|deze) <weekday>", english: "this <weekday>" },
  { said: "(?:op )?(?:vorige|afgelopen) <weekday>", english: "last <weekday>" },
  { said: "(?:volgende|komende) week (?:op )?<weekday>", english: "<weekday> next week" },
  { said: "(?:op )?<weekday> (?:volgende|komende) week", english: "<weekday> next week" },
  { said: `${NEXT} <span>`, english: "next <span>" },
  { said: `${LAST} <span>`, english: "last <span>" },
  { said: `${THIS} <span>`, english: "this <span>" },
  { said: "(?:in|dit) het weekend|in het weekend", english: "on the weekend" },
  { said: "(?:van )?<weekday> (?:tot|tot en met|t/m) <weekday2>", english: "<weekday> to <weekday2>" },
  { said: "(?:aan |op )?(?:het )?eind(?:e)? van (?:de|deze) maand", english: "the end of the month" },
  { said: "(?:aan |op )?(?:het )?eind(?:e)? van volgende maand", english: "the end of next month" },
  { said: "(?:aan |op )?(?:het )?eind(?:e)? van (?:het|dit) jaar", english: "the end of the year" },
];

const DATES: readonly Phrase[] = [
  { said: "(?:de )?jaren <decade>", english: "<decade>" },
  { said: "<wholemonth>", english: "<wholemonth>" },
  { said: "in <month>", english: "in <month>" },
  { said: "<month>(?: ?,)? <year>", english: "<month> <year>" },
  { said: "in <month>(?: ?,)? <year>", english: "in <month> <year>" },
  { said: "<day> <month>", english: "<month> <day>" },
  { said: "op (?:de )?<day> <month>", english: "on <month> <day>" },
  { said: "<day> <month>(?: ?,)? <year>", english: "<month> <day>, <year>" },
  { said: "op (?:de )?<day> <month>(?: ?,)? <year>", english: "on <month> <day>, <year>" },
  { said: "(?:op )?<weekday>,? (?:de )?<day> <month>", english: "on <weekday>, <month> <day>" },
  { said: "(?:op )?<weekday>,? (?:de )?<day> <month>(?: ?,)? <year>", english: "on <weekday>, <month> <day>, <year>" },
  { said: `(?:op )?<weekday>,? de <day>${DAY_ENDS}`, english: "on <weekday> the <day:th>" },
  { said: "van <day> (?:tot|tot en met|t/m) <day2> <month>", english: "from <month> <day> to <month> <day2>" },
  {
    said: "van <day> <month> (?:tot|tot en met|t/m) <day2> <month2>",
    english: "from <month> <day> to <month2> <day2>",
  },
  { said: "tussen <day> en <day2> <month>", english: "between <month> <day> and <month> <day2>" },
  {
    said: "van <day> <month> (?:tot|tot en met|t/m) <day2> <month2>(?: ?,)? <year>",
    english: "from <month> <day> to <month2> <day2>, <year>",
  },
  { said: "tot(?: en met)? <day> <month>(?: ?,)? <year>", english: "until <month> <day>, <year>" },
  { said: "tot(?: en met)? <day> <month>", english: "until <month> <day>" },
  { said: "vanaf <day> <month>", english: "from <month> <day>" },
  { said: "sinds <day> <month>", english: "since <month> <day>" },
  { said: "voor <day> <month>", english: "before <month> <day>" },
  { said: "na <day> <month>", english: "after <month> <day>" },
  { said: `(?:op )?de <day>(?<=º)${DAY_ENDS}`, english: "on the <day:th>" },
  { said: `tot(?: en met)? de <day>(?<=º)${DAY_ENDS}`, english: "until the <day:th>" },
  { said: `vanaf de <day>(?<=º)${DAY_ENDS}`, english: "from the <day:th>" },
  { said: "(?:op )?de <day> van (?:de )?volgende maand", english: "on the <day:th> of next month" },
  { said: "op <day>[-/]<monthnumber>", english: "on <monthnumber> <day>" },
  {
    said: "van <day>[-/]<monthnumber> (?:tot|tot en met|t/m) <day2>[-/]<monthnumber2>",
    english: "from <monthnumber> <day> to <monthnumber2> <day2>",
  },
  { said: "(?:op )?<day>[-/.]<monthnumber>[-/.]<year>", english: "on <monthnumber> <day>, <year>" },
  { said: "tot(?: en met)? <day>[-/.]<monthnumber>[-/.]<year>", english: "until <monthnumber> <day>, <year>" },
  { said: "(?:met |op )?eerste kerstdag|(?:met |op )?1º kerstdag|met kerst", english: "on December 25" },
  { said: "(?:met |op )?2º kerstdag", english: "on December 26" },
  { said: "(?:op )?oudejaarsavond|(?:met )?oud en nieuw", english: "on December 31" },
  { said: "(?:op )?nieuwjaarsdag|met nieuwjaar", english: "on January 1" },
];

const PARTS_OF_DAY: readonly Phrase[] = [
  { said: "(?:'s |s')(?:morgens|ochtends)|in de (?:ochtend|morgen)", english: "in the morning", part: "morning" },
  { said: "(?:'s |s')middags|in de middag", english: "in the afternoon", part: "afternoon" },
  { said: "(?:'s |s')avonds|in de avond", english: "in the evening", part: "evening" },
  { said: "(?:'s |s')nachts|in de nacht", english: "at night", part: "night" },
  { said: "tussen de middag", english: "at noon" },
  { said: "goedemorgen|goede morgen", english: "good morning" },
  { said: "goedemiddag|goede middag", english: "good afternoon" },
  { said: "goedenavond|goede avond", english: "good evening" },
  { said: "goedenacht|welterusten", english: "good night" },
];

const DURATIONS: readonly Phrase[] = [
  { said: "<count> <time>", english: "<count> <time:many>" },
  { said: "<count> <time>,?(?: en)? <n2> <time2>", english: "<count> <time:many> and <n2> <time2:many2>" },
  { said: "(?:een |'n )?half ?uur(?:tje)?", english: "half an hour" },
  { said: "(?:een |'n )?kwartier(?:tje)?", english: "15 minutes" },
  { said: "<n> kwartier", english: "<n:*15> minutes" },
  { said: "<n> uur en (?:een )?kwartier", english: "<n:+0.25> hours" },
  { said: "<n> en (?:een )?half <time>", english: "<n:+0.5> <time:many>" },
  { said: "(?:over|binnen) <n> en (?:een )?half <time>", english: "in <n:+0.5> <time:many>" },
  { said: "(?:een |'n )?halve? <unit>", english: "half a <unit>" },
  { said: "(?:een |'n )?halve? <time>", english: "half a <time>" },
  { said: "<count> <unit>", english: "<count> <unit:many>" },
  { said: "<count> ons", english: "<count:*100> grams" },
  { said: "<n> graden", english: "<n> degrees" },
  { said: "(?:een|'n|1) (?:graden|graad|graadje)", english: "1 degree" },
  { said: "<n> graden celsius", english: "<n> degrees celsius" },
  { said: "min(?:us)? <n> graden|<n> graden onder (?:nul|0)", english: "minus <n> degrees" },
  { said: "min(?:us)? <n>", english: "minus <n>" },
  { said: "<n> en (?:een )?half", english: "<n:+0.5>" },
];

const AMOUNTS: readonly Phrase[] = [
  { said: "<n> ?procent", english: "<n> percent" },
  { said: "(?:de |op de )?helft", english: "half" },
  { said: "3 kwart", english: "three quarters" },
  { said: "2 (?:3º|derde)", english: "two thirds" },
  { said: "(?:een|1) (?:3º|derde)", english: "one third" },
  { said: "(?:een|1) kwart", english: "one quarter" },
  { said: "<count> dozijn", english: "<count> dozen" },
  { said: "een paar", english: "a few" },
  { said: "(?:een )?stuk of <n>", english: "about <n>" },
  { said: "<count> ?<currency>", english: "<count> <currency:many>" },
  { said: "€ ?<n>", english: "<n> euros" },
  { said: "<count> ?<currency>(?: en)? <cents>(?: cent)?", english: "<sum> <currency:many>" },
  // "twee vijftig per stuk": a price whose currency nobody has to say.
  { said: "<n> <cents>(?= (?:de|per|fooi|het) ?)|(?<=(?:kost|kosten) )<n> <cents>", english: "<sum>" },
  { said: "<n> cent", english: "<n> cents" },
  { said: "(?:2º|tweede) klas(?:se)?", english: "second class" },
];

const FREQUENCIES: readonly Phrase[] = [
  { said: "('s )?<weekdays>|op <weekdays>", english: "every <weekdays>" },
  { said: `${EVERY} <weekday>`, english: "every <weekday>" },
  { said: `${EVERY} <weekday> ?<part>`, english: "every <weekday> <part>" },
  { said: `${EVERY} ${MORNING}`, english: "every morning", part: "morning" },
  { said: `${EVERY} ${AFTERNOON}`, english: "every afternoon", part: "afternoon" },
  { said: `${EVERY} avond`, english: "every evening", part: "evening" },
  { said: `${EVERY} nacht`, english: "every night", part: "night" },
  { said: `${EVERY} <time>`, english: "every <time>" },
  { said: `${EVERY} <span>`, english: "every <span>" },
  { said: `(?:${EVERY}|om de) <n> <time>`, english: "every <n> <time:many>" },
  { said: "om de (?:andere )?<time>", english: "every other <time>" },
  { said: "om de week", english: "every other week" },
  { said: "dagelijkse?", english: "daily" },
  { said: "wekelijkse?", english: "weekly" },
  { said: "maandelijkse?", english: "monthly" },
  { said: "jaarlijkse?", english: "yearly" },
  { said: "per kwartaal|driemaandelijkse?", english: "quarterly" },
  { said: "halfjaarlijkse?", english: "semi-annually" },
  { said: "tweewekelijkse?", english: "every 2 weeks" },
  { said: "doordeweeks|door de week|op werkdagen|op weekdagen|elke werkdag", english: "on weekdays" },
  { said: "in de weekenden|elk weekend", english: "every weekend" },
  { said: "(?:een|1) ?(?:keer|maal)|eenmaal", english: "once" },
  { said: "tweemaal", english: "twice" },
  { said: "driemaal", english: "3 times" },
  { said: "<n> ?(?:keer|maal)", english: "<n:times>" },
  { said: `(?:(?:een|1) ?(?:keer|maal)|eenmaal) ${PER} <time>`, english: "once a <time>" },
  { said: `tweemaal ${PER} <time>`, english: "twice a <time>" },
  { said: `<n> ?(?:keer|maal) ${PER} <time>`, english: "<n:times> a <time>" },
  { said: "per <time>", english: "per <time>" },
];

const POLITENESS: readonly Phrase[] = [
  { said: "alstublieft|alsjeblieft|aub|a\\.u\\.b\\.|ajb|graag(?= ?(?:$|[.,;!?]))", english: "please" },
  { said: "dank ?(?:je|u)(?: wel)?|bedankt(?: alvast)?|dankjewel|dankuwel|alvast bedankt", english: "thanks" },
  {
    said: "(?:kun je|kan je|kunt u|kan u|zou je|zou u|kunnen jullie|wil je|wilt u)(?: (?:me|mij|even|misschien|eens))?",
    english: "could you",
  },
  { said: "hallo|hoi|dag(?=,)", english: "hello" },
  { said: "sorry|excuseer|pardon", english: "sorry" },
];

export const DUTCH_PHRASES: readonly Phrase[] = [
  ...RELATIVE_DAYS,
  ...NAMED_DAYS,
  ...DATES,
  ...PARTS_OF_DAY,
  ...DURATIONS,
  ...AMOUNTS,
  ...FREQUENCIES,
  ...POLITENESS,
];
