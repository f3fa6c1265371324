import type { Classification } from "#core/answering/classification.ts";
import type { Resolution } from "#core/answering/resolution.ts";
import { type Answer, type Bill, ok } from "../route.ts";

/** A question's answer as it is sent and recorded. `wire`: its shape on the wire. */
export function answered<Given extends Classification | Resolution>(
  given: Given,
  wire: (given: Given, bill: Bill) => unknown,
): Answer {
  const { trace, source, repeat, cache } = given;
  const answer = { ...ok((bill) => wire(given, bill)), trace, source };
  if (!repeat || !cache) return answer;
  const body = (bill: Bill, ageSeconds: number) => wire({ ...given, cache: { ...cache, ageSeconds } }, bill);
  return { ...answer, again: { repeat, body } };
}
