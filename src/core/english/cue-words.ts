/** The little words at a value that say whose it is, and the names of parameters that wait for them. */
import type { CueWords } from "../reading/request-tables.ts";

export const CUE_WORDS: CueWords = {
  origin: [
    "origin source src from departure start",
    "from|leaving from|departing from|starting from|starting at|out of",
  ],
  destination: ["destination to target tgt arrival end", "to|into|towards"],
  beginning: [
    "since after from start begin beginning check-in departure depart pickup leave",
    "since|after|from|starting|beginning|as of|leaving|departing",
  ],
  ending: [
    "until before to end by due deadline check-out return dropoff",
    "until|till|before|by|to|through|ending|due|due by|returning|coming back|back",
  ],
  // "Move it from Tuesday to Wednesday": of a new day or time the old one stands behind "from".
  moved: ["new", "to|for|until|till", "from"],
  single: [
    ["recipient receiver payee beneficiary", "to"],
    ["assignee", "to|assigned to|assign to|assign it to|assign this to|for"],
    ["author artist creator writer composer director singer band by", "by"],
    ["near nearby", "near|close to|around|next to"],
  ],
  purpose: ["purpose reason occasion", "for(?=\\s+(?:the|my|our|an?)\\s)|because of|due to"],
  saying: [
    "body message content note text announcement",
    "saying|that says|says|reading|with the message|with the text|telling \\w+",
  ],
  running: ["command cmd", "(?:run|execute|exec|issue|type)(?:\\s+the)?(?:\\s+(?:shell\\s+)?(?:command|cmd))?"],
  withContent: [
    "body message content note text description comment",
    "with (?:the )?(?:content|text|message|note|description|comment)(?: -)?",
  ],
  toldThat:
    /(?<!\b(?:an?|the|this|that|my|our|your|each|every)\s+)\b(?:tell|let|know|message|text|e-?mail|notify|inform|remind|writ|warn|note|announce|post|say|report|mention)\p{L}*\s[^:;!?"“]*\bthat\s+$|(?<!\p{L})let\s+(?!me\b|us\b)[^:;,.!?"“]{1,40}?\sknow\s+$|(?<!\p{L})ask\s+(?!me\b|us\b)[^:;,.!?"“]{1,40}?\s(?=whether\s)$|(?<!\p{L})(?:tell|ask|warn)\s+(?!to\b)[^:;,.!?"“]{1,40}?\sto\s+$/iu,
  // "Tell Anna the bus is late": whoever is told stands before what they are told.
  toldPlainly:
    /(?<!\p{L})(?:(?:tell|text|message|warn|inform|notify|ping)\s+(?!(?:me|us)\s)|remind\s+)[^:;,.!?"“]{1,40}?(?<!\b(?:about|and|at|for|from|in|is|of|on|or|that|to|with))\s+$/iu,
  clauseBegins:
    /^(?:an?|he|her|his|i|it|its|my|our|she|the|their|there|these|they|this|those|we|you|your)(?:['’]\p{L}+)?\s/iu,
  told: new Set("message text body note notes comment content description remark remarks announcement".split(" ")),
  // "remind me in an hour to take the bread out", up to a time behind it.
  reminded:
    /\bremind(?:er)?\s[^:;!?"“]{0,40}?\bto\s+(?<task>\S.*?)(?=\s+(?:(?:at|on|in|by|every|next|before|after)\s+(?:the\s+)?(?:\d|an?\s+(?:hour|half|quarter|minute|day|week|month)|half|quarter|three\s+quarters|noon|midnight|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:week|month|year)\b|morning|afternoon|evening)|today\b|tonight\b|tomorrow\b|this\s+(?:morning|afternoon|evening)|(?:please|thanks|thank\s+you)\b)|[\s.,!?]*$)/iu,
  reminds: new Set("what text task title subject about message note reminder content thing todo".split(" ")),
  behindColon: new Set(
    "subject title text body message note notes comment content description summary issue problem answer reply response prompt sentence".split(
      " ",
    ),
  ),
  between: "(?:(?:the|an?|my|our|your|his|her|their|its|this|that|on)\\s+)?",
  dateNoun: /-(?:date|day|time)$/,
  namesReturn: /^(?:return|inbound)/i,
  beginningAndEnd: [
    /\b(?:from|start|starts|begin|begins|beginning|since|after)\b/i,
    /\b(?:to|until|till|end|ends|ending)\b/i,
  ],
  each: "an?|per|each|apiece",
  namesRate: /(?:^|_)per(?:_|$)/i,
  namesCount: /(?<!s|rate|total)s$/i,
  people: "people persons guests adults passengers travelers travellers seats diners attendees players party",
  forPeople: /(?<!\w)for\s+$/i,
  lengths: "nights days weeks months years hours minutes duration length",
  rows: [
    ["1", "2", "3", "4"],
    ["a", "b", "c", "d"],
    ["x", "y", "z"],
    ["one", "two", "three"],
    ["first", "second", "third"],
  ],
  ends: [
    ["start", "end"],
    ["start", "destination"],
    ["start", "finish"],
    ["begin", "end"],
    ["initial", "final"],
    ["from", "to"],
    ["lower", "upper"],
    ["origin", "destination"],
    ["departure", "arrival"],
  ],
};
