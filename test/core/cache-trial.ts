/** A cache, and a world in which "turn on lamp 3" is a call with a number: what tests of reuse are about. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHashOf, isJsonObject, type JsonValue } from "#core/json.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Consideration, Knowledge, Proposal, Taught } from "#core/semantic-cache/knowledge.ts";
import { type Partition, partitionOf } from "#core/semantic-cache/partition.ts";
import type { Asked, CacheMode, Question } from "#core/semantic-cache/question.ts";
import type { Reuse } from "#core/semantic-cache/reuse.ts";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { type CacheChange, LoneCache, TRUSTING } from "../cache-kit.ts";
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
      .map((id) => ({ id, path: "rewording", rule: "value-missing" }) as const);
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

type LampAnswer = { readonly tool: number; readonly n: number | null };

/** What a test may have otherwise stands in the question. */
interface LampQuestion extends Question {
  readonly mayReuse: () => Promise<boolean>;
  readonly derive: (proposal: Proposal) => LampAnswer | null;
  readonly ask: (signal: AbortSignal) => Promise<Asked<LampAnswer>>;
}

const LAMPS: Reuse<LampAnswer, LampQuestion> = {
  read: (stored: JsonValue | undefined) => (isJsonObject(stored) ? (stored as LampAnswer) : null),
  fits: () => true,
  mayReuse: (question) => question.mayReuse(),
  openKnowledge: () => new LampKnowledge(),
  derive: (question, proposal) => question.derive(proposal),
  subjectOf: (_, position) => ({ contentHash: CONTENT, name: position === null ? "none" : `tool ${position}` }),
  nameOf: (_, position) => `tool ${position}`,
};

class LampCache extends LoneCache<LampAnswer, LampQuestion> {
  /** As resolver and classifier do: find, and verify; or ask and remember. */
  async answer(question: LampQuestion, mode: CacheMode, signal: AbortSignal) {
    const { found, answered } = await this.once(question, mode, signal, async (until, find) => {
      const found = await find();
      if (found.hit) {
        this.verify(found, question.ask);
        return { found, answered: found.hit };
      }
      const asked = await question.ask(until);
      await this.remember(found, asked, mode);
      return { found, answered: asked };
    });
    const { hit, key } = found;
    return {
      answer: answered.answer,
      hit,
      entry: { partition: found.question.partition.digest, key },
      reuse: hit?.origin ?? null,
      explain: () => this.explain(found),
    };
  }
}

export interface Trial {
  readonly storage: Storage;
  readonly clock: FakeClock;
  readonly logs: string[];
  cache: LampCache;
  /** What the model says to a sentence: a tool by position. Every call is counted. */
  model: (sentence: string, signal: AbortSignal) => Promise<number>;
  readonly asked: string[];
  question(
    sentence: string,
    change?: Partial<LampQuestion> & { readonly app?: AppId; readonly context?: string },
  ): LampQuestion;
  /** The answer with its source. */
  ask(sentence: string, change?: Parameters<Trial["question"]>[1]): Promise<string>;
  /** Another cache on the same store, as after a restart. */
  reopen(change?: CacheChange): Promise<void>;
  close(): Promise<void>;
}

/** On a storage of its own, in a folder. */
export async function openTrial(change: CacheChange = {}): Promise<Trial> {
  const folder = mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), "dragoman-cache-"));
  const storage = await openEmbeddedStorage({ dataDir: folder });
  const clock = new FakeClock();
  await createTrialApps(storage, clock);
  const trial = trialOn(storage, clock, change);
  return Object.assign(trial, {
    async close() {
      await trial.cache.close();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

export async function createTrialApps(storage: Storage, clock: FakeClock): Promise<void> {
  for (const id of [OURS, THEIRS]) {
    await storage.apps.create({ id, name: id, plan: "free", status: "active", epoch: 1, createdAt: clock.now() });
  }
}

/** On a storage that has the apps already. */
export function trialOn(storage: Storage, clock: FakeClock, change: CacheChange = {}): Trial {
  const logs: string[] = [];
  const open = (more: CacheChange = {}) =>
    new LampCache(storage, clock, LAMPS, {
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
    },
  };
  return trial;
}

function questionFor(
  trial: Trial,
  sentence: string,
  { app = OURS, context, ...change }: Partial<LampQuestion> & { readonly app?: AppId; readonly context?: string },
): LampQuestion {
  const n = read(sentence)?.n ?? null;
  return {
    partition: lampPartition(app, context),
    sentence,
    now: trial.clock.now(),
    mayReuse: async () => true,
    derive: ({ call }) => call && { tool: call.tool, n: call.parameters.n as number },
    async ask(signal) {
      trial.asked.push(sentence);
      const startedMs = trial.clock.monotonicMs();
      const tool = await trial.model(sentence, signal);
      const parameters = { n };
      const lesson = { kind: "call", tool, parameters, defaultsApplied: [], dependsOnClock: false } as const;
      const said = { tool, parameters };
      const modelMs = trial.clock.monotonicMs() - startedMs;
      const cost = { modelMs, modelCost: 0.25 };
      return { answer: { tool, n }, said, lesson, copied: null, mayKeep: true, dependsOnClock: false, ...cost };
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
