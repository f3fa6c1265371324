/** Joint decoding: every open parameter takes one candidate or nothing, so that together they fit the text best. */
import { isSameSpan, isWithin, overlaps } from "#core/span.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { Candidate, CandidateKind, OpenParameter } from "./candidate.ts";
import { type Precedence, precedence } from "./parameter-order.ts";
import { type PriceName, price } from "./prices.ts";

const PATHS_MAX = 24;
/** Two values of a kind in another order than the schema's. */
const SWAPPED: Readonly<Record<CandidateKind, PriceName>> = {
  number: "swappedNumbers",
  numbers: "swappedNumbers",
  list: "swappedTexts",
  text: "swappedTexts",
};

const CERTAIN: Certainty = { lead: Number.POSITIVE_INFINITY, least: Number.POSITIVE_INFINITY };

interface Path {
  readonly score: number;
  readonly chosen: readonly (Candidate | null)[];
}

/** How sure the values of a call are, by their candidates' scores. */
export interface Certainty {
  /** How far the next best choice is behind; infinite where there is no other. */
  readonly lead: number;
  /** The lowest score of a chosen candidate; infinite without any. */
  readonly least: number;
}

/** What the parameters take together. */
export interface ChosenTogether {
  /** One entry per parameter, in their order. */
  readonly chosen: readonly (Candidate | null)[];
  readonly certainty: Certainty;
}

/**
 * What a parameter cannot have is chosen only for one that stays without a value, of words that are nobody else's.
 */
export function chooseTogether(parameters: readonly OpenParameter[]): ChosenTogether {
  const allowed = parameters.map((open) => withCandidates(open, ({ why }) => why === undefined));
  const { chosen, certainty } = chosenOf(allowed);
  const isFree = ({ span }: Candidate) => !chosen.some((other) => other && overlaps(other.span, span));
  const left = parameters.map((open, index) =>
    withCandidates(open, (candidate) => !chosen[index] && candidate.why !== undefined && isFree(candidate)),
  );
  if (left.every(({ candidates }) => candidates.length === 0)) return { chosen, certainty };
  const refused = chosenOf(left).chosen;
  return { chosen: chosen.map((candidate, index) => candidate ?? refused[index] ?? null), certainty };
}

function withCandidates(open: OpenParameter, isKept: (candidate: Candidate) => boolean): OpenParameter {
  return { ...open, candidates: open.candidates.filter(isKept) };
}

function chosenOf(parameters: readonly OpenParameter[]): ChosenTogether {
  let beam: readonly Path[] = [{ score: 0, chosen: [] }];
  for (const open of parameters) {
    const omitted = costOfOmitting(open);
    const stated =
      open.isRemembered || open.reading.parameter.isRequired ? 0 : price.stated * safeLog(open.reading.stated);
    const next = beam.flatMap((path) => [
      { score: path.score + omitted, chosen: [...path.chosen, null] },
      ...open.candidates.map((candidate) => ({
        score: path.score + candidate.score + stated - conflicts(candidate, open, path, parameters),
        chosen: [...path.chosen, candidate],
      })),
    ]);
    beam = next.sort((a, b) => b.score - a.score).slice(0, PATHS_MAX);
  }
  const best = bestOf(beam, parameters);
  if (!best) return { chosen: [], certainty: CERTAIN };
  const next = beam.find((path) => path !== best);
  const lead = next ? Math.max(0, best.score - next.score) : CERTAIN.lead;
  const least = Math.min(CERTAIN.least, ...best.chosen.flatMap((candidate) => candidate?.score ?? []));
  return { chosen: best.chosen, certainty: { lead, least } };
}

/** A required text that stays open while another one of the same kind, which may be left out, has a value was mostly meant. */
function bestOf(beam: readonly Path[], parameters: readonly OpenParameter[]): Path | undefined {
  const isOpen = ({ reading, kind, isRemembered }: OpenParameter) =>
    kind === "text" && !isRemembered && reading.parameter.isRequired && !reading.parameter.hasDefault;
  const filled = (path: Path | undefined) =>
    parameters.filter((open, index) => path?.chosen[index] && isOpen(open)).length;
  const cost = ({ chosen }: Path) => {
    const isLeftOpen = parameters.some((open, index) => !chosen[index] && isOpen(open));
    const hasOther = parameters.some(
      ({ reading, kind }, index) =>
        chosen[index] && kind === "text" && reading.parameter.format === "" && !reading.parameter.isRequired,
    );
    return isLeftOpen && hasOther ? price.requiredLeftOpen : 0;
  };
  const fair = beam.map((path) => ({ path, score: path.score - cost(path) })).toSorted((a, b) => b.score - a.score)[0];
  return fair && cost(fair.path) === 0 && filled(fair.path) > filled(beam[0]) ? fair.path : beam[0];
}

