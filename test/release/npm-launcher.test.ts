/** What `npx dragoman` starts: a script stands for the executable of this system. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownTarget } from "../../scripts/target.ts";

const NODE = Bun.which("node") ?? process.execPath;
const { platform, arch } = ownTarget();
const PACKAGE = `@dragoman/${platform}-${arch}`;

let modules: string;
beforeEach(() => {
  modules = join(mkdtempSync(join(tmpdir(), "launcher-")), "node_modules");
  cpSync("scripts/release/npm-launcher", join(modules, "dragoman/bin"), { recursive: true });
  isMadeFor(PACKAGE);
});
afterEach(() => rmSync(join(modules, ".."), { recursive: true }));

function installed(script: string, interpreter = "/bin/sh"): void {
  const file = join(modules, PACKAGE, "dragoman");
  mkdirSync(join(modules, PACKAGE), { recursive: true });
  writeFileSync(file, `#!${interpreter}\n${script}\n`);
  chmodSync(file, 0o755);
}

function isMadeFor(...packages: readonly string[]): void {
  const optionalDependencies = Object.fromEntries(packages.map((name) => [name, "0.2.0"]));
  writeFileSync(join(modules, "dragoman/package.json"), JSON.stringify({ version: "0.2.0", optionalDependencies }));
}

function started(...words: readonly string[]) {
  return Bun.spawn([NODE, join(modules, "dragoman/bin/dragoman.js"), ...words], { stdio: ["pipe", "pipe", "pipe"] });
}

test("words, input, output and status are the executable's", async () => {
  installed('printf "[%s]" "$@"; cat; echo said >&2; exit 7');
  const child = started("ask", "two words", "");
  child.stdin.write("given");
  child.stdin.end();
  expect(await child.stdout.text()).toBe("[ask][two words][]given");
  expect(await child.stderr.text()).toBe("said\n");
  expect(await child.exited).toBe(7);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s reaches the executable, which ends as it likes", async (signal) => {
  // No shell script: where whoever runs the tests ignores SIGINT, as a shell does for what it starts with `&`, none can trap it.
  const end = 'process.on(signal, () => { console.log("told"); process.exit(3); });';
  installed(
    `for (const signal of ["SIGTERM", "SIGINT"]) ${end} setInterval(() => {}, 1000); console.log("ready");`,
    NODE,
  );
  const child = started();
  const reader = child.stdout.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe("ready\n");
  child.kill(signal);
  expect(await next()).toBe("told\n");
  expect(await child.exited).toBe(3);
});

test("what a signal ends has the status that shells give it", async () => {
  installed("kill -KILL $$");
  expect(await started().exited).toBe(128 + 9);
});

test("where npm left the package of this system out, it says which and what to do", async () => {
  const child = started("version");
  expect(await child.exited).toBe(1);
  const said = await child.stderr.text();
  expect(said).toStartWith(`dragoman: ${PACKAGE} is not installed`);
  expect(said).toContain("without --omit=optional");
  expect(said).toContain(`dragoman-${platform}-${arch}-0.2.0.tgz`);
});

test("on a system that nothing is built for it says so, and for which there is", async () => {
  isMadeFor("@dragoman/plan9-x64", "@dragoman/plan9-arm64");
  const child = started("version");
  expect(await child.exited).toBe(1);
  expect(await child.stderr.text()).toBe(
    `dragoman: there is no ${PACKAGE}: Dragoman is not built for this system, but for @dragoman/plan9-x64, @dragoman/plan9-arm64\n`,
  );
});
