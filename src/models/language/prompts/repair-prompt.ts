/** The one more try that a language model gets when its answer cannot be used. */
import type { ModelReply } from "../../backend/prompt.ts";

/** Of a failed answer, what is shown to the model again. */
const SHOWN_CHARACTERS_MAX = 4_000;

/** What the model said, for its own turn in the conversation. Never empty: some servers refuse empty turns. */
export function saidBefore({ text, calls }: ModelReply): string {
  const said = [text, ...calls.map(({ name, input }) => `${name}(${input})`)].join("\n").trim();
  return said === "" ? "(nothing)" : said.slice(0, SHOWN_CHARACTERS_MAX);
}

export function repairRequest(problem: string): string {
  return `That answer cannot be used: ${problem}. Answer the same request again, in the form that was asked for.`;
}
