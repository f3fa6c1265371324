/** Sets as they would be: examined beside those that are there, which nobody notices. */
import { invalid } from "../errors.ts";
import { setFromResource } from "../exchange/exchanged-set.ts";
import type { ContentHash, JsonObject, JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { DefinitionKind, StoredDefinition } from "../ports/definition-store.ts";
import { eachOnce, type LoggedCase, loggedCases, ROWS_PER_LOOK } from "../query-log/logged-cases.ts";
import type { QueryLog } from "../query-log/query-log.ts";
import type { Learning } from "../sets/learning.ts";
import type { Drafted, Registry } from "../sets/registry.ts";
import type { Teaching } from "../teaching/teaching.ts";
import type { AppId, Principal } from "../tenant.ts";
import { type Changes, changesOf } from "./changes.ts";
import type { Examined, ExaminedKind, Examiner } from "./examiner.ts";
import { type LearningWait, NotLearned, type Open, onceLearned } from "./once-learned.ts";
import type { Outcome } from "./outcome.ts";
import { type TestCase, taughtAsTest } from "./test-case.ts";

/** Where sets are found. */
export interface FoundSets {
  readonly toolsets: Pick<Registry<"toolset">, "find">;
  readonly classificationSets: Pick<Registry<"classification_set">, "find">;
}

export interface ProposalsOptions extends LearningWait {
  readonly toolsets: Pick<Registry<"toolset">, "check" | "find">;
  readonly classificationSets: Pick<Registry<"classification_set">, "check" | "find">;
  readonly learning: Pick<Learning, "forget">;
  readonly teaching: Pick<Teaching, "newest">;
  readonly queryLog: Pick<QueryLog, "list">;
  /** Of the sets as they are. */
  readonly examiner: Examiner;
  readonly clock: Clock;
  /** An examiner of the sets that are found there. */
  readonly examinerOf: (sets: FoundSets) => Examiner;
}

/**
 * Nobody looks at the latencies of a comparison: while a model reads one sentence the server scores another, and an embedder has read
 * those of the second side already.
 */
export const COMPARED = { backend: null, banks: [], atOnce: 4, askedAgain: "compared" } as const;
/** Sentences that are asked of the one set and then of the other: an embedder remembers some hundreds. */
export const COMPARED_PER_PASS = 200;

/** What a proposed set teaches is given up when nobody has asked it for so long: whoever proposed it was killed, or did not come back. */
const LEFT_ALONE_MS = 600_000;

/** Of a log, the newest rows that one comparison looks at: whoever asks pays for one request. */
const LOOKED_ROWS_MAX = 2_000;

interface Asked {
  readonly asked: readonly TestCase[];
  /** Whether the case at that position says what is right. */
  readonly expects: (position: number) => boolean;
  /** Cases that are not asked. */
  readonly leftOut: number;
}

interface Proposed<Kind extends DefinitionKind> {
  readonly signature: string;
  readonly drafted: Drafted<Kind>;
}

/** What is learned for a set that nobody registered. */
interface Held {
  readonly app: AppId;
  readonly contentHash: ContentHash;
  /** Those who ask it now: the first that ends must not take what it teaches from the others. */
  askers: number;
  askedAtMs: number;
}

export class Proposals {
  readonly #options: ProposalsOptions;
  readonly #held = new Map<string, Held>();

  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  /**
   * What `ask` makes of an examiner to whom the sets of these resources, as our own JSON has them, stand in the place of those of the
   * same signature. What they teach stays for whoever asks again within ten minutes. Throws what replacing them would be refused with.
   */
  async examining<Found>(
    app: AppId,
    resources: readonly JsonValue[],
    ask: (examiner: Examiner) => Promise<Found>,
  ): Promise<Found> {
    return this.#holding(app, resources, ask);
  }

  /**
   * What a set would answer otherwise: to the cases, to the newest of those that it was taught, or to the newest of the log that asked
   * it alone. Both are asked once their examples are learned, as an answer before may be another one. Throws as `examiner` does,
   * `not_found`, and `service_unavailable` where they are not learned in time: learning goes on, for whoever asks again.
   */
  async compare(
    { app }: Pick<Principal, "app">,
    { kind, signature }: { readonly kind: ExaminedKind; readonly signature: string },
    proposed: JsonObject,
    which: readonly TestCase[] | "logged" | "taught",
    signal: AbortSignal,
  ): Promise<Changes & { readonly leftOut: number }> {
    const { examiner, clock } = this.#options;
    const lookAtLive = () => examiner.examined(app, [signature], kind);
    await lookAtLive();
    const resources = [{ ...proposed, signature }];
    return this.#giving(app, resources, async (instead) => {
      const look = async () => [await lookAtLive(), await instead.examined(app, [signature], kind)] as const;
      const [live, learned] = await onceLearned(look, openOfBoth, this.#options, signal);
      const { asked, expects, leftOut } = await this.#asked({ app }, { kind, signature }, which, signal);
      // Of one moment: "tomorrow" is no change.
      const conditions = { ...COMPARED, at: clock.now() };
      const before: Outcome[] = [];
      const after: Outcome[] = [];
      for (let from = 0; from < asked.length; from += COMPARED_PER_PASS) {
        const some = asked.slice(from, from + COMPARED_PER_PASS);
        before.push(...(await examiner.examine(app, live, some, conditions, signal)));
        after.push(...(await instead.examine(app, learned, some, conditions, signal)));
      }
      return { ...changesOf(before, after, expects), leftOut };
    });
  }

  async #asked(
    principal: Pick<Principal, "app">,
    set: { readonly kind: ExaminedKind; readonly signature: string },
    which: readonly TestCase[] | "logged" | "taught",
    signal: AbortSignal,
  ): Promise<Asked> {
    const { teaching, queryLog } = this.#options;
    if (which === "taught") {
      const { cases, leftOut } = await teaching.newest(principal, set, LIMITS.testCasesMax);
      return { asked: cases.map(taughtAsTest), expects: () => true, leftOut };
    }
    if (which !== "logged") return { asked: which, expects: () => true, leftOut: 0 };
    const found: LoggedCase[] = [];
    let after: number | null = null;
    for (let rows = 0; rows < LOOKED_ROWS_MAX; rows += ROWS_PER_LOOK) {
      signal.throwIfAborted();
      const looked = await loggedCases(queryLog, principal, set, after);
      found.push(...looked.cases);
      after = looked.next;
      if (after === null) break;
    }
    const logged = eachOnce(found);
    const newest = logged.slice(0, LIMITS.testCasesMax);
    return {
      asked: newest.map(({ test }) => test),
      // What was answered is what somebody wanted where an app said so.
      expects: (position) => newest[position]?.isRight === true,
      leftOut: logged.length - newest.length,
    };
  }

  /** What was learned for sets that nobody registered goes again. */
  async forget(app: AppId, kind: ExaminedKind, resources: readonly JsonValue[]): Promise<void> {
    const ofKind = resources.filter((resource, index) => setFromResource(resource, `proposed.${index}`).kind === kind);
    const { contentHashes } = await this.#proposed(app, ofKind);
    for (const contentHash of contentHashes) await this.#giveUp(this.#hold(app, contentHash, 0));
  }

  /** The same of all that nobody has asked for ten minutes. */
  async giveUpLeftAlone(): Promise<void> {
    const leftBeforeMs = this.#options.clock.monotonicMs() - LEFT_ALONE_MS;
    for (const one of [...this.#held.values()]) if (one.askedAtMs <= leftBeforeMs) await this.#giveUp(one);
  }

  /** As `examining`; what they teach goes with the last who asks, but where it was not waited for long enough: it may be asked again. */
  async #giving<Found>(
    app: AppId,
    resources: readonly JsonValue[],
    ask: (examiner: Examiner) => Promise<Found>,
  ): Promise<Found> {
    let held: readonly Held[] = [];
    let goesOn = false;
    try {
      return await this.#holding(app, resources, (examiner, own) => {
        held = own;
        return ask(examiner);
      });
    } catch (failure) {
      goesOn = failure instanceof NotLearned;
      throw failure;
    } finally {
      if (!goesOn) for (const one of held) await this.#giveUp(one);
    }
  }

  async #holding<Found>(
    app: AppId,
    resources: readonly JsonValue[],
    ask: (examiner: Examiner, held: readonly Held[]) => Promise<Found>,
  ): Promise<Found> {
    const { examiner, contentHashes } = await this.#proposed(app, resources);
    const held = contentHashes.map((contentHash) => this.#hold(app, contentHash));
    try {
      return await ask(examiner, held);
    } finally {
      for (const one of held) this.#letGo(one);
    }
  }

  async #proposed(
    app: AppId,
    resources: readonly JsonValue[],
  ): Promise<{ readonly examiner: Examiner; readonly contentHashes: readonly ContentHash[] }> {
    const { toolsets, classificationSets, examinerOf } = this.#options;
    if (resources.length > LIMITS.toolsetsMax)
      throw invalid("proposed", `${resources.length} sets, at most ${LIMITS.toolsetsMax} are compared at a time`);
    const tools: Proposed<"toolset">[] = [];
    const classes: Proposed<"classification_set">[] = [];
    for (const [index, resource] of resources.entries()) {
      const set = setFromResource(resource, `proposed.${index}`);
      const { signature } = set;
      if (set.kind === "toolset")
        tools.push({ signature, drafted: await toolsets.check({ app }, signature, set.input) });
      else classes.push({ signature, drafted: await classificationSets.check({ app }, signature, set.input) });
    }
    const examiner = examinerOf({
      toolsets: { find: (app, signature) => inPlace(toolsets, tools, app, signature) },
      classificationSets: { find: (app, signature) => inPlace(classificationSets, classes, app, signature) },
    });
    return { examiner, contentHashes: [...tools, ...classes].map(({ drafted }) => drafted.draft.contentHash) };
  }

  #hold(app: AppId, contentHash: ContentHash, askers = 1): Held {
    const key = keyOf({ app, contentHash });
    const held = this.#held.get(key) ?? { app, contentHash, askers: 0, askedAtMs: 0 };
    this.#held.set(key, held);
    held.askers += askers;
    held.askedAtMs = this.#options.clock.monotonicMs();
    return held;
  }

  #letGo(held: Held): void {
    held.askers -= 1;
    held.askedAtMs = this.#options.clock.monotonicMs();
  }

  /** But where somebody asks it now. */
  async #giveUp(held: Held): Promise<void> {
    if (held.askers > 0) return;
    this.#held.delete(keyOf(held));
    await this.#options.learning.forget(held.app, held.contentHash);
  }
}

function keyOf({ app, contentHash }: Pick<Held, "app" | "contentHash">): string {
  return `${app} ${contentHash}`;
}

function openOfBoth([live, proposed]: readonly [live: Examined, proposed: Examined]): Open | null {
  if (live.learning) return { ...live.learning, of: "the set as it is", not: "compared" };
  return proposed.learning && { ...proposed.learning, of: "the set as it would be", not: "compared" };
}

/** The set as it would be; one that is not there cannot be replaced, and is not found either. */
async function inPlace<Kind extends "classification_set" | "toolset">(
  live: Pick<Registry<Kind>, "find">,
  proposed: readonly Proposed<Kind>[],
  app: AppId,
  signature: string,
): Promise<StoredDefinition<Kind>> {
  const there = await live.find(app, signature);
  const instead = proposed.find((one) => one.signature === signature);
  return instead ? { ...there, ...instead.drafted.draft } : there;
}
