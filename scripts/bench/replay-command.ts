/**
 * How long `dragoman diff` takes for many sentences, through the executable as it was built, a server on the folder:
 *
 *     bun scripts/bench/replay-command.ts --data FOLDER [--sentences 10000] [--tools 12] [--executable dist/dragoman]
 *
 * FOLDER holds `everyday/`, as docs/how-to/measure.md describes it: of one domain so many tools are taken, and what people say to it, with other
 * beginnings and endings until there are so many different sentences. The first comparison knows nothing; each that follows is of another
 * edit, with the sentences of the first known. Of each it is told how long it took, and how many milliseconds of CPU the thread that
 * serves and the others had for a sentence: on a machine that others want as well, only those say something.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
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
    executable: { type: "string", default: EXECUTABLE },
  },
});
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const [count, toolsMax, edits] = [values.sentences, values.tools, values.edits].map(Number) as [number, number, number];

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
  const made = JSON.parse(await ran(["app", "create", "replayed", "--data", dataDir, "--json"])) as { app_id: string };
  const at = ["--app", made.app_id, "--data", dataDir];
  const set = (edited: readonly EditedTool[]) =>
    JSON.stringify({ signature: SIGNATURE, name: source.name, tools: edited });
  writeFileSync(join(folder, "set.json"), set(tools));
  await ran(["import", "set.json", ...at]);
  const asked = sentences();
  writeFileSync(
    join(folder, "cases.jsonl"),
    asked.map((query) => `${JSON.stringify({ query, tool: "none" })}\n`).join(""),
  );
  for (const [index, { kind, says, edited }] of toolEdits(tools, edits, randomFrom(1)).entries()) {
    writeFileSync(join(folder, "proposed.json"), set(edited));
    const [startedMs, serving, all] = [performance.now(), mainThreadMsOf(server.pid), ranMsOf(server.pid)];
    const told = await ran(["diff", SIGNATURE, "proposed.json", "cases.jsonl", ...at, "--json"]);
    const seconds = (performance.now() - startedMs) / 1_000;
    const [servingMs, allMs] = [mainThreadMsOf(server.pid) - serving, ranMsOf(server.pid) - all];
    const { replayed, changed } = JSON.parse(told) as { readonly replayed: number; readonly changed: number };
    const each = (ms: number) => (ms / asked.length).toFixed(1);
    console.log(
      `${index === 0 ? "first" : "again"}: ${kind}, ${says}: ${replayed} replayed, ${changed} change, ${seconds.toFixed(1)} s; ` +
        `ms of CPU for each: serving ${each(servingMs)}, all others ${each(allMs - servingMs)}`,
    );
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
