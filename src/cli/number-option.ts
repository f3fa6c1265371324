import type { JsonObject } from "#core/json.ts";
import { type Invocation, misused } from "./command.ts";

/** The option's number under its own name, for an operator's command; nothing where it was not typed. Throws a Misuse for no number. */
export function numberOption({ options, command }: Invocation, name: string): JsonObject {
  const text = options[name];
  if (text === undefined) return {};
  if (/^\d{1,9}$/.test(text)) return { [name]: Number(text) };
  throw misused(`--${name} takes a whole number, and "${text}" is none`, { see: command.name });
}
