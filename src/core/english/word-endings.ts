/** Endings that grammar puts behind a word. */
import type { WordEndings } from "../reading/sentence-tables.ts";

/**
 * Three lists, because what was fitted knows words by the stems that its own list leaves: the lexical score of tools and the
 * words of labels by `ofNames`, the cache's features of labels by `ofLabels`. `ofForms` is fitted to nothing.
 */
export const WORD_ENDINGS: WordEndings = {
  ofForms: {
    endings: "ations ation ings ing ies ers er ed es ly s y e".split(" "),
    lettersMin: 3,
    // "planning" is of "plan", but "falling" of "fall".
    doubled: /([bdgmnprt])\1$/,
  },
  ofNames: { endings: "ies ing es ed s".split(" "), lettersMin: 1, doubled: null },
  ofLabels: {
    endings: (
      "izations isations ization isation ations ation ements ement ingly edly ities ness ments ment ising izing ised ized ises izes " +
      "ings ions ing ies ied ion ity ive ers est ise ize ed es er ly al s e y"
    ).split(" "),
    lettersMin: 3,
    // "stopped" is of "stop".
    doubled: /([^aeiou])\1$/,
  },
};
