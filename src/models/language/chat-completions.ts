/** OpenAI's chat completions, which nearly every model server speaks: what is sent, and what comes back. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import type { DialectReply, Question, Tokens } from "../backend/dialect.ts";
import type { FunctionTool, Prompt } from "../backend/prompt.ts";
import type { Takes } from "./refused-fields.ts";

/** What goes with every question to a server. */
export interface AskedServer {
  /** The model's name, as the server knows it. */
  readonly name: string;
  readonly outputTokensMax: number;
}

/** Equal questions get equal answers, as far as the server can. */
const SEED = 20_261_121;

/** The JSON of what is the same object from question to question: tools are long and seldom new. */
const written = new WeakMap<object, string>();
/** Of the system's turn, which is told by the schema that goes with it. */
const systemTurns = new WeakMap<JsonObject, { readonly system: string; readonly text: string }>();

/** The body of a question as JSON. */
export function chatRequest({ name, outputTokensMax }: AskedServer, question: Question, takes: Takes): string {
  const { prompt, mode, repair } = question;
  let body = `{"model":${JSON.stringify(name)},"${takes("max_tokens") ? "max_tokens" : "max_completion_tokens"}":${outputTokensMax}`;
  if (takes("temperature")) body += ',"temperature":0';
  if (takes("seed")) body += `,"seed":${SEED}`;
  if (mode === "schema" && takes("response_format")) body += `,"response_format":${answerFormat(prompt.schema)}`;
  if (mode === "tools") {
    body += `,"tools":${functionsText(prompt.functions)},"tool_choice":"${takes("tool_choice") ? "required" : "auto"}"`;
  }
  const turns = repair === null ? "" : `,${turn("assistant", repair.said)},${turn("user", repair.request)}`;
  return `${body},"messages":[${systemTurn(prompt)},${turn("user", prompt.user)}${turns}]}`;
}

function answerFormat(schema: JsonObject): string {
  return textOf(schema, () => ({ type: "json_schema", json_schema: { name: "answer", strict: false, schema } }));
}

function functionsText(functions: readonly FunctionTool[]): string {
  return textOf(functions, () => functions.map((each) => ({ type: "function", function: { ...each } })));
}

function textOf(part: object, value: () => JsonValue): string {
  const known = written.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(value());
  written.set(part, text);
  return text;
}

function systemTurn({ system, schema }: Prompt): string {
  const known = systemTurns.get(schema);
  if (known?.system === system) return known.text;
  const text = turn("system", system);
  systemTurns.set(schema, { system, text });
  return text;
}

function turn(role: "assistant" | "system" | "user", content: string): string {
  return `{"role":"${role}","content":${JSON.stringify(content)}}`;
}

/** What a completion says. Throws a BackendFailure for what is none: an error inside a 200, no choices, another shape. */
export function chatReply(body: string): DialectReply {
  const completion = parsed(body);
  const [choice] = isJsonObject(completion) && Array.isArray(completion.choices) ? completion.choices : [];
  if (!isJsonObject(completion) || !isJsonObject(choice) || !isJsonObject(choice.message)) throw unreadable(body);
  const { content, refusal, tool_calls: calls } = choice.message;
  const refused = typeof refusal === "string" && refusal !== "";
  return {
    text: textIn(content, body) + (refused ? refusal : ""),
    calls: callsIn(calls, body),
    finish: refused ? "refused" : finishOf(choice.finish_reason),
    tokens: tokensOf(completion),
  };
}

/** Whether an answer came in events, as it was asked for. */
export function isStreamed(body: string): boolean {
  const events = body.split("\n").flatMap((line) => /^data: ?(\{.*)$/.exec(line.trimEnd())?.[1] ?? []);
  return events.some((event) => {
    try {
      const piece: unknown = JSON.parse(event);
      return isJsonObject(piece) && Array.isArray(piece.choices);
    } catch {
      return false;
    }
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw unreadable(body);
  }
}

function unreadable(body: string): BackendFailure {
  return new BackendFailure("unreadable", "the model server's answer cannot be read", { detail: body.slice(0, 2_000) });
}

/** Texts, or the parts that some servers make of them. */
function textIn(content: JsonValue | undefined, body: string): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content)) throw unreadable(body);
  return content
    .map((part: JsonValue) => (isJsonObject(part) && typeof part.text === "string" ? part.text : ""))
    .join("");
}

function callsIn(calls: JsonValue | undefined, body: string): DialectReply["calls"] {
  if (calls === null || calls === undefined) return [];
  if (!Array.isArray(calls)) throw unreadable(body);
  return calls.map((call: JsonValue) => {
    const { name, arguments: input = "" } = isJsonObject(call) && isJsonObject(call.function) ? call.function : {};
    if (typeof name !== "string") throw unreadable(body);
    return { name, input: typeof input === "string" ? input : JSON.stringify(input) };
  });
}

function finishOf(reason: JsonValue | undefined): DialectReply["finish"] {
  if (reason === "length") return "length";
  if (reason === "content_filter") return "refused";
  return reason === "stop" || reason === "tool_calls" || reason === "function_call" ? "stop" : "other";
}

/** Some servers leave these out; of the kept tokens llama.cpp and DeepSeek speak in words of their own. */
function tokensOf({ usage, timings }: JsonObject): Tokens {
  const counts = isJsonObject(usage) ? usage : {};
  const details = isJsonObject(counts.prompt_tokens_details) ? counts.prompt_tokens_details : {};
  const timed = isJsonObject(timings) ? timings : {};
  const kept = [details.cached_tokens, counts.prompt_cache_hit_tokens, timed.cache_n].find(isCount);
  const input = isCount(counts.prompt_tokens) ? counts.prompt_tokens : 0;
  const output = isCount(counts.completion_tokens) ? counts.completion_tokens : 0;
  return { input, output, ...(kept !== undefined && { cached: Math.min(kept, input) }) };
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
