/** Between things and numbers that are enumerated. */
import type { EnumerationWords } from "../reading/request-tables.ts";

export const ENUMERATION_WORDS: EnumerationWords = {
  separator: /\s*(?:,\s*and\b|,|\band\b|;|\bplus\b|&)\s*$/i,
  single: /(?:,|;|&|\band|\bplus)\s+(an?)(?=\s+[a-z])(?!\s+(?:half|quarter|couple|dozen|few)\b)/gi,
  nextNumber: /^(?:\s?[a-z°µ%²³]{1,12}(?:\s[a-z]{1,12})?)?\s*(?:,\s*and\b|,|\band\b|&)\s*$/i,
  nextName: /^\s*(?:,\s*and\b|,|\band\b|&)\s*(?:(?:the|its|an?)\s+)?$/i,
  link: /^\s*(?:(?:as|of|are|is|being|at|to|both|values?|equal(?:s|\s+to)?|set\s+to|respectively)\s*)*[=:]?\s*[^\w\s.]?$/i,
  writtenLists: /\[[^[\]]*\]|\([^()]*,[^()]*\)|(?:-?\d[\d.]*\s*(?:,|and|to)\s*(?:and\s+)?)+-?\d[\d.]*/g,
  namedBy: "=|:|is|of|as|equal to|equals",
};
