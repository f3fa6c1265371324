/** A sentence beside a call in words, and whether exactly that is asked for: what the read-back learns from. */
import type { JsonObject } from "#core/json.ts";
import type { LocalTime } from "#core/local-time.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { type CallWords, callInWords, sentenceInWords } from "#models/embedded/read-back/call-words.ts";
import type { Evidence } from "#models/embedded/read-back/read-back.ts";

/** Whether a part of a call is right: 1, 0, or −1 where nobody knows. */
export type Mark = 1 | 0 | -1;

export interface Pair extends CallWords {
  /** The trade, or the set of records. Left out as one. */
  readonly source: string;
  readonly kind: string;
  /** How the call came to be: "gold", "product", "rival" of that, "changed", "near", "framed". */
  readonly origin: string;
  readonly text: string;
  readonly label: 0 | 1;
  readonly toolMark: Mark;
  /** In the order of `said`. */
  readonly marks: readonly Mark[];
  /** Of the product's calls: how it would be judged, what none would be, whether it would be carried out. */
  readonly evidence?: Evidence | null;
  readonly verdict?: string;
  readonly verdictOfNone?: string;
}

export interface PairOf extends Pick<Pair, "source" | "kind" | "origin" | "label" | "toolMark"> {
  readonly query: string;
  readonly history?: readonly { readonly query: string }[];
  readonly tool: ReadableTool;
  readonly parameters: JsonObject;
  /** Paths of what the call asks for. */
  readonly lacking?: readonly string[];
  /** By the name of a top-level parameter. */
  readonly markOf: (name: string) => Mark;
  readonly now: LocalTime;
}

export function pairOf({ query, history = [], tool, parameters, lacking = [], markOf, now, ...known }: PairOf): Pair {
  const words = callInWords(tool, parameters, now, { lacking });
  const text = sentenceInWords(
    query,
    history.map((entry) => entry.query),
  );
  const marks = saidParameters(tool, parameters, now).map((name) => markOf(name));
  return { ...known, text, ...words, marks };
}

/** The top-level names of what `callInWords` says, in its order. */
function saidParameters(tool: ReadableTool, parameters: JsonObject, now: LocalTime): readonly string[] {
  return tool.parameters.flatMap((parameter) => {
    const { said } = callInWords({ ...tool, parameters: [parameter] }, parameters, now);
    return said.length > 0 ? [parameter.path[0]?.key ?? ""] : [];
  });
}

/** Numbers that look like chance and are the same each time: mulberry32. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** 0–1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Undefined of nothing. */
  one<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.next() * items.length)];
  }
}
