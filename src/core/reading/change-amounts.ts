/** "Raise it by 4", "two degrees warmer": an amount that says by how much something is to change, and not what it is to become. */
import type { Span } from "../span.ts";
import type { LanguageTables } from "./language.ts";
import { inWords } from "./names-in-words.ts";

/** What stands farther away says nothing of a number. */
const AROUND_UNITS_MAX = 80;
/** In front of the figures of a code or a name: "Heron-2 up to 80". */
const IN_CODE = /[\p{L}\d][-_./#]?$/u;

/** A tool or a parameter. */
export interface Described {
  readonly name: string;
  readonly description: string;
}

/**
 * Whether a number of the parameter is what something is to become, so that "raise it by 4" says nothing to it: by the words of tool and
 * parameter, it sets something, and none of them speaks of a change.
 */
export function wantsState(tool: Described, parameter: Described, { changes }: LanguageTables): boolean {
  const words = [tool, parameter].flatMap(({ name, description }) => [inWords(name), description]);
  return words.some((some) => changes.ofState.test(some)) && !words.some((some) => changes.ofChange.test(some));
}

/** Whether the amount at `span`, with or without its unit, is how much something changes. */
export function saysChange(text: string, { start, end }: Span, { changes }: LanguageTables): boolean {
  const before = text.slice(Math.max(0, start - AROUND_UNITS_MAX), start);
  const said = text.slice(start, end);
  // Its unit may stand within it: "2 notches", up.
  const number = /^\S+/.exec(said)?.[0] ?? said;
  const behindAt = (at: number) => text.slice(at, at + AROUND_UNITS_MAX);
  const behindNumber = behindAt(start + number.length);
  if (IN_CODE.test(before) || changes.isBecome.test(before)) return false;
  if (changes.behind.test(behindNumber) || changes.behind.test(behindAt(end))) return true;
  if (changes.year.test(said)) return false;
  const hasUnit = changes.unitBehind.test(behindNumber);
  return changes.before.some((words) => words.test(before)) || (hasUnit && changes.beforeUnit.test(before));
}
