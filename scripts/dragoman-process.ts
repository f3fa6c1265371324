/** The built executable as a child process: for the evaluation, the benchmarks and the tests of the executable. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#models/language/free-port.ts";

export { freePort };

export const EXECUTABLE = join(import.meta.dir, "../dist/dragoman");

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command to its end. */
export async function runDragoman(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<Finished> {
  const child = Bun.spawn([EXECUTABLE, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { status, stdout, stderr };
}

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** SIGTERM, then the exit status. */
  stop(): Promise<number>;
  kill(): Promise<void>;
  /** What it wrote so far, both streams. */
  output(): string;
}

/**
 * `dragoman serve` on a free port of this machine. Resolves when it answers /livez.
 * Throws with what it wrote when it ends before that, or does not answer within `timeoutMs`.
 */
export async function startServer(options: {
  readonly dataDir: string;
  readonly port?: number;
  readonly timeoutMs?: number;
  /** Another build than `dist/dragoman`. */
  readonly executable?: string;
  /** Of `serve`, beside the folder and the port. */
  readonly options?: readonly string[];
  /** Beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<RunningServer> {
  const executable = options.executable ?? EXECUTABLE;
  if (!existsSync(executable)) throw new Error(`${executable} is not there: run \`bun run build\` first`);
  const port = options.port ?? (await freePort());
  const child = Bun.spawn(
    [executable, "serve", "--data", options.dataDir, "--port", String(port), ...(options.options ?? [])],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...options.environment } },
  );
  let written = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) written += decoder.decode(chunk, { stream: true });
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
  const ended = async () => {
    await collected;
    return child.exited;
  };
  const server: RunningServer = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop: () => {
      child.kill("SIGTERM");
      return ended();
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended();
    },
    output: () => written,
  };
  try {
    await waitFor(`${server.url}/livez`, {
      timeoutMs: options.timeoutMs ?? 10_000,
      isHopeless: () => child.exitCode !== null || child.signalCode !== null,
    });
  } catch (failure) {
    await server.kill();
    throw new Error(`${(failure as Error).message}\n${written}`, { cause: failure });
  }
  return server;
}

/** The admin token, of what a server says at its first start on a folder; "" where it says none. */
export function adminTokenIn(output: string): string {
  return /dga_[0-9A-Za-z]{40}/.exec(output)?.[0] ?? "";
}

/** One of the operator's commands, as the admin page runs it. Throws with the server's words where it refuses. */
export async function operatorCommand<Result>(
  { url }: Pick<RunningServer, "url">,
  token: string,
  command: string,
  args: object = {},
): Promise<Result> {
  const response = await fetch(`${url}/admin/api/commands`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ command, args }),
  });
  const { result, message } = (await response.json()) as { readonly result: never; readonly message?: string };
  if (!response.ok) throw new Error(`${command}: ${message}`);
  return result;
}

/** Resolves when the server can answer everything, its model included. */
export async function waitUntilReady(server: RunningServer, timeoutMs = 60_000): Promise<void> {
  await waitFor(`${server.url}/readyz`, { timeoutMs, isHopeless: () => false });
}

async function waitFor(
  url: string,
  options: { readonly timeoutMs: number; readonly isHopeless: () => boolean },
): Promise<void> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    if (await answersOk(url)) return;
    if (options.isHopeless()) throw new Error("the server ended at its start");
    if (performance.now() > deadline) throw new Error(`${url} did not answer 200 within ${options.timeoutMs} ms`);
    await Bun.sleep(20);
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
