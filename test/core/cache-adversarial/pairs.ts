/** Every pair of sentences that differ by one small thing, with their calls. */
import { IDENTITY_PAIRS } from "./identity-pairs.ts";
import { LANGUAGE_PAIRS } from "./language-pairs.ts";
import { MEANING_PAIRS } from "./meaning-pairs.ts";
import { type Annotated, annotated } from "./notation.ts";
import { NUMBER_PAIRS } from "./number-pairs.ts";

export interface Pair {
  readonly about: string;
  readonly tool: string;
  readonly known: Annotated;
  readonly asked: Annotated;
}

export const PAIRS: readonly Pair[] = [MEANING_PAIRS, NUMBER_PAIRS, IDENTITY_PAIRS, LANGUAGE_PAIRS].flatMap((pairs) =>
  Object.entries(pairs).flatMap(([about, rows]) =>
    rows.map(([tool, known, asked]) => ({ about, tool, known: annotated(known), asked: annotated(asked) })),
  ),
);
