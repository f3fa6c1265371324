/** Shares of a whole. */
import type { ShareWords } from "../reading/value-tables.ts";

export const SHARE_WORDS: ShareWords = {
  fractions: [
    [/\bthree[\s-]quarters?\b/gi, 75],
    [/\btwo[\s-]thirds?\b/gi, 67],
    [/\b(?:a|one)[\s-](?:quarter|fourth)\b/gi, 25],
    [/\b(?:a|one)[\s-]third\b/gi, 33],
    [/\b(?:a|one)[\s-]tenth\b/gi, 10],
    [/\b(?:one[\s-])?half(?:way)?\b/gi, 50],
  ],
  // "a quarter to nine" is a time of day.
  notBehind: /^(?:\s+(?:past|to)\b|-)/i,
  notBefore: /(?:\b(?:and|every|each|this|next|last|per|once)\s+(?:an?\s+)?|\d\s*)$/i,
  articles: "(?:of\\s+)?(?:(?:the|all|our|my|its|full|maximum)\\s+)*",
  fillings: "full empty open closed charged".split(" "),
  subjects: "power blast strength".split(" "),
  all: "full|maximum|max|highest|the highest|top|complete",
  nothing: "minimum|min|lowest|the lowest",
  before: "\\b(?:at|to|on)\\s+(?:the\\s+)?",
  behind: "\\s*(?:$|[.,!?]|please\\b)",
  inPercent: /\bpercent(?:age)?\b|\bper cent\b|%|\b0\s*(?:to|-|–)\s*100\b|\bpct\b/i,
  asPart: /\bdecimal|\bfraction|\b0\.\d|\bsum to 1\b|\b(?:between|from) 0 (?:and|to) 1\b/i,
  noSubject: /^(?:percent|percentage|pct|\d+)$/,
};
