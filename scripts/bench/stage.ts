/** What measures are taken on: each part is started when the first measure asks for it, and all are ended together. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tenants } from "#core/access/tenants.ts";
import type { AppId } from "#core/tenant.ts";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { startServer, waitUntilReady } from "../dragoman-process.ts";
import { accessTokenFor, MEASURED_PLAN, newAccessToken, writeSettings } from "../eval/api-client.ts";

/** A process that answers HTTP. */
export interface Answering {
  readonly pid: number;
  readonly url: string;
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly get: (path: string) => Promise<Response>;
}

/** A server with apps that meet no limit. */
interface Crowd {
  readonly url: string;
  readonly pid: number;
  /** `Authorization` headers, one for each app. */
  readonly authorizations: readonly string[];
}

export class Stage {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #server: Promise<Answering> | null = null;
  #bare: Promise<Answering> | null = null;
  readonly #crowds = new Map<string, Promise<Crowd>>();
  #models: Promise<EmbeddedModels> | null = null;

  /** The executable, with its models loaded, and the token of an app that meets no limit. */
  server(): Promise<Answering> {
    this.#server ??= this.#startServer();
    return this.#server;
  }

  /** Another one, with so many apps; one for each name, since what one load leaves to be written the next would pay. */
  crowd(apps: number, name: string): Promise<Crowd> {
    const started = this.#crowds.get(name) ?? this.#startCrowd(apps);
    this.#crowds.set(name, started);
    return started;
  }

  /** `bare-server.ts`. */
  bare(): Promise<Answering> {
    this.#bare ??= this.#startBare();
    return this.#bare;
  }

  /** The embedded models in this process: the base of what the server does with them. */
  models(): Promise<EmbeddedModels> {
    this.#models ??= this.#openModels();
    return this.#models;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }

  async #startServer(): Promise<Answering> {
    const dataDir = this.#folder("server");
    writeSettings(dataDir);
    const server = await startServer({ dataDir });
    this.#closers.push(() => server.stop());
    await waitUntilReady(server);
    const authorization = `Bearer ${await newAccessToken(server.url, dataDir)}`;
    return { url: server.url, pid: server.pid, ...through(server.url, { authorization }) };
  }

  async #startCrowd(apps: number): Promise<Crowd> {
    const dataDir = this.#folder("crowd");
    writeSettings(dataDir, [`exchanges_per_minute = ${10 * apps}`]);
    const made = await makeApps(dataDir, apps);
    const server = await startServer({ dataDir });
    this.#closers.push(() => server.stop());
    await waitUntilReady(server);
    const authorizations: string[] = [];
    for (const { apiKey } of made) authorizations.push(`Bearer ${await accessTokenFor(server.url, apiKey)}`);
    return { url: server.url, pid: server.pid, authorizations };
  }

  async #startBare(): Promise<Answering> {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "bare-server.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#closers.push(async () => {
      child.kill();
      await child.exited;
    });
    const url = `http://127.0.0.1:${await firstLineOf(child.stdout)}`;
    return { url, pid: child.pid, ...through(url, {}) };
  }

  async #openModels(): Promise<EmbeddedModels> {
    const models = openEmbeddedModels({ runtimeDir: this.#folder("models"), queueMax: 64, queuePerAppMax: 64 });
    this.#closers.push(() => models.close());
    await models.model.ready();
    return models;
  }

  #folder(name: string): string {
    const folder = mkdtempSync(join(tmpdir(), `dragoman-bench-${name}-`));
    this.#closers.push(async () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}

/** Before the server starts: a command for each would take minutes. */
export async function makeApps(
  dataDir: string,
  count: number,
  plan = MEASURED_PLAN,
): Promise<readonly { readonly app: AppId; readonly apiKey: string }[]> {
  const storage = await openEmbeddedStorage({ dataDir });
  try {
    const clock = { now: () => Date.now(), monotonicMs: () => performance.now() };
    const plans = { [plan]: { requestsPerMinute: 1, requestsPerMonth: 1 } };
    const tenants = new Tenants({ ...storage, clock, plans });
    const made = Array.from({ length: count }, (_, index) => tenants.createApp(`app ${index}`, plan));
    return (await Promise.all(made)).map(({ app, apiKey }) => ({ app: app.id, apiKey }));
  } finally {
    await storage.close();
  }
}

async function firstLineOf(output: ReadableStream<Uint8Array>): Promise<string> {
  for await (const chunk of output) return new TextDecoder().decode(chunk).trim();
  throw new Error("the base ended at its start");
}

function through(url: string, always: Readonly<Record<string, string>>): Pick<Answering, "post" | "get"> {
  return {
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...always, ...headers },
        body: JSON.stringify(body),
      }),
    get: (path) => fetch(url + path, { headers: always }),
  };
}
