/** "Show order 12", "cancel it": what the call before was about, for what another tool requires. */
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { fitsIn, type LastCall } from "./last-call.ts";

/** Values of the call before for the open parameters of the same name. */
export function carriedValues(
  open: readonly Parameter[],
  { readable, values }: LastCall,
  tool: ReadableTool,
): readonly ParameterValue[] {
  if (readable === tool) return [];
  return open.flatMap((parameter) => {
    const same = values.find((value) => isSame(value.parameter, parameter) && fitsIn(value.value, parameter));
    return same ? [{ ...same, parameter }] : [];
  });
}

function isSame(one: Parameter, other: Parameter): boolean {
  return one.path.length === 1 && other.path.length === 1 && one.name === other.name && one.type === other.type;
}
