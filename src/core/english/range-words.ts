/** The ends of what is wanted. */
import type { RangeWords } from "../reading/value-tables.ts";

const MORE = "more|greater|bigger|larger|higher|longer|older|heavier|better|later|newer";
const LESS = "less|fewer|smaller|lower|shorter|younger|lighter|cheaper|earlier";

export const RANGE_WORDS: RangeWords = {
  noUnit: "and|to|or|at",
  and: "and",
  to: "to|through|till|until|up\\s+to",
  between: "\\bbetween\\s+(?:the\\s+)?",
  inADate: /(?:\d[-/.]|day\s)$/i,
  beforeNumber: "(?:the|an?|about|around|roughly|price of|of)",
  saidBefore: {
    least: `over|above|(?:${MORE}) than|at least|exceed(?:ing|s)?|min|minimum|starting at|upwards of`,
    most: `under|below|(?:${LESS}) than|at most|up to|max|maximum|within`,
  },
  saidBehind: {
    least: `(?:or|and) (?:${MORE}|above|over|up|upwards)|at least|minimum`,
    most: `(?:or|and) (?:${LESS}|below|under)|at (?:the )?most|max|maximum|tops`,
  },
  yearsBefore: {
    least: /\b(?:since|after|from|starting in|as of)\s+(?:the\s+year\s+)?$/i,
    most: /\b(?:before|until|till|to|through|by)\s+(?:the\s+year\s+)?$/i,
  },
  leftOut:
    /\b(?:but|only|just|not|except(?: for)?|exception of|without|apart from|other than|excluding|leave|skip)\s+(?:(?:not|for|hole|number|no\.?|the)\s+){0,2}$/i,
  asEnds:
    /\b(?:range|interval|bounds?|limits?|min(?:imum)?|max(?:imum)?|between|coordinates?|size|dimensions?|lower|upper|start|end)\b/i,
  denied: /(?:\b(?:not?|never|without|nothing)|n['’]t)\s+(?:\w+\s+){0,4}$/i,
};
