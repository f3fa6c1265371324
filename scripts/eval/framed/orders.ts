/** Plain orders among everyday requests, which can be put into any frame. */
import type { EverydayCase, EverydaySource } from "../everyday-data.ts";
import { randomFrom } from "../statistics.ts";
import type { Order } from "./frames.ts";
import { formsOf } from "./verb-forms.ts";

const WORDS_MIN = 3;
const WORDS_MAX = 14;
/** Requests of these kinds are in other languages. */
const OTHER_LANGUAGES = new Set(["de", "es", "fr", "it", "nl"]);
/** A second clause or verb, a quotation or a symbol: the frame would hold a part of it only. */
const MORE_THAN_A_CLAUSE = /[,;:?!"()]|\.\s|\band \w+ (?:it|them)\b/;
/** A negation, a speaker or a listener, a politeness of its own: in a frame it would say something else. */
const FRAMED_ALREADY =
  /\b(?:not|no|never|nobody|except|but|unless|if|i|me|us|we|you|your|yourself|please|pls|will|ya|ta|bro|sure|certain)\b|n't\b/i;
/** Verbs that are nouns as well, as in "log entries of today" and "lock 9 for Anna": they are verbs before an article. */
const NOUNS_TOO = new Set(
  "charge fire lift limit list lock log mark park plan play post pump stock store sync water".split(" "),
);
const ARTICLE_FIRST = /^(?:the|a|an|all|every|this|that|these|those|both)\b/i;

/** An everyday request that is such an order. */
export interface OrderRequest {
  readonly source: EverydaySource;
  readonly request: EverydayCase;
  readonly order: Order;
}

export function ordersIn(sources: readonly EverydaySource[]): readonly OrderRequest[] {
  return sources.flatMap((source) =>
    source.cases.flatMap((request) => {
      const order = isOneCall(request) && !OTHER_LANGUAGES.has(request.kind) ? orderOf(request.query) : null;
      return order ? [{ source, request, order }] : [];
    }),
  );
}

/** With nothing said before, nothing missing, and no reading in which nothing is asked for. */
function isOneCall({ calls = [], missing = [], history = [], accept = [], calls_max = 1 }: EverydayCase): boolean {
  const isCarriedOut = [{ calls, missing }, ...accept].every(
    (reading) => reading.calls?.length === 1 && (reading.missing ?? []).length === 0,
  );
  return isCarriedOut && history.length === 0 && calls_max === 1;
}

/** Null for what is no order that begins with its verb, or cannot stand in a frame. */
export function orderOf(query: string): Order | null {
  const text = query.trim().replace(/[.!]$/, "");
  const [first = "", ...others] = text.split(/\s+/);
  if (others.length + 1 < WORDS_MIN || others.length + 1 > WORDS_MAX) return null;
  if (MORE_THAN_A_CLAUSE.test(text) || FRAMED_ALREADY.test(text)) return null;
  const verb = formsOf(first);
  const rest = others.join(" ");
  return !verb || (NOUNS_TOO.has(verb.base) && !ARTICLE_FIRST.test(rest)) ? null : { verb, rest };
}

/**
 * All of them in an order by lot, the same one for the same seed. Who takes the first so many that are answered rightly
 * takes nearly the same ones of another model.
 */
export function byLot<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = randomFrom(seed);
  return items
    .map((item) => ({ item, lot: random() }))
    .sort((one, other) => one.lot - other.lot)
    .map(({ item }) => item);
}
