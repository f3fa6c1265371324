import type { Classification } from "#core/answering/classification.ts";
import type { Resolution } from "#core/answering/resolution.ts";
import { NO_LABEL } from "#core/classification-set.ts";
import { NO_TOOL } from "#core/toolset.ts";
import { type Answer, type Bill, ok } from "../route.ts";

/** A question's answer as it is sent and recorded. `wire`: its shape on the wire. */
export function answered<Given extends Classification | Resolution>(
  given: Given,
  wire: (given: Given, bill: Bill) => unknown,
): Answer {
  const { trace, source, repeat, cache, aliases } = given;
  const through = aliases.length > 0 && { through: { aliases, isNone: isNone(given) } };
  const answer = { ...ok((bill) => wire(given, bill)), trace, source, ...through };
  if (!repeat || !cache) return answer;
  const body = (bill: Bill, ageSeconds: number) => wire({ ...given, cache: { ...cache, ageSeconds } }, bill);
  return { ...answer, again: { repeat, body } };
}

function isNone(given: Classification | Resolution): boolean {
  if ("resolved" in given) return given.resolved.tool === NO_TOOL;
  return given.classifications.every(({ label }) => label === NO_LABEL);
}
