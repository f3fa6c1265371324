/** What an operator can have a model answer: cases of a test, and a sentence at the prompt. Nobody is charged for it. */
import { type AskedAfresh, usageJson } from "../answering/afresh.ts";
import type { Classification } from "../answering/classification.ts";
import type { Resolution } from "../answering/given-resolution.ts";
import { invalid } from "../errors.ts";
import {
  type Conditions,
  checkFitting,
  type Examined,
  type ExaminedKind,
  type Examiner,
} from "../examination/examiner.ts";
import { COMPARED } from "../examination/proposals.ts";
import { runJson } from "../examination/run-json.ts";
import { type PlaceOf, placesOf, testCaseIn } from "../examination/test-case.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { explanationJson } from "../semantic-cache/explanation.ts";
import { type AppId, nobodyOf } from "../tenant.ts";
import type { Arguments } from "./arguments.ts";
import type { Asking } from "./asking.ts";
import type { OperatorCommand } from "./command.ts";
import { searchForTools } from "./search-command.ts";

export const ASKING_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["examined", { takes: ["app_id", "sets", "kind", "proposed"], records: null, run: byModel(showExamined) }],
  ["proposed.forget", { takes: ["app_id", "kind", "proposed"], records: null, run: byModel(forgetProposed) }],
  [
    "examine",
    {
      takes: [
        ...["app_id", "sets", "kind", "cases", "backend", "banks", "proposed", "lenient", "compared"],
        ...["open_run", "from"],
      ],
      records: ["app_id", "cases"],
      run: byModel(examineCases),
    },
  ],
  ["test.open", { takes: ["app_id", "sets", "kind", "backend", "cases"], records: null, run: byModel(openRun) }],
  [
    "test.close",
    { takes: ["app_id", "open_run"], records: ["app_id", "sets", "run_id", "cases"], run: byModel(closeRun) },
  ],
  [
    "ask",
    {
      takes: ["app_id", "sets", "kind", "sentence", "language", "backend", "banks", "explain", "afresh"],
      records: ["app_id"],
      run: byModel(askSentence),
    },
  ],
  [
    "search",
    { takes: ["app_id", "query", "toolsets", "limit", "language"], records: ["app_id"], run: byModel(searchForTools) },
  ],
];

/** Whether there is such an app is found out first. */
function byModel(
  act: (asking: Asking, app: AppId, args: Arguments, by: string) => Promise<JsonValue>,
): OperatorCommand["run"] {
  return async ({ tenants, asking }, args, by) => {
    const { id } = await tenants.showApp(args.app());
    if (!asking) throw new Error("a command that asks a model was run without one");
    return act(asking, id, args, by);
  };
}

/** A command is over when it is done, whoever waits for it. */
function never(): AbortSignal {
  return new AbortController().signal;
}

/** The sets that a test or a question is about, without what they teach. */
async function showExamined(asking: Asking, app: AppId, args: Arguments): Promise<JsonValue> {
  const examined = await examining(asking, app, args, (examiner) => examinedIn(examiner, app, args));
  const { kind, signatures, names, allowsNone, learning } = examined;
  return { kind, signatures, names, allowsNone, learning: learning && { ...learning } };
}

/** What became of each case, as `{outcomes}`. */
async function examineCases(asking: Asking, app: AppId, args: Arguments): Promise<JsonValue> {
  const placeOf = (index: number): PlaceOf => placesOf(`cases.${index}`);
  const written = args.list("cases");
  const cases = written.map((json, index) => testCaseIn(json, placeOf(index)));
  return examining(asking, app, args, async (examiner) => {
    const examined = await examinedIn(examiner, app, args);
    // What somebody expects of a set that would have it no more is just what a comparison is to show.
    if (!args.has("lenient")) checkFitting(cases, examined, placeOf);
    const outcomes = await examiner.examine(app, examined, cases, conditionsIn(args), never());
    if (args.has("open_run")) {
      const part = { from: args.number("from"), sets: examined, cases: written.filter(isJsonObject), outcomes };
      asking.openRuns.add(app, args.text("open_run"), part);
    }
    return { outcomes };
  });
}

/** Begins a test of so many cases, which `examine` asks some at a time; `test.close` keeps what came of them. */
async function openRun({ examiner, openRuns }: Asking, app: AppId, args: Arguments): Promise<JsonValue> {
  const sets = await examinedIn(examiner, app, args);
  const { backend } = conditionsIn(args);
  return { open_run: openRuns.open(app, sets, { backend, of: args.number("cases") }) };
}

/** The report of a test whose cases were all asked. It is in the history from now on. */
async function closeRun({ openRuns, testRuns }: Asking, app: AppId, args: Arguments, by: string): Promise<JsonValue> {
  const tested = openRuns.close(app, args.text("open_run"));
  return runJson(await testRuns.keep(app, by, tested));
}

/** What was learned for sets that were only proposed goes. */
async function forgetProposed({ proposals }: Asking, app: AppId, args: Arguments): Promise<JsonValue> {
  const kind = kindIn(args) ?? "toolset";
  await proposals.forget(app, kind, args.list("proposed"));
  return {};
}

