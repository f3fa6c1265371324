/**
 * What it takes to ask many sentences of a set as it is and as it would be, as `dragoman diff --log` does: milliseconds of CPU in the
 * thread of the models, for each sentence and both sides.
 *
 *     bun scripts/bench/replay.ts --data FOLDER [--sentences 300] [--edits 9] [--seed 1] [--check]
 *
 * FOLDER holds `everyday/` and `train/everyday/`, as docs/how-to/measure.md describes them: toolsets of 8 to 20 tools are taken, with what
 * people say to each. *Anew* keeps nothing; *first* keeps, and knows nothing yet; *again* has had the sentences asked of the set before, by a
 * first comparison or, where an app has its questions logged, when they were answered. With `--check` every answer is compared with that of
 * the caller that keeps nothing, and exit status 1 says that one differs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TimeZone } from "#core/local-time.ts";
import type { DraftCall } from "#core/ports/models.ts";
import type { AppId } from "#core/tenant.ts";
import type { Tool } from "#core/toolset.ts";
import { JointModel } from "#models/embedded/networks/joint-model.ts";
import { KeptPasses } from "#models/embedded/networks/kept-passes.ts";
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
import { threadWorkMs } from "#models/embedded/worker/checkpoint.ts";
import { toolsAsText } from "#models/embedded/worker/worker-protocol.ts";
import { type EverydaySource, readEveryday } from "../eval/everyday-data.ts";
import { type EditedTool, toolEdits } from "../eval/set-edits.ts";
import { randomFrom } from "../eval/statistics.ts";

const TOOLS = { min: 8, max: 20 } as const;
const APP = "app_replayed" as AppId;
/** Nobody says it. */
const ANOTHER = "please do something useful with all of these things";

interface Replayed {
  readonly source: EverydaySource;
  readonly sentences: readonly string[];
}

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sentences: { type: "string", default: "300" },
    edits: { type: "string", default: "9" },
    seed: { type: "string", default: "1" },
    check: { type: "boolean", default: false },
  },
});
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");

function replayedOf(data: string, count: number): readonly Replayed[] {
  const sources = [join(data, "everyday"), join(data, "train/everyday")].flatMap(readEveryday);
  const some: Replayed[] = [];
  let left = count;
  for (const source of sources) {
    if (left <= 0 || source.tools.length < TOOLS.min || source.tools.length > TOOLS.max) continue;
    const alone = source.cases.filter(({ history = [] }) => history.length === 0);
    const sentences = [...new Set(alone.map(({ query }) => query))].slice(0, left);
    left -= sentences.length;
    some.push({ source, sentences });
  }
  return some;
}

const scratch = mkdtempSync(join(tmpdir(), "dragoman-replay-"));
const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
const reading = await openWordReading();
const embedder = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
const [joint, ranker, verifier] = [
  await runtime.open(JOINT_EXTRACTOR_PATH),
  await runtime.open(RANKER_PATH),
  await runtime.open(READ_BACK_PATH),
] as const;

function callerWith(kept: KeptPasses | null): ToolCaller {
  return new ToolCaller({
    joint: new JointModel(joint, reading, kept ?? new KeptPasses()),
    ranker: new RankingModel(ranker, reading, kept ?? new KeptPasses()),
    verifier: new ReadBackModel(verifier, reading, kept ?? new KeptPasses()),
    sentences: embedder,
    checkpoint: { look: () => {} },
    ...(kept && { kept }),
  });
}

/** Milliseconds of CPU; a sentence's vector is made by the first side alone, as the server's embedder remembers it. */
function asked(
  caller: ToolCaller,
  { source: { now, timeZone }, sentences }: Replayed,
  tools: readonly object[],
  vectors: Map<string, Float32Array>,
): { readonly ms: number; readonly drafts: readonly DraftCall[] } {
  const text = toolsAsText(tools as readonly Tool[]);
  const startedMs = threadWorkMs();
  const drafts = sentences.map((query) => {
    const vector = vectors.get(query) ?? embedder.embed(query);
    vectors.set(query, vector);
    const said = { query, vector, tools: text, context: null, history: [], memories: [], taught: [], similar: [] };
    const at = { at: now, zone: timeZone as TimeZone };
    return caller.begin({ ...said, app: APP, persona: null, now: at, askedAgain: "compared" }).answer();
  });
  return { ms: threadWorkMs() - startedMs, drafts };
}

const ROUNDS = ["anew", "first", "again"] as const;
type Spent = Record<(typeof ROUNDS)[number] | "sentences", number>;

const spentByKind = new Map<string, Spent>();
const anew = callerWith(null);
let differing = 0;

function compare(one: Replayed): void {
  const items = one.source.tools as unknown as readonly EditedTool[];
  const known = callerWith(new KeptPasses());
  const remembered = new Map<string, Float32Array>();
  for (const caller of [anew, known]) asked(caller, one, items, remembered);
  for (const { kind, says, edited } of toolEdits(items, Number(values.edits), randomFrom(Number(values.seed)))) {
    const spent = spentByKind.get(kind) ?? { anew: 0, first: 0, again: 0, sentences: 0 };
    spentByKind.set(kind, spent);
    spent.sentences += one.sentences.length;
    const callers = { anew, first: callerWith(new KeptPasses()), again: known };
    const drafts = ROUNDS.map((round) => {
      const vectors = round === "again" ? remembered : new Map<string, Float32Array>();
      // What is worked out of the tools is worked out once, however many sentences there are.
      for (const tools of [items, edited]) asked(callers[round], { ...one, sentences: [ANOTHER] }, tools, new Map());
      const sides = [items, edited].map((tools) => asked(callers[round], one, tools, vectors));
      for (const { ms } of sides) spent[round] += ms;
      return sides.flatMap((side) => side.drafts);
    });
    const [plain = [], ...others] = drafts;
    const unlike = values.check
      ? plain.filter((draft, at) => others.some((kept) => !Bun.deepEquals(kept[at], draft)))
      : [];
    differing += unlike.length;
    for (const draft of unlike) console.error(`differs: ${one.source.name}, ${kind} ${says}: ${JSON.stringify(draft)}`);
  }
}

function line(kind: string, { sentences, ...spent }: Spent): string {
  const figures = ROUNDS.map((round) => `${round} ${(spent[round] / sentences).toFixed(1)}`);
  return `${kind.padEnd(28)} ${String(sentences).padStart(6)} sentences, ms of CPU each: ${figures.join(", ")}`;
}

try {
  for (const one of replayedOf(values.data, Number(values.sentences))) compare(one);
  const all: Spent = { anew: 0, first: 0, again: 0, sentences: 0 };
  for (const [kind, spent] of spentByKind) {
    console.log(line(kind, spent));
    for (const name of [...ROUNDS, "sentences"] as const) all[name] += spent[name];
  }
  console.log(line("all", all));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = differing === 0 ? 0 : 1;
