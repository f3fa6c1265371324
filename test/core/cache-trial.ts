/** A cache, and a world in which "turn on lamp 3" is a call with a number: what tests of reuse are about. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHashOf, type JsonObject } from "#core/json.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Consideration, Knowledge, Proposal, Taught } from "#core/semantic-cache/knowledge.ts";
import { type Partition, partitionOf } from "#core/semantic-cache/partition.ts";
import type { Question } from "#core/semantic-cache/question.ts";
import type { SemanticCache } from "#core/semantic-cache/semantic-cache.ts";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { openCache, TRUSTING } from "../cache-kit.ts";
import { FakeClock, FakeEmbedder } from "../fakes.ts";

/** Where there is one, every fsync is free: thousands of schedules run in seconds. */
const IN_MEMORY = "/dev/shm";
export const READ = { read: true, write: true };
export const OURS = "app_ours" as AppId;
export const THEIRS = "app_theirs" as AppId;
export const CONTENT = contentHashOf(["lamps"]);
export const NEVER = new AbortController().signal;

/** The words before the number, and the number. */
function read(sentence: string): { readonly words: string; readonly n: number } | null {
  const [, words, n] = /^(.*) (\d+)$/.exec(sentence) ?? [];
  return words === undefined ? null : { words, n: Number(n) };
}

/** Knows "the same words with another number", and is as sure of it as the test says. */
export class LampKnowledge implements Knowledge {
  readonly #known = new Map<number, Taught>();

  add(taught: Taught): boolean {
    this.#known.set(taught.id, taught);
    return read(taught.sentence) !== null;
  }

  remove(id: number): void {
    this.#known.delete(id);
  }

  consider(sentence: string): Consideration {
    const asked = read(sentence);
    const alike = [...this.#known.values()].filter((taught) => read(taught.sentence)?.words === asked?.words);
    const source = alike.at(-1);
    const [nearest] = this.#known.keys();
    const refused = [...this.#known.keys()]
      .slice(0, 1)
      .map((id) => ({ id, path: "rewording", rule: "other words" }) as const);
    return {
      best: source && asked ? proposalOf(source, asked.n) : null,
      nearest: nearest === undefined ? null : { id: nearest, similarity: 0.75 },
      refused: source ? [] : refused,
    };
  }

  kinOf(id: number): readonly number[] {
    const words = read(this.#known.get(id)?.sentence ?? "")?.words;
    return [...this.#known.values()].filter((other) => read(other.sentence)?.words === words).map((other) => other.id);
  }
}

function proposalOf({ id, lesson }: Taught, n: number): Proposal {
  const call = { tool: lesson.kind === "call" ? (lesson.tool ?? 0) : 0, parameters: { n } };
  const rest = { class: null, spans: {}, unseenValues: [], leftoverWords: ["some"] };
  return { path: "template", id, similarity: 0.8, score: 0.95, call, ...rest };
}

export interface Trial {
  readonly storage: Storage;
  readonly clock: FakeClock;
  readonly logs: string[];
  cache: SemanticCache;
  /** What the model says to a sentence: a tool by position. Every call is counted. */
  model: (sentence: string, signal: AbortSignal) => Promise<number>;
  readonly asked: string[];
  question(
    sentence: string,
    change?: Partial<Question> & { readonly app?: AppId; readonly context?: string },
  ): Question;
  /** The answer with its source. */
  ask(sentence: string, change?: Parameters<Trial["question"]>[1]): Promise<string>;
  /** Another cache on the same store, as after a restart. */
  reopen(change?: Parameters<typeof openCache>[2]): Promise<void>;
  close(): Promise<void>;
}

export async function openTrial(change: Parameters<typeof openCache>[2] = {}): Promise<Trial> {
  const folder = mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), "dragoman-cache-"));
  const storage = await openEmbeddedStorage({ dataDir: folder });
  const clock = new FakeClock();
  for (const id of [OURS, THEIRS]) {
    await storage.apps.create({ id, name: id, plan: "free", status: "active", epoch: 1, createdAt: clock.now() });
  }
  const logs: string[] = [];
  const open = (more: Parameters<typeof openCache>[2] = {}) =>
    openCache(storage, clock, {
      prior: TRUSTING,
      embedder: new FakeEmbedder(),
      log: (line) => logs.push(line),
      ...change,
      ...more,
    });
  const trial: Trial = {
    storage,
    clock,
    logs,
    cache: open(),
    asked: [],
    model: async () => 0,
    question: (sentence, about = {}) => questionFor(trial, sentence, about),
    async ask(sentence, about) {
      const { answer, hit } = await trial.cache.answer(trial.question(sentence, about), READ, NEVER);
      await trial.cache.idle();
      return `${hit?.source ?? "model"}: ${answer.tool} ${answer.n}`;
    },
    async reopen(more) {
      await trial.cache.close();
      trial.cache = open(more);
    },
    async close() {
      await trial.cache.close();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return trial;
}

function questionFor(
  trial: Trial,
  sentence: string,
  { app = OURS, context, ...change }: Partial<Question> & { readonly app?: AppId; readonly context?: string },
): Question {
  const n = read(sentence)?.n ?? null;
  return {
    partition: lampPartition(app, context),
    sentence,
    now: trial.clock.now(),
    openKnowledge: () => new LampKnowledge(),
    mayReuse: async () => true,
    fits: () => true,
    derive: ({ call }) => call && { tool: call.tool, n: call.parameters.n as number },
    subjectOf: (position) => ({ contentHash: CONTENT, name: position === null ? "none" : `tool ${position}` }),
    shown: ({ tool, parameters }) => ({ tool: `tool ${tool as number}`, parameters: parameters as JsonObject }),
    async ask(signal) {
      trial.asked.push(sentence);
      const tool = await trial.model(sentence, signal);
      const parameters = { n };
      const lesson = { kind: "call", tool, parameters, defaultsApplied: [], dependsOnClock: false } as const;
      const said = { tool, parameters };
      return { answer: { tool, n }, said, lesson, copied: null, mayKeep: true, dependsOnClock: false, modelCost: 0.25 };
    },
    ...change,
  };
}

export function lampPartition(app: AppId, context: string | null = null): Partition {
  return partitionOf(app, {
    operation: "resolve",
    contentHashes: [CONTENT],
    options: {},
    banks: [],
    persona: null,
    context,
    history: [],
    model: "test-1",
  });
}
