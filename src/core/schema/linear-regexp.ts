/**
 * Patterns come from tenants and run on text from anybody: this engine takes time linear in the text, where JavaScript's
 * own may take for ever ("(a+)+$"). It knows no lookaround and no back-references.
 */
import { RE2JS } from "re2js";
import { messageOf } from "../errors.ts";

export interface LinearRegExp {
  /** Whether the pattern matches anywhere in the text. */
  test(text: string): boolean;
}

/** Throws an error that names the pattern and says why, where the engine cannot use it. */
export function linearRegExp(pattern: string): LinearRegExp {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text) => compiled.matcher(text).find() };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new Error(
      `the pattern "${pattern}" cannot be used (${reason}); lookaround and back-references are not supported`,
    );
  }
}
