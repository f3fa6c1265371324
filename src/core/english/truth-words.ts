/** What says yes or no to what a flag is about. Behind the English words stand those that are mixed in from near languages. */
import type { TruthWords } from "../reading/sentence-tables.ts";

export const TRUTH_WORDS: TruthWords = {
  denying: new Set(
    "no not non never without avoid skip exclude excluding disable except kein keine keinen nicht ohne sans pas sin".split(
      " ",
    ),
  ),
  denyingEnding: /n't$/,
  deniedBehind: new Set(["off", "disabled", "excluded", "aus", "unwanted"]),
  asking: new Set(
    "is are has have be should must can do does use with want wants wanted need needs needed require required include includes included allow allowed enable enabled set only flag".split(
      " ",
    ),
  ),
};
