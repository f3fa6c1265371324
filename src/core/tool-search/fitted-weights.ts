/**
 * Fitted by scripts/train/tool-search/fit.ts on 1,338 requests to owners and trades that no network and no measured set knows.
 * docs/measurements/tool-search.md has what they reach elsewhere.
 */

/** Log-odds between two tools, for each unit of difference. */
export const CHOICE_WEIGHTS = {
  words: 0.16,
  covered: 4.95,
  named: -5.07,
  /** Fitted later, beside the others as they stand. */
  optional: 8.31,
  meaning: 20.11,
  length: -0.776,
  takesNothing: -0.412,
} as const;

/** How much of a lead in scores is one of confidence: 1 where the fit is right about itself. */
export const SHARPNESS = 1;

/** Log-odds that any of the tools is meant, by what speaks for the first. */
export const ANY_WEIGHTS = { bias: -2.52, covered: 2.3, meaning: 10.23, named: -2.76, tools: -0.347 } as const;

/** From this probability on that none is meant the answer says so: of requests that mean a tool, one in ten at most when this was fitted. */
export const NONE_MIN = 0.822;
