/**
 * A model that knows the right answer to every text it was told about, behind OpenAI's chat completions: what is measured
 * is the cache alone. Asked about anything else it refuses, so that nothing is learned from it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { modelName } from "./bfcl-sentences.ts";
import { type Call, NO_CALL } from "./sentence.ts";

export type RightAnswer = { readonly call: Call } | { readonly label: string };

interface Known {
  /** As it stands in a prompt: plain, or inside JSON. */
  readonly written: string;
  readonly text: string;
  readonly answer: RightAnswer;
}

interface CompletionRequest {
  readonly messages?: readonly { readonly role: string; readonly content: JsonValue }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: JsonObject } }[];
  readonly response_format?: { readonly json_schema?: { readonly schema?: JsonObject } };
}

/** How much of a text finds it in a prompt: every place of the prompt is looked up by so many letters. */
const KEY_LENGTH = 6;
const NO_TOOL = "none";

export class Oracle {
  readonly #server: Bun.Server<undefined>;
  #known = new Map<string, Known[]>();
  #asked = 0;

  constructor() {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => this.#complete((await request.json()) as CompletionRequest),
    });
  }

  /** As `base_url` takes it. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/v1`;
  }

  /** How often it was asked so far. */
  get asked(): number {
    return this.#asked;
  }

  /** From here on it knows these and no others. */
  know(answers: Iterable<readonly [text: string, answer: RightAnswer]>): void {
    this.#known = new Map();
    for (const [text, answer] of answers) {
      const normalised = text.normalize("NFC");
      const inJson = JSON.stringify(normalised).slice(1, -1);
      const forms = new Set([normalised, inJson, inJson.replaceAll("<", "\\u003c")]);
      for (const written of forms) {
        const key = written.slice(0, KEY_LENGTH);
        this.#known.set(key, [...(this.#known.get(key) ?? []), { written, text: normalised, answer }]);
      }
    }
  }

  async close(): Promise<void> {
    await this.#server.stop(true);
  }

  #complete(request: CompletionRequest): Response {
    this.#asked += 1;
    const message = request.messages?.findLast(({ role }) => role === "user");
    const known = this.#longestIn(contentOf(message?.content));
    if (known === null) return Response.json({ error: { message: "not known", type: "refused" } }, { status: 400 });
    return Response.json(completionOf(known, request));
  }

  /** The longest known text in the prompt: a shorter one may stand inside it. */
  #longestIn(prompt: string): Known | null {
    let longest: Known | null = null;
    for (let at = 0; at < prompt.length; at += 1) {
      for (let length = 1; length <= KEY_LENGTH; length += 1) {
        for (const known of this.#known.get(prompt.slice(at, at + length)) ?? []) {
          const isLonger = known.written.length > (longest?.written.length ?? 0);
          if (isLonger && prompt.startsWith(known.written, at)) longest = known;
        }
      }
    }
    return longest;
  }
}

function contentOf(content: JsonValue | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: JsonValue) => (isJsonObject(part) ? String(part.text ?? "") : "")).join("\n");
}

function completionOf(known: Known, { tools, response_format }: CompletionRequest): JsonObject {
  const calls = tools === undefined || tools.length === 0 ? null : [functionCallOf(known, tools)];
  const answer = calls === null ? answerObject(known, response_format?.json_schema?.schema) : null;
  return {
    id: "chatcmpl-oracle",
    object: "chat.completion",
    created: 0,
    model: "oracle",
    choices: [
      {
        index: 0,
        finish_reason: calls === null ? "stop" : "tool_calls",
        message: { role: "assistant", content: answer && JSON.stringify(answer), ...(calls && { tool_calls: calls }) },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

/** In the shape that the schema wants: a label, parts of a text with their labels, or a call. */
function answerObject({ text, answer }: Known, schema: JsonObject | undefined): JsonObject {
  const properties = isJsonObject(schema?.properties) ? schema.properties : {};
  if ("label" in answer) {
    return properties.parts === undefined ? { label: answer.label } : { parts: [{ text, label: answer.label }] };
  }
  const { tool, parameters } = answer.call;
  const call = { tool: tool === null ? NO_TOOL : modelName(tool), parameters };
  const words = properties.text === undefined ? {} : { text: "Done." };
  return properties.tool === undefined ? { call, ...words } : { ...call, ...words };
}

function functionCallOf(known: Known, tools: NonNullable<CompletionRequest["tools"]>): JsonObject {
  const { answer } = known;
  const { tool, parameters } = "call" in answer ? answer.call : NO_CALL;
  const [first] = tools;
  // A label has no function of its own: it is what the only function is given.
  const isLabel = "label" in answer && first !== undefined;
  const name = isLabel ? first.function.name : tool === null ? NO_TOOL : modelName(tool);
  const given = isLabel ? answerObject(known, first.function.parameters) : parameters;
  return { id: "call_oracle", type: "function", function: { name, arguments: JSON.stringify(given) } };
}
