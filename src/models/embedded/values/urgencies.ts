/** "Asap" and "no rush" for a parameter whose options say how urgent something is. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import { isWithin, type Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { withoutPoliteness } from "../requests/politeness.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { Candidate, OpenParameter } from "./candidate.ts";
import { trimmed } from "./texts.ts";

const WORDS = ENGLISH.urgency;

/**
 * The option for what is said of the haste, and where; null where nothing is said of it, where an option is named as well, or where
 * no option says just that. `named`: where the text names options: the "urgent" of "not urgent" names none.
 */
export function urgencySaid(
  text: string,
  { name, type, choices }: Parameter,
  named: readonly Span[],
): { readonly value: JsonValue; readonly span: Span } | null {
  if (type === "array" || choices.length === 0 || !WORDS.names.test(name)) return null;
  const leisure = WORDS.leisure.exec(text);
  const said = leisure ?? WORDS.haste.exec(text);
  if (!said) return null;
  const span = { start: said.index, end: said.index + said[0].length };
  if (named.some((other) => !isWithin(other, span))) return null;
  const options = new Map(choices.map((choice) => [humanised(String(choice)).toLowerCase(), choice]));
  const isHighest = !WORDS.beyondHigh.values().some((option) => options.has(option));
  const ranked = leisure ? WORDS.least : [...WORDS.most, ...(isHighest ? WORDS.high : [])];
  const value = options.get(ranked.find((option) => options.has(option)) ?? "");
  return value === undefined ? null : { value, span };
}

/** How it reads without what stands at its beginning or its end of the haste: "right away, lock it" and "lock it when you get a chance". */
export function withoutHaste(text: string): string {
  return [WORDS.haste, WORDS.leisure].reduce((rest, said) => {
    const found = said.exec(rest);
    if (!found) return rest;
    const [before, behind] = [rest.slice(0, found.index), rest.slice(found.index + found[0].length)];
    const isAtEdge = [before, behind].some((side) => !/[\p{L}\p{N}]/u.test(withoutPoliteness(side)));
    return isAtEdge ? `${before.replace(/[\s,]+$/u, "")}${behind.replace(/^[\s,]+/u, before === "" ? "" : " ")}` : rest;
  }, text);
}

/** Whether a parameter is for how urgent something is. */
export function isUrgency({ name }: Pick<Parameter, "name">): boolean {
  return WORDS.names.test(name);
}

/** "Broken lamp, asap": the end of a text that says how urgent it is belongs to whoever was given that. */
export function withoutUrgency(text: string, chosen: readonly ParameterValue[], open: OpenParameter): OpenParameter {
  const said = chosen.flatMap(({ parameter, span }) => (span && WORDS.names.test(parameter.name) ? [span] : []));
  if (said.length === 0 || open.kind !== "text") return open;
  const cut = (candidate: Candidate): Candidate => {
    const { start, end } = candidate.span;
    const last = said.find(
      (one) => start < one.start && one.end <= end && !/[\p{L}\d]/u.test(text.slice(one.end, end)),
    );
    if (!last || candidate.value !== text.slice(start, end)) return candidate;
    const span = trimmed(text, { start, end: last.start });
    return { ...candidate, span, value: text.slice(span.start, span.end) };
  };
  return { ...open, candidates: open.candidates.map(cut) };
}
