/** Which numeric parameters want what something is to become: "raise it by 4" says nothing to them. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

/** A tool, or whatever else is named and described. */
export interface Described {
  readonly name: string;
  readonly description: string;
}

/** A parameter belongs to one tool, and outlives many queries. */
const known = new WeakMap<Parameter, boolean>();

/** By the words of the tool and the parameter: it sets something, and none of them speaks of a change. */
export function wantsState(parameter: Parameter, tool: Described): boolean {
  const before = known.get(parameter);
  if (before !== undefined) return before;
  const { ofChange, ofState } = ENGLISH.changes;
  const words = [humanised(tool.name), tool.description, humanised(parameter.name), parameter.description];
  const isWanted = words.some((some) => ofState.test(some)) && !words.some((some) => ofChange.test(some));
  known.set(parameter, isWanted);
  return isWanted;
}
