/**
 * Measures the built executable on the development data, over HTTP, as a client would.
 * `bun run eval -- --data DIR [--parts bfcl,banking77,clinc150] [--limit N] [--out DIR]`
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "./api-client.ts";
import { evaluateBfcl } from "./bfcl.ts";
import { readBfcl, readLabelled } from "./data-sets.ts";
import { evaluateLabels } from "./labels.ts";
import { Progress } from "./progress.ts";
import { markdownOf, type Report } from "./report.ts";
import type { Row } from "./row.ts";

const LIMIT_DEFAULT = 1_000;
const PARTS = ["bfcl", "banking77", "clinc150"] as const;
type Part = (typeof PARTS)[number];

interface Options {
  readonly data: string;
  readonly parts: readonly Part[];
  /** How many tests of a row at most. */
  readonly limit: number;
  readonly out: string;
}

function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: {
      data: { type: "string" },
      parts: { type: "string", default: PARTS.join(",") },
      limit: { type: "string", default: String(LIMIT_DEFAULT) },
      out: { type: "string", default: join(import.meta.dir, "../../dist/eval") },
    },
  });
  if (values.data === undefined)
    throw new Error("--data DIR is missing: the folder with bfcl/, banking77.jsonl and clinc150.jsonl");
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1)
    throw new Error(`--limit ${values.limit}: expected a whole number, at least 1`);
  const parts = values.parts.split(",").map((name) => {
    const part = PARTS.find((known) => known === name);
    if (!part) throw new Error(`--parts ${name}: expected some of ${PARTS.join(",")}`);
    return part;
  });
  return { data: values.data, parts, limit, out: values.out };
}

async function rowsOf(part: Part, client: ApiClient, options: Options, progress: Progress): Promise<readonly Row[]> {
  if (part === "bfcl") return evaluateBfcl(client, readBfcl(options.data), options.limit, progress);
  const texts = readLabelled(join(options.data, `${part}.jsonl`));
  return evaluateLabels(client, part, texts, options.limit, progress);
}

async function evaluate(options: Options): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-eval-"));
  let server: RunningServer | undefined;
  try {
    writeSettings(dataDir);
    server = await startServer({ dataDir });
    await waitUntilReady(server);
    const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
    const progress = new Progress();
    const rows: Row[] = [];
    for (const part of options.parts) rows.push(...(await rowsOf(part, client, options, progress)));
    const { stdout } = await runDragoman(["version", "--data", dataDir]);
    return {
      measuredAt: new Date().toISOString(),
      binary: stdout.trim().split("\n")[0] ?? "",
      model: await modelOf(client),
      cores: availableParallelism(),
      rows,
    };
  } finally {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function modelOf(client: ApiClient): Promise<string> {
  const answer = await client.post("/v1/resolve-quick", {
    query: "hello",
    tools: [{ name: "greet", description: "says hello" }],
  });
  const { metadata } = answer.body as unknown as { readonly metadata?: { readonly model: string } };
  if (!metadata) throw new Error(`POST /v1/resolve-quick: ${answer.status} ${JSON.stringify(answer.body)}`);
  return metadata.model;
}

try {
  const options = optionsFrom(process.argv.slice(2));
  const report = await evaluate(options);
  const table = markdownOf(report);
  mkdirSync(options.out, { recursive: true });
  writeFileSync(join(options.out, "eval.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(options.out, "eval.md"), table);
  console.log(table);
} catch (failure) {
  console.error(`eval: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
