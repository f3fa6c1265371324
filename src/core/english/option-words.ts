/** What else people call the options that schemas enumerate. */
import type { OptionWords } from "../reading/request-tables.ts";

export const OPTION_WORDS: OptionWords = {
  synonyms: `
asc|ascending|smallest to largest|lowest to highest|lowest first|smallest first|oldest first|lowest on top|smallest on top|a to z|increasing
desc|descending|largest to smallest|highest to lowest|highest first|biggest first|largest first|newest first|latest first|highest on top|biggest on top|largest on top|z to a|decreasing
above|over|gt|greater than|more than|higher than|larger than|bigger than|longer than|hotter than|warmer than|exceeds|goes beyond
below|under|lt|less than|lower than|smaller than|shorter than|fewer than|colder than|cooler than
eq|equals|equal to|exactly
min|minimum|lowest|smallest
max|maximum|highest|largest|peak
mean|average|avg|on average
sum|total|in total|altogether
up|louder|brighter|turn up|increase|raise
down|quieter|dimmer|turn down|decrease|reduce
editor|edit|editing|write
viewer|view|look at|read only
commenter|comment
low|lowest|weak|gentle
mid|medium|middle|moderate|average
high|highest|strong|strongest
small|s
large|l|big
extra large|xl
medium|m
extra small|xs
extra extra large|double extra large|xxl
delete|remove|erase
add|create|insert
update|change|modify|edit
complete|mark as done|finish
celsius|centigrade|metric|c
fahrenheit|imperial|f
kilometers|kilometres|km|kilometer|kilometre
miles|mi|mile
meters|metres|m|meter|metre
feet|ft|foot
kilograms|kg|kilos|kilogram
pounds|lb|lbs|pound
one way|oneway
round trip|roundtrip|return ticket|there and back
hourly|by the hour
daily|by day
weekly|by week
monthly|by month
yearly|annually|annual
economy|coach
driving|drive|car|by car
walking|walk|on foot
bicycling|cycling|bike|bicycle|by bike
transit|public transport|public transportation|by train|by bus
cheap|inexpensive|budget|low cost
moderate|mid range|reasonably priced|intermediate
expensive|pricey|upscale|high end
beginner|easy|simple|novice
advanced|expert|hard|difficult
male|man|men
female|woman|women
json|as json
open|opened|opening
closed|close|shut|closing
approve|accept|grant|agree to|say yes to|sign off
decline|reject|refuse|deny|turn down|say no to
start|begin|launch
pause|paused|pausing|hold
resume|continue|unpause|carry on
stop|halt|end
turn on|turns on|switch on|power on
turn off|switch off|power off
lost|lose|mislaid
stolen|stole|steal|theft|robbed
damaged|broken|broke|damage
price asc|price ascending|price low to high|cheapest|cheapest first|lowest price|lowest price first
price desc|price descending|price high to low|most expensive|most expensive first|highest price
rating|top rated|best rated|highest rated|best reviewed
newest|newest first|latest|most recent
oldest|oldest first
critical|urgent
vacation|holiday|annual leave|paid time off
sick|ill|sick leave
production|prod
development|dev
email|e mail|mail
sms|text message
`
    .trim()
    .split("\n"),
  every: /\b(?:all|both|every|each)\s+(?:of\s+)?(?:(?:the|these|those|my|our|your)\s+)?(\p{L}+)/giu,
  meansAll: /^(?:all|both|every|each|everything|everywhere|everyone)\b/i,
  signs: new Map([
    ["+", ["+", "positive", "pos", "plus"]],
    ["-", ["-", "\u2212", "negative", "neg", "minus"]],
  ]),
  isNothing: /^(?:none|no|zero|without|nothing)$/i,
  nothingOf: /\b(?:no|without|zero)\s+(?:any\s+)?([a-z]+)/gi,
  grammar: new Set("a all and any at by for from in is it no none not of on or other the to up with".split(" ")),
  yes: /^(?:true|yes)$/i,
  no: /^(?:false|no)$/i,
};
