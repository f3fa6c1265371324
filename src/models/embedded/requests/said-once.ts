/** "A token, read and write": cut apart, one of two calls may say no more than a part of the other. It is the same request. */
import type { JsonValue } from "#core/json.ts";
import type { DraftCall } from "#core/ports/models.ts";

type Draft = Pick<DraftCall, "tool" | "parameters">;

/** Without those that another call of the same tool has in it, value by value; of two that are alike the first stays. */
export function saidOnce<Call extends Draft>(drafts: readonly Call[]): readonly Call[] {
  return drafts.filter(
    (draft, at) =>
      !drafts.some((other, index) => index !== at && isPartOf(draft, other) && (index < at || !isPartOf(other, draft))),
  );
}

function isPartOf(one: Draft, other: Draft): boolean {
  const said = Object.entries(one.parameters);
  // What says nothing at all is no part of what says something: "stop, and stop timer 2".
  if (one.tool !== other.tool || (said.length === 0 && Object.keys(other.parameters).length > 0)) return false;
  return said.every(
    ([name, value]) =>
      Object.hasOwn(other.parameters, name) && isWithinValue(value as JsonValue, other.parameters[name] as JsonValue),
  );
}

/** A list is within a longer one that has all its items. */
function isWithinValue(one: JsonValue, other: JsonValue): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Bun.deepEquals(one, other);
  return one.every((item: JsonValue) => other.some((known: JsonValue) => Bun.deepEquals(item, known)));
}
