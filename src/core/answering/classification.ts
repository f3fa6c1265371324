import { type Class, type ClassificationSetDefinition, checkingClasses } from "../classification-set.ts";
import { saidInTime } from "../deadline.ts";
import { AppError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { MainThread } from "../main-thread.ts";
import type { AliasUse } from "../ports/alias-tally-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import type { DraftLabel, Embedder, LanguageModel, ClassifyRequest as ModelRequest } from "../ports/models.ts";
import type { AnswerSource } from "../ports/observer.ts";
import type { AskedSets } from "../ports/request-store.ts";
import type { Explanation } from "../semantic-cache/explanation.ts";
import type { Found, Likeness, Repeat } from "../semantic-cache/finding.ts";
import type { Asked, CacheMode } from "../semantic-cache/question.ts";
import type { SemanticCache } from "../semantic-cache/semantic-cache.ts";
import type { Learning } from "../sets/learning.ts";
import { type Backends, modelFor, namedModel } from "../sets/set-backend.ts";
import type { SetFinder } from "../sets/set-finder.ts";
import { type AskedIn, askedIn, sayingLanguage } from "../spoken-language/asked-in.ts";
import type { CaseBook, TaughtBy } from "../teaching/case-book.ts";
import type { CaseBooks } from "../teaching/case-books.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";
import type { Afresh, AskedAfresh, NamedRunnerUp } from "./afresh.ts";
import { checkedDrafts, type Drafted, runnerUpIn } from "./drafted-labels.ts";
import { type Trace, traceOf } from "./feedback.ts";
import type { AskedOne, AskModel, Graduated } from "./graduated.ts";
import { graduatingLabel } from "./graduating-label.ts";
import { type LabelAnswer, type LabelledText, type LabelQuestion, labelQuestion } from "./label-reuse.ts";
import { findSimilarWith, type NearLabel, nearLabelOf } from "./near-label.ts";
import { labelForOthers, labelForWords, type TaughtLabel } from "./taught-labels.ts";

/** The text, and exactly one of a set's signature or alias and inline classes. */
export interface ClassifyRequest {
  readonly data: string;
  readonly classificationSet?: string;
  readonly classes?: readonly Class[];
  /** As a resolution's. */
  readonly caller?: string;
  /** As a resolution's. */
  readonly language?: string;
  /** Goes with inline classes only; a set has its own. */
  readonly enableExtraction?: boolean;
}

export interface Classification {
  readonly classifications: readonly LabelledText[];
  readonly source: AnswerSource;
  /** Present when an owner taught the answer. */
  readonly taught: TaughtBy | null;
  readonly cache: Likeness | null;
  /** As a resolution's. */
  readonly repeat: Repeat | null;
  /** Why the cache did or did not answer; null where nobody asked. */
  readonly explanation: Explanation | null;
  /** As a resolution's. */
  readonly language: string;
  /** What the alias stood for that the request named. */
  readonly aliases: readonly AliasUse[];
  readonly model: string;
  /** As a resolution's. */
  readonly runnerUp: NamedRunnerUp | null;
  readonly trace: Trace;
}

/** Who is asked in the place of the set's model, and what that one said to a sentence that is near. */
interface Instead {
  readonly model?: LanguageModel;
  readonly near?: NearLabel | null;
}

/** A text that may be used. */
interface Sent {
  readonly data: string;
  readonly askedIn: AskedIn;
}

export interface ClassifierOptions {
  readonly setFinder: Pick<SetFinder, "find">;
  readonly cache: SemanticCache<LabelAnswer, LabelQuestion>;
  readonly learning: Learning;
  /** By which examples of classes are compared. */
  readonly labelEmbedder: Embedder;
  readonly caseBooks: Pick<CaseBooks, "labels">;
  readonly backends: Backends;
  /** As a resolver's. */
  readonly graduated: Pick<Graduated, "ask"> | null;
  readonly clock: Clock;
  readonly mainThread: Pick<MainThread, "steps">;
  readonly timeoutMs: number;
}

/** Gives a text its label, or each of its parts. */
export class Classifier {
  readonly #options: ClassifierOptions;

  constructor(options: ClassifierOptions) {
    this.#options = options;
  }

  /** Throws `bad_request`, `validation_error`, `not_found` for an unknown set, or what the model throws. */
  async classify(
    { app }: Principal,
    request: ClassifyRequest,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Classification> {
    const { classificationSet, classes } = request;
    const { mainThread } = this.#options;
    if ((classificationSet === undefined) === (classes === undefined)) {
      throw new AppError("bad_request", "send exactly one of `classification_set` and `classes`");
    }
    if (classificationSet !== undefined && request.enableExtraction !== undefined) {
      throw new AppError("bad_request", "`enable_extraction` goes with inline `classes`: a set has its own");
    }
    const data = checkedText("data", request.data, { min: 1, max: LIMITS.dataCharactersMax });
    const text = { data, askedIn: askedIn(request.language, data) };
    if (classificationSet !== undefined) {
      return this.#bySet(app, { name: classificationSet, caller: request.caller }, text, mode, signal);
    }
    const checked = await mainThread.steps(app, checkingClasses(classes ?? []));
    return this.#inline(app, checked, request.enableExtraction ?? false, text, signal);
  }

  /** By a registered set, asked of a model whatever the cache knows, but for what was taught; nothing is kept of it. */
  async classifyAfresh(
    app: AppId,
    { data: sent, classificationSet }: Required<Pick<ClassifyRequest, "data" | "classificationSet">>,
    { backend, at }: Afresh,
    signal: AbortSignal,
  ): Promise<AskedAfresh<Classification>> {
    const { backends, caseBooks, clock } = this.#options;
    const data = checkedText("data", sent, { min: 1, max: LIMITS.dataCharactersMax });
    const { set, aliases } = await this.#named(app, { name: classificationSet }, data);
    const model = backend === undefined ? modelFor([set], backends) : namedModel(backend, backends);
    const said = askedIn(undefined, data);
    const question = labelQuestion(app, model, set, { data, at: at ?? clock.now(), askedIn: said });
    const around = { data, language: said.language, asked: null, explanation: null, aliases };
    const cases = await caseBooks.labels(app, set);
    const taught = cases && (labelForWords(set.definition, cases, data) ?? (await likeTaught(question, cases, null)));
    if (taught) {
      const given = classificationOf(taught.answer, null, { ...around, taught: taught.by });
      return { answer: given, runnerUp: null, modelMs: 0, usage: null };
    }
    const { drafts, modelMs } = await this.#ask(question, signal);
    const { answer } = checkedDrafts(model, data, set.definition, drafts);
    const [first] = drafts;
    const runnerUp = runnerUpIn(drafts, set.definition);
    const given = classificationOf(answer, null, { ...around, taught: null });
    return { answer: given, runnerUp, modelMs, usage: first?.usage ?? null };
  }

  /** By classes that came with the request. Never cached. */
  async #inline(
    app: AppId,
    classes: readonly Class[],
    enableExtraction: boolean,
    { data, askedIn: { language } }: Sent,
    signal: AbortSignal,
  ): Promise<Classification> {
    const { learning, backends } = this.#options;
    const definition = { classes, enableExtraction, allowNone: false };
    const examples = { app, language, findSimilar: learning.findSimilarInline(app, classes), learned: null };
    const model = backends.model(null);
    const drafts = await this.#draft(model, data, definition, examples, signal);
    const { answer } = checkedDrafts(model, data, definition, drafts);
    return classificationOf(answer, null, {
      data,
      language,
      explanation: null,
      asked: null,
      aliases: [],
      taught: null,
    });
  }

  /** By a registered set. */
  async #bySet(
    app: AppId,
    named: { readonly name: string; readonly caller: string | undefined },
    { data, askedIn: said }: Sent,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Classification> {
    const { cache, backends, caseBooks, clock } = this.#options;
    const { set, aliases } = await this.#named(app, named, data);
    const asked = { kind: "classification_set", signatures: [set.signature], ...sayingLanguage(said) } as const;
    const around = { data, language: said.language, asked, aliases };
    const cases = await caseBooks.labels(app, set);
    const taught = cases && labelForWords(set.definition, cases, data);
    // What its owner says is right is asked of nobody.
    if (taught) return classificationOf(taught.answer, null, { ...around, explanation: null, taught: taught.by });
    const model = modelFor([set], backends);
    const question = {
      ...labelQuestion(app, model, set, { data, at: clock.now(), askedIn: said }),
      taughtAs: cases?.revision ?? 0,
    };
    const given = await cache.once(question, mode, signal, async (until, find) => {
      const found = await find();
      const like = cases && (await likeTaught(question, cases, found));
      if (like) {
        const answered = { answer: like.answer, dependsOnClock: false };
        return { found: { ...found, hit: null }, answered, taught: like.by };
      }
      if (found.hit) {
        cache.verify(found, async (later) => this.#check(question, await this.#ask(question, later)));
        return { found, answered: found.hit };
      }
      const { drafted: draft, isGraduated } = await this.#askedOf(question, found, until);
      const checked = this.#check(question, draft);
      // Only what a model said that was asked for it teaches the cache. A hit that taught would repeat its own mistakes.
      if (!isGraduated) await cache.remember(found, checked, mode);
      return { found, answered: checked, runnerUp: runnerUpIn(draft.drafts, set.definition) };
    });
    const explanation = mode.explain ? await cache.explain(given.found) : null;
    // Without extraction the part is the whole text as it was sent.
    const { answer } = given.answered;
    const parts = set.definition.enableExtraction ? answer : ofWholeText(answer, data);
    const { taught: by = null, runnerUp = null } = given;
    return classificationOf(parts, given.found, { ...around, explanation, taught: by, runnerUp });
  }

  async #named(
    app: AppId,
    { name, caller }: { readonly name: string; readonly caller?: string | undefined },
    sentence: string,
  ): Promise<{ readonly set: StoredDefinition<"classification_set">; readonly aliases: readonly AliasUse[] }> {
    const { sets, aliases } = await this.#options.setFinder.find(app, "classification_set", [name], {
      caller,
      sentence,
    });
    return { set: sets[0] as StoredDefinition<"classification_set">, aliases };
  }

  /** Asks the model, or as the resolver does the model inside in its place. */
  async #askedOf(
    question: LabelQuestion,
    found: Found<LabelAnswer, LabelQuestion>,
    signal: AbortSignal,
  ): Promise<AskedOne<Drafted>> {
    const { graduated, cache } = this.#options;
    if (!graduated) return { drafted: await this.#ask(question, signal), isGraduated: false };
    const ask: AskModel<Drafted> = async (model, until) => {
      const answered = model === question.model ? null : await cache.nearest(found);
      const near = answered && nearLabelOf(answered, question.set.definition.classes);
      return this.#ask(question, until, { model, near });
    };
    return graduated.ask(graduatingLabel(question), ask, signal);
  }

  /** Asks the model. Throws what it throws, `bad_gateway` when it is too slow. */
  async #ask(
    { app, model: own, set, sentence: data, askedIn: { language } }: LabelQuestion,
    signal: AbortSignal,
    { model = own, near = null }: Instead = {},
  ): Promise<Drafted> {
    const { learning, labelEmbedder: embedder, clock } = this.#options;
    const { contentHash, definition } = set;
    const { classes } = definition;
    const startedMs = clock.monotonicMs();
    // Asked first: an answer given on the way there must not outlive it.
    const isLearned = learning.learn(app, contentHash, classes) === null;
    const examples = learning.findSimilar(app, contentHash, classes);
    const findSimilar = near ? findSimilarWith(near, { app, embedder, findSimilar: examples }) : examples;
    const learned = learning.learned(app, contentHash);
    const drafts = await this.#draft(model, data, definition, { app, language, findSimilar, learned }, signal);
    return { drafts, isLearned, modelMs: clock.monotonicMs() - startedMs };
  }

  /** Gives the parts their labels, and tells whether they are worth keeping. Throws `llm_processing_error`. */
  #check(
    { model, set, sentence, askedIn }: LabelQuestion,
    { drafts, isLearned, modelMs }: Drafted,
  ): Asked<LabelAnswer> {
    const { lesson, ...checked } = checkedDrafts(model, sentence, set.definition, drafts);
    // What another model said in its place is for as long as that takes.
    const isOwn = checked.answer.model === model.id;
    // As of a call.
    return { ...checked, lesson: askedIn.language === "en" ? lesson : null, mayKeep: isOwn && isLearned, modelMs };
  }

  #draft(
    model: LanguageModel,
    text: string,
    { classes, enableExtraction: extraction, allowNone }: ClassificationSetDefinition,
    examples: Pick<ModelRequest, "app" | "findSimilar" | "language" | "learned">,
    signal: AbortSignal,
  ): Promise<readonly DraftLabel[]> {
    const asking = { text, classes, extraction, allowNone, ...examples };
    return saidInTime(this.#options.timeoutMs, signal, (until) => model.classify(asking, until));
  }
}

