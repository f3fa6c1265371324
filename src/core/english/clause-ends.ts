/** Where one part of a sentence is over and the next begins. */
import type { ClauseEnds } from "../reading/sentence-tables.ts";

export const CLAUSE_ENDS: ClauseEnds = {
  words: (
    "from to into towards on at in by for with without until till since after before under over below above near via using " +
    "and or but that which who when is are now today tomorrow tonight next this every " +
    "leaving departing returning coming starting please as"
  ).split(" "),
  subjects: "i we you".split(" "),
  of: "of",
};
