/** The workflow of examples/ci, its steps run as a runner runs them: what it downloads comes from a server of the test. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { ensureExecutable } from "../binary/kit.ts";
import { ROOT } from "./blocks.ts";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: { readonly path?: string };
}

const WORKFLOW = Bun.YAML.parse(readFileSync(join(ROOT, "examples/ci/dragoman-test.yml"), "utf8")) as {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};
const STEPS = Object.values(WORKFLOW.jobs).flatMap(({ steps }) => steps);

const folder = mkdtempSync(join(tmpdir(), "dragoman-ci-"));
let server: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  ensureExecutable();
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(Bun.file(EXECUTABLE)) });
});
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

/** A checkout in which the steps run one after the other; how each ended. */
async function runWorkflow(name: string, sum: string, change: (checkout: string) => void = () => {}) {
  const here = join(folder, name);
  const checkout = join(here, "checkout");
  mkdirSync(checkout, { recursive: true });
  cpSync(join(ROOT, "examples"), join(checkout, "examples"), { recursive: true });
  change(checkout);
  const [paths, summary] = [join(here, "path"), join(here, "summary")];
  for (const file of [paths, summary]) writeFileSync(file, "");
  const variables: Readonly<Record<string, string>> = { DRAGOMAN_URL: server.url.href, DRAGOMAN_SHA256: sum };
  const ended: Record<string, number> = {};
  for (const { name: step = "", run, env = {} } of STEPS) {
    if (run === undefined) continue;
    const added = readFileSync(paths, "utf8").trim().split("\n").join(":");
    const given = Object.entries(env).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{\{ vars\.(\w+) \}\}/g, (_, variable: string) => variables[variable] ?? ""),
    ]);
    const child = Bun.spawn(["bash", "-e", "-o", "pipefail", "-c", run], {
      cwd: checkout,
      env: {
        PATH: `${added}:/usr/local/bin:/usr/bin:/bin`,
        RUNNER_TEMP: here,
        GITHUB_PATH: paths,
        GITHUB_STEP_SUMMARY: summary,
        ...Object.fromEntries(given),
      },
      stdout: "pipe",
      stderr: "pipe",
    });
    ended[step] = await child.exited;
    if (ended[step] !== 0) break;
  }
  return { ended, checkout, summary: readFileSync(summary, "utf8") };
}

const sumOf = async () => new Bun.CryptoHasher("sha256").update(await Bun.file(EXECUTABLE).arrayBuffer()).digest("hex");

test("the workflow tests the set, and keeps the report that there is", async () => {
  const { ended, checkout, summary } = await runWorkflow("passes", await sumOf());
  expect(ended).toEqual({ "Get Dragoman": 0, "Test the toolset": 0 });
  expect(summary).toMatch(/^```text\nhome-v1: 12 cases[\s\S]+met: [\s\S]+\n```\n$/);
  const kept = STEPS.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
  expect(kept?.if).toBe("always()");
  const files = (kept?.with?.path ?? "").trim().split("\n");
  expect(files.length).toBe(2);
  expect(files.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
}, 60_000);

test("it fails where the set got worse, and has the report all the same", async () => {
  const worse = (checkout: string) => {
    const path = join(checkout, "examples/ci/toolset.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("Set the temperature of a room", "Feed the cat"));
    const cases = join(checkout, "examples/ci/cases.jsonl");
    writeFileSync(cases, readFileSync(cases, "utf8").replaceAll('"set_temperature"', '"lock_doors"'));
  };
  const { ended, checkout, summary } = await runWorkflow("fails", await sumOf(), worse);
  expect(ended).toEqual({ "Get Dragoman": 0, "Test the toolset": 1 });
  expect(summary).toContain("MISSED: ");
  expect(existsSync(join(checkout, "report.html"))).toBe(true);
}, 60_000);

test("it runs nothing that is not what its checksum says", async () => {
  const { ended } = await runWorkflow("exchanged", "0".repeat(64));
  expect(ended).toEqual({ "Get Dragoman": 1 });
}, 60_000);

test("it may read and nothing else, and what a variable says is no part of a command", () => {
  expect(WORKFLOW.permissions).toEqual({ contents: "read" });
  expect(STEPS.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
});
