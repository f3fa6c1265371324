/**
 * Whether one app can be kept waiting by another: `bun scripts/bench/soak.ts [--minutes 30]`. An app sends 100 requests a second
 * at their times, first in calm and then while another one floods the server with the worst that there is. Exit status 1 when
 * one of them is not answered, when the attack more than doubles the 99th percentile, or when memory, descriptors or files rise.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXECUTABLE, type RunningServer, runDragoman, startServer, waitUntilReady } from "../dragoman-process.ts";
import { accessTokenFor, MEASURED_PLAN, writeSettings } from "../eval/api-client.ts";
import { largeSet } from "./attack/bodies.ts";
import { lookAt, workedMsOf } from "./soak/looks.ts";
import { pictureOf } from "./soak/picture.ts";
import { reportOf, sinceThen } from "./soak/report.ts";
import { type Answered, complaintsOf, type Look } from "./soak/verdict.ts";

const OUT = "dist";
const HELP = `Usage: bun scripts/bench/soak.ts [options]
  --minutes N           how long the attack lasts (default 30)
  --calm-minutes N      how long it is calm before (default 3)
  --rate N              requests a second of the app that is watched (default 100)
  --attacker-plan NAME  plan of the app that attacks: free, pro, scale, ${MEASURED_PLAN} (default scale)
  --only WORDS          only floods with these words in their name
  --executable FILE     another build than ${EXECUTABLE}
  --picture FILE        writes the SVG here, too (it stands in ${OUT}/soak.svg)
`;
const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    "calm-minutes": { type: "string", default: "3" },
    rate: { type: "string", default: "100" },
    "attacker-plan": { type: "string", default: "scale" },
    only: { type: "string", default: "" },
    executable: { type: "string", default: EXECUTABLE },
    picture: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const LOOK_SECONDS = 2;
const TELL_SECONDS = 15;
const LARGE_SETS = 20;
const [attackSeconds, calmSeconds] = [60 * Number(options.minutes), 60 * Number(options["calm-minutes"])];

const folder = mkdtempSync(join(tmpdir(), "dragoman-soak-"));
writeSettings(folder);
const server = await startServer({ dataDir: folder, executable: options.executable });
try {
  await waitUntilReady(server);
  const complaints = await soak(server);
  for (const complaint of complaints) process.stderr.write(`soak: ${complaint}\n`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function soak({ url, pid }: RunningServer): Promise<readonly string[]> {
  const [steadyToken, attackerToken] = [await tokenOf(MEASURED_PLAN), await tokenOf(options["attacker-plan"])];
  await registerLargeSets(attackerToken);
  const steady = spawn("steady-load.ts", url, steadyToken, options.rate, String(calmSeconds + attackSeconds));
  const answers: Answered[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const answered = eachLineOf(steady.stdout, (line) => {
    begin();
    answers.push(...(JSON.parse(line) as readonly Answered[]));
  });
  await begun;
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  const workedBefore = workedMsOf(pid);
  const looks: Look[] = [];
  const looking = setInterval(() => looks.push(lookAt(pid, folder, elapsed())), 1_000 * LOOK_SECONDS);
  const telling = setInterval(
    () => process.stdout.write(`${sinceThen(answers, looks, elapsed() - TELL_SECONDS)}\n`),
    1_000 * TELL_SECONDS,
  );
  await Bun.sleep(1_000 * calmSeconds);
  const workedInCalm = workedMsOf(pid) - workedBefore;
  const attackers = spawn("attackers.ts", url, attackerToken, String(attackSeconds), options.only);
  const came: Record<string, Record<string, number>>[] = [];
  await Promise.all([eachLineOf(attackers.stdout, (line) => came.push(JSON.parse(line))), answered]);
  clearInterval(looking);
  clearInterval(telling);
  const [calm, attacked] = [true, false].map((isCalm) =>
    answers.filter(({ dueSeconds }) => dueSeconds < calmSeconds === isCalm),
  ) as [Answered[], Answered[]];
  const underAttack = looks.filter(({ atSeconds }) => atSeconds >= calmSeconds);
  const seconds = { calm: calmSeconds, attacked: attackSeconds };
  const worked = {
    serverInCalm: workedInCalm / seconds.calm,
    server: (workedMsOf(pid) - workedBefore - workedInCalm) / seconds.attacked,
    steady: (await usedMsOf(steady)) / (seconds.calm + seconds.attacked),
    attackers: (await usedMsOf(attackers)) / seconds.attacked,
  };
  const picture = pictureOf(answers, looks, calmSeconds);
  mkdirSync(OUT, { recursive: true });
  for (const file of [join(OUT, "soak.svg"), options.picture ?? []].flat()) writeFileSync(file, picture);
  const complaints = complaintsOf(calm, attacked, underAttack);
  const report = { seconds, rate: Number(options.rate), worked, came: came[0] ?? {}, complaints };
  writeFileSync(join(OUT, "soak.json"), JSON.stringify({ ...report, looks }));
  process.stdout.write(reportOf(report, calm, attacked, underAttack));
  return complaints;
}

/** Of a new app with that plan. */
async function tokenOf(plan: string): Promise<string> {
  const made = await runDragoman(["app", "create", "soaked", "--plan", plan, "--data", folder, "--json"]);
  if (made.status !== 0) throw new Error(`dragoman app create: ${made.stderr.trim()}`);
  return accessTokenFor(server.url, (JSON.parse(made.stdout) as { readonly api_key: string }).api_key);
}

async function registerLargeSets(token: string): Promise<void> {
  for (let set = 0; set < LARGE_SETS; set += 1) {
    const response = await fetch(`${server.url}/v1/toolsets`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(largeSet(`large-${set}`)),
    });
    if (response.status !== 201) throw new Error(`POST /v1/toolsets: ${response.status} ${await response.text()}`);
  }
}

function spawn(script: string, ...args: readonly string[]) {
  return Bun.spawn([process.execPath, join(import.meta.dir, "soak", script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Rejects when what wrote them failed. */
async function eachLineOf(output: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of output) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
}

/** CPU time of a process that ended, in milliseconds. Throws where it failed. */
async function usedMsOf(child: ReturnType<typeof spawn>): Promise<number> {
  const status = await child.exited;
  if (status !== 0) throw new Error(`a load generator ended with ${status}`);
  const { user = 0n, system = 0n } = child.resourceUsage()?.cpuTime ?? {};
  return Number(user + system) / 1_000;
}
