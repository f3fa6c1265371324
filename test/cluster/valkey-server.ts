/** A real Valkey, or Redis, for a test: its own memory, its own port, nobody else's. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./postgres-server.ts";

const PROGRAMS = ["valkey-server", "redis-server"];
const READY_MS_MAX = 30_000;

export interface ValkeyServer {
  readonly port: number;
  readonly url: string;
  /** Of its process. */
  pid(): number;
  /** A command of an administrator, and what comes of it. */
  command(name: string, ...words: readonly string[]): Promise<unknown>;
  /** Takes the process away from under its clients. */
  kill(): Promise<void>;
  /** It answers nobody any more, and keeps its connections. */
  pause(): void;
  resume(): void;
  /** Again, on the same port. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

export interface ValkeyServerOptions {
  /** Of its command line, as `--maxmemory 1mb`. */
  readonly settings?: readonly string[];
}

export async function startValkey({ settings = [] }: ValkeyServerOptions = {}): Promise<ValkeyServer> {
  const program = PROGRAMS.find((name) => Bun.which(name) !== null);
  if (program === undefined) throw new Error("Valkey or Redis 7 is missing: apt-get install redis-server");
  const folder = mkdtempSync(join(tmpdir(), "dragoman-valkey-"));
  const port = freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const words = ["--bind", "127.0.0.1", "--port", `${port}`, "--dir", folder, "--save", "", "--appendonly", "no"];
  let child: Bun.Subprocess | null = null;
  const server: ValkeyServer = {
    port,
    url,
    pid: () => child?.pid ?? Number.NaN,
    command: (name, ...rest) => asAdministrator(url, (client) => client.send(name, [...rest])),
    kill: async () => {
      child?.kill("SIGKILL");
      await child?.exited;
      child = null;
    },
    pause: () => child?.kill("SIGSTOP"),
    resume: () => child?.kill("SIGCONT"),
    start: async () => {
      child = Bun.spawn([program, ...words, ...settings], { stdio: ["ignore", "ignore", "ignore"] });
      const endsAt = performance.now() + READY_MS_MAX;
      while (!(await isReady(url))) {
        if (child.exitCode !== null || performance.now() >= endsAt) throw new Error(`${program} did not start`);
        await Bun.sleep(20);
      }
    },
    dispose: async () => {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function isReady(url: string): Promise<boolean> {
  return asAdministrator(url, (client) => client.send("PING", [])).then(
    () => true,
    () => false,
  );
}

async function asAdministrator<Result>(
  url: string,
  work: (client: Bun.RedisClient) => Promise<Result>,
): Promise<Result> {
  const client = new Bun.RedisClient(url, { autoReconnect: false, enableOfflineQueue: false });
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.close();
  }
}
