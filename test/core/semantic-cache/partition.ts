/** A partition of known calls for tests: sentences with their values marked, as in "a table for [people:4] in [city:Rome]". */
import type { JsonObject, JsonValue } from "#core/json.ts";
import { UTC } from "#core/local-time.ts";
import { KnownCalls } from "#core/semantic-cache/calls/known-calls.ts";
import type { Consideration } from "#core/semantic-cache/knowledge.ts";
import type { Tool } from "#core/toolset.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { FakeEmbedder } from "../../fakes.ts";

export const NOW = Date.parse("2026-03-10T12:00:00Z");
export const DAY_MS = 86_400_000;

const text = { type: "string" } as const;
const whole = { type: "integer" } as const;

function tool(name: string, properties: JsonObject): Tool {
  return { name, description: "", parameters: { type: "object", properties } };
}

export const TOOLS: readonly Tool[] = [
  tool("book_table", {
    city: text,
    people: whole,
    seating: { type: "string", enum: ["inside", "outside"] },
    smoking: { type: "boolean" },
  }),
  tool("play", { song: text, artist: text, volume: whole }),
  tool("transfer", { amount: { type: "number" }, currency: text, receiver: text, sender: text }),
  tool("remind", { what: text, date: { type: "string", format: "date" } }),
  tool("shop", { items: { type: "array", items: text }, shop: text }),
  tool("rate", { book: text, rating: whole, best: whole }),
  tool("visit", { country: text, homeState: text }),
  tool("report", { issue: text, priority: { type: "string", enum: ["low", "urgent"] } }),
  tool("convert", { value: { type: "number" }, from_unit: text, to_unit: text }),
  tool("stay", {
    city: { ...text, "x-synonyms": { Manhattan: ["big apple"], "Los Angeles": ["city of angels"] } },
    room: { ...text, enum: ["single", "double"], "x-synonyms": { single: ["for one"], double: ["twin beds"] } },
  }),
];

/** A sentence and what it says; `[name=value:words]` where the value is not the words, `[name=value:]` where no words are. */
export function marked(line: string): { readonly text: string; readonly parameters: JsonObject } {
  const parameters: Record<string, JsonValue> = {};
  const sentence = line.replace(
    /\[(\w+)(?:=([^:\]]*))?:([^\]]*)\]/g,
    (_, name: string, value: string, words: string) => {
      const found = valueIn(value ?? words);
      const before = parameters[name];
      parameters[name] = before === undefined ? found : [...(Array.isArray(before) ? before : [before]), found];
      return words;
    },
  );
  return { text: sentence, parameters };
}

function valueIn(written: string): JsonValue {
  if (written === "true" || written === "false") return written === "true";
  return /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : written;
}

export class Partition {
  readonly index = new ExactIndex(384);
  readonly calls = new KnownCalls({
    zone: UTC,
    tools: TOOLS,
    isWord: isCommonWord,
    findNearest: (vector, count) => this.index.nearest(vector, count),
  });
  readonly #embedder = new FakeEmbedder();
  #next = 1;

  /** Returns the id. `tool` null: nothing fitted. */
  async know(
    tool: string | null,
    line: string,
    more: JsonObject = {},
    defaultsApplied: readonly string[] = [],
  ): Promise<number> {
    const { text, parameters } = marked(line);
    const id = this.#next;
    this.#next += 1;
    const [vector] = await this.#embedder.embed([text]);
    if (!vector) throw new Error("no vector");
    const position = tool === null ? null : TOOLS.findIndex(({ name }) => name === tool);
    const call = { tool: position, parameters: { ...parameters, ...more }, defaultsApplied };
    this.calls.add({ id, text, vector, answeredAt: NOW, ...call });
    this.index.add(id, vector);
    return id;
  }

  forget(id: number): void {
    this.calls.remove(id);
    this.index.remove(id);
  }

  async ask(text: string, now = NOW): Promise<Consideration> {
    const [vector] = await this.#embedder.embed([text]);
    if (!vector) throw new Error("no vector");
    return this.calls.consider(text, vector, now);
  }

  /** What the best proposal's call would be; null when there is none. */
  async proposed(text: string, now = NOW): Promise<JsonObject | null> {
    const { best } = await this.ask(text, now);
    return best?.call ? { tool: TOOLS[best.call.tool]?.name ?? "", ...best.call.parameters } : null;
  }
}
