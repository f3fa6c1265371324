import { measured } from "../access/effort.ts";
import { saidInTime } from "../deadline.ts";
import type { TimeZone } from "../local-time.ts";
import type { MainThread } from "../main-thread.ts";
import type { AliasUse } from "../ports/alias-tally-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { FindSimilar, LanguageModel } from "../ports/models.ts";
import type { Found } from "../semantic-cache/finding.ts";
import type { Asked, CacheMode } from "../semantic-cache/question.ts";
import type { SemanticCache } from "../semantic-cache/semantic-cache.ts";
import type { Banks, Recollection } from "../sets/banks.ts";
import type { Learning } from "../sets/learning.ts";
import type { Persona, Personas } from "../sets/personas.ts";
import { type Backends, modelFor, namedModel } from "../sets/set-backend.ts";
import type { SetFinder } from "../sets/set-finder.ts";
import type { ValueLists } from "../sets/value-lists.ts";
import type { CaseBook } from "../teaching/case-book.ts";
import type { CaseBooks } from "../teaching/case-books.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkingTools, NO_TOOL, type Tool } from "../toolset.ts";
import { type Afresh, type AskedAfresh, namedRunnerUp } from "./afresh.ts";
import { CallQuestion, textsOf } from "./call-reuse.ts";
import { type Asking, checkedDraft, type Drafted } from "./drafted-call.ts";
import { type Resolution, resolutionOf } from "./given-resolution.ts";
import type { AskedOne, AskModel, Graduated } from "./graduated.ts";
import { graduatingCall } from "./graduating-call.ts";
import { withSaidValues } from "./listed-values.ts";
import { recollectedAnswer, remindersOf } from "./recollections.ts";
import {
  checkedNames,
  checkedRequest,
  type ResolveQuickRequest,
  type ResolveRequest,
  type RespondRequest,
} from "./resolve-request.ts";
import type { ResolvedAnswer } from "./resolved-call.ts";
import { isContradicted, taughtForOthers, taughtForWords } from "./taught-calls.ts";
import { withTaughtValues } from "./taught-values.ts";
import { callableOf, examplesAmong } from "./tool-choice.ts";

export interface ResolverOptions {
  readonly setFinder: Pick<SetFinder, "find">;
  readonly banks: Banks;
  readonly caseBooks: Pick<CaseBooks, "calls">;
  readonly personas: Personas;
  readonly valueLists: Pick<ValueLists, "open">;
  readonly cache: SemanticCache<ResolvedAnswer, CallQuestion>;
  readonly learning: Learning;
  readonly backends: Backends;
  /** Null where no model ever stands in for another. */
  readonly graduated: Pick<Graduated, "ask"> | null;
  readonly clock: Clock;
  readonly mainThread: Pick<MainThread, "steps">;
  readonly timeoutMs: number;
  /** Of requests that name none. */
  readonly timeZone: TimeZone;
  /** Whether an app has its questions logged, to ask them again of sets as they might be; nobody has where it is left out. */
  readonly isLogged?: (app: AppId) => boolean;
}

/** Turns a sentence into one tool call, and where asked into an answer in words. */
export class Resolver {
  readonly #options: ResolverOptions;

  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /** Against registered toolsets. Throws `validation_error`, `not_found` for a toolset or bank, or what the model throws. */
  resolve(principal: Principal, request: ResolveRequest, mode: CacheMode, signal: AbortSignal): Promise<Resolution> {
    return this.#resolve(principal, request, null, mode, signal);
  }

  /** The same with an answer in words. An unknown persona is a `validation_error`. */
  async respond(
    principal: Principal,
    request: RespondRequest,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const persona = await this.#options.personas.speaker(principal.app, request.persona);
    return this.#resolve(principal, request, persona, mode, signal);
  }

  /** As `resolve`, asked of a model whatever the cache knows, but for what was taught; nothing is kept of it. */
  async resolveAfresh(
    app: AppId,
    request: ResolveRequest,
    afresh: Afresh,
    signal: AbortSignal,
  ): Promise<AskedAfresh<Resolution>> {
    const { question, aliases } = await this.#question(app, request, null, afresh);
    const around = { aliases, sent: request, request: question.request, persona: null, explanation: null };
    const { toolsets, cases, sentence } = question;
    const vector = (await cases?.vectorOf(sentence)) ?? null;
    const taught = taughtForWords(question) ?? (cases && vector && taughtForOthers(question, cases, vector));
    if (taught) {
      const given = resolutionOf(taught.answer, null, { ...around, toolsets, taught: taught.by });
      return { answer: given, runnerUp: null, modelMs: 0, usage: null };
    }
    const drafted = await this.#ask(question, signal);
    const { answer } = measured(() => checkedDraft(question, drafted));
    const resolution = resolutionOf(answer, null, { ...around, toolsets, taught: null });
    const { draft, modelMs } = drafted;
    const names = question.tools.map(({ name }) => name);
    const runnerUp = resolution.runnerUp ?? namedRunnerUp(draft.runnerUp, names, NO_TOOL);
    return { answer: resolution, runnerUp, modelMs, usage: draft.usage ?? null };
  }

