/**
 * Where the time of an answer goes: passes of each network, their tokens and the CPU time of the thread, by the number of tools to
 * choose from. In one process, without HTTP:
 *
 *     bun scripts/bench/passes.ts --data FOLDER
 *
 * FOLDER holds `bfcl/`, as docs/how-to/measure.md says.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { percentile } from "#core/examination/statistics.ts";
import { inUtc } from "#core/local-time.ts";
import { readSchema } from "#core/schema/json-schema.ts";
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
import { threadWorkMs } from "#models/embedded/worker/checkpoint.ts";
import { toolsAsText } from "#models/embedded/worker/worker-protocol.ts";
import { readBfcl } from "../eval/data-sets.ts";
import { type Load, loadsOf } from "../eval/latency.ts";

const TOOL_COUNTS = [1, 8, 128];
const QUERIES_MAX = 200;
/** Asked first, uncounted: they work out what later ones reuse. */
const WARM_UP_QUERIES = 5;
const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));

interface Work {
  passes: number;
  tokens: number;
  workMs: number;
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const folder = mkdtempSync(join(tmpdir(), "passes-"));
const runtime = openOnnxRuntime(ONNX_RUNTIME, folder);
/** Since the last request, by network. */
const work = new Map<string, Work>();

async function watched(network: string, path: string) {
  const session = await runtime.open(path);
  return {
    run: (...given: Parameters<typeof session.run>) => {
      const [inputs] = given;
      const before = threadWorkMs();
      const outputs = session.run(...given);
      const { passes, tokens, workMs } = work.get(network) ?? { passes: 0, tokens: 0, workMs: 0 };
      const more = Object.values(inputs)[0]?.dims[1] ?? 0;
      work.set(network, { passes: passes + 1, tokens: tokens + more, workMs: workMs + threadWorkMs() - before });
      return outputs;
    },
  };
}

const reading = await openWordReading();
const sentences = new SentenceModel(await watched("sentence", SENTENCE_EMBEDDER_PATH), reading.tokenizer);
const caller = new ToolCaller({
  joint: new JointModel(await watched("extractor", JOINT_EXTRACTOR_PATH), reading),
  ranker: new RankingModel(await watched("ranker", RANKER_PATH), reading),
  sentences,
  verifier: new ReadBackModel(await watched("read-back", READ_BACK_PATH), reading),
  checkpoint: { look: () => {} },
});

function ask(query: string, tools: string, count: number): void {
  // As the server asks: an only tool is compared with no other one.
  const vector = count > 1 ? sentences.embed(query) : null;
  const nothing = { context: null, history: [], memories: [], taught: [], similar: [], persona: null };
  caller.begin({ ...nothing, query, tools, vector, now: NOW }).answer();
}

function measure(count: number, loads: readonly Load[]): void {
  const total = new Map<string, Work>();
  const times: number[] = [];
  const tokensOfEach: number[] = [];
  for (const { tools, queries } of loads) {
    const text = toolsAsText(tools.map(({ parameters, ...tool }) => ({ ...tool, parameters: readSchema(parameters) })));
    for (const query of queries.slice(0, WARM_UP_QUERIES)) ask(query, text, count);
    for (const query of queries) {
      work.clear();
      const before = threadWorkMs();
      ask(query, text, count);
      times.push(threadWorkMs() - before);
      tokensOfEach.push([...work.values()].reduce((sum, { tokens }) => sum + tokens, 0));
      for (const [network, one] of work) {
        const all = total.get(network) ?? { passes: 0, tokens: 0, workMs: 0 };
        total.set(network, {
          passes: all.passes + one.passes,
          tokens: all.tokens + one.tokens,
          workMs: all.workMs + one.workMs,
        });
      }
    }
  }
  const asked = times.length;
  const mean = times.reduce((sum, ms) => sum + ms, 0) / asked;
  const [p50, p99] = [50, 99].map((percent) => percentile(tokensOfEach, percent));
  console.log(`${count} tools, n ${asked}: ${mean.toFixed(1)} ms of CPU, tokens p50 ${p50}, p99 ${p99}; a request:`);
  let left = mean;
  for (const [network, { passes, tokens, workMs }] of total) {
    left -= workMs / asked;
    const shares = [passes, tokens, workMs].map((one) => (one / asked).toFixed(2));
    console.log(`  ${network.padEnd(10)} ${shares[0]} passes, ${shares[1]} tokens, ${shares[2]} ms`);
  }
  console.log(`  beside them ${left.toFixed(2)} ms`);
}

try {
  const parts = readBfcl(values.data);
  for (const count of TOOL_COUNTS) measure(count, loadsOf(parts, count, QUERIES_MAX));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
