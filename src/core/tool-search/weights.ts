/** Fitted by scripts/train/tool-search/fit.ts: what speaks how much for a tool, and for any of them being meant. */

/** Log-odds between two tools, for each unit of difference. */
export const CHOICE_WEIGHTS = {
  words: 0.2,
  covered: 14,
  named: 1.5,
  meaning: 15,
  length: -0.16,
  takesNothing: -0.5,
} as const;

/** How much of a lead in scores is one of confidence: 1 where the fit is right about itself. */
export const SHARPNESS = 1;

/** Log-odds that any of the tools is meant. */
export const ANY_WEIGHTS = { bias: -6, score: 0.2, covered: 3, meaning: 4 } as const;

/** From this probability on that none is meant the answer says so. */
export const NONE_MIN = 0.5;
