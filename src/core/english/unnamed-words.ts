/** Words for things that are not named: all of them, any of them, another one. */
import type { UnnamedWords } from "../reading/sentence-tables.ts";

export const UNNAMED_WORDS: UnnamedWords = {
  all: new Set("all both each every everything everyone everybody rest others remaining".split(" ")),
  any: new Set(
    "any anything anyone anybody some something someone somebody other another one ones either neither none nobody nothing".split(
      " ",
    ),
  ),
  pointing: new Set("this that these those".split(" ")),
  counts: new Set(["one", "that", "this"]),
  little: new Set("the my our your his her their of them us you no".split(" ")),
  generic: new Set("thing things person people".split(" ")),
  oneOf: /^\s+of\s+(?:the|my|our|your|his|her|their|these|those|them|us)(?!\p{L})/iu,
};
