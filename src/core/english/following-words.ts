/** How people go on from what was said before, and correct themselves. */
import type { FollowingWords } from "../reading/request-tables.ts";

const SAME =
  "(?:(?:and|do|now|once|just)\\s+)*(?:the\\s+)?(?:very\\s+)?same(?:\\s+(?:thing|again|one|too|here|goes|please))*";
/** What somebody who misspoke says of it. */
const MEANT = "i(?:'d|\\s+had)?\\s+(?:mean|meant|said|wanted|misspoke|mistyped|misread(?:\\s+(?:it|that))?)";
const BEING =
  "(?:it|that|this|they|those|these)(?:'s|'re|\\s+(?:is|are|was|were|should(?:'ve|\\s+have)?(?:\\s+(?:be|been))?))";
const EXCUSES =
  "no|nope|nah|oops|whoops|sorry|correction|wait|actually|rather|hold\\s+on|hang\\s+on|my\\s+mistake|my\\s+bad|wrong\\s+one|" +
  "scratch\\s+that|strike\\s+that|or\\s+rather|never\\s+mind|u[hm]+|erm?|ehm|ah|oh";

const UP =
  "further|higher|warmer|hotter|louder|faster|quicker|longer|later|bigger|larger|brighter|wider|deeper|stronger|taller|heavier|up";
const DOWN =
  "less|fewer|lower|cooler|colder|quieter|slower|shorter|earlier|sooner|smaller|dimmer|darker|narrower|weaker|lighter|down";
/** A number or "an", and a word or two for what it counts. */
const AMOUNT = "(?:an?|one|half|[\\p{L}-]+|\\d[\\d.,]*)\\s+(?:an?\\s+)?(?:[\\p{L}%]+\\s+){0,2}?";