  /** Against tools that came with the request. Never cached. A backend that is not there is a `validation_error`. */
  async resolveQuick({ app }: Principal, sent: ResolveQuickRequest, signal: AbortSignal): Promise<Resolution> {
    const { learning, clock, backends, timeZone, mainThread } = this.#options;
    const request = checkedRequest(sent, timeZone);
    const tools = await mainThread.steps(app, checkingTools(sent.tools));
    const lists = await this.#options.valueLists.open(
      app,
      tools.map(({ parameters }) => parameters),
    );
    const offered = tools.map((tool) => {
      return { tool: withSaidValues(tool, lists, textsOf(request)), toolset: null, requireEvidence: false, lists };
    });
    const findSimilar = learning.findSimilarInline(app, tools);
    const localNow = { at: clock.now(), zone: request.timeZone };
    const model = sent.backend === undefined ? backends.model(null) : namedModel(sent.backend, backends);
    const inline = { model, app, request, offered, persona: null, localNow, askedAgain: null };
    const asking = { ...inline, reminded: async () => [] };
    const draft = await this.#draft(asking, findSimilar, signal);
    const { answer } = measured(() => checkedDraft(asking, draft));
    const around = { sent, request, toolsets: [], aliases: [], persona: null, explanation: null, taught: null };
    return resolutionOf(answer, null, around);
  }

  async #resolve(
    { app }: Principal,
    sent: ResolveRequest,
    persona: Persona | null,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const { cache } = this.#options;
    const { question, aliases } = await this.#question(app, sent, persona);
    const { request, toolsets } = question;
    const around = { sent, request, toolsets, aliases, persona };
    const taught = taughtForWords(question);
    // What its owner says is right is asked of nobody.
    if (taught) return resolutionOf(taught.answer, null, { ...around, explanation: null, taught: taught.by });
    const given = await cache.once(question, mode, signal, async (until, find) => {
      const looked = await find();
      const like = question.cases && (await this.#likeTaught(question, question.cases, looked));
      if (like?.taught) {
        const { answer, by } = like.taught;
        return { found: { ...looked, hit: null }, answered: { answer, dependsOnClock: true }, taught: by };
      }
      const found = like?.contradicts ? { ...looked, hit: null } : looked;
      if (found.hit) {
        cache.verify(found, async (later) => this.#check(question, await this.#ask(question, later)));
        return { found, answered: found.hit };
      }
      const { drafted: draft, isGraduated } = await this.#askedOf(question, found, until);
      const checked = this.#check(question, draft);
      // Only what a model said that was asked for it teaches the cache. A hit that taught would repeat its own mistakes.
      if (!isGraduated) await cache.remember(found, checked, mode);
      const names = question.tools.map(({ name }) => name);
      return { found, answered: checked, runnerUp: namedRunnerUp(draft.draft.runnerUp, names, NO_TOOL) };
    });
    const explanation = mode.explain ? await cache.explain(given.found) : null;
    const { taught: by = null, runnerUp = null } = given;
    return resolutionOf(given.answered.answer, given.found, { ...around, explanation, taught: by, runnerUp });
  }

  /** What the sets were taught about other words than the query's: an answer, or that the cache's is none. */
  async #likeTaught(question: CallQuestion, book: CaseBook, { hit, search }: Found<ResolvedAnswer, CallQuestion>) {
    // What was answered to these words since was answered with all that was taught.
    if (hit?.repeat && hit.repeat.madeAt > book.newestAt) return null;
    const vector = search?.vector ?? (await book.vectorOf(question.sentence));
    if (!vector) return null;
    const taught = taughtForOthers(question, book, vector);
    return { taught, contradicts: hit !== null && isContradicted(hit, book, vector) };
  }

  /** The request, checked, and all that its answer depends on; and what aliases in it stood for, on which it does not. */
  async #question(
    app: AppId,
    sent: ResolveRequest,
    persona: Persona | null,
    {
      backend,
      at = this.#options.clock.now(),
      askedAgain = this.#options.isLogged?.(app) ? "later" : null,
    }: Afresh = {},
  ): Promise<{ readonly question: CallQuestion; readonly aliases: readonly AliasUse[] }> {
    const { backends, banks, caseBooks, timeZone, setFinder, valueLists } = this.#options;
    const request = checkedRequest(sent, timeZone);
    const named = checkedNames(sent);
    const asker = { caller: sent.caller, sentence: request.query };
    const { sets: toolsets, aliases } = await setFinder.find(app, "toolset", named.toolsets, asker);
    const model = backend === undefined ? modelFor(toolsets, backends) : namedModel(backend, backends);
    const recall = await banks.recall(app, named.banks);
    // What was said before has its part in what is right.
    const isAlone = request.history.length === 0 && request.context === null;
    const cases = isAlone ? await caseBooks.calls(app, toolsets, request.timeZone) : null;
    const schemas = toolsets.flatMap(({ definition }) => definition.tools.map(({ parameters }) => parameters));
    const lists = await valueLists.open(app, schemas);
    const said = { request, recall, persona, cases, at, askedAgain };
    const question = new CallQuestion({ app, model, toolsets, lists, ...said });
    // Found out before anything is looked up: an unknown name never was answered.
    if (request.toolChoice.name !== null) callableOf(question.tools, request.toolChoice);
    return { question, aliases };
  }

  /** Asks the model, with the examples and memories that are near. Throws what it throws, `bad_gateway` when it is too slow. */
  #ask(question: CallQuestion, signal: AbortSignal): Promise<Drafted> {
    return this.#draft(question, this.#findSimilar(question), signal);
  }

  /**
   * The same, or of the model inside where it may stand in for that one. That one is told what the other said to the sentence that is
   * nearest.
   */
  async #askedOf(
    question: CallQuestion,
    found: Found<ResolvedAnswer, CallQuestion>,
    signal: AbortSignal,
  ): Promise<AskedOne<Drafted>> {
    const { graduated, cache } = this.#options;
    if (!graduated) return { drafted: await this.#ask(question, signal), isGraduated: false };
    const findSimilar = this.#findSimilar(question);
    const ask: AskModel<Drafted> = async (model, until) => {
      const near = model === question.model ? null : await cache.nearest(found);
      return this.#draft(question, findSimilar, until, { model, learned: near ? recollectedAnswer(near) : [] });
    };
    return graduated.ask(graduatingCall(question), ask, signal);
  }

  /** Makes what the model said fit the schema, and tells whether it is worth keeping. Throws `llm_processing_error`. */
  #check(question: CallQuestion, draft: Drafted): Asked<ResolvedAnswer> {
    const { app, model, toolsets } = question;
    const { learning } = this.#options;
    const checked = measured(() => checkedDraft(question, draft));
    // What is answered while examples are still being learned may be worse than what comes after.
    const isLearned = toolsets.every((set) => learning.learn(app, set.contentHash, set.definition.tools) === null);
    // What another model said in its place is for as long as that takes.
    const isOwn = checked.answer.model === model.id;
    const mayKeep = isOwn && isLearned && (!checked.dependsOnClock || checked.lesson !== null);
    return { ...checked, mayKeep };
  }

  async #draft(
    asking: Asking,
    findSimilar: FindSimilar,
    signal: AbortSignal,
    { model = asking.model, learned = [] }: Told = {},
  ): Promise<Drafted> {
    const { clock, timeoutMs } = this.#options;
    const { app, request, offered, persona, localNow: now, askedAgain } = asking;
    const startedMs = clock.monotonicMs();
    const { toolChoice, isLanguageNamed: _, ...said } = request;
    const every = offered.map(({ tool }) => tool);
    const callable = callableOf(every, toolChoice);
    const tools = callable.map((position) => every[position] as Tool);
    const { reminders, taught } = remindersOf([...(await asking.reminded()), ...learned], tools);
    const memories = reminders.map(({ memory }) => memory);
    const { mustCall } = toolChoice;
    const near = callable.length === every.length ? findSimilar : examplesAmong(findSimilar, callable);
    const told = { mustCall, now, findSimilar: near, memories, taught, persona };
    const call = { ...said, app, tools, ...told, ...(askedAgain && { askedAgain }) };
    const draft = await saidInTime(timeoutMs, signal, (until) => model.call(call, until));
    const place = (tool: number) => callable[tool] ?? -1;
    const tool = draft.tool === null ? null : place(draft.tool);
    const others = (draft.others ?? []).map((other) => ({ ...other, tool: place(other.tool) }));
    const next = draft.runnerUp;
    const runnerUp = next && { ...next, of: next.of === null ? null : place(next.of) };
    const own = { ...draft, tool, others, ...(runnerUp && { runnerUp }) };
    const nearest = (await asking.nearestCase?.()) ?? null;
    const { query } = request;
    return {
      draft: nearest ? withTaughtValues(own, nearest, { offered, query, now, reminders }) : own,
      reminders,
      modelMs: clock.monotonicMs() - startedMs,
    };
  }

  /** The nearest examples of all toolsets together, their tools counted through as the model sees them. */
  #findSimilar({ app, toolsets }: CallQuestion): FindSimilar {
    let offset = 0;
    const parts = toolsets.map(({ contentHash, definition }) => {
      const part = { offset, find: this.#options.learning.findSimilar(app, contentHash, definition.tools) };
      offset += definition.tools.length;
      return part;
    });
    return async (text, count) => {
      const found = await Promise.all(
        parts.map(async ({ offset, find }) =>
          (await find(text, count)).map((near) => ({ ...near, of: near.of + offset })),
        ),
      );
      return found
        .flat()
        .sort((one, other) => other.similarity - one.similarity)
        .slice(0, count);
    };
  }
}

/** In place of the question's own. */
interface Told {
  readonly model?: LanguageModel;
  /** Beside what it is reminded of. */
  readonly learned?: readonly Recollection[];
}
