/**
 * Patterns come from tenants and run on text from anybody: this engine takes time linear in the text, where JavaScript's
 * own may take for ever ("(a+)+$"). It knows no lookaround and no back-references. It is linear in the pattern, too, so
 * that has a bound of its own.
 */
import { RE2JS } from "re2js";
import { messageOf } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { patternSize } from "./pattern-size.ts";

/** Of a pattern in what an error says. */
const QUOTED_CHARACTERS_MAX = 100;
/** Steps of the pattern times characters of the text, about 0.1 µs each: what one look may cost. */
const WORK_MAX = 2_000_000;

export interface LinearRegExp {
  /** Whether the pattern matches anywhere in the text. Throws `TooMuchToMatch` where finding out would take too long. */
  test(text: string): boolean;
}

/** A text so long that this pattern would take more than some 0.2 s to look through it. */
export class TooMuchToMatch extends Error {}

/** Throws an error that names the pattern and says why, where the engine cannot use it or it is too large. */
export function linearRegExp(pattern: string): LinearRegExp {
  const size = patternSize(pattern);
  const { patternStepsMax } = LIMITS;
  if (size > patternStepsMax) {
    throw new Error(`the pattern "${shortened(pattern)}" is too large: ${size}/${patternStepsMax} steps`);
  }
  const compiled = compiledFrom(pattern);
  return {
    test: (text) => {
      if (text.length * size > WORK_MAX) {
        throw new TooMuchToMatch(`${text.length} characters are too many for the pattern "${shortened(pattern)}"`);
      }
      return compiled.matcher(text).find();
    },
  };
}

function compiledFrom(pattern: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (cause) {
    const reason = messageOf(cause).slice(0, QUOTED_CHARACTERS_MAX);
    throw new Error(
      `the pattern "${shortened(pattern)}" cannot be used (${reason}); lookaround and back-references are not supported`,
    );
  }
}

function shortened(pattern: string): string {
  return pattern.length > QUOTED_CHARACTERS_MAX ? `${pattern.slice(0, QUOTED_CHARACTERS_MAX)}…` : pattern;
}