/** Asks an examiner of the sets as they are or, where `proposed` has some, as they would be. */
function examining<Found>(
  { examiner, proposals }: Asking,
  app: AppId,
  args: Arguments,
  ask: (examiner: Examiner) => Promise<Found>,
): Promise<Found> {
  return args.has("proposed") ? proposals.examining(app, args.list("proposed"), ask) : ask(examiner);
}

/** The answer to one sentence, as a request would get it; nothing of it is kept. */
async function askSentence(asking: Asking, app: AppId, args: Arguments): Promise<JsonValue> {
  const { examiner, clock } = asking;
  const { kind, signatures } = await examinedIn(examiner, app, args);
  const sentence = args.text("sentence");
  const conditions = conditionsIn(args);
  const isAfresh = conditions.backend !== null || args.has("afresh");
  const how = {
    conditions,
    explains: args.has("explain"),
    isAfresh,
    said: args.has("language") ? { language: args.text("language") } : {},
  };
  const startedMs = clock.monotonicMs();
  const answer =
    kind === "toolset"
      ? await resolved(asking, app, { query: sentence, toolsets: signatures, ...how })
      : await classified(asking, app, { data: sentence, set: signatures[0] ?? "", ...how });
  return { sets: signatures, kind, sentence, ...answer, latency_ms: clock.monotonicMs() - startedMs };
}

interface Sentence {
  readonly conditions: Conditions;
  readonly explains: boolean;
  /** The cache is not asked. */
  readonly isAfresh: boolean;
  /** What the sentence is in, where that was named. */
  readonly said: { readonly language?: string };
}

async function resolved(
  { resolver }: Asking,
  app: AppId,
  {
    query,
    toolsets,
    conditions,
    explains,
    isAfresh,
    said,
  }: Sentence & { readonly query: string; readonly toolsets: readonly string[] },
): Promise<JsonObject> {
  const { backend, banks } = conditions;
  const request = { query, ...said, toolsets, banks, callsMax: LIMITS.callsMax };
  const mode = { read: true, write: false, explain: explains };
  const cached = isAfresh ? null : await resolver.resolve(nobodyOf(app), request, mode, never());
  const asked =
    explains || !cached ? await resolver.resolveAfresh(app, request, { backend: backend ?? undefined }, never()) : null;
  const answer = cached ?? (asked as AskedAfresh<Resolution>).answer;
  const { confidence, source, model, language, calls, more, explanation } = answer;
  return {
    calls: (calls ?? []).map((call, index) => ({
      tool: call.tool,
      parameters: call.parameters,
      missing_parameters: call.missingParameters,
      ...(index === 0 && { defaults_applied: answer.defaultsApplied }),
      confidence: call.confidence,
      evidence: call.evidence,
    })),
    more,
    confidence,
    source,
    model,
    language,
    usage: usageJson(cached ? null : (asked?.usage ?? null)),
    ...(explains && explained(asked, explanation && explanationJson(explanation))),
    // What the cache gave is seen beside what would be said without it.
    ...(asked && source !== "model" && { model_says: callsOf(asked.answer) }),
  };
}

function callsOf({ calls }: Resolution): JsonValue {
  return (calls ?? []).map(({ tool, parameters }) => ({ tool, parameters }));
}

async function classified(
  { classifier }: Asking,
  app: AppId,
  {
    data,
    set: classificationSet,
    conditions,
    explains,
    isAfresh,
    said,
  }: Sentence & { readonly data: string; readonly set: string },
): Promise<JsonObject> {
  const { backend } = conditions;
  const request = { data, ...said, classificationSet };
  const mode = { read: true, write: false, explain: explains };
  const cached = isAfresh ? null : await classifier.classify(nobodyOf(app), request, mode, never());
  const asked =
    explains || !cached
      ? await classifier.classifyAfresh(app, request, { backend: backend ?? undefined }, never())
      : null;
  const answer = cached ?? (asked as AskedAfresh<Classification>).answer;
  const { source, model, language, explanation } = answer;
  return {
    classifications: answer.classifications.map((part) => ({ ...part })),
    source,
    model,
    language,
    usage: usageJson(cached ? null : (asked?.usage ?? null)),
    ...(explains && explained(asked, explanation && explanationJson(explanation))),
    ...(asked && source !== "model" && { model_says: asked.answer.classifications.map(({ label }) => label) }),
  };
}

function explained(asked: Pick<AskedAfresh<unknown>, "runnerUp"> | null, cache: JsonObject | null): JsonObject {
  return { runner_up: asked?.runnerUp ? { ...asked.runnerUp } : null, cache };
}

function examinedIn(examiner: Examiner, app: AppId, args: Arguments): Promise<Examined> {
  return examiner.examined(app, args.texts("sets"), kindIn(args));
}

/** Null where none is named. Throws `validation_error` for another. */
export function kindIn(args: Arguments): ExaminedKind | null {
  if (!args.has("kind")) return null;
  const kind = args.text("kind");
  if (kind === "toolset" || kind === "classification_set") return kind;
  throw invalid("kind", 'must be "toolset" or "classification_set"');
}

function conditionsIn(args: Arguments): Conditions {
  return {
    backend: args.has("backend") ? args.text("backend") : null,
    banks: args.has("banks") ? args.texts("banks") : [],
    ...(args.has("compared") && {
      atOnce: COMPARED.atOnce,
      askedAgain: COMPARED.askedAgain,
      at: args.number("compared"),
    }),
  };
}
