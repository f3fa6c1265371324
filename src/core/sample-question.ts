/** A small question whose right answer is known: what an owner has a model asked to see whether it answers sensibly. */
import type { JsonObject } from "./json.ts";
import { inUtc } from "./local-time.ts";
import type { Clock } from "./ports/clock.ts";
import type { LanguageModel, Usage } from "./ports/models.ts";

export const SAMPLE_QUERY = "turn on the light in the kitchen";
const RIGHT_TOOL = "light_on";
const parameters = { type: "object", properties: { room: { type: "string" } } };
const TOOLS = [
  { name: RIGHT_TOOL, description: "turns on the light in a room", parameters },
  { name: "weather", description: "says what the weather will be", parameters: { type: "object", properties: {} } },
];

export interface SampleAnswer {
  /** Who answered. */
  readonly model: string;
  /** Null where none was chosen. */
  readonly tool: string | null;
  readonly parameters: JsonObject;
  readonly confidence: number;
  readonly isRight: boolean;
  readonly ms: number;
  /** Null where it cost nothing that can be counted. */
  readonly usage: Usage | null;
}

/**
 * It costs what a request costs at the model, and no app pays for it. Throws what the model does: `bad_gateway` and its like, and
 * `service_unavailable`.
 * @param timeoutMs for everything that it takes.
 */
export async function sampleAnswer(model: LanguageModel, clock: Clock, timeoutMs: number): Promise<SampleAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const begunMs = clock.monotonicMs();
  const about = { query: SAMPLE_QUERY, tools: TOOLS, context: null, history: [], memories: [], persona: null };
  const draft = await model.call({ ...about, now: inUtc(clock.now()), findSimilar: async () => [] }, signal);
  const ms = clock.monotonicMs() - begunMs;
  const tool = draft.tool === null ? null : (TOOLS[draft.tool]?.name ?? `tool ${draft.tool}`);
  const { parameters: given, confidence, usage = null } = draft;
  return {
    model: draft.model ?? model.id,
    tool,
    parameters: given,
    confidence,
    isRight: tool === RIGHT_TOOL,
    ms,
    usage,
  };
}
