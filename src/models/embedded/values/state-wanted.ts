import { ENGLISH } from "#core/english/english.ts";
import { type Described, wantsState } from "#core/reading/change-amounts.ts";
import type { Parameter } from "../tool-parameters.ts";

/** A parameter belongs to one tool, and outlives many queries. */
const known = new WeakMap<Parameter, boolean>();

/** As `wantsState`, once for a parameter. */
export function isOfState(parameter: Parameter, tool: Described): boolean {
  const before = known.get(parameter);
  if (before !== undefined) return before;
  const isWanted = wantsState(tool, parameter, ENGLISH);
  known.set(parameter, isWanted);
  return isWanted;
}
