/**
 * What each of the hostile requests of `attack/requests.ts` costs the built executable, one after the other: `bun
 * scripts/bench/attack.ts [--only WORDS]`. Prints a table, writes `dist/attack.json`, and ends with 1 where one costs more than
 * it may: 1 s of CPU (3 s where it brings hundreds or thousands of things), 250 ms of the main thread in one go, 64 MB.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startServer, waitUntilReady } from "../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../eval/api-client.ts";
import type { HostileRequest } from "./attack/hostile-request.ts";
import { type Cost, complaintsOf, costOf, type Target } from "./attack/measured.ts";
import { HOSTILE_REQUESTS } from "./attack/requests.ts";
import { prepare } from "./attack/victim-sets.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    out: { type: "string", default: "dist/attack.json" },
  },
});
const chosen = HOSTILE_REQUESTS.filter(({ kind, name }) => `${kind}: ${name}`.includes(options.only));
if (chosen.length === 0) throw new Error(`no request has "${options.only}" in its name`);

const folder = mkdtempSync(join(tmpdir(), "dragoman-attack-"));
// What fails is limited, and a 429 would hide what the rest of the table costs.
writeSettings(folder, ["[limits]", "failed_work_ms_per_minute = 0"]);
const server = await startServer({ dataDir: folder });
try {
  await waitUntilReady(server);
  const target = { url: server.url, pid: server.pid, token: await newAccessToken(server.url, folder) };
  await prepare(target);
  process.exitCode = (await attack(target)) ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Whether all of them hold. */
async function attack(target: Target): Promise<boolean> {
  const rows: (Pick<HostileRequest, "kind" | "name"> & Cost & { readonly complaints: readonly string[] })[] = [];
  process.stdout.write(
    "| request | status | CPU ms | main thread ms | MiB | |\n| --- | --- | --- | --- | --- | --- |\n",
  );
  for (const request of chosen) {
    const cost = await costOf(target, request);
    const complaints = complaintsOf(request, cost);
    const { kind, name, isBulk } = request;
    rows.push({ kind, name, ...cost, complaints });
    const figures = [cost.cpuMs, cost.silentMs, cost.grownMib].map((value) => value.toFixed(0));
    const cells = [`${kind}: ${name}`, cost.status ?? "–", ...figures, complaints.join("; ") || (isBulk ? "bulk" : "")];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
  mkdirSync("dist", { recursive: true });
  writeFileSync(options.out, `${JSON.stringify(rows, null, 2)}\n`);
  const broken = rows.filter(({ complaints }) => complaints.length > 0);
  process.stdout.write(`\n${rows.length} requests, ${broken.length} cost more than they may\n`);
  return broken.length === 0;
}
