/** Everyday requests over HTTP, each source on its own clock: a POST /v1/resolve for every one of them. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import { type AcceptedFields, acceptedFields } from "./accepted-fields.ts";
import type { ApiClient } from "./api-client.ts";
import type { GroundTruth } from "./bfcl-scoring.ts";
import type { ClockedServer } from "./clocked-server.ts";
import { inDigestOrder } from "./data-sets.ts";
import type { EverydayCase, EverydaySource, WantedCall } from "./everyday-data.ts";
import { breakdownLines, carriedOut, type Judged, judgedAnswer, totalLines } from "./everyday-figures.ts";
import type { Line } from "./line.ts";
import { type Outcome, refusalsOf, type SavedAnswer } from "./outcome.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import type { Progress } from "./progress.ts";
import { type Registered, type Resolved, register, resolve } from "./resolving.ts";

/** Nobody who works on the model looks into these: only their totals are written anywhere. */
export const LEFT_OUT: ReadonlySet<string> = new Set(["banking", "calendar-and-mail", "smart-factory"]);

/** One request, and what became of it. */
export interface Answered {
  readonly request: EverydayCase;
  readonly answer: Resolved;
  readonly judged: Judged;
}

export interface AnsweredSource {
  readonly source: EverydaySource;
  readonly answered: readonly Answered[];
}

/** At most `testsMax` requests of each source, the same ones each time. */
export async function askEveryday(
  server: Pick<ClockedServer, "clientAt">,
  sources: readonly EverydaySource[],
  testsMax: number,
  progress: Pick<Progress, "show">,
): Promise<{ readonly sources: readonly AnsweredSource[]; readonly answerMs: readonly number[] }> {
  const outcomes: AnsweredSource[] = [];
  const answerMs: number[] = [];
  for (const [index, source] of sources.entries()) {
    const client = await server.clientAt(source.now);
    outcomes.push({ source, answered: await askSource(client, source, testsMax) });
    answerMs.push(...client.answerMs);
    progress.show("everyday sources", index + 1, sources.length);
  }
  return { sources: outcomes, answerMs };
}

async function askSource(client: ApiClient, source: EverydaySource, testsMax: number): Promise<readonly Answered[]> {
  const { name, tools, timeZone, cases } = source;
  const accepted = await acceptedFields(client);
  const toolset = await register(client, `everyday-${name}`, tools);
  const taken = inDigestOrder(cases.map((request) => ({ text: request.query, request }))).slice(0, testsMax);
  return inParallel(
    taken,
    CONCURRENCY,
    async ({ request }) => {
      const answer = await ask(client, request, { toolset, timeZone, accepted });
      return { request, answer, judged: judgedAnswer(request, answer.calls, answer.more) };
    },
    () => {},
  );
}

function ask(
  client: ApiClient,
  { query, history = [], calls_max }: EverydayCase,
  on: { readonly toolset: Registered; readonly timeZone: string; readonly accepted: AcceptedFields },
): Promise<Resolved> {
  const { callsMax, historyFields } = on.accepted;
  const entries = history.map((entry) => known(entry, historyFields));
  const body = {
    query,
    time_zone: on.timeZone,
    ...(entries.length > 0 && { history: entries }),
    ...(callsMax !== null && { calls_max: calls_max ?? callsMax }),
  };
  return resolve(client, body, on.toolset);
}

function known(entry: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => fields.includes(name)));
}

/** Totals of both halves, shares by source, and by kind of those that may be looked into. */
export function everydayOutcome(sources: readonly AnsweredSource[]): Outcome {
  const isLeftOut = ({ source }: AnsweredSource) => LEFT_OUT.has(source.name);
  const leftOut = sources.filter(isLeftOut);
  const seen = sources.filter((one) => !isLeftOut(one));
  return {
    lines: [
      ...totalLines("everyday, left out", judgedIn(leftOut)),
      ...totalLines("everyday, seen", judgedIn(seen)),
      ...breakdownLines("everyday, all", judgedIn(sources)),
      ...[...leftOut, ...seen].flatMap((one) =>
        breakdownLines(`${isLeftOut(one) ? "left out" : "seen"}: ${one.source.name}`, judgedIn([one])),
      ),
      ...kindLines(judgedIn(seen)),
    ],
    verdicts: carriedOut("everyday calls, left out", judgedIn(leftOut)),
    answers: seen.flatMap(savedAnswers),
    refused: refusalsIn(sources),
  };
}

/** How many were refused, by error code. */
export function refusalsIn(sources: readonly AnsweredSource[]): Outcome["refused"] {
  const answers = sources.flatMap(({ answered }) => answered.map(({ answer }) => answer));
  return refusalsOf("everyday", answers);
}

export function judgedIn(sources: readonly AnsweredSource[]): readonly Judged[] {
  return sources.flatMap(({ answered }) => answered.map(({ judged }) => judged));
}

/** In the order of the alphabet. Of sources that may be looked into: a kind may have a single request. */
export function kindLines(judged: readonly Judged[]): readonly Line[] {
  const kinds = [...Map.groupBy(judged, ({ kind }) => kind)].sort(([one], [other]) => (one < other ? -1 : 1));
  return kinds.flatMap(([kind, own]) => breakdownLines(`seen, ${kind}`, own));
}

/** A saved answer with what it was judged to be. */
export interface SavedEverydayAnswer extends SavedAnswer {
  readonly domain: string;
  readonly kind: string;
  readonly history: EverydayCase["history"];
  readonly judgement: Judged["judgement"];
  readonly calls: Resolved["calls"];
}

/** The classes of errors look at the first call of the first reading. */
export function savedAnswers({ source, answered }: AnsweredSource): readonly SavedEverydayAnswer[] {
  return answered.map(({ request, answer, judged }) => {
    const [wanted] = request.calls ?? [];
    return {
      part: "everyday, seen",
      domain: source.name,
      kind: judged.kind,
      query: request.query,
      history: request.history,
      wanted: groundTruthOf(request),
      schema: source.tools.find(({ name }) => name === wanted?.tool)?.parameters ?? null,
      given: answer.call,
      calls: answer.calls,
      refused: answer.refused,
      confidence: answer.confidence,
      judgement: judged.judgement,
      right: judged.judgement === "right",
    };
  });
}

function groundTruthOf({ calls = [], optional = [], missing = [] }: EverydayCase): GroundTruth {
  return calls.map((call) => ({ [call.tool]: allowedValues(call, [...optional, ...missing]) }));
}

function allowedValues({ parameters = {}, optional = [] }: WantedCall, more: readonly string[]) {
  const free = new Set([...optional, ...more]);
  const stated = Object.entries(parameters).map(([name, value]) => [
    name,
    [...(free.has(name) ? [""] : []), ...optionsOf(value)],
  ]);
  const unstated = [...free].filter((name) => parameters[name] === undefined).map((name) => [name, [""]]);
  return Object.fromEntries([...stated, ...unstated]) as Readonly<Record<string, JsonValue>>;
}

function optionsOf(value: JsonValue | undefined): readonly JsonValue[] {
  const { any, contains } = (typeof value === "object" && value !== null ? value : {}) as JsonObject;
  if (Array.isArray(any)) return any.flatMap((one: JsonValue) => optionsOf(one));
  return contains === undefined ? [value ?? null] : [contains];
}
