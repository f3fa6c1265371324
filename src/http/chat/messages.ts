/** The messages of a chat as turns: what the user said, and what was called upon it. */
import type { Turn } from "#core/answering/chat-assistant.ts";
import { invalid } from "#core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { jsonFaultIn } from "#core/json-faults.ts";
import { LIMITS } from "#core/limits.ts";
import type { ChatMessageWire } from "../schemas/chat-completion.ts";

export interface ReadMessages {
  /** At least one; the last one is to be answered. */
  readonly turns: readonly Turn[];
  /** What the system said, as much of it as guides a resolution; missing where it said nothing. */
  readonly context?: string;
  /** What the tools answered since the user spoke last. */
  readonly results: readonly string[];
  /** The field of the sentence that is answered, as in `messages.3.content`. */
  readonly askedField: string;
}

/** What in the messages is no sentence with tool calls: free text may answer it, and this says why we do not. */
export interface BeyondSentences {
  readonly field: string;
  readonly problem: string;
}

interface OpenTurn {
  said: string;
  readonly field: string;
  /** A picture, say, which is no text. */
  other: string | null;
  readonly calls: Turn["calls"][number][];
  words: string | null;
  readonly results: string[];
}

/** Throws `validation_error` for what is no message. */
export function readMessages(messages: readonly ChatMessageWire[]): ReadMessages | BeyondSentences {
  const turns: OpenTurn[] = [];
  const system: string[] = [];
  for (const [index, message] of messages.entries()) take(message, `messages.${index}`, turns, system);
  const last = turns.at(-1);
  if (!last) return { field: "messages", problem: "need a message of the user's, which is what is answered" };
  if (messages.at(-1)?.role === "assistant") {
    return {
      field: `messages.${messages.length - 1}.role`,
      problem: "the last message must be the user's or a tool's",
    };
  }
  if (last.other !== null) {
    return {
      field: last.field,
      problem: `has a part of type "${last.other}", and tool calls are read from text alone`,
    };
  }
  const context = firstCharacters(system.join("\n"), LIMITS.contextCharactersMax);
  return { turns, results: last.results, askedField: last.field, ...(context !== "" && { context }) };
}

function take(message: ChatMessageWire, field: string, turns: OpenTurn[], system: string[]): void {
  const { role, content = null, tool_calls: calls = null } = message;
  const { text, other } = textIn(content, `${field}.content`);
  const turn = turns.at(-1);
  switch (role) {
    case "system":
    case "developer":
      system.push(text);
      return;
    case "user":
      turns.push({ said: text, other, field: `${field}.content`, calls: [], words: null, results: [] });
      return;
    case "assistant": {
      const made = callsIn(calls, `${field}.tool_calls`);
      if (!turn) return;
      turn.calls.push(...made);
      if (text !== "") turn.words = text;
      return;
    }
    case "tool":
      turn?.results.push(text);
      return;
    default:
      throw invalid(`${field}.role`, `"${role}" is none of system, developer, user, assistant, tool`);
  }
}

/** `other`: the type of the first part that is no text; null where all are. */
function textIn(content: JsonValue, field: string): { readonly text: string; readonly other: string | null } {
  if (content === null) return { text: "", other: null };
  if (typeof content === "string") return { text: content, other: null };
  if (!Array.isArray(content)) throw invalid(field, "must be a text or a list of parts");
  let other: string | null = null;
  const texts = content.flatMap((part: JsonValue, index) => {
    const { type = "", text } = isJsonObject(part) ? part : {};
    if (typeof type !== "string" || type === "") throw invalid(`${field}.${index}.type`, "must be a text");
    if (type === "text" && typeof text === "string") return [text];
    if (type !== "refusal") other ??= type;
    return [];
  });
  return { text: texts.join("\n"), other };
}

function callsIn(calls: JsonValue, field: string): Turn["calls"] {
  if (calls === null) return [];
  if (!Array.isArray(calls)) throw invalid(field, "must be a list of calls");
  return calls.map((call: JsonValue, index) => {
    const { name, arguments: sent } = isJsonObject(call) && isJsonObject(call.function) ? call.function : {};
    if (typeof name !== "string") throw invalid(`${field}.${index}.function.name`, "must be the name of a function");
    return { tool: name, parameters: parametersIn(sent) };
  });
}

/** None where it is no object that can be kept: what another model called says little of what is asked now. */
function parametersIn(sent: JsonValue | undefined): JsonObject {
  if (typeof sent !== "string" || sent.length > LIMITS.historyParametersCharactersMax) return {};
  try {
    const value = JSON.parse(sent) as JsonValue;
    return isJsonObject(value) && jsonFaultIn(value, (text) => text.isWellFormed()) === null ? value : {};
  } catch {
    return {};
  }
}

/** In code points. */
function firstCharacters(text: string, max: number): string {
  return [...text.slice(0, 2 * max)].slice(0, max).join("").trim();
}
