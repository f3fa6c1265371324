import type { KeyedWorkStore } from "#core/ports/keyed-work-store.ts";

const DONE = Promise.resolve();
const WORK = { end: () => DONE };
const BEGUN = Promise.resolve(WORK);

/** There is one process, and it knows what it does. */
export const EMBEDDED_KEYED_WORK: KeyedWorkStore = { begin: () => BEGUN };
