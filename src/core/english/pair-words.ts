/** How keys and values of a free object are said: "env to prod and tier to web". */
import type { PairWords } from "../reading/request-tables.ts";

export const PAIR_WORDS: PairWords = {
  link: String.raw`(?:\s*[=:]\s*|\s+(?:to|as|is|of|set to|being)\s+)`,
  next: /^(?:\s*[,;&]\s*(?:and\s+)?|\s+and\s+|\s+plus\s+|\s+)(?:(?:the|with|set)\s+)?/iu,
  lead: /^\s*(?:(?:to|with|are|is|as)\s+)?[:=]?\s*(?:(?:the|a|an)\s+)?/iu,
  noKey: new Set(
    "a an the and or to for from in on at by with of is as set please then now today tomorrow later again it this that these those all any no not".split(
      " ",
    ),
  ),
};
