/**
 * How sentences that go on with an earlier one, or correct it, are answered, and how many passes of the networks that takes beside the
 * earlier sentence by itself: the embedded model in this process, without a server.
 *
 *     bun scripts/eval/following.ts --data FOLDER [--calls-max N] [--save FILE]
 *
 * FOLDER holds `everyday/` and `train/everyday/`. FILE gets a line of JSON for each request that may be looked into.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkedCall } from "#core/answering/resolved-call.ts";
import { AUTO } from "#core/answering/tool-choice.ts";
import { percentile } from "#core/examination/statistics.ts";
import { LIMITS } from "#core/limits.ts";
import { inUtc, timeZoneNamed } from "#core/local-time.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import type { Tool } from "#core/toolset.ts";
import { JointModel } from "#models/embedded/networks/joint-model.ts";
import {
  JOINT_EXTRACTOR_PATH,
  ONNX_RUNTIME,
  RANKER_PATH,
  READ_BACK_PATH,
  SENTENCE_EMBEDDER_PATH,
} from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { RankingModel } from "#models/embedded/networks/ranking-model.ts";
import { ReadBackModel } from "#models/embedded/networks/read-back-model.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { ToolCaller } from "#models/embedded/tool-caller.ts";
import { toolsAsText } from "#models/embedded/worker/worker-protocol.ts";
import { inDigestOrder } from "./data-sets.ts";
import { LEFT_OUT } from "./everyday.ts";
import { type EverydayCase, type EverydaySource, readEveryday } from "./everyday-data.ts";
import { type Judged, judgedAnswer } from "./everyday-figures.ts";
import type { GivenCall } from "./resolving.ts";

const NETWORKS = {
  "sentence embedder": SENTENCE_EMBEDDER_PATH,
  ranker: RANKER_PATH,
  "joint extractor": JOINT_EXTRACTOR_PATH,
  "read-back": READ_BACK_PATH,
} as const;
type Network = keyof typeof NETWORKS;
const NAMES = Object.keys(NETWORKS) as readonly Network[];

/** Of each network how often it ran, and for how long, in milliseconds. */
type Work = Readonly<Record<Network, { readonly passes: number; readonly ms: number }>>;
type WorkSoFar = Record<Network, { passes: number; ms: number }>;

interface Measured {
  readonly judged: Judged;
  readonly calls: readonly GivenCall[];
  readonly work: Work;
}

type Asked = Pick<EverydayCase, "query" | "history">;

class CountedModel {
  readonly #work: WorkSoFar;
  readonly #caller: ToolCaller;
  readonly #sentences: SentenceModel;

  private constructor(parts: Awaited<ReturnType<typeof openNetworks>>, work: WorkSoFar) {
    this.#work = work;
    this.#caller = new ToolCaller({ ...parts, checkpoint: { look: () => {} } });
    this.#sentences = parts.sentences;
  }

  static async open(folder: string): Promise<CountedModel> {
    const work = Object.fromEntries(NAMES.map((name) => [name, { passes: 0, ms: 0 }])) as WorkSoFar;
    return new CountedModel(await openNetworks(folder, work), work);
  }

