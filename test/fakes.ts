import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { isJsonObject } from "#core/json.ts";
import type { Clock } from "#core/ports/clock.ts";
import type {
  CallRequest,
  ClassifyRequest,
  DraftCall,
  DraftLabel,
  Embedder,
  LanguageModel,
} from "#core/ports/models.ts";
import type { SecretStore } from "#core/ports/secret-store.ts";
import type { Span } from "#core/span.ts";

/** Stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = Date.parse("2026-03-10T12:00:30.000Z");
  #monotonicMs = 1_000;

  now(): number {
    return this.#now;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  advance(ms: number): void {
    this.#now += ms;
    this.#monotonicMs += ms;
  }

  set(iso: string): void {
    this.#now = Date.parse(iso);
  }
}

const DIMENSIONS = 384;

/** Secrets in memory; that they are durable is the storage's to show. */
export class FakeSecrets implements SecretStore {
  readonly kept = new Map<string, string>();

  async find(name: string): Promise<string | null> {
    return this.kept.get(name) ?? null;
  }

  async put(name: string, value: string): Promise<void> {
    this.kept.set(name, value);
  }

  async exchange(name: string, previous: string | null, value: string): Promise<boolean> {
    if ((this.kept.get(name) ?? null) !== previous) return false;
    this.kept.set(name, value);
    return true;
  }
}

/** Texts with the same words are near to each other: a bag of hashed words. */
export class FakeEmbedder implements Embedder {
  readonly id = "fake-embedder-1";
  readonly dimensions = DIMENSIONS;

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return texts.map((text) => {
      const vector = new Float32Array(DIMENSIONS);
      for (const word of wordsOf(text)) {
        const place = createHash("sha256").update(word).digest().readUInt32BE(0) % DIMENSIONS;
        vector[place] = (vector[place] ?? 0) + 1;
      }
      const length = Math.hypot(...vector);
      return length === 0 ? vector.fill(1 / Math.sqrt(DIMENSIONS)) : vector.map((value) => value / length);
    });
  }
}

/** A remembered query as near as this means the same. */
const SAME_MEANING_MIN = 0.9;

/** Between two requests of one query. */
const ASKS_FURTHER = " and then ";

/**
 * Understands by shared words: the tool or class that has most words in common with the text. Numbers and quoted strings
 * become parameters, in the order of the schema; what the query leaves out, earlier queries may have said. A remembered
 * query that means the same is answered as it was. Counts its calls, fails and waits when told.
 */
export class FakeModel implements LanguageModel {
  readonly id = "fake-model-1";
  /** Questions that reached the model. */
  calls = 0;
  /** What it was told that the last of them is in. */
  heardIn: string | undefined;
  /** What happens before each answer, to what was said: throw to fail, wait to be slow. */
  before: (signal: AbortSignal, said: string) => Promise<void> = async () => {};
  readonly #loaded = Promise.withResolvers<void>();

  constructor(loads: "at once" | "when told") {
    if (loads === "at once") this.#loaded.resolve();
  }

  load(): void {
    this.#loaded.resolve();
  }

  ready(): Promise<void> {
    return this.#loaded.promise;
  }

  async call(
    { query, language, tools, history, memories, mustCall = false, callsMax = 1 }: CallRequest,
    signal: AbortSignal,
  ): Promise<DraftCall> {
    this.calls += 1;
    this.heardIn = language;
    await this.before(signal, query);
    const common = { spans: {}, dependsOnClock: false, usedMemories: [], text: null };
    for (const [position, memory] of memories.entries()) {
      if (memory.kind !== "example" || memory.similarity < SAME_MEANING_MIN) continue;
      const { tool, parameters } = memory;
      return { ...common, tool, parameters, confidence: 0.95, usedMemories: [position] };
    }
    const [first = query, ...rest] = query.split(ASKS_FURTHER);
    const before = history.map((entry) => entry.query);
    const answer = readAs([first, ...before].join(" "), tools, mustCall);
    const others = rest.map((part) => readAs(part, tools, true)).slice(0, callsMax - 1);
    const further = others.map((other) => ({ ...other, tool: other.tool ?? 0, spans: {} }));
    return {
      ...common,
      ...answer,
      ...(further.length > 0 && { others: further }),
      ...(rest.length > further.length && { more: true }),
    };
  }

  async classify(
    { text, classes, extraction, allowNone }: ClassifyRequest,
    signal: AbortSignal,
  ): Promise<readonly DraftLabel[]> {
    this.calls += 1;
    await this.before(signal, text);
    const names = classes.map(({ label, description = "", examples = [] }) =>
      [label, description, ...examples].join(" "),
    );
    const spans = extraction ? partsOf(text) : [{ start: 0, end: text.length }];
    return spans.map((span) => {
      const chosen = best(names, text.slice(span.start, span.end));
      return { span, class: chosen ?? (allowNone ? null : 0), confidence: chosen === null ? 0.2 : 0.8 };
    });
  }
}

function readAs(said: string, tools: CallRequest["tools"], mustCall: boolean) {
  const meant = best(
    tools.map((tool) => `${tool.name} ${tool.description}`),
    said,
  );
  const chosen = meant ?? (mustCall ? 0 : null);
  const tool = chosen === null ? undefined : tools[chosen];
  const parameters = tool?.parameters ? valuesFor(tool.parameters, said) : {};
  return { tool: chosen, parameters, confidence: meant === null ? 0.4 : 0.9 };
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}

function best(candidates: readonly string[], text: string): number | null {
  const words = new Set(wordsOf(text));
  const scores = candidates.map((candidate) => new Set(wordsOf(candidate)).intersection(words).size);
  const highest = Math.max(0, ...scores);
  return highest === 0 ? null : scores.indexOf(highest);
}

function valuesFor(schema: JsonObject, query: string): JsonObject {
  const numbers = [...query.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  const strings = [...query.matchAll(/"([^"]*)"/g)].map(([, inside = ""]) => inside);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const values: Record<string, JsonValue> = {};
  for (const [name, property] of Object.entries(properties)) {
    const type = isJsonObject(property) ? property.type : undefined;
    const value =
      type === "number" || type === "integer" ? numbers.shift() : type === "string" ? strings.shift() : undefined;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function partsOf(text: string): readonly Span[] {
  let start = 0;
  return text.split(/( and )/).flatMap((part) => {
    const span = { start, end: start + part.length };
    start = span.end;
    return part === " and " ? [] : [span];
  });
}
