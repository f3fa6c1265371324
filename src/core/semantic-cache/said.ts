/** Tells whether the cache would have said what a model says. */
import { contentHashOf, type JsonObject } from "../json.ts";
import { callKey } from "./calls/agreement.ts";
import type { Proposal } from "./knowledge.ts";

interface CallSaid {
  readonly tool: number | null;
  readonly parameters: JsonObject;
}

/**
 * What an answer comes down to: a tool or a class by its position, null for none; several calls, or one that leaves something
 * open; or the labels of several parts.
 */
export type Said =
  | CallSaid
  | { readonly calls: readonly CallSaid[]; readonly more: boolean }
  | { readonly class: number | null }
  | { readonly labels: readonly string[] };

/** As `Asked` has it of a model. */
export function saidBy({ call, path, class: position }: Proposal): Said {
  if (path === "none") return { tool: null, parameters: {} };
  return call ? { tool: call.tool, parameters: call.parameters } : { class: position };
}

/** Calls that nobody would tell apart are the same; labels only when they are equal. */
export function saysTheSame(one: Said, other: Said): boolean {
  return keyOf(one) === keyOf(other);
}

/** For people to read: with names for positions. */
export function inNames(said: Said, nameOf: (position: number | null) => string): JsonObject {
  if ("labels" in said) return { labels: said.labels };
  if ("calls" in said) {
    const { more } = said;
    const calls = said.calls.map(({ tool, parameters }) => ({ tool: nameOf(tool), parameters }));
    return { calls, ...(more && { more }) };
  }
  if ("class" in said) return { label: nameOf(said.class) };
  return { tool: nameOf(said.tool), parameters: said.parameters };
}

function keyOf(said: Said): string {
  return "tool" in said && said.tool !== null ? callKey(said.tool, said.parameters) : contentHashOf(said);
}
