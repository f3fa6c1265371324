/** What a list and a parameter beside it read of the same words: each has its own. */
import type { JsonValue } from "#core/json.ts";
import { isWithin, overlaps, type Span } from "#core/span.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { formsOf } from "./parameter-forms.ts";

/** "A tour for V5: depot, harbour": in front of the colon stands what the list is for. */
const LIST_BEHIND = /:\s+/;

/**
 * Lists without what is none of their items: the number or the text that another parameter has of the same words ("merge 12 and 14 into 16"), and
 * the word for the list itself ("stops: depot, harbour"). A text that goes on into the list ends before it.
 */
export function withOwnItems(text: string, values: readonly ParameterValue[]): readonly ParameterValue[] {
  const lists = values.filter(({ value, span }) => Array.isArray(value) && span !== null);
  const apart = lists.length === 0 ? values : values.map((value) => endedBeforeList(text, value, lists));
  return apart.map((value) => {
    const { span, value: items, parameter } = value;
    if (span === null || !Array.isArray(items) || items.length < 2) return value;
    const taken = new Set(apart.flatMap((other) => (isInside(other, span) ? [other.value] : [])));
    const isOwnName = (item: JsonValue) => typeof item === "string" && formsOf(parameter).own.test(item.toLowerCase());
    const left = items.filter((item: JsonValue) => !taken.has(item) && !isOwnName(item));
    return left.length === 0 || left.length === items.length ? value : { ...value, value: left };
  });
}

function isInside({ value, span }: ParameterValue, list: Span): boolean {
  return (typeof value === "number" || typeof value === "string") && span !== null && isWithin(span, list);
}

function endedBeforeList(text: string, value: ParameterValue, lists: readonly ParameterValue[]): ParameterValue {
  const { span } = value;
  if (span === null || typeof value.value !== "string") return value;
  const said = text.slice(span.start, span.end);
  const colon = LIST_BEHIND.exec(said);
  const item = colon && said.slice(colon.index + colon[0].length);
  const isListed = ({ value: items, span: whole }: ParameterValue) =>
    Array.isArray(items) && whole !== null && overlaps(whole, span) && items.some((one) => one === item);
  if (!colon || colon.index === 0 || value.value !== said || !lists.some(isListed)) return value;
  return { ...value, value: said.slice(0, colon.index), span: { start: span.start, end: span.start + colon.index } };
}
