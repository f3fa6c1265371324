/** "Show order 12", "cancel it": what the call before was about, for what is required and not said. */
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { fitsIn, type LastCall } from "./last-call.ts";

/** A call as far as its sentence says it. */
interface SaidCall {
  readonly tool: ReadableTool;
  readonly values: readonly ParameterValue[];
  /** Whether the sentence stands on its own. */
  readonly isWhole: boolean;
}

/**
 * Values of the call before for the open parameters of the same name. Of the same tool, what a sentence does not say that
 * goes on is all as it was.
 */
export function carriedValues(
  { tool, values: said, isWhole }: SaidCall,
  open: readonly Parameter[],
  { readable, values }: LastCall,
): readonly ParameterValue[] {
  const known = open.flatMap((parameter) => {
    const same = values.find((value) => isSame(value.parameter, parameter) && fitsIn(value.value, parameter));
    return same ? [{ ...same, parameter }] : [];
  });
  if (readable !== tool || isWhole || known.length === 0) return known;
  const isSaid = new Set(said.map(({ parameter }) => parameter));
  return values.filter(({ parameter }) => !isSaid.has(parameter));
}

function isSame(one: Parameter, other: Parameter): boolean {
  return one.path.length === 1 && other.path.length === 1 && one.name === other.name && one.type === other.type;
}
