/** Has a model answer cases, whatever the cache knows, and judges what comes. */
import { Effort } from "../access/effort.ts";
import type { AskedAfresh } from "../answering/afresh.ts";
import type { Classification, Classifier } from "../answering/classification.ts";
import type { Resolution } from "../answering/given-resolution.ts";
import type { Resolver } from "../answering/resolution.ts";
import { NO_LABEL } from "../classification-set.ts";
import { invalid, messageOf, modelFailureIn } from "../errors.ts";
import type { ContentHash } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import type { AskedAgain, LanguageModel } from "../ports/models.ts";
import { type AskedKind, type FoundByName, kindOfSet } from "../sets/kind-of-set.ts";
import type { Learning, Progress } from "../sets/learning.ts";
import { meantHint } from "../sets/nearest-name.ts";
import type { Teachable } from "../sets/phrases.ts";
import type { AppId, Instant } from "../tenant.ts";
import { NO_TOOL } from "../toolset.ts";
import { judgedCalls, judgedLabels } from "./case-judging.ts";
import { type LearningWait, onceLearned } from "./once-learned.ts";
import type { Outcome } from "./outcome.ts";
import { type CallCase, type LabelCase, namesExpected, type PlaceOf, type TestCase } from "./test-case.ts";

export type ExaminedKind = AskedKind;

/** The sets whose answers are examined. */
export interface Examined {
  readonly kind: ExaminedKind;
  readonly signatures: readonly string[];
  /** Of each of them, as it is. */
  readonly contentHashes: readonly ContentHash[];
  /** Of their tools or classes, without `none`. */
  readonly names: readonly string[];
  /** Whether an answer may be `none`. */
  readonly allowsNone: boolean;
  /** How far their examples are learned; null when they are. An answer before may be another one. */
  readonly learning: Progress | null;
  /** Sentences that they have as examples, in lower case. */
  readonly examples: ReadonlySet<string>;
}

/** What else decides the answers. */
export interface Conditions {
  /** The model that is asked; the sets' own for null. */
  readonly backend: string | null;
  /** Ids of memory banks; for toolsets. */
  readonly banks: readonly string[];
  /** Cases that are asked at the same time; one where it is left out, so that latencies are those of a question. */
  readonly atOnce?: number;
  /** Of cases that name no moment; the moment at which each is asked where it is left out. */
  readonly at?: Instant | undefined;
  /** As `CallRequest` has it; not asked again where it is left out: a test says what an answer takes. */
  readonly askedAgain?: AskedAgain;
}

export interface ExaminerOptions extends FoundByName, LearningWait {
  readonly learning: Pick<Learning, "learn">;
  readonly resolver: Pick<Resolver, "resolveAfresh">;
  readonly classifier: Pick<Classifier, "classifyAfresh">;
  /** Of those that are asked unless a set names another: how long it takes to load is no answer's time. */
  readonly model: Pick<LanguageModel, "ready">;
}

export class Examiner {
  readonly #options: ExaminerOptions;

  constructor(options: ExaminerOptions) {
    this.#options = options;
  }

