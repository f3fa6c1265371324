/** What comes next in a conversation as a chat completion, and a completion as the events of a stream. */
import type { NextStep } from "#core/answering/chat-assistant.ts";
import type { Resolution } from "#core/answering/given-resolution.ts";
import { invalid } from "#core/errors.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import type { Bill } from "../route.ts";
import type { BesideCompletionWire, ChatCompletionWire } from "../schemas/chat-completion.ts";
import { type ReadTool, withNulls } from "./tools.ts";

/** What is said of an answer, and who says it. */
export interface Given {
  readonly message: ChatCompletionWire["choices"][number]["message"];
  readonly beside: Omit<BesideCompletionWire, "latency_ms" | "request_id" | "requests_remaining" | "requests_used">;
}

export interface Around {
  readonly requestId: string;
  /** As the request names it. */
  readonly model: string;
  /** Unix time in seconds. */
  readonly created: number;
}

/** Tokens that a language model was paid for; where none was asked there are none. */
const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

const NOTHING_SAID = { missing_parameters: [], defaults_applied: [], unfilled: [] };

/**
 * @param tools that came along: a call of another one is `validation_error`, since the client could not carry it out.
 * @param newCallId of a call, unlike any other's.
 */
export function givenOf(
  step: NextStep,
  { tools, results }: { readonly tools: readonly ReadTool[]; readonly results: readonly string[] },
  newCallId: () => string,
): Given {
  const { resolution, kind } = step;
  const { source, model, language, toolset } = resolution;
  const answered = { source, model, language, toolset };
  const rest = { ...NOTHING_SAID, ...answered };
  if (kind === "calls") {
    const calls = step.calls.map(({ tool: name, parameters }) => {
      const sent = sentTool(name, tools, resolution);
      const args = JSON.stringify(sent ? withNulls(parameters, sent) : parameters);
      return { id: newCallId(), type: "function" as const, function: { name, arguments: args } };
    });
    const confidence = Math.min(...step.calls.map((call) => call.confidence));
    const defaults = [...new Set(step.calls.flatMap((call) => call.defaultsApplied))];
    return {
      message: { role: "assistant", content: null, refusal: null, tool_calls: calls },
      beside: { ...rest, outcome: kind, confidence, defaults_applied: defaults },
    };
  }
  if (kind === "question") {
    sentTool(step.call.tool, tools, resolution);
    const { missingParameters, unfilled = [], confidence } = step.call;
    const told = unfilled.map(({ parameter, said, why }) => ({ parameter, said, why }));
    return {
      message: words(step.text),
      beside: { ...rest, outcome: kind, confidence, missing_parameters: [...missingParameters], unfilled: told },
    };
  }
  const text = kind === "none" ? step.text : results.join("\n");
  return { message: words(text), beside: { ...rest, outcome: kind, confidence: resolution.confidence } };
}

function words(content: string): Given["message"] {
  return { role: "assistant", content, refusal: null };
}

/** Null where none came along, as beside a toolset that the client knows. */
function sentTool(name: string, tools: readonly ReadTool[], { toolset }: Resolution): ReadTool | null {
  if (tools.length === 0) return null;
  const sent = tools.find(({ tool }) => tool.name === name);
  if (sent) return sent;
  const problem = `have no "${name}", which the toolset "${toolset}" answers with: send all tools of the toolset, or none`;
  throw invalid("tools", problem);
}

export function completionOf({ message, beside }: Given, around: Around, bill: Bill): ChatCompletionWire {
  const finish = message.tool_calls ? "tool_calls" : "stop";
  return {
    ...headOf(around),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: NO_TOKENS,
    dragoman: besideOf(beside, around, bill),
  };
}

/** The answer of a language model as it came, under the request's own names. */
export function forwardedCompletion(answer: JsonObject, by: string, around: Around, bill: Bill): JsonObject {
  const beside: Given["beside"] = { ...NOTHING_SAID, outcome: "forwarded", model: by };
  const usage = isJsonObject(answer.usage) ? answer.usage : NO_TOKENS;
  return { ...answer, ...headOf(around), usage, dragoman: besideOf(beside, around, bill) };
}

function headOf({ requestId, model, created }: Around) {
  return { id: `chatcmpl-${requestId}`, object: "chat.completion" as const, created, model };
}

function besideOf(beside: Given["beside"], { requestId }: Around, bill: Bill): BesideCompletionWire {
  return {
    request_id: requestId,
    ...beside,
    latency_ms: bill.latencyMs,
    requests_used: bill.requestsUsed,
    requests_remaining: bill.requestsRemaining,
  };
}

/**
 * The completion in pieces, as server-sent events: put together again they are the same completion. It is whole before the first of
 * them goes out, so what is charged, kept and recorded is an answer like any other.
 */
export function eventsOf(completion: JsonObject, includesUsage: boolean): string {
  const { choices, usage = null, dragoman = null, ...rest } = completion;
  const head = { ...rest, object: "chat.completion.chunk" };
  const noUsage = includesUsage ? { usage: null } : {};
  const list = Array.isArray(choices) ? choices.filter(isJsonObject) : [];
  const pieces = list.flatMap((choice, position) => {
    const isLast = position === list.length - 1;
    const { message, finish_reason: finish = "stop", index = position, ...others } = choice;
    const deltas = deltasOf(isJsonObject(message) ? message : {});
    const open = deltas.map((delta, at) => ({
      index,
      delta,
      ...(at === deltas.length - 1 ? others : {}),
      finish_reason: null,
    }));
    const end = { ...head, choices: [{ index, delta: {}, finish_reason: finish }], ...noUsage };
    return [
      ...open.map((piece) => ({ ...head, choices: [piece], ...noUsage })),
      isLast && dragoman !== null ? { ...end, dragoman } : end,
    ];
  });
  const whole = includesUsage ? [...pieces, { ...head, choices: [], usage }] : pieces;
  return [...whole.map((piece) => JSON.stringify(piece)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}

/** The role and all that has no pieces; then the words; then each call. */
function deltasOf({ content = null, tool_calls: calls = null, ...rest }: JsonObject): readonly JsonObject[] {
  const first = { role: "assistant", ...rest, content: content === null ? null : "" };
  const given = Array.isArray(calls) ? calls.filter(isJsonObject) : [];
  return [
    first,
    ...(typeof content === "string" && content !== "" ? [{ content }] : []),
    ...given.map((call, index) => ({ tool_calls: [{ index, ...call }] })),
  ];
}
