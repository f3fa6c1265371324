/**
 * What teaching does to the answers to everyday requests, over HTTP, each source on its own clock:
 *
 *     bun scripts/eval/teaching.ts --data FOLDER --paraphrases FILE [--negatives FILE] [--show]
 *
 * FOLDER holds everyday sources, as docs/how-to/measure.md says. FILE has other words for their requests, a JSON object a line:
 * `domain`, the `index` of the case among the source's, and two paraphrases, `near` and `far`, written before anything was taught.
 *
 * The file of negatives has, by the same `domain` and `index`, `negatives`: sentences (`query`) that are close in their words and for
 * which the case's answer would be wrong. With --show the answers to each are written as well; with --others it is the sources
 * that FILE does not name, of which no other words are known.
 *
 * First everything that is answered wrongly is taught, one by one: how much of it is right when it is asked again, how much in other
 * words, and what of the rest is wrong since. Then, in an app of its own, every second request is taught, right before or not: what
 * becomes of the others.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { shareOf } from "#core/examination/statistics.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { ApiClient } from "./api-client.ts";
import { type ClockedServer, openClockedServer } from "./clocked-server.ts";
import { type EverydayCase, type EverydaySource, plainValue, readEveryday, type WantedCall } from "./everyday-data.ts";
import { judgedAnswer } from "./everyday-figures.ts";
import type { Judgement } from "./everyday-scoring.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import { register, resolvedFrom } from "./resolving.ts";

interface Paraphrase {
  readonly domain: string;
  readonly index: number;
  readonly near: string;
  readonly far: string;
}

/** Of one request: what became of it, and of its other words. */
interface Outcome {
  readonly itself: Judgement;
  /** Of sentences that are close in words and mean something else, whether each was answered as the request. */
  readonly taken: readonly boolean[];
  readonly near: Judgement | null;
  readonly far: Judgement | null;
  readonly source: string;
}

const CALLS_MAX = 8;

class Taught {
  readonly #client: ApiClient;
  readonly #source: EverydaySource;
  readonly #signature: string;

  private constructor(client: ApiClient, source: EverydaySource, signature: string) {
    this.#client = client;
    this.#source = source;
    this.#signature = signature;
  }

  static async open(server: Pick<ClockedServer, "clientAt">, source: EverydaySource): Promise<Taught> {
    const client = await server.clientAt(source.now);
    const signature = `taught-${source.name}`;
    const made = await register(client, signature, source.tools);
    if ("refused" in made) throw new Error(`${source.name}: ${made.refused}`);
    return new Taught(client, source, signature);
  }

