/** How names and what they name stand together, in sentences and in schemas. */
import type { NamingWords } from "../reading/request-tables.ts";

export const NAMING_WORDS: NamingWords = {
  inShort: new Map(
    `
destination dest dst
origin orig
source src
departure dep
arrival arr
station stn
address addr
quantity qty
amount amt
account acct
message msg
description desc
temperature temp
location loc
position pos
category cat
language lang
currency curr
priority prio
duration dur
frequency freq
telephone tel
reference ref
number num
`
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [whole = "", ...short] = line.split(" ");
        return short.map((one) => [one, whole] as const);
      }),
  ),
  namesName: /name$|title$|label$/i,
  called: /\b(?:called|named|titled|entitled|nicknamed|dubbed|(?:identified|known|referred to) as)\s+[\x60'"“‘]?$/i,
  namingNoun: /^(?:name|id|uuid|number|code)\s/i,
  kindOfCode: /^(?:directory|folder|file|path|url|link|site|version|v|uuid)\s+(?=[\w.-]*(?:\/|\d\.\d|\d{4}-)\S*$)/i,
  namesAddress: /\b(?:url|uri|e ?mail)(?: address)?$/i,
  pointsElsewhere: /^(?:last|past|it|them|him|they|there|please|thanks)$/i,
  unspecific:
    "same new last next current whole first second third other right wrong following given specific certain any each every all entire own " +
    "only exact full complete main best top nearest closest of and or is in on to for with at by from number name",
  noQuality:
    /\b(?:of|and|or|to|from|for|in|on|at|by|with|about|into|more|other|the|an?|my|is|are|was|as|per|than|percent|degrees?|euros?|dollars?|pounds?|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)\b/,
  townBehind: /,.*$|\s+city$/i,
  mayBeNumeric: /\b(?:id|number|code|size|phone|zip|date|time|year|version|uuid|address|amount|value|day|port)/,
  nounBetween: "(?:\\s+(?:with\\s+)?(?:the\\s+)?(?:name|id|uuid|number|code))?",
  linkBetween: "\\s*(?:=|:|-|is|of|as|(?:to|should|will|must) be|named|called)?\\s*[\\x60'\"“‘]?",
  linkBehind: "(?:[\\x60'\"”’]\\s+|[\\x60'\"”’]?\\s+(?:as|for)\\s+)(?:(?:the|its|an?|your|my)\\s+)?",
  afterExample: /\b(?:e\.?g\.?|such as|for example|for instance|like)[,:]?\s+(?:an?\s+|the\s+)?([^.;()'"\x60]+)/gi,
  numbering: /^(?:id|identifier|number|no|code|ref|reference|key)$/i,
  determiners: "the|my|our|your",
  betweenExamples: /,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+/,
  familyName: /\b(?:surname|(?:last|family) ?name)\b/i,
  givenName: /\b(?:first|given|fore|christian|middle)[a-z ]{0,12}names?\b/i,
  numberNoun: "(?:with\\s+)?(?:the\\s+)?(?:number|no\\.?|nr\\.?|id|code|reference)?",
  verbEnding: "(?:e?d|e?s|ing|e)?(?:\\s+(?:it|them|these))?",
  second: /\b(?:b?cc|copy|reply|from|sender|backup|alternat\w+|secondary|second|other)\b/i,
  listGap: /^\s*(?:,|;|and|or|&|,\s*and|,\s*or)\s*$/,
  // Begins where blanks begin, so that many of them are not tried one after the other.
  listSeparator: /(?:(?<!\s)\s+)?[,;]\s*(?:(?:and|or)\s+)?|(?<!\s)\s+(?:and|&)\s+/g,
  letterBehind: /^\sA(?=\s*(?:$|[.,;:!?])|\s(?:to|from|and|or|in|at|on|for|with|by|into|onto|is|are|please)(?!\w))/,
  articleInFront:
    /^(?:the|an?(?!\s+(?:couple|few|dozen|fortnight|(?:hour|minute|day|week|month|year) and)\b))\s+(?=\S)/,
  openings:
    "And|Or|But|Also|Can|Could|Would|Will|Should|Please|Thanks|What|When|Where|How|Is|Are|Do|Does|I|My|The|Tell|Show|Find|Get|Give|Let",
  wantsFunction: /\b(?:function|expression|polynomial)\b/i,
  explainedOption: /['"`]([^'"`\s]{1,20})['"`]\s*(?:for|means|meaning|is|=|:|\()\s*(?:the\s+)?([a-z]{3,})/gi,
  nameOfBefore: /(?<=[a-z,;:] )(?:[A-Z][\w'’&.-]*\s+)+of\s+(?:the\s+)?$/,
};
