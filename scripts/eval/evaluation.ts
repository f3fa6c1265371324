/** Runs the chosen parts against a server of their own. */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "./api-client.ts";
import { evaluateBfcl } from "./bfcl.ts";
import { calibrationLine, calibrationsOf } from "./calibration.ts";
import { openClockedServer } from "./clocked-server.ts";
import { readBfcl, readLabelled, readNlupp } from "./data-sets.ts";
import { askEveryday, everydayOutcome } from "./everyday.ts";
import { readEveryday } from "./everyday-data.ts";
import { evaluateLabels } from "./labels.ts";
import { evaluateLanguages, readLanguages } from "./languages.ts";
import { evaluateLatency } from "./latency.ts";
import type { Line } from "./line.ts";
import { evaluateNlupp } from "./nlupp.ts";
import type { Options, Part } from "./options.ts";
import { type Outcome, type SavedAnswer, together } from "./outcome.ts";
import { Progress } from "./progress.ts";
import type { Report } from "./report.ts";
import { evaluateSnips } from "./snips.ts";
import { readXsid } from "./xsid.ts";

const NLUPP_DOMAINS = ["banking", "hotels"];
/** The parts whose confidences go into the calibration: without one of them, its figures would not compare. */
const CALIBRATED: readonly Part[] = ["bfcl", "snips", "banking77", "clinc150"];

interface Run {
  readonly client: ApiClient;
  readonly options: Options;
  readonly progress: Progress;
  /** Lines of the settings that name the model. */
  readonly model: readonly string[];
  /** What servers other than the client's say of themselves at their end. */
  readonly others: { metrics: string; readonly answerMs: number[] };
}

const EVALUATE: Readonly<Record<Part, (run: Run) => Promise<Outcome>>> = {
  bfcl: ({ client, options, progress }) => evaluateBfcl(client, readBfcl(options.data), options.limit, progress),
  everyday: async ({ options, progress, model, others }) => {
    const sources = readEveryday(join(options.data, "everyday"));
    const server = await openClockedServer(model);
    try {
      const asked = await askEveryday(server, sources, options.limit, progress);
      others.metrics += await server.metrics();
      others.answerMs.push(...asked.answerMs);
      return everydayOutcome(asked.sources);
    } finally {
      await server.close();
    }
  },
  snips: ({ client, options, progress }) => evaluateSnips(client, options.data, options.limit, progress),
  banking77: (run) => labelsOf("banking77", run),
  clinc150: (run) => labelsOf("clinc150", run),
  nlupp: async ({ client, options, progress }) => {
    const sizes = { folds: options.nluppFolds, testsMax: options.limit };
    const outcomes: Outcome[] = [];
    for (const name of NLUPP_DOMAINS)
      outcomes.push(await evaluateNlupp(client, readNlupp(options.data, name), sizes, progress));
    return together(outcomes);
  },
  languages: ({ client, options, progress }) =>
    evaluateLanguages(client, readLanguages(options.languages).slice(0, options.limit), progress),
  xsid: ({ client, options, progress }) =>
    evaluateLanguages(client, readXsid(options.data, options.limit), progress, "xSID"),
  latency: ({ client, options, progress }) => evaluateLatency(client, readBfcl(options.data), options.limit, progress),
};

function labelsOf(name: string, { client, options, progress }: Run): Promise<Outcome> {
  return evaluateLabels(client, name, readLabelled(join(options.data, `${name}.jsonl`)), options.limit, progress);
}

export interface Evaluation {
  readonly report: Report;
  readonly answers: readonly SavedAnswer[];
}

/** `model`: lines of the settings; without them the embedded model is measured. `metrics` is what the servers' pages of them say. */
export async function evaluate(
  options: Options,
  model: readonly string[] = [],
): Promise<Evaluation & { readonly metrics: string; readonly answerMs: readonly number[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-eval-"));
  const startedAt = performance.now();
  let server: RunningServer | undefined;
  try {
    writeSettings(dataDir, model);
    server = await startServer({ dataDir });
    await waitUntilReady(server);
    const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
    const others = { metrics: "", answerMs: [] };
    const outcomes = await outcomesOf({ client, options, progress: new Progress(), model, others });
    const { stdout } = await runDragoman(["version", "--data", dataDir]);
    const about = {
      measuredAt: new Date().toISOString(),
      binary: stdout.trim().split("\n")[0] ?? "",
      model: modelIn(server.output()),
      cores: availableParallelism(),
      tookSeconds: Math.round((performance.now() - startedAt) / 1_000),
    };
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return {
      ...evaluationOf(about, outcomes),
      metrics: `${metrics}${others.metrics}`,
      answerMs: [...client.answerMs, ...others.answerMs],
    };
  } finally {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function outcomesOf(run: Run): Promise<ReadonlyMap<Part, Outcome>> {
  const outcomes = new Map<Part, Outcome>();
  for (const part of run.options.parts) outcomes.set(part, await EVALUATE[part](run));
  return outcomes;
}

/** The parts put together, with the calibration over all of them when all that it rests on ran. */
export function evaluationOf(
  about: Pick<Report, "binary" | "cores" | "measuredAt" | "model" | "tookSeconds">,
  outcomes: ReadonlyMap<Part, Outcome>,
): Evaluation {
  const { verdicts, answers, refused } = together([...outcomes.values()]);
  const calibrations = calibrationsOf(verdicts);
  const lines: [string, readonly Line[]][] = [...outcomes].map(([part, outcome]) => [part, outcome.lines]);
  if (CALIBRATED.every((part) => outcomes.has(part))) {
    const own = together(CALIBRATED.flatMap((part) => outcomes.get(part) ?? []));
    lines.push(["calibration", calibrationsOf(own.verdicts).map(calibrationLine)]);
  }
  return { report: { ...about, parts: Object.fromEntries(lines), calibrations, refused }, answers };
}

/** As the server says at its start: a question could fail, after many minutes of others. Throws where it does not say. */
export function modelIn(output: string): string {
  for (const line of output.split("\n")) {
    const [, model] = /"event":"started".*?"model":"([^"]+)"/.exec(line) ?? [];
    if (model !== undefined) return model;
  }
  throw new Error(`the server did not say which model it has:\n${output}`);
}