  /** What becomes of the request, asked in these words. */
  async ask(request: EverydayCase, query: string): Promise<{ readonly judgement: Judgement; readonly from: string }> {
    const asked = { query, time_zone: this.#source.timeZone, calls_max: CALLS_MAX, toolsets: [this.#signature] };
    const told = await this.#client.post("/v1/resolve", asked);
    const { calls, refused } = resolvedFrom(told);
    if (refused) throw new Error(`${query}: ${refused}`);
    const { source } = told.body.metadata as { readonly source: string };
    return { judgement: judgedAnswer({ ...request, query }, calls).judgement, from: source };
  }

  async askAll(cases: readonly Case[]): Promise<ReadonlyMap<Case, Outcome>> {
    const outcomes = await inParallel(
      cases,
      CONCURRENCY,
      async (one) => {
        const { request, words } = one;
        const itself = await this.ask(request, request.query);
        const near = words && (await this.ask(request, words.near));
        const far = words && (await this.ask(request, words.far));
        const taken: boolean[] = [];
        for (const query of one.negatives) taken.push((await this.ask(request, query)).judgement === "right");
        const source = [itself, near, far].map((answer) => answer?.from ?? "-").join(" ");
        return [
          one,
          { itself: itself.judgement, near: near?.judgement ?? null, far: far?.judgement ?? null, taken, source },
        ] as const;
      },
      () => {},
    );
    return new Map(outcomes);
  }

  async teach({ request }: Case): Promise<void> {
    const calls = (request.calls ?? []).map(plainCall);
    const body = calls.length === 0 ? { tool: "none" } : { calls };
    const path = `/v1/toolsets/${this.#signature}/cases`;
    const { status, body: told } = await this.#client.post(path, { query: request.query, ...body });
    if (status !== 201) throw new Error(`${request.query}: ${status} ${JSON.stringify(told)}`);
  }
}

/** The call as somebody would write it down: of several right values the first. */
function plainCall({ tool, parameters = {} }: WantedCall): { readonly tool: string; readonly parameters: JsonObject } {
  const entries = Object.entries(parameters).map(([name, value]) => [name, plainValue(value as JsonValue)] as const);
  return { tool, parameters: Object.fromEntries(entries) };
}

interface Case {
  readonly request: EverydayCase;
  readonly negatives: readonly string[];
  readonly words: Paraphrase | null;
}

interface Negatives {
  readonly domain: string;
  readonly index: number;
  readonly negatives: readonly { readonly query: string }[];
}

function linesOf<Line>(file: string): readonly Line[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

const FILES = { data: { type: "string" }, paraphrases: { type: "string" }, negatives: { type: "string" } } as const;
const { values } = parseArgs({ options: { ...FILES, show: { type: "boolean" }, others: { type: "boolean" } } });
if (values.data === undefined || values.paraphrases === undefined)
  throw new Error("--data FOLDER and --paraphrases FILE are needed: the head of this file says what is in them");
const paraphrases = linesOf<Paraphrase>(values.paraphrases);
const negatives = values.negatives === undefined ? [] : linesOf<Negatives>(values.negatives);
const named = new Set(paraphrases.map(({ domain }) => domain));
const sources = readEveryday(values.data).filter(({ name }) => named.has(name) !== (values.others ?? false));
const server = await openClockedServer();
const counts = new Map<string, { right: number; of: number }>();

function count(what: string, isRight: boolean): void {
  const counted = counts.get(what) ?? { right: 0, of: 0 };
  counts.set(what, { right: counted.right + Number(isRight), of: counted.of + 1 });
}

function countOutcome(what: string, { itself, near, far, taken }: Outcome): void {
  for (const isTaken of taken) count(`${what}, what means something else: answered as if it did not`, isTaken);
  count(`${what}: right`, itself === "right");
  count(`${what}: carried out though nobody asked`, itself === "wrong");
  for (const [name, judgement] of Object.entries({ near, far })) {
    if (judgement === null) continue;
    count(`${what}, ${name} words: right`, judgement === "right");
    count(`${what}, ${name} words: carried out though nobody asked`, judgement === "wrong");
  }
}

try {
  for (const source of sources) {
    const cases = source.cases.flatMap((request, index): Case[] => {
      if ((request.history?.length ?? 0) > 0) return [];
      const words = paraphrases.find((one) => one.domain === source.name && one.index === index) ?? null;
      const { negatives: close = [] } =
        negatives.find((one) => one.domain === source.name && one.index === index) ?? {};
      return [{ request, words, negatives: close.map(({ query }) => query) }];
    });
    const first = await Taught.open(server, source);
    const before = await first.askAll(cases);
    const wrong = cases.filter((one) => before.get(one)?.itself !== "right");
    const right = cases.filter((one) => before.get(one)?.itself === "right");
    for (const one of wrong) await first.teach(one);
    const after = await first.askAll(cases);
    for (const one of wrong) {
      countOutcome("was wrong, before", before.get(one) as Outcome);
      countOutcome("was wrong, taught", after.get(one) as Outcome);
    }
    for (const one of right) {
      countOutcome("was right, before", before.get(one) as Outcome);
      countOutcome("was right, others taught", after.get(one) as Outcome);
    }
    if (values.show)
      for (const one of cases)
        console.log(
          JSON.stringify([
            source.name,
            wrong.includes(one),
            one.request.query,
            one.words?.near,
            one.words?.far,
            before.get(one),
            after.get(one),
          ]),
        );
    const second = await Taught.open(server, source);
    const others = cases.filter((_, index) => index % 2 === 1);
    for (const one of cases.filter((_, index) => index % 2 === 0)) await second.teach(one);
    for (const [one, outcome] of await second.askAll(others)) {
      countOutcome("not taught, before", before.get(one) as Outcome);
      countOutcome("not taught, every second one taught", outcome);
    }
    process.stderr.write(`${source.name}: ${cases.length} requests, ${wrong.length} taught\n`);
  }
} finally {
  await server.close();
}
for (const [what, { right, of }] of counts) {
  const share = shareOf(right, of);
  console.log(`${what}: ${right} of ${of}${share ? ` (${(100 * share.share).toFixed(1)} %)` : ""}`);
}