  /**
   * The sets of these signatures, whose examples are learned from now on if they are not yet. `kind` null: toolsets where there is
   * one of the first signature, else a classification set. Throws `not_found`, and `validation_error` for several
   * classification sets.
   */
  async examined(app: AppId, signatures: readonly string[], kind: ExaminedKind | null): Promise<Examined> {
    const { toolsets, classificationSets } = this.#options;
    const [first] = signatures;
    if (first === undefined) throw invalid("sets", "needs at least 1 signature");
    if (signatures.length > LIMITS.toolsetsMax) {
      throw invalid("sets", `${signatures.length} signatures, at most ${LIMITS.toolsetsMax} are allowed`);
    }
    if ((kind ?? (await kindOfSet(this.#options, app, first))) === "toolset") {
      const sets = await Promise.all(signatures.map((signature) => toolsets.find(app, signature)));
      const tools = sets.flatMap(({ definition }) => definition.tools);
      const learning = this.#learning(
        app,
        sets.map((set) => ({ set, taught: set.definition.tools })),
      );
      return examinedOf("toolset", sets, { names: tools.map(({ name }) => name), allowsNone: true, learning }, tools);
    }
    if (signatures.length > 1) {
      throw invalid("sets", "are several, and classification sets are asked one at a time: name one");
    }
    const set = await classificationSets.find(app, first);
    const { classes, allowNone: allowsNone } = set.definition;
    const learning = this.#learning(app, [{ set, taught: classes }]);
    const names = classes.map(({ label }) => label);
    return examinedOf("classification_set", [set], { names, allowsNone, learning }, classes);
  }

  /** The same, once their examples are learned. Throws as `examined` does, and `service_unavailable` where they are not in time. */
  onceLearned(
    app: AppId,
    { kind, signatures }: Pick<Examined, "kind" | "signatures">,
    signal: AbortSignal,
  ): Promise<Examined> {
    const look = () => this.examined(app, signatures, kind);
    const of = signatures.length === 1 ? "the set" : "the sets";
    return onceLearned(look, ({ learning }) => learning && { ...learning, of, not: "tested" }, this.#options, signal);
  }

  /**
   * What became of each case, in their order, so many asked at once as the conditions say. A case that a model fails to answer is an outcome too;
   * whatever else is thrown, and the signal's reason, end it.
   */
  async examine(
    app: AppId,
    examined: Examined,
    cases: readonly TestCase[],
    conditions: Conditions,
    signal: AbortSignal,
  ): Promise<readonly Outcome[]> {
    // One that never will be ready says so with each answer.
    await Promise.race([this.#options.model.ready().catch(() => {}), whenAborted(signal)]);
    const { atOnce = 1 } = conditions;
    const outcomes: Outcome[] = [];
    let next = 0;
    const askNext = async () => {
      for (let at = next; at < cases.length; at = next) {
        next += 1;
        signal.throwIfAborted();
        const one = cases[at] as TestCase;
        outcomes[at] = await Effort.question(() => this.#outcomeOf(app, examined, one, conditions, signal));
      }
    };
    // What is asked still when one has failed may learn: it has ended, too, before anybody gives up what it learned.
    const asked = await Promise.allSettled(Array.from({ length: Math.min(atOnce, cases.length) }, askNext));
    for (const one of asked) if (one.status === "rejected") throw one.reason;
    return outcomes;
  }

  #learning(
    app: AppId,
    sets: readonly { readonly set: StoredDefinition<ExaminedKind>; readonly taught: readonly Teachable[] }[],
  ): Progress | null {
    const open = sets.flatMap(({ set, taught }) => this.#options.learning.learn(app, set.contentHash, taught) ?? []);
    if (open.length === 0) return null;
    return {
      done: open.reduce((sum, { done }) => sum + done, 0),
      total: open.reduce((sum, { total }) => sum + total, 0),
    };
  }

  async #outcomeOf(
    app: AppId,
    examined: Examined,
    one: TestCase,
    conditions: Conditions,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { clock } = this.#options;
    const startedMs = clock.monotonicMs();
    const sentence = one.kind === "calls" ? one.request.query : one.text;
    const isExample = examined.examples.has(heardAs(sentence));
    const around = () => ({ sentence, isExample, latencyMs: clock.monotonicMs() - startedMs });
    try {
      if (one.kind === "calls") {
        const asked = await this.#resolved(app, examined, one, conditions, signal);
        return { ...outcomeOfCalls(one, asked), ...around() };
      }
      const asked = await this.#classified(app, examined, one, conditions, signal);
      return { ...outcomeOfLabels(one, asked), ...around() };
    } catch (failure) {
      // The case was looked at before: what else is refused would be so with each of them, as an unknown backend is.
      const code = modelFailureIn(failure);
      if (signal.aborted || code === null) throw failure;
      const message = messageOf(failure);
      const nothing = { confidence: null, runnerUp: null, usage: null, model: null, failure: { code, message } };
      return { ...unanswered(one), ...nothing, ...around() };
    }
  }

  #resolved(
    app: AppId,
    { signatures: toolsets }: Examined,
    { request, at }: CallCase,
    { backend, banks, askedAgain, ...moment }: Conditions,
    signal: AbortSignal,
  ): Promise<AskedAfresh<Resolution>> {
    const asked = { ...request, toolsets, banks };
    const afresh = { backend: backend ?? undefined, at: at ?? moment.at, askedAgain: askedAgain ?? null };
    return this.#options.resolver.resolveAfresh(app, asked, afresh, signal);
  }

  #classified(
    app: AppId,
    { signatures: [classificationSet = ""] }: Examined,
    { text: data, language, at }: LabelCase,
    { backend, ...moment }: Conditions,
    signal: AbortSignal,
  ): Promise<AskedAfresh<Classification>> {
    const asked = { data, classificationSet, ...(language !== undefined && { language }) };
    const afresh = { backend: backend ?? undefined, at: at ?? moment.at };
    return this.#options.classifier.classifyAfresh(app, asked, afresh, signal);
  }
}

/** Throws `validation_error` for a case of the other kind, and for one that expects what the sets do not have. */
export function checkFitting(
  cases: readonly TestCase[],
  examined: Pick<Examined, "allowsNone" | "kind" | "names">,
  placeOf: (index: number) => PlaceOf,
): void {
  const { kind, names, allowsNone } = examined;
  const known = new Set(names);
  for (const [index, one] of cases.entries()) {
    const at = placeOf(index)(null);
    const isOfCalls = one.kind === "calls";
    if (isOfCalls !== (kind === "toolset")) {
      throw invalid(
        at,
        isOfCalls
          ? "expects a tool, and the set has classes: write `label`"
          : "expects a label, and the set has tools: write `tool`, in a file of JSON lines",
      );
    }
    const unknown = namesExpected(one).find((name) => !known.has(name));
    if (unknown !== undefined) {
      const none = `expects "${unknown}", and the set has ${isOfCalls ? "no such tool" : "no such label"}`;
      throw invalid(at, `${none}${meantHint(unknown, names)}`);
    }
    if (one.kind === "labels" && !allowsNone && one.labels.includes(NO_LABEL)) {
      throw invalid(at, `expects "${NO_LABEL}", and the set gives every text a label: it needs \`allow_none\``);
    }
  }
}

function examinedOf(
  kind: ExaminedKind,
  sets: readonly Pick<StoredDefinition<ExaminedKind>, "contentHash" | "signature">[],
  known: Pick<Examined, "names" | "allowsNone" | "learning">,
  taught: readonly Teachable[],
): Examined {
  const examples = new Set(taught.flatMap((one) => (one.examples ?? []).map(heardAs)));
  const signatures = sets.map(({ signature }) => signature);
  const contentHashes = sets.map(({ contentHash }) => contentHash);
  return { kind, signatures, contentHashes, ...known, names: [...new Set(known.names)], examples };
}

function heardAs(sentence: string): string {
  return sentence.normalize("NFC").trim().toLowerCase();
}

function outcomeOfCalls(
  one: CallCase,
  { answer, runnerUp, usage }: AskedAfresh<Resolution>,
): Omit<Outcome, "sentence" | "isExample" | "latencyMs"> {
  const {
    resolved,
    calls,
    confidence,
    model,
    evidence,
    missingParameters: missing,
    defaultsApplied: defaults,
  } = answer;
  const first = resolved.tool === NO_TOOL ? [] : [{ ...resolved, missing, defaults, evidence }];
  const others = (calls ?? []).slice(1).map((call) => ({
    tool: call.tool,
    parameters: call.parameters,
    missing: call.missingParameters,
    defaults: call.defaultsApplied,
    evidence: call.evidence,
  }));
  const given = [...first, ...others];
  const judgement = judgedCalls(one.readings, given);
  const named = given.map((call) => ({ name: call.tool, call }));
  return { expected: expectedOf(one), given: named, judgement, confidence, runnerUp, usage, model, failure: null };
}

function outcomeOfLabels(
  one: LabelCase,
  { answer, runnerUp, usage }: AskedAfresh<Classification>,
): Omit<Outcome, "sentence" | "isExample" | "latencyMs"> {
  const { classifications, model } = answer;
  const given = [...new Set(classifications.map(({ label }) => label))];
  const judgement = judgedLabels(one.labels, given);
  // An answer of several parts is as sure as its least sure one.
  const confidence = Math.min(...classifications.map((part) => part.confidence));
  const named = given.map((name) => ({ name, call: null }));
  return { expected: expectedOf(one), given: named, judgement, confidence, runnerUp, usage, model, failure: null };
}

function unanswered(one: TestCase): Pick<Outcome, "expected" | "given" | "judgement"> {
  return { expected: expectedOf(one), given: [], judgement: { verdict: "failed", error: null, pairs: [] } };
}

function expectedOf(one: TestCase): Outcome["expected"] {
  if (one.kind === "labels") return one.labels.map((name) => ({ name, parameters: null }));
  return one.readings[0].calls.map(({ tool, parameters }) => ({ name: tool, parameters }));
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