function ofWholeText(answer: LabelAnswer, data: string): LabelAnswer {
  return { ...answer, classifications: answer.classifications.map((part) => ({ ...part, text: data })) };
}

/** What the set was taught about other words than the text's; null for nothing, and where these words were answered since. */
async function likeTaught(
  { set, sentence, now }: LabelQuestion,
  cases: CaseBook,
  found: Found<LabelAnswer, LabelQuestion> | null,
): Promise<TaughtLabel | null> {
  const { repeat = null } = found?.hit ?? {};
  if (repeat && repeat.madeAt > cases.newestAt) return null;
  const vector = found?.search?.vector ?? (await cases.vectorOf(sentence));
  if (!vector) return null;
  return labelForOthers(set.definition, cases, { sentence, vector, now });
}

interface Around {
  readonly data: string;
  readonly language: string;
  readonly asked: AskedSets | null;
  readonly aliases: readonly AliasUse[];
  readonly explanation: Explanation | null;
  readonly taught: TaughtBy | null;
  readonly runnerUp?: NamedRunnerUp | null;
}

/** `found`: null where the cache was not in it. */
function classificationOf(
  { classifications, model }: LabelAnswer,
  found: Found<LabelAnswer, LabelQuestion> | null,
  { data, language, asked, aliases, explanation, taught, runnerUp = null }: Around,
): Classification {
  const hit = found?.hit ?? null;
  return {
    classifications,
    model,
    source: taught ? "taught" : (hit?.source ?? "model"),
    taught,
    cache: hit && { similarity: hit.similarity, ageSeconds: hit.ageSeconds, reused: hit.reused },
    repeat: hit?.repeat ?? null,
    explanation,
    language,
    aliases,
    runnerUp,
    trace: traceOf(found, data, { labels: classifications.map(({ label }) => label) }, asked),
  };
}
