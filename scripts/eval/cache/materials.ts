/** What slot-swap is made of, and what its makers work with. */
import type { Tool } from "#core/toolset.ts";
import type { Chance } from "./chance.ts";
import { type Call, callKey, plain, type Sentence } from "./sentence.ts";
import type { Values } from "./swaps.ts";

/** A sentence and what is right to do about it. */
export interface Asked {
  readonly id: string;
  readonly text: string;
  readonly call: Call;
}

export type Category = "exact" | "other" | "reword" | "swap" | "unrelated";

export interface Probe extends Asked {
  readonly category: Category;
  /** Within the category, as in "template" or "role". */
  readonly kind: string;
  /** Of a re-wording: whether the words around its values, before any noise, stand around values among the seeds too. */
  readonly wordingSeen: boolean | null;
  /** What noise was put on it. */
  readonly noise: readonly string[];
}

export interface Seed extends Asked {
  /** Null for a sentence that no tool fits. */
  readonly sentence: Sentence | null;
}

export interface SlotSwap {
  readonly tools: readonly Tool[];
  /** Answered first, in any order. */
  readonly seeds: readonly Seed[];
  /** Only looked up. */
  readonly probes: readonly Probe[];
  /** Looked up and answered from cold, in this order. */
  readonly stream: readonly Asked[];
}

/** What the makers of probes and of the stream work with. */
export interface Materials {
  readonly chance: Chance;
  readonly claims: Claims;
  readonly values: Values;
  readonly toolNamed: (name: string | null) => Tool;
  /** Every SNIPS sentence, seeds and others. */
  readonly snips: readonly Sentence[];
  readonly seeds: { readonly snips: readonly Seed[]; readonly bfcl: readonly Seed[] };
  readonly seedTexts: ReadonlySet<string>;
  readonly seedWordings: ReadonlySet<string>;
  /** Words that sentences have: no typing error makes one of them. */
  readonly vocabulary: ReadonlySet<string>;
  /** How many probes to make where a full set of data would have `count`. */
  readonly quota: (count: number) => number;
}

/** A text may mean one call only, all through. */
export class Claims {
  readonly #calls = new Map<string, string>();

  /** False when the text stands for another call already. */
  claim(text: string, call: Call): boolean {
    const key = plain(text);
    const before = this.#calls.get(key);
    if (before === undefined) this.#calls.set(key, callKey(call));
    return before === undefined || before === callKey(call);
  }
}