function costOfOmitting({ reading, isRemembered }: OpenParameter): number {
  const { parameter, stated } = reading;
  // Candidates that examples speak for have log-odds as scores, against a parameter that may be left out.
  if (isRemembered) return parameter.isRequired && !parameter.hasDefault ? price.rememberedRequiredOmitted : 0;
  if (!parameter.isRequired) return price.stated * safeLog(1 - stated) - price.omitted;
  if (!parameter.hasDefault) {
    // A number or a list is taken when there is one, but not the one that another parameter has.
    if (parameter.type !== "string") return price.requiredOmitted;
    return price.requiredTextOmitted + price.requiredTextStated * safeLog(1 - stated);
  }
  return stated < price.defaultStatedMin ? price.defaultUnstated : price.defaultStated;
}

function conflicts(
  candidate: Candidate,
  open: OpenParameter,
  path: Path,
  parameters: readonly OpenParameter[],
): number {
  let cost = 0;
  path.chosen.forEach((other, index) => {
    if (!other) return;
    const before = parameters[index];
    if (isPartOf(candidate, other) || isPartOf(other, candidate)) return;
    if (overlaps(candidate.span, other.span)) {
      // One number that is said is one value, and a required one stays open sooner.
      if (open.kind === "number" && before?.kind === "number") cost = Number.POSITIVE_INFINITY;
      if (isSaidOnce(candidate, other) && !open.isRemembered) cost = Number.POSITIVE_INFINITY;
      cost += price.overlap + (before ? costAgainst(orderOf(before, open)) : 0);
    } else if (!open.isRemembered && before?.kind === open.kind) {
      cost += costOfOrder(open, before, candidate.span.start < other.span.start);
    }
  });
  return cost;
}

/** Whether both are the very same words, which are a name or a text: who is called so is not a place as well. A day may be first and last. */
function isSaidOnce(one: Candidate, other: Candidate): boolean {
  const isText = typeof one.value === "string" && !one.dependsOnClock && !DATE.test(one.value);
  return isText && one.value === other.value && isSameSpan(one.span, other.span);
}

const DATE = /^\d{4}-\d\d|^\d\d?:\d\d/;

/** Whether the one is a part of the other's words and may be. */
function isPartOf(one: Candidate, other: Candidate): boolean {
  return one.isPart && !isSameSpan(one.span, other.span) && isWithin(one.span, other.span);
}

/** `earlier`: a parameter that stands before this one in the schema; `isSwapped`: its value stands behind. */
function costOfOrder(open: OpenParameter, earlier: OpenParameter, isSwapped: boolean): number {
  const against = costAgainst(isSwapped ? orderOf(earlier, open) : orderOf(open, earlier));
  return Math.max(against, isSwapped ? price[SWAPPED[open.kind]] : 0);
}

/** Of two values in another order than their parameters' names, whatever the model makes of two like values. */
function costAgainst(order: Precedence): number {
  if (order === "open") return 0;
  return order === "always" ? price.againstNumberedNames : price.againstEndNames;
}

/** What names say of each other. A parameter outlives many queries, and every path of the beam asks again. */
const orders = new WeakMap<Parameter, WeakMap<Parameter, Precedence>>();

function orderOf({ reading: { parameter: first } }: OpenParameter, { reading }: OpenParameter): Precedence {
  const { parameter: second } = reading;
  const ofFirst = orders.get(first) ?? new WeakMap<Parameter, Precedence>();
  orders.set(first, ofFirst);
  const order = ofFirst.get(second) ?? precedence(first.name, second.name);
  ofFirst.set(second, order);
  return order;
}

function safeLog(probability: number): number {
  return Math.log(Math.max(probability, price.statedFloor));
}
