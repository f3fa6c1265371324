/** Runs the executable as people do: as a process, in a folder of its own, with pipes for its output. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { ensureExecutable } from "../binary/kit.ts";

ensureExecutable();

export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

type Environment = Readonly<Record<string, string>>;

/** The environment of the tests without what would be settings. */
function environment(extra: Environment): Environment {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("DRAGOMAN_"));
  return { ...Object.fromEntries(own.map(([name, value]) => [name, value ?? ""])), ...extra };
}

function spawn(
  args: readonly string[],
  env: Environment,
  cwd = process.cwd(),
  program: readonly string[] = [EXECUTABLE],
) {
  return Bun.spawn([...program, ...args], {
    cwd,
    env: environment(env),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** One command, to its end. */
export function dragoman(args: readonly string[], env: Environment = {}, cwd?: string): Promise<Ended> {
  return dragomanRunning(args, env, cwd).ended;
}

/** One command that may be sent a signal. */
export function dragomanRunning(
  args: readonly string[],
  env: Environment = {},
  cwd?: string,
): { readonly kill: (signal: NodeJS.Signals) => void; readonly ended: Promise<Ended> } {
  const child = spawn(args, env, cwd);
  const whole = Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return {
    kill: (signal) => child.kill(signal),
    ended: whole.then(([out, err, status]) => ({ status, out, err })),
  };
}

/** One command with --json that has to succeed. Its whole output must be one JSON value. */
// biome-ignore lint/suspicious/noExplicitAny: a test names the fields it expects.
export async function json(args: readonly string[]): Promise<any> {
  const { status, out, err } = await dragoman([...args, "--json"]);
  if (status !== 0) throw new Error(`${args.join(" ")}: exit status ${status}: ${err}${out}`);
  return JSON.parse(out);
}

export interface Server {
  readonly pid: number;
  /** The first line on standard output: what was said at the start. */
  readonly started: Readonly<Record<string, string>>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** When the process has ended. */
  readonly ended: Promise<Ended>;
}

const running = new Set<ReturnType<typeof spawn>>();

/**
 * A process that runs until it is stopped, once it has written its first line. It must be one of JSON.
 * @param program in the place of the executable.
 */
export async function start(
  args: readonly string[],
  env: Environment = {},
  program?: readonly string[],
): Promise<Server> {
  const child = spawn([...args, "--json"], env, undefined, program);
  running.add(child);
  void child.exited.then(() => running.delete(child));
  const [first, rest] = child.stdout.tee();
  const whole = Promise.all([new Response(rest).text(), child.stderr.text(), child.exited]);
  const ended = whole.then(([out, err, status]) => ({ status, out, err }));
  const reader = first.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`it ended at the start: ${JSON.stringify(await ended)}`);
    text += value;
  }
  void reader.cancel();
  const started = JSON.parse(text.slice(0, text.indexOf("\n")));
  return { pid: child.pid, started, kill: (signal) => child.kill(signal), ended };
}

/** A process that runs until it is stopped. `until` gives what it wrote on standard output when that matches. */
export function startText(args: readonly string[], env: Environment = {}) {
  const child = spawn(args, env);
  running.add(child);
  void child.exited.then(() => running.delete(child));
  const until = async (pattern: RegExp): Promise<string> => {
    let text = "";
    for await (const chunk of child.stdout) {
      text += new TextDecoder().decode(chunk);
      if (pattern.test(text)) return text;
    }
    throw new Error(`it ended before it wrote ${pattern}: ${text}`);
  };
  return { child, until };
}

/** `remove` also ends what a failed test left running there. */
export function newFolder(): { readonly path: string; readonly remove: () => Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), "dragoman-test-"));
  const remove = async () => {
    for (const child of running) child.kill("SIGKILL");
    await Promise.all([...running].map((child) => child.exited));
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}
