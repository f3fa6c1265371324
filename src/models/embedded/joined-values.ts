/** Values of several readings of one request, put together. */
import { overlaps } from "#core/span.ts";
import type { ParameterValue } from "./parameter-value.ts";
import type { Parameter } from "./tool-parameters.ts";

/** "Luigi's" for "Luigi". */
export function reachesFurther(one: ParameterValue, other: ParameterValue): boolean {
  if (one.parameter !== other.parameter || one.span === null || other.span === null) return false;
  return one.span.start <= other.span.start && one.span.end >= other.span.end;
}

/** The values, and those of the others whose parameter has none yet and whose words are still free. */
export function withMore(
  values: readonly ParameterValue[],
  others: readonly ParameterValue[],
): readonly ParameterValue[] {
  const all = [...values];
  for (const other of others) {
    const isTaken = all.some(({ parameter, span }) => {
      const isSaidByBoth = span !== null && other.span !== null && overlaps(span, other.span);
      return parameter === other.parameter || isSaidByBoth;
    });
    if (!isTaken) all.push(other);
  }
  return all;
}

/** The value with its place in the query; without one when it stands in what was put before the query. */
export function moved(value: ParameterValue, offset: number): ParameterValue {
  if (offset === 0 || value.span === null) return value;
  const span = { start: value.span.start - offset, end: value.span.end - offset };
  return { ...value, span: span.start >= 0 ? span : null };
}

/** Whether both were read from some of the same words. */
export function areOfSameWords({ span: one }: ParameterValue, { span: other }: ParameterValue): boolean {
  return one !== null && other !== null && overlaps(one, other);
}

/**
 * Of what was read of a query behind other sentences, so many UTF-16 units long: the values of open parameters, with their places in the query.
 * Not an option that is only near in meaning, which was said of something else: after "send 35 to Carla" no "debit" card is meant. Nor
 * what words say that say another value of the query already.
 */
export function saidBehind(
  read: readonly ParameterValue[],
  open: readonly Parameter[],
  own: readonly ParameterValue[],
  units: number,
): readonly ParameterValue[] {
  return read
    .filter(({ parameter, value, span }) => open.includes(parameter) && (span !== null || typeof value !== "string"))
    .map((value) => moved(value, units))
    .filter((value) => !own.some((other) => areOfSameWords(value, other)));
}