  /** Every call with the required parameters that it lacks. */
  answer({ query, history = [] }: Asked, { tools, now }: Offered, callsMax: number): Omit<Measured, "judged"> {
    const before = structuredClone(this.#work);
    const request = {
      query,
      tools: toolsAsText(tools),
      vector: tools.length > 1 ? this.#sentences.embed(query) : null,
      context: null,
      history,
      memories: [],
      taught: [],
      similar: [],
      persona: null,
      now,
      callsMax,
    };
    const { others = [], ...first } = this.#caller.begin(request).answer();
    const asked = {
      ...request,
      timeZone: now.zone,
      toolChoice: AUTO,
      minConfidence: null,
      language: "en",
      isLanguageNamed: false,
    };
    const calls = [first, ...others].flatMap((draft): GivenCall[] => {
      const tool = draft.tool === null ? undefined : tools[draft.tool];
      if (!tool) return [];
      const offer = { tool, toolset: null, requireEvidence: false };
      const { parameters, missingParameters: missing } = checkedCall(offer, draft, asked, [], now);
      return [{ tool: tool.name, parameters, missing, confidence: draft.confidence }];
    });
    const spent = (name: Network) => ({
      passes: this.#work[name].passes - before[name].passes,
      ms: this.#work[name].ms - before[name].ms,
    });
    return { calls, work: Object.fromEntries(NAMES.map((name) => [name, spent(name)])) as Work };
  }
}

async function openNetworks(folder: string, work: WorkSoFar) {
  const runtime = openOnnxRuntime(ONNX_RUNTIME, folder);
  const reading = await openWordReading();
  const open = async (name: Network) => {
    const session = await runtime.open(NETWORKS[name]);
    const run: typeof session.run = (...given) => {
      const startedMs = performance.now();
      const outputs = session.run(...given);
      work[name].passes += 1;
      work[name].ms += performance.now() - startedMs;
      return outputs;
    };
    return { run };
  };
  return {
    sentences: new SentenceModel(await open("sentence embedder"), reading.tokenizer),
    ranker: new RankingModel(await open("ranker"), reading),
    joint: new JointModel(await open("joint extractor"), reading),
    verifier: new ReadBackModel(await open("read-back"), reading),
  };
}

function offeredBy({ tools, now, timeZone }: EverydaySource) {
  const zone = timeZoneNamed(timeZone);
  const read = tools.map(
    ({ name, description = "", parameters }): Tool => ({
      name,
      description,
      ...(parameters && { parameters: readSchema(parameters) }),
    }),
  );
  return { tools: read, now: { ...inUtc(now), ...(zone && { zone }) } };
}
type Offered = ReturnType<typeof offeredBy>;

/** Whose work is counted, beside that of the sentences before them. */
const COSTED_MAX = 150;

const goesOn = ({ kind, history = [] }: EverydayCase) => history.length > 0 || kind === "correction";

function sumOf(work: Work, of: "passes" | "ms"): number {
  return NAMES.reduce((sum, name) => sum + work[name][of], 0);
}

function shareLine(part: string, judged: readonly Judged[]): string {
  const share = (judgement: Judged["judgement"]) => {
    const count = judged.filter((one) => one.judgement === judgement).length;
    return `${judgement} ${((100 * count) / judged.length).toFixed(1)} % (${count})`;
  };
  const shares = (["right", "wrong", "asked", "none", "part"] as const).map(share);
  return `${part}: ${shares.join(", ")}, n ${judged.length}`;
}

function workLines(part: string, work: readonly Work[]): readonly string[] {
  return (["passes", "ms"] as const).map((of) => {
    const all = work.map((one) => sumOf(one, of));
    const meanOf = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length;
    const figures = [50, 90, 100].map((percent) => (percentile(all, percent) ?? Number.NaN).toFixed(0));
    const means = NAMES.map((name) => `${name} ${meanOf(work.map((one) => one[name][of])).toFixed(2)}`);
    const most = `p50 ${figures[0]}, p90 ${figures[1]}, most ${figures[2]}`;
    return `${part}: ${of} ${most}, mean ${meanOf(all).toFixed(2)} (${means.join(", ")}), n ${work.length}`;
  });
}

const { values } = parseArgs({
  options: { data: { type: "string" }, "calls-max": { type: "string", default: "1" }, save: { type: "string" } },
});
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const callsMax = Number(values["calls-max"]);
if (!(callsMax >= 1 && callsMax <= LIMITS.callsMax)) throw new Error(`--calls-max is 1 to ${LIMITS.callsMax}`);
const folder = mkdtempSync(join(tmpdir(), "dragoman-following-"));
const saved: string[] = [];
try {
  const model = await CountedModel.open(folder);
  for (const part of ["everyday", "train/everyday"]) {
    const both: { readonly text: string; readonly one: Asked; readonly first: Asked; readonly offered: Offered }[] = [];
    const judged = new Map<string, Judged[]>();
    for (const source of readEveryday(join(values.data, part))) {
      const offered = offeredBy(source);
      const isSeen = !LEFT_OUT.has(source.name);
      for (const one of source.cases.filter(goesOn)) {
        const { history = [] } = one;
        const { calls } = model.answer(one, offered, callsMax);
        const verdict = judgedAnswer(one, calls);
        const name = history.length === 0 ? "corrections in one sentence" : `with history, ${one.kind}`;
        const groups = isSeen ? [name, ...(history.length > 0 ? ["with history"] : []), "all"] : ["left out, all"];
        for (const group of groups) judged.set(group, [...(judged.get(group) ?? []), verdict]);
        for (const { query } of history.slice(-1)) both.push({ text: one.query, one, first: { query }, offered });
        const { judgement } = verdict;
        const line = { part, source: source.name, ...one, given: calls, judgement };
        if (isSeen) saved.push(JSON.stringify(line));
      }
    }
    // Each for the second time: what is worked out of the tools is kept.
    const cost = inDigestOrder(both)
      .slice(0, COSTED_MAX)
      .map(({ one, first, offered }) => ({
        first: [0, 1].map(() => model.answer(first, offered, callsMax).work)[1] as Work,
        next: [0, 1].map(() => model.answer(one, offered, callsMax).work)[1] as Work,
      }));
    for (const [group, own] of [...judged].sort()) console.log(shareLine(`${part}, ${group}`, own));
    const lines = [
      ...workLines(
        `${part}, the sentence before alone`,
        cost.map(({ first }) => first),
      ),
      ...workLines(
        `${part}, the sentence that goes on`,
        cost.map(({ next }) => next),
      ),
    ];
    for (const line of lines) console.log(line);
  }
  if (values.save !== undefined) writeFileSync(values.save, `${saved.join("\n")}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
