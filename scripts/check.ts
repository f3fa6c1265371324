/**
 * The one gate: format and lint, types, the executable and its budget, every test. Everything runs even when something before it failed,
 * except tests without an executable. The slowest files, and what failed, are said at the end, a line each. The last line is `N passed, N failed`; exit
 * status 1 unless all passed.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, constants, setPriority, totalmem } from "node:os";
import { join } from "node:path";
import { argumentsOverNodes } from "../test/cluster/over-nodes.ts";
import { SEEN_FILE } from "../test/openapi/seen-file.ts";
import { buildDisk, NEEDS } from "../test/simulation/disk/build-disk.ts";
import { type TestReport, testReportIn } from "./test-report.ts";

const ROOT = join(import.meta.dir, "..");
const BIN = join(ROOT, "node_modules/.bin");

/**
 * For a test that names no time of its own, instead of 5 s: without 8-bit dot products in the processor, or with others on it, those
 * that ask the models dozens of questions take many times as long, and are no less right. No test names less than this: only what hangs
 * is to end by it, and how long something may take is expected in so many words.
 */
const TEST_MS_MAX = 60_000;

/**
 * Tests of how long something takes, of what others get meanwhile, and of programs ended at a moment: one after another, with the machine for
 * themselves. Elsewhere than in these folders, a file that looks at a clock is one. The kernel's computes for a quarter of a minute, and three times
 * as long beside another.
 */
const ALONE_FOLDERS = ["test/bench/", "test/binary/"];
const ALONE_FILES = ["test/browser/first-paint.test.ts", "test/storage/neighbours-kernel.test.ts"];
/**
 * What would be alone by that, and waits for what comes, soon or late, or allows so long for it that neighbours do not matter: each passed where
 * twenty others wanted the two processors.
 */
const WAITING_FILES = [
  "test/binary/access.test.ts",
  "test/binary/alone.test.ts",
  "test/binary/backup.test.ts",
  "test/binary/build-traces.test.ts",
  "test/binary/clock.test.ts",
  "test/binary/control-peer.test.ts",
  "test/binary/crash.test.ts",
  "test/binary/crowd.test.ts",
  "test/binary/examine.test.ts",
  "test/binary/failed-work.test.ts",
  "test/binary/failing-disk.test.ts",
  "test/binary/following.test.ts",
  "test/binary/hostile-connections.test.ts",
  "test/binary/idempotency.test.ts",
  "test/binary/import-orphans.test.ts",
  "test/binary/loss.test.ts",
  "test/binary/mcp.test.ts",
  "test/binary/modes.test.ts",
  "test/binary/power-cut.test.ts",
  "test/binary/service.test.ts",
  "test/binary/telemetry.test.ts",
  "test/binary/told-to-end.test.ts",
  "test/binary/update.test.ts",
  "test/cli/serve.test.ts",
  "test/cluster/executables.test.ts",
  "test/cluster/failover.test.ts",
  "test/cluster/full-disk.test.ts",
  "test/cluster/lost-connections.test.ts",
  "test/cluster/query-log.test.ts",
  "test/cluster/slow-database.test.ts",
];
const ALONE = aloneFiles();
/** Of all others. Each process that runs test files may hold the models, two gigabytes with what it has in memory besides. */
const MEMORY_BYTES_PER_PROCESS = 4 * 1024 ** 3;
/** One more than there are processors: half of the time tests wait for programs to start, pages to settle and disks to write. */
const TESTS_AT_ONCE = Math.max(
  1,
  Math.min(availableParallelism() + 1, 3, Math.floor(totalmem() / MEMORY_BYTES_PER_PROCESS)),
);
const FILES_AT_ONCE = Math.min(availableParallelism(), 2);

/** Files of tests that are told of at the end. */
const SLOWEST = 20;

/**
 * Seeds of the simulation that are the same each time, since the gate must not fail today over what it passed yesterday. One that fails is said with
 * the command that shows it again.
 */
