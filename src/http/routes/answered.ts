import type { Classification } from "#core/answering/classification.ts";
import type { Resolution } from "#core/answering/given-resolution.ts";
import { NO_LABEL } from "#core/classification-set.ts";
import type { LoggedAnswer } from "#core/query-log/query-log.ts";
import { NO_TOOL } from "#core/toolset.ts";
import { type Answer, type Bill, ok } from "../route.ts";

/** What the log may say of it: of several calls or parts the least sure one, and all that is missing. */
function loggedOf(given: Classification | Resolution): LoggedAnswer {
  const { trace, source, runnerUp } = given;
  if ("classifications" in given) {
    const confidence = Math.min(1, ...given.classifications.map((part) => part.confidence));
    return { trace, source, runnerUp, confidence, missing: [] };
  }
  const calls = given.calls ?? [];
  const confidence = Math.min(given.confidence, ...calls.map((call) => call.confidence));
  const missing = calls.length > 0 ? calls.flatMap((call) => call.missingParameters) : given.missingParameters;
  return { trace, source, runnerUp, confidence, missing };
}

/** A question's answer as it is sent and recorded. `wire`: its shape on the wire. */
export function answered<Given extends Classification | Resolution>(
  given: Given,
  wire: (given: Given, bill: Bill) => unknown,
): Answer {
  const { trace, source, repeat, cache, aliases } = given;
  const through = aliases.length > 0 && { through: { aliases, isNone: isNone(given) } };
  const answer = { ...ok((bill) => wire(given, bill)), trace, source, logged: loggedOf(given), ...through };
  if (!repeat || !cache) return answer;
  const body = (bill: Bill, ageSeconds: number) => wire({ ...given, cache: { ...cache, ageSeconds } }, bill);
  return { ...answer, again: { repeat, body } };
}

function isNone(given: Classification | Resolution): boolean {
  if ("resolved" in given) return given.resolved.tool === NO_TOOL;
  return given.classifications.every(({ label }) => label === NO_LABEL);
}
