/**
 * How long `dragoman diff` takes for many sentences, through the executable as it was built, a server on the folder:
 *
 *     bun scripts/bench/replay-command.ts --data FOLDER [--sentences 10000] [--tools 12] [--asks 0] [--executable dist/dragoman]
 *
 * FOLDER holds `everyday/`, as docs/how-to/measure.md describes it: of one domain so many tools are taken, and what people say to it, with other
 * beginnings and endings until there are so many different sentences. The first comparison knows nothing; each that follows is of another
 * edit, with the sentences of the first known. Of each it is told how long it took, and how many milliseconds of CPU the thread that
 * serves and the others had for a sentence: on a machine that others want as well, only those say something.
 *
 * With `--asks` somebody of the same app asks so many questions, one after the other with half a second between them, with nothing else to do and then beside each
 * comparison for as long as that goes on: of both it is told what half of the answers took, and 99 of 100.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { percentile } from "#core/examination/statistics.ts";
import { EXECUTABLE, runDragoman, startServer, waitUntilReady } from "../dragoman-process.ts";
import { readEveryday } from "../eval/everyday-data.ts";
import { type EditedTool, toolEdits } from "../eval/set-edits.ts";
import { randomFrom } from "../eval/statistics.ts";
import { mainThreadMsOf, ranMsOf } from "./process-usage.ts";

const SIGNATURE = "replayed-v1";
const DOMAIN = "home";
const BEGINNINGS = [
  "",
  "please ",
  "hey, ",
  "ok, ",
  "could you ",
  "I want you to ",
  "well, ",
  "so, ",
  "hello, ",
  "right, ",
];
/** Between an answer and the next question. */
const BETWEEN_ASKS_MS = 500;
const ENDINGS = [
  "",
  " please",
  " thanks",
  " for me",
  " if you can",
  " as usual",
  " when you can",
  " this time",
  " again",
];

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sentences: { type: "string", default: "10000" },
    tools: { type: "string", default: "12" },
    edits: { type: "string", default: "3" },
    asks: { type: "string", default: "0" },
    executable: { type: "string", default: EXECUTABLE },
  },
});
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const [count = 0, toolsMax, edits = 0, asks = 0] = [values.sentences, values.tools, values.edits, values.asks].map(
  Number,
);

const source = readEveryday(join(values.data, "everyday")).find(({ name }) => name === DOMAIN);
if (!source) throw new Error(`${values.data} has no everyday requests of "${DOMAIN}"`);
const tools = source.tools.slice(0, toolsMax) as unknown as readonly EditedTool[];

function sentences(): readonly string[] {
  const plain = (source?.cases ?? []).filter(({ history = [] }) => history.length === 0).map(({ query }) => query);
  const marked = [...Array(Math.ceil(count / plain.length)).keys()].flatMap((round) =>
    plain.map((query) => {
      const beginning = BEGINNINGS[round % BEGINNINGS.length];
      const ending = ENDINGS[Math.floor(round / BEGINNINGS.length) % ENDINGS.length];
      const number = Math.floor(round / BEGINNINGS.length / ENDINGS.length);
      return `${beginning}${query}${ending}${number === 0 ? "" : `, and that ${number} times`}`;
    }),
  );
  return [...new Set(marked)].slice(0, count);
}

/** Milliseconds that each of these questions took, asked in turn, no more of them once it is over. */
async function asked(token: string, questions: readonly string[], isOver: () => boolean): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const query of questions) {
    if (isOver()) break;
    const startedMs = performance.now();
    const response = await fetch(`${server.url}/v1/resolve`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "cache-control": "no-store" },
      body: JSON.stringify({ query, toolsets: [SIGNATURE] }),
    });
    if (!response.ok) throw new Error(`${query}: ${await response.text()}`);
    taken.push(performance.now() - startedMs);
    await Bun.sleep(BETWEEN_ASKS_MS);
  }
  return taken;
}

function told(taken: readonly number[]): string {
  const within = (percent: number) => percentile(taken, percent)?.toFixed(0);
  return `${taken.length} questions, half of them within ${within(50)} ms, 99 of 100 within ${within(99)} ms`;
}

async function ran(args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runDragoman(args, { cwd: folder });
  if (status !== 0) throw new Error(`dragoman ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const folder = mkdtempSync(join(tmpdir(), "dragoman-replay-"));
const dataDir = join(folder, "data");
const server = await startServer({ dataDir, executable: resolve(values.executable), timeoutMs: 60_000 });
try {
  await waitUntilReady(server);
  const made = JSON.parse(await ran(["app", "create", "replayed", "--data", dataDir, "--json"])) as {
    app_id: string;
    api_key: string;
  };
  const at = ["--app", made.app_id, "--data", dataDir];
  const set = (edited: readonly EditedTool[]) =>
    JSON.stringify({ signature: SIGNATURE, name: source.name, tools: edited });
  writeFileSync(join(folder, "set.json"), set(tools));
  await ran(["import", "set.json", ...at]);
  const replayed = sentences();
  const exchanged = await fetch(`${server.url}/v1/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: made.api_key }),
  });
  const { access_token: token } = (await exchanged.json()) as { access_token: string };
  // None of them is compared.
  const questions = source.cases.slice(0, asks).map(({ query }, at) => `${query}, number ${at}`);
  if (asks > 0) console.log(`alone: ${told(await asked(token, questions, () => false))}`);
  writeFileSync(
    join(folder, "cases.jsonl"),
    replayed.map((query) => `${JSON.stringify({ query, tool: "none" })}\n`).join(""),
  );
  for (const [index, { kind, says, edited }] of toolEdits(tools, edits, randomFrom(1)).entries()) {
    writeFileSync(join(folder, "proposed.json"), set(edited));
    const [startedMs, serving, all] = [performance.now(), mainThreadMsOf(server.pid), ranMsOf(server.pid)];
    let isOver = false;
    const comparing = ran(["diff", SIGNATURE, "proposed.json", "cases.jsonl", ...at, "--json"]).finally(() => {
      isOver = true;
    });
    const beside = asks > 0 ? await asked(token, questions, () => isOver) : [];
    const compared = await comparing;
    const seconds = (performance.now() - startedMs) / 1_000;
    const [servingMs, allMs] = [mainThreadMsOf(server.pid) - serving, ranMsOf(server.pid) - all];
    const { changed } = JSON.parse(compared) as { readonly changed: number };
    const each = (ms: number) => (ms / replayed.length).toFixed(1);
    console.log(
      `${index === 0 ? "first" : "again"}: ${kind}, ${says}: ${replayed.length} replayed, ${changed} change, ${seconds.toFixed(1)} s; ` +
        `ms of CPU for each: serving ${each(servingMs)}, all others ${each(allMs - servingMs)}`,
    );
    if (asks > 0) console.log(`beside it: ${told(beside)}`);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
