/** Tells whether the cache would have said what a model says. */
import { contentHashOf, isJsonObject, type JsonObject } from "../json.ts";
import { callKey } from "./calls/agreement.ts";
import type { Proposal } from "./knowledge.ts";

/** As `Asked` has it of a model. */
export function saidBy(proposal: Proposal): JsonObject {
  const { call, path } = proposal;
  if (path === "none") return { tool: null, parameters: {} };
  return call ? { tool: call.tool, parameters: call.parameters } : { class: proposal.class };
}

/** Calls that nobody would tell apart are the same; labels only when they are equal. */
export function saysTheSame(one: JsonObject, other: JsonObject): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(said: JsonObject): string {
  const { tool, parameters } = said;
  return typeof tool === "number" && isJsonObject(parameters) ? callKey(tool, parameters) : contentHashOf(said);
}