const SIMULATION = ["--seed", "10001", "--seeds", "4", "--steps", "20000", "--at-once", String(FILES_AT_ONCE)];

interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** A line each. */
  readonly failures: readonly string[];
  readonly files?: TestReport["files"];
}

function aloneFiles(): readonly string[] {
  const looksAtAClock = (file: string) =>
    /performance\.now\(|process\.cpuUsage\(|cpuMs\(/.test(readFileSync(join(ROOT, file), "utf8"));
  return [...new Bun.Glob("test/**/*.test.ts").scanSync({ cwd: ROOT })]
    .filter((file) => !WAITING_FILES.includes(file))
    .filter(
      (file) =>
        ALONE_FOLDERS.some((folder) => file.startsWith(folder)) || ALONE_FILES.includes(file) || looksAtAClock(file),
    )
    .sort();
}

function run(command: readonly string[]): number {
  return Bun.spawnSync([...command], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] }).exitCode;
}

type Gate = readonly [name: string, command: readonly string[]];

/** A gate that passes or fails as one. */
function gate(...[name, command]: Gate): Outcome {
  const startedAt = performance.now();
  return gateOutcome(name, run(command), secondsSince(startedAt));
}

function gateOutcome(name: string, status: number, seconds: number): Outcome {
  const passed = Number(status === 0);
  return { name, passed, failed: 1 - passed, seconds, failures: passed === 1 ? [] : [`${name}: see what it printed`] };
}

/** The same of several, in the order in which they are begun, some at once; what one of them prints stands together. */
async function gatesAtOnce(gates: readonly Gate[]): Promise<readonly Outcome[]> {
  const left = [...gates];
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [[name, command], startedAt] = [next, performance.now()];
      const child = Bun.spawn([...command], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
      const [said, complained, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      process.stdout.write(said + complained);
      outcomes.push(gateOutcome(name, status, secondsSince(startedAt)));
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  return outcomes;
}

/**
 * The same of what takes nothing but time of the processors: it is begun now, takes what others leave of them, and is waited for later. What it
 * prints stands between their lines. Its seconds are those that it was waited for.
 */
function gateBeside(name: string, command: readonly string[]): () => Promise<Outcome> {
  const child = Bun.spawn([...command], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return async () => {
    const startedAt = performance.now();
    const isOk = (await child.exited) === 0;
    const failures = isOk ? [] : [`${name}: see the lines with "${name}, failed"`];
    return { name, passed: Number(isOk), failed: Number(!isOk), seconds: secondsSince(startedAt), failures };
  };
}

/** Left out, and said, where the simulated disk cannot be compiled. */
async function simulationBeside(): Promise<() => Promise<Outcome>> {
  const name = "simulation";
  if ((await buildDisk()) !== null)
    return gateBeside(name, [process.execPath, "scripts/bench/simulate.ts", ...SIMULATION]);
  console.log(`the simulation is left out: it needs ${NEEDS}`);
  return async () => ({ name, passed: 0, failed: 0, seconds: 0, failures: [] });
}

interface TestRun {
  readonly report: string;
  readonly command: readonly string[];
}

function testRun(name: string, which: readonly string[]): TestRun {
  const report = join(ROOT, `dist/${name.replaceAll(/\W+/g, "-")}.xml`);
  rmSync(report, { force: true });
  const options = [`--timeout=${TEST_MS_MAX}`, "--reporter=junit", `--reporter-outfile=${report}`];
  return { report, command: [process.execPath, "test", ...options, ...which] };
}

/** Every test counts. Those that were left out (`test.if`, or by name) are left out of the count and said. */
function outcomeOf(
  { report }: TestRun,
  status: number,
  { why, ...of }: Pick<Outcome, "name" | "seconds"> & { readonly why: string },
): Outcome {
  const { total, failed, skipped, failures, files } = testReportIn(report);
  if (skipped > 0) console.log(`${skipped} tests were left out: ${why}`);
  // A file that does not load fails the run without being a test.
  const isBroken = failed === 0 && (status !== 0 || total === skipped);
  return {
    ...of,
    files,
    passed: total - failed - skipped,
    failed: isBroken ? 1 : failed,
    failures: isBroken ? [`${of.name}: a file did not load, or the run ended early: see what it printed`] : failures,
  };
}

function tests(name: string, which: readonly string[]): Outcome {
  const startedAt = performance.now();
  const testing = testRun(name, which);
  const status = run(testing.command);
  return outcomeOf(testing, status, {
    name,
    seconds: secondsSince(startedAt),
    why: "this machine lacks what they are about",
  });
}

/** Tests of HTTP over nodes of a cluster, some files beside others: each process has a database of its own. */
async function testsOverNodes(name: string): Promise<Outcome> {
  const startedAt = performance.now();
  const runs = argumentsOverNodes(FILES_AT_ONCE).map((which, process) => testRun(`${name} ${process + 1}`, which));
  const statuses = await Promise.all(
    runs.map(({ command }) => Bun.spawn([...command], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] }).exited),
  );
  const [seconds, why] = [secondsSince(startedAt), "test/cluster/over-nodes.ts says why"];
  const all = runs.map((testing, at) => outcomeOf(testing, statuses[at] ?? 1, { name, seconds, why }));
  const sum = (field: "failed" | "passed") => all.reduce((total, outcome) => total + outcome[field], 0);
  return {
    name,
    seconds,
    passed: sum("passed"),
    failed: sum("failed"),
    failures: all.flatMap(({ failures }) => failures),
    files: all
      .flatMap((outcome) => outcome.files ?? [])
      .map(({ file, seconds: its }) => ({ file: `${file}, over nodes`, seconds: its })),
  };
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}

mkdirSync(join(ROOT, "dist"), { recursive: true });
rmSync(SEEN_FILE, { force: true });

const tsc = (project: string) => [join(BIN, "tsc"), "--noEmit", "-p", project];
const outcomes: Outcome[] = [
  // The longest first.
  ...(await gatesAtOnce([
    // The corpus, and as many inputs as are the same everywhere: what is found depends on no machine's speed. Longer by hand.
    ["fuzzing", [process.execPath, "scripts/fuzz.ts", "--minutes", "0.7", "--tries", "2000"]],
    ["types", tsc(".")],
    [
      "format, lint",
      [join(BIN, "biome"), "ci", "--error-on-warnings", "--diagnostic-level=warn", "--max-diagnostics=50"],
    ],
    ["executable", [process.execPath, "scripts/build.ts"]],
    ["types, admin", tsc("src/admin-page")],
    ["types, docs", tsc("src/docs-page")],
    ["types, client", tsc("clients/typescript")],
  ])),
  gate("budget", [process.execPath, "scripts/bench/main.ts", "--check", "--gate"]),
];
// Beside those of which many wait for others, and for no other: the rest measure, and have the machine for themselves.
const simulated = await simulationBeside();
outcomes.push(
  tests("tests", [
    `--parallel=${TESTS_AT_ONCE}`,
    // As in one process: what a file loads, the next one finds loaded.
    "--no-isolate",
    ...ALONE.map((path) => `--path-ignore-patterns=${path}`),
  ]),
  await simulated(),
  tests("tests, alone", ALONE),
  await testsOverNodes("tests, nodes"),
  // After the tests: it reads which documented answers they have seen.
  gate("contract seen", [process.execPath, "scripts/openapi-seen.ts"]),
);

console.log(`\nthe ${SLOWEST} slowest files:`);
const files = outcomes.flatMap((outcome) => outcome.files ?? []).sort((one, other) => other.seconds - one.seconds);
for (const { file, seconds } of files.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`);
for (const { name, passed, failed, seconds } of outcomes) {
  const verdict = failed === 0 ? "ok    " : "FAILED";
  console.log(
    `${verdict}  ${name.padEnd(14)}${`${passed} passed, ${failed} failed`.padEnd(26)}${seconds.toFixed(1)} s`,
  );
}
const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
const failed = sum((outcome) => outcome.failed);
console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
