/** What a model server can do, found out by asking it: what it says of itself is not taken for granted. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import type { Capabilities, Dialect, DialectReply, Question, ServerFacts, Survey } from "../backend/dialect.ts";
import type { AnswerMode, FunctionTool, Prompt } from "../backend/prompt.ts";
import { jsonObjectIn } from "./prompts/json-in-text.ts";

export type { Capabilities, Survey } from "../backend/dialect.ts";

export const NO_FACTS: ServerFacts = { streaming: null, contextTokens: null };

type Asked = Pick<Dialect, "ask" | "facts">;

/** The shortest question there is. */
export const GREETING: Question = {
  prompt: { system: "You are friendly and short.", user: "Say hello.", schema: {}, functions: [] },
  mode: "json",
  repair: null,
};

const CODE = "k7";
const CODE_SCHEMA: JsonObject = {
  type: "object",
  properties: { code: { const: CODE, type: "string" } },
  required: ["code"],
  additionalProperties: false,
};
const ADD: FunctionTool = {
  name: "add",
  description: "Adds two numbers",
  parameters: {
    type: "object",
    properties: { one: { type: "number" }, other: { type: "number" } },
    additionalProperties: false,
  },
};

/** Asks three or four short questions. Rejects as the dialect does when the server does not answer a plain one. */
async function findCapabilities(dialect: Asked, signalOf: () => AbortSignal): Promise<Capabilities> {
  const ask = (mode: AnswerMode, system: string, user: string) => {
    const prompt: Prompt = { system, user, schema: CODE_SCHEMA, functions: mode === "tools" ? [ADD] : [] };
    return dialect.ask({ prompt, mode, repair: null }, signalOf());
  };
  const heeded = await ask("json", 'Whatever is asked, you answer with the one word "banana".', "What is 1 and 1?");
  const takenOrNull = (mode: AnswerMode, system: string, user: string) =>
    takenOr<DialectReply | null>(null, () => ask(mode, system, user));
  const bound = await takenOrNull("schema", "You are a poet who answers in rhymes.", "Write two lines on the sea.");
  const forced = await takenOrNull("tools", "You are friendly and short.", "Say hello.");
  const offered =
    forced && !isAdding(forced) ? await takenOrNull("tools", "You add by your function.", "Add 2 and 3.") : null;
  return {
    schema: bound !== null && jsonObjectIn(bound.text)?.code === CODE,
    tools: isAdding(forced) ? "forced" : isAdding(offered) ? "offered" : "none",
    systemPrompt: /banana/i.test(heeded.text),
  };
}

/**
 * The capabilities, and what else can be known: four or five short questions, each of which has `timeoutMs`. Rejects as the
 * dialect does when the server does not answer a plain one, and with the signal's reason.
 */
export async function surveyed(dialect: Asked, timeoutMs: number, signal?: AbortSignal): Promise<Survey> {
  const signalOf = () => AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  const capabilities = await findCapabilities(dialect, signalOf);
  return { ...capabilities, ...((await dialect.facts?.(signalOf())) ?? NO_FACTS) };
}

/** What was kept of a survey; null for what is none. */
export function surveyIn({ schema, tools, systemPrompt, streaming, contextTokens }: JsonObject): Survey | null {
  if (typeof schema !== "boolean" || (tools !== "forced" && tools !== "offered" && tools !== "none")) return null;
  if (!isTold(systemPrompt) || !isTold(streaming)) return null;
  if (contextTokens !== null && typeof contextTokens !== "number") return null;
  return { schema, tools, systemPrompt, streaming, contextTokens };
}

function isTold(value: JsonValue | undefined): value is boolean | null {
  return value === null || typeof value === "boolean";
}

/** What is only good to know stays unknown where it cannot be found out, each by itself. */
export async function factsFrom(streams: Promise<boolean>, tokens: Promise<number | null>): Promise<ServerFacts> {
  const unknown = () => null;
  const [streaming, contextTokens] = await Promise.all([streams.catch(unknown), tokens.catch(unknown)]);
  return { streaming, contextTokens };
}

/** `otherwise` for a question that the server does not take: some refuse schemas, functions or streams outright. */
export async function takenOr<Answer>(otherwise: Answer, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (failure) {
    if (failure instanceof BackendFailure && failure.kind === "rejected") return otherwise;
    throw failure;
  }
}

/** The strictest mode that the server is honest in. */
export function bestMode({ schema, tools }: Capabilities): AnswerMode {
  if (schema) return "schema";
  return tools === "forced" ? "tools" : "json";
}

function isAdding(reply: DialectReply | null): boolean {
  const calls = reply?.calls ?? [];
  return calls.length > 0 && calls.every(({ name }) => name === ADD.name);
}
