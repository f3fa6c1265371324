/** Where one request of a sentence ends and the next begins. */
import type { RequestBorderWords } from "../reading/request-tables.ts";

export const REQUEST_BORDER_WORDS: RequestBorderWords = {
  // "I would also like" goes on.
  titles: "mrs|messrs|prof|capt|sgt|lieut|rev|supt|insp|gov|msgr|mme|mlle",
  joiners: String.raw`(?:and\s+then|and\s+also|and|then|(?<!\b(?:i|we|you|they|can|could|would|should|will|must|to)\s{1,8})also|plus|as\s+well\s+as|after\s+that|afterwards)`,
  single: /(?:^|\s)(?:an?|another)\s+$/i,
  leads:
    /^(?:(?:and|then|also|plus|next|afterwards|after that|finally|lastly|additionally|in addition to (?:that|this)|in addition|furthermore|moreover|please|first of all|(?:first|second|third|fourth)(?:ly)?(?=,|\s*$))\b[\s,]*)+/iu,
  verbs:
    "know|understand|provide|calculate|compute|determine|estimate|retrieve|list|look|search|compare|convert|fetch|mark|note|log|invite|plan|prepare",
  references: new Set(
    "their his her its both each all one ones same another other too also again them they".split(" "),
  ),
  shortEnds: "in|on|up|it|me|us|we|he|be|do|so|to|go|by|at|is|ok|am|pm|tv|pc|id",
  numbering: /\bno\.?(?=\s*#?\d)/giu,
  alsoWithin: /^(\W*(?:(?:i|we|you)(?:['’]d|\s+would)?|(?:can|could|would|will)\s+you))\s+also(?=\s)/iu,
  shortWould: /^(\W*(?:i|we))['’]d(?=\s)/iu,
  thirdPerson: /^\p{Ll}+[^s\P{Ll}]s(?=\s)/u,
  sameAsBefore: /^(?:the\s+)?same(?:\s+\p{L}+)?$/iu,
  allBefore: /\b(?:these|those|both|each|two|three|four|five)\b/iu,
  naming: new Set(["name"]),
  beforeArticle: /^\W*([\p{L}]{3,})\s+(?:the|my|our|his|her|their|all|both|every|this|that|these|those)\s/iu,
  subjects: /^(?:i|we|you|he|she|it|they|who|his|her|its|their|my|our|your|that|this)(?![\p{L}\p{N}])/iu,
  names: new Set(
    "title name song track book movie film album artist band show series game company brand product item dish recipe event".split(
      " ",
    ),
  ),
  ordinals: ["first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th"],
  lastOrdinal: "last|final",
  denied:
    /\b(?:not|never|nothing|neither|nor|without|except|unless|(?<!\b(?:check|see|know|me|us|out|whether) )if|when|once|whenever)\b|n['’]t\b/iu,
};
