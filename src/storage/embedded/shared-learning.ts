import type { SharedLearning } from "#core/ports/shared-learning.ts";
import { EMBEDDED_KEYED_WORK } from "./keyed-work.ts";

const DONE = Promise.resolve();
const NOTHING = Promise.resolve(null);

/** There is nobody to share with. */
export const EMBEDDED_SHARED_LEARNING: SharedLearning = {
  isShared: false,
  begin: EMBEDDED_KEYED_WORK.begin,
  find: () => NOTHING,
  keep: () => DONE,
  forget: () => DONE,
};