export const FOLLOWING_WORDS: FollowingWords = {
  lead: new RegExp(
    `^[\\s,;.:!?…—–-]*(?:(?:${EXCUSES}|and|also|but|or|then|ok|okay|well|please|hmm|now|so|yes|better|still|just|only|` +
      `what\\s+if|(?:what|how)\\s+about|(?:let's\\s+)?(?:make|have)\\s+(?:it|that|them)|${MEANT}|${BEING}|` +
      `${SAME}(?:\\s+(?:for|with|to|on|in|at))?)(?![\\p{L}\\p{N}'’])[\\s,;.:!?…—–-]*)`,
    "iu",
  ),
  end: new RegExp(
    `(?:[\\s,]+(?:please|too|as\\s+well|also|instead|then|now|again|rather|though|this\\s+time|after\\s+all|` +
      `${SAME}|${MEANT}|(?:it|that)\\s+(?:is|was)|(?:was|is)\\s+what\\s+i\\s+(?:meant|mean|wanted|said)))[\\s,;.!?]*$`,
    "iu",
  ),
  goesOn: new RegExp(
    `^[\\s,;.:!?…—–-]*(?:(?:and|ok|okay|well|ah|oh)[\\s,]+)*(?:(?:${EXCUSES})(?![\\p{L}\\p{N}'’])|${MEANT}(?![\\p{L}\\p{N}'’])|` +
      `(?:make|have)\\s+that(?![\\p{L}\\p{N}'’]))|(?<![\\p{L}\\p{N}])same(?![\\p{L}\\p{N}])|` +
      `(?:${MEANT}|was\\s+what\\s+i\\s+meant|(?<![\\p{L}\\p{N}])(?:too|as\\s+well|instead|after\\s+all))[\\s.!?]*$|` +
      `(?:^|,\\s*)not\\s+\\S+`,
    "iu",
  ),
  denied:
    /(?:^|(?<=[\s,;]))(?:(?:and|but)\s+)?(?:not|instead\s+of|rather\s+than|(?:i|we)\s+(?:don['’]t|do\s+not)\s+(?:want|need|mean))\s+(?<denied>[^,;]{1,60}?)(?=\s*(?:[,;.!?]|\bbut\b|$))/giu,
  bareBefore: /^\s*(?:the|an?|to|in|on|at|for|from|with|of)?\s*(?:the\s+)?$/iu,
  bareBehind: /^\s*(?:ones?)?\s*$/iu,
  // "Sorry to bother you" and "the hold on 12" take nothing back.
  takenBack: new RegExp(
    `(?:\\s*[,;.!?…—–]+\\s*|\\s+)(?:(?:no|nope|nah|uh|u[hm]+|erm?|ehm|ah|oh|hmm+|a+r+gh|ugh|oops|whoops|wait|actually|well|hang\\s+on|` +
      `sorry(?!\\s+(?:for|to|about|that|if|but)\\b)|hold\\s+on(?!\\s+[\\p{L}\\p{N}])|correction|rather|or\\s+rather|make\\s+that|` +
      `(?:scratch|strike|scrap|forget|disregard)\\s+that|my\\s+mistake|my\\s+bad|stop|${MEANT})` +
      `(?![\\p{L}\\p{N}'’])[\\s,;.!?…—–]*)+`,
    "giu",
  ),
  takesNothingBack:
    /^(?:\s+(?:no|well|actually|rather|sorry|stop|oh|ah|uh|wait)[\s,;.!?…—–]*|[\s,;.!?…—–]*(?:no|oh|ah|uh|um|er|well|stop)\s*|\s+i\s+(?:mean|meant|said|wanted)[\s,;.!?…—–]*)$/iu,
  preposition: /(?:^|\s)(?:for|in|at|on|to|with|from|by|of|until|till|after|before|into|around|about)\s+(?:the\s+)?$/iu,
  leadingPreposition: /^(?:for|in|at|on|to|with|from|by|of|until|till|after|before|into|around|about)\s+/iu,
  more: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${AMOUNT}(?:${UP})|(?:\\p{L}+|\\d[\\d.,]*)\\s+\\p{L}+\\s+more|another\\s+half\\s+(?:an?\\s+)?hour|` +
      `(?:the\\s+)?(?:day|week)\\s+after|(?:the\\s+)?(?:next|following)\\s+day)(?![\\p{L}\\p{N}])(?!\\s+tomorrow)`,
    "iu",
  ),
  less: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${AMOUNT}(?:${DOWN})|(?:the\\s+)?(?:day|week)\\s+before)(?![\\p{L}\\p{N}])(?!\\s+yesterday)`,
    "iu",
  ),
  inTime: /\b(?:later|earlier|sooner|(?:day|week) (?:after|before)|(?:next|following) day)\b/iu,
  theOther: /^(?:the\s+)?other(?:\s+(?:one|way(?:\s+a?round)?))?$/iu,
  nextWeek: /\bweek (?:after|before)\b/iu,
  nextDay: /\b(?:day (?:after|before)|(?:next|following) day)\b/iu,
  sinceNow: /\b(?:today|tomorrow|yesterday|tonight|now|this|next|in|ago|noon|midnight)\b/iu,
  weekday: /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/iu,
  halfOfDay:
    /\d\s*[ap]\.?m\b|\b(?:am|pm|morning|afternoon|evening|night|noon|midnight)\b|\b(?:1[3-9]|2[0-3]|0\d)[:.]\d\d\b/iu,
  pronoun:
    /(?<![\p{L}\p{N}])(?:it|its|them|they|that|those|this|these|one|there|here|him|her|his|he|she|again|other)(?![\p{L}\p{N}'’])/iu,
  otherInFront: /(?<![\p{L}\p{N}])(?:other|the\s+\p{L}+)\s+$/iu,
  ordinal: /^\d+(?:st|nd|rd|th)(?!\p{L})/iu,
  moreBehind: /^\s+more(?![\p{L}\p{N}])/iu,
  standsForOther:
    /^(?:(?:(?:an|the)?other|the|that|this|those|these|one|ones|two|it|them|same|once|again|more|time|all|both|either|neither|none|of|way|a?round|vice|versa|undo|revert|reverse|swap|leave|keep|back|as|is|was|were|be|stop|cancel|forget|never\s*mind)(?:\s+|$))+$/iu,
  exchanged:
    /^(?:(?:the|do|make|it|and|just|exactly|but)\s+)*(?:other\s+way\s+a?round|opposite\s+direction|vice\s+versa|in\s+reverse|reversed?(?:\s+it|\s+that)?|swap(?:ped)?(?:\s+(?:them|those|the\s+two|both))?)$/iu,
  beginningName: /(?<![a-z])(?:from|source|origin|departure|sender|start)(?![a-z])/i,
  endName: /(?<![a-z])(?:to|destination|target|arrival|recipient|receiver|end)(?![a-z])/i,
  onceMore: /(?<![\p{L}\p{N}])(?:again|once more|one more time|repeat|another (?:one|time))(?![\p{L}\p{N}])/iu,
};
