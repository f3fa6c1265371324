/** What measures are taken on: each part is started when the first measure asks for it, and all are ended together. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import { startServer, waitUntilReady } from "../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../eval/api-client.ts";

/** A process that answers HTTP. */
export interface Answering {
  readonly pid: number;
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly get: (path: string) => Promise<Response>;
}

export class Stage {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #server: Promise<Answering> | null = null;
  #bare: Promise<Answering> | null = null;
  #models: Promise<EmbeddedModels> | null = null;

  /** The executable, with its models loaded, and the token of an app that meets no limit. */
  server(): Promise<Answering> {
    this.#server ??= this.#startServer();
    return this.#server;
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
    return { pid: server.pid, ...through(server.url, { authorization }) };
  }

  async #startBare(): Promise<Answering> {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "bare-server.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#closers.push(async () => {
      child.kill();
      await child.exited;
    });
    return { pid: child.pid, ...through(`http://127.0.0.1:${await firstLineOf(child.stdout)}`, {}) };
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
