import type { Class } from "../classification-set.ts";
import { AppError } from "../errors.ts";
import type { MainThread } from "../main-thread.ts";
import type { WithBackend } from "../named-backend.ts";
import type { AppId } from "../tenant.ts";
import type { Tool } from "../toolset.ts";
import { checkClasses } from "./class-checks.ts";
import { type Finding, Findings, WARNINGS_MAX } from "./findings.ts";
import { checkLikeness, type EmbeddedMember, type Kind } from "./likeness.ts";
import type { LintVectors } from "./lint-vectors.ts";
import { classMembers, type Member, toolMembers } from "./members.ts";
import type { IsCommonWord } from "./parameter-checks.ts";
import { checkLanguages, type SetLanguages } from "./set-languages.ts";
import { checkSharedExamples, type Sharing } from "./shared-examples.ts";
import { checkNames, checkTools } from "./tool-checks.ts";

/** A set whose content is known to be one that can be registered. */
export type LintedSet = WithBackend &
  (
    | { readonly signature: string; readonly tools: readonly Tool[] }
    | { readonly signature: string; readonly classes: readonly Class[] }
  );

/** What was found in sets, and how much was compared to find it. */
export interface LintReport {
  /** Warnings first. */
  readonly findings: readonly Finding[];
  /** Found, and not told: there is more of the same. */
  readonly leftOut: number;
  /** What each set is in, in their order. */
  readonly languages: readonly SetLanguages[];
  /** Texts that were compared by their vectors, of those that there are; fewer where there was no time for all. */
  readonly compared: { readonly texts: number; readonly of: number };
}

/** Examples whose vectors one lint holds: some 30 MB. The first of each tool and class come first. */
const EXAMPLES_MAX = 10_000;
/** Lints of one app that wait for their turn: one is made at a time, of all apps. */
const WAITING_PER_APP_MAX = 4;
const RETRY_AFTER_SECONDS = 10;

export interface LinterOptions {
  readonly vectors: Pick<LintVectors, "of">;
  readonly mainThread: Pick<MainThread, "steps">;
  readonly isCommonWord: IsCommonWord;
}

/** What tells by reading alone. Bounded, and made in steps, so that creating a set can wait for it. */
export function* lintWarnings(set: LintedSet): Generator<void, readonly Finding[]> {
  const findings = new Findings({ findingsMax: WARNINGS_MAX, perCodeMax: WARNINGS_MAX, hints: false });
  yield* checkWords(set, findings, null);
  return findings.warnings();
}

interface Read {
  readonly sharing: Sharing;
  readonly languages: SetLanguages;
}

function* checkWords(set: LintedSet, findings: Findings, isCommonWord: IsCommonWord | null): Generator<void, Read> {
  if ("tools" in set) yield* checkTools(set.tools, set.signature, findings, isCommonWord);
  else if (findings.hasHints) yield* checkClasses(set.classes, set.signature, findings);
  const members = membersOf(set);
  const languages = yield* checkLanguages(members, set, findings);
  return { languages, sharing: yield* checkSharedExamples(members, findings) };
}

function membersOf(set: LintedSet): readonly Member[] {
  return "tools" in set ? toolMembers(set.tools, set.signature) : classMembers(set.classes, set.signature);
}

/** Looks for what makes sets be misunderstood, by reading them and by the vectors of what they say. */
export class Linter {
  readonly #options: LinterOptions;
  readonly #waiting = new Map<AppId, number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LinterOptions) {
    this.#options = options;
  }

  /**
   * Toolsets are looked at together, as a request names them; each classification set by itself. Throws
   * `service_unavailable` when too many of the app wait or the embedder cannot be had, and the signal's reason.
   */
  async lint(app: AppId, sets: readonly LintedSet[], signal: AbortSignal): Promise<LintReport> {
    const waiting = this.#waiting.get(app) ?? 0;
    if (waiting >= WAITING_PER_APP_MAX) {
      const message = `${WAITING_PER_APP_MAX} lints of this app wait already: one is made at a time`;
      throw new AppError("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#waiting.set(app, waiting + 1);
    const report = this.#last.then(() => this.#lint(app, sets, signal));
    this.#last = report.catch(() => {});
    try {
      return await report;
    } finally {
      const left = (this.#waiting.get(app) ?? 1) - 1;
      if (left > 0) this.#waiting.set(app, left);
      else this.#waiting.delete(app);
    }
  }

  async #lint(app: AppId, sets: readonly LintedSet[], signal: AbortSignal): Promise<LintReport> {
    signal.throwIfAborted();
    const { mainThread, isCommonWord } = this.#options;
    const findings = new Findings();
    const toolsets = sets.flatMap((set) => ("tools" in set ? [{ set: set.signature, tools: set.tools }] : []));
    checkNames(toolsets, findings);
    const ofTools: Sharing[] = [];
    const compared = { texts: 0, of: 0 };
    const languages: SetLanguages[] = [];
    for (const set of sets) {
      const { sharing, languages: own } = await mainThread.steps(app, checkWords(set, findings, isCommonWord));
      languages.push(own);
      if ("tools" in set) ofTools.push(sharing);
      else add(compared, await this.#compare(app, membersOf(set), { kind: "classes", sharing, findings }, signal));
    }
    const tools = sets.flatMap((set) => ("tools" in set ? membersOf(set) : []));
    const sharing = {
      excludes: ofTools.every(({ excludes }) => excludes),
      shared: new Set(ofTools.flatMap(({ shared }) => [...shared])),
    };
    if (tools.length > 0) add(compared, await this.#compare(app, tools, { kind: "tools", sharing, findings }, signal));
    return { findings: findings.all(), leftOut: findings.leftOut, languages, compared };
  }

  async #compare(
    app: AppId,
    members: readonly Member[],
    { kind, sharing, findings }: { readonly kind: Kind; readonly sharing: Sharing; readonly findings: Findings },
    signal: AbortSignal,
  ): Promise<LintReport["compared"]> {
    const { vectors, mainThread } = this.#options;
    const rounds = inRounds(members);
    const texts = [...members.map(({ summary }) => summary), ...rounds.map(({ text }) => text)];
    const read = await vectors.of(app, kind, texts, signal);
    signal.throwIfAborted();
    const of = texts.length + members.reduce((sum, { examples }) => sum + examples.length, 0) - rounds.length;
    // Without what each says of itself, there is nothing to compare.
    if (read.length < members.length) return { texts: 0, of };
    const examples = members.map((): Float32Array[] => []);
    for (const [at, vector] of read.slice(members.length).entries()) examples[rounds[at]?.of ?? 0]?.push(vector);
    const embedded = members.map((member, at): EmbeddedMember => {
      return { member, summary: read[at] as Float32Array, examples: examples[at] as Float32Array[] };
    });
    await mainThread.steps(app, checkLikeness(embedded, kind, sharing, findings));
    return { texts: read.length, of };
  }
}

/** The first example of each, then the second of each: what there is time for helps all of them. */
function inRounds(members: readonly Member[]): readonly { readonly text: string; readonly of: number }[] {
  const rounds: { text: string; of: number }[] = [];
  for (let round = 0; rounds.length < EXAMPLES_MAX; round += 1) {
    const before = rounds.length;
    for (const [of, { examples }] of members.entries()) {
      const text = examples[round];
      if (text !== undefined && rounds.length < EXAMPLES_MAX) rounds.push({ text, of });
    }
    if (rounds.length === before) break;
  }
  return rounds;
}

function add(compared: { texts: number; of: number }, more: LintReport["compared"]): void {
  compared.texts += more.texts;
  compared.of += more.of;
}
