/** Which parameters want the least or the most of something, and what the words around a number say of that. */
import { ENGLISH } from "#core/english/english.ts";
import { CURRENCY_SIGN, isMoney, wantsMoney } from "#core/reading/currencies.ts";
import { type Limit, limitSaid, type Range } from "#core/reading/ranges.ts";
import type { Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import { price } from "./prices.ts";

const WORDS = ENGLISH.limits;

const DESCRIBED: Readonly<Record<Limit, RegExp>> = { least: WORDS.describedLeast, most: WORDS.describedMost };

/** "from 100 euros", but "from 5 December". */
const FROM_BEFORE = new RegExp(`${WORDS.starting}${CURRENCY_SIGN}?\\s?$`, "i");
const AROUND_UNITS_MAX = 24;

/** How much likelier the words around it make it that a number is the parameter's, as log-odds. */
export function limited(text: string, span: Span, parameter: Parameter, ranges: readonly Range[]): number {
  const wanted = limitWantedBy(parameter);
  if (wanted === null) return 0;
  const about = `${humanised(parameter.name)} ${parameter.description}`;
  const behind = text.slice(span.end, span.end + AROUND_UNITS_MAX);
  const isPaid = isMoney(text, span, ENGLISH);
  const isOther = !isPaid && WORDS.otherBehind.test(behind);
  const before = text.slice(Math.max(0, span.start - AROUND_UNITS_MAX), span.start);
  const said =
    endOfRange(span, ranges) ??
    limitSaid(text, span, isYear(text, span, about), ENGLISH) ??
    (isPaid && FROM_BEFORE.test(before) ? "least" : null);
  if (said === null) return 0;
  if (said !== wanted) return price.limitOtherEnd;
  const [own, other] = wantsMoney(parameter.name, parameter.description, ENGLISH)
    ? [isPaid, isOther]
    : [isOther, isPaid];
  return price.limit + (own ? price.limitOfKind : other ? price.limitOfOtherKind : 0);
}

/** By the parameter's words, or where its name is one for dates: "after 2010" for `published_after`. */
function isYear(text: string, { start, end }: Span, about: string): boolean {
  return WORDS.ofYears.test(about) || (WORDS.ofDates.test(about) && /^[12]\d{3}$/.test(text.slice(start, end)));
}

function endOfRange({ start }: Span, ranges: readonly Range[]): Limit | null {
  if (ranges.some(({ low }) => low.start === start)) return "least";
  return ranges.some(({ high }) => high.start === start) ? "most" : null;
}

/** A parameter outlives many queries. */
const remembered = new WeakMap<Parameter, { readonly limit: Limit | null }>();

/** By the parameter's name, or else by how its description begins. */
function limitWantedBy(parameter: Parameter): Limit | null {
  const known = remembered.get(parameter);
  if (known) return known.limit;
  const name = humanised(parameter.name).toLowerCase();
  const words = name.split(" ");
  const isLeast = words.some((word) => WORDS.least.includes(word)) || WORDS.from.test(name);
  const isMost = words.some((word) => WORDS.most.includes(word)) || WORDS.to.test(name);
  const described = (["least", "most"] as const).find((limit) => DESCRIBED[limit].test(parameter.description)) ?? null;
  const limit = isLeast === isMost ? described : isLeast ? "least" : "most";
  remembered.set(parameter, { limit });
  return limit;
}
