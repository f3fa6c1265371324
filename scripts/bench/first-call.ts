/**
 * How long it takes from `git clone` to the first answer of the model, as the README tells people to try it, and what the checkout
 * then weighs, by parts. With the packages in Bun's cache ("warm"): what the network takes is no matter of ours. Measures what is
 * committed. Exit status 1 where one of the promises is not kept.
 */
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
export const FIRST_CALL_SECONDS_MAX = 30;
/** Half of what a checkout weighed when it had the builds of every platform in it. */
export const CHECKOUT_MEGABYTES_MAX = 600;

export interface FirstCall {
  /** By step, in their order. */
  readonly seconds: Readonly<Record<string, number>>;
  /** By part of the checkout, in MB as files are long; a file with two names counts once. */
  readonly megabytes: Readonly<Record<string, number>>;
  /** The tool that the first call was answered with. */
  readonly tool: string;
}

/** Clones the repository beside it, tries it, and removes it again. Throws with what was written where a step fails. */
export async function measureFirstCall(): Promise<FirstCall> {
  const place = mkdtempSync(join(tmpdir(), "dragoman-first-"));
  const checkout = join(place, "dragoman");
  const seconds: Record<string, number> = {};
  const timed = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    const result = await work();
    seconds[step] = (performance.now() - begun) / 1000;
    return result;
  };
  try {
    await timed("git clone", () =>
      done(["git", "clone", "--quiet", "--depth", "1", `file://${ROOT}`, checkout], place),
    );
    await timed("setup", () => done([process.execPath, "scripts/setup.ts", "--for-build"], checkout));
    await timed("build", () => done([process.execPath, "scripts/build.ts"], checkout));
    const tool = await timed("start and first call", () => firstCall(checkout));
    return { seconds, megabytes: weightOf(checkout), tool };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function done(command: readonly string[], cwd: string): Promise<void> {
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (status !== 0) throw new Error(`${command.join(" ")}: exit status ${status}\n${out}${err}`);
}

/** The demo, and the first two of the commands that it prints. */
async function firstCall(checkout: string): Promise<string> {
  const demo = Bun.spawn([join(checkout, "dist/dragoman"), "demo", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const { value } = await demo.stdout.getReader().read();
    const { commands } = JSON.parse(new TextDecoder().decode(value)) as { readonly commands: readonly string[] };
    const shell = Bun.spawn(["bash", "-c", commands.slice(0, 2).join("\n")], { stdio: ["ignore", "pipe", "inherit"] });
    const { resolved } = (await shell.stdout.json()) as { readonly resolved: { readonly tool: string } };
    return resolved.tool;
  } finally {
    demo.kill("SIGINT");
    await demo.exited;
  }
}

function weightOf(checkout: string): FirstCall["megabytes"] {
  const seen = new Set<number>();
  const parts = readdirSync(checkout).map((name) => [name, bytesUnder(join(checkout, name), seen) / 1e6] as const);
  const large = parts.filter(([, megabytes]) => megabytes >= 1).sort(([, one], [, other]) => other - one);
  const rest = parts.reduce((sum, [, megabytes]) => sum + (megabytes < 1 ? megabytes : 0), 0);
  return { ...Object.fromEntries(large), "everything else": rest };
}

function bytesUnder(path: string, seen: Set<number>): number {
  const status = lstatSync(path);
  if (status.isDirectory()) {
    return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name), seen), 0);
  }
  if (seen.has(status.ino)) return 0;
  seen.add(status.ino);
  return status.size;
}

/** Whether there is a repository to clone: a release may be an archive. */
export function canMeasureFirstCall(): boolean {
  return existsSync(join(ROOT, ".git")) && Bun.which("git") !== null;
}

export function sumOf(values: Readonly<Record<string, number>>): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}

if (import.meta.main) {
  const { seconds, megabytes } = await measureFirstCall();
  const row = (name: string, value: number, unit: string) =>
    console.log(`${name.padEnd(24)}${value.toFixed(1)} ${unit}`);
  for (const [step, value] of Object.entries(seconds)) row(step, value, "s");
  row("to the first call", sumOf(seconds), `s (at most ${FIRST_CALL_SECONDS_MAX})`);
  for (const [part, value] of Object.entries(megabytes)) row(part, value, "MB");
  row("the checkout", sumOf(megabytes), `MB (at most ${CHECKOUT_MEGABYTES_MAX})`);
  const isKept = sumOf(seconds) <= FIRST_CALL_SECONDS_MAX && sumOf(megabytes) <= CHECKOUT_MEGABYTES_MAX;
  process.exitCode = isKept ? 0 : 1;
}
