import type { App } from "#app";
import { type Config, controlSocketPath, loadConfig, secretVariable } from "#config";
import { isJsonObject } from "#core/json.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { throughSocket } from "./control-client.ts";
import { refuseMissingFolder } from "./operate.ts";
import { refuseToWait } from "./operator-access.ts";
import { serverBehind } from "./running-servers.ts";
import { serverAddressIn, unreachable } from "./server-address.ts";
import { onStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Whoever holds the folder may be a server that is starting: it is looked at again. */
const FOLDER_LOOK_MS = 100;

/** The Model Context Protocol over the standard streams, until the client closes them: `mcp --app ID`, or `mcp --server URL`. */
export const mcp: Run = async (invocation, terminal) => {
  const say = (text: string) => terminal.err(`dragoman: ${text}\n`);
  const stop = onStopSignals(["SIGTERM", "SIGINT", "SIGHUP"]);
  const { server, data, app } = invocation.options;
  if (server !== undefined && (data ?? app) !== undefined) {
    throw misused("--server has a key for its app, and goes with neither --app nor --data", { see: "mcp" });
  }
  const reached = server === undefined ? folderServer(invocation, terminal) : namedServer(server, say);
  const { mcp: protocol } = await import("#app");
  try {
    const { hasHeard } = await protocol.bridge({ ...reached, signal: stop.signal, say });
    if (hasHeard || stop.signal.aborted) return 0;
    throw misused(
      "standard input ended before anything came: an MCP client starts this command, and speaks with it over its standard streams",
      { see: "mcp" },
    );
  } finally {
    await reached.close();
  }
};

interface Reached {
  /** Of its `/mcp`. */
  readonly url: URL;
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** The server at an address, shown the API key of the environment: a command line is for everybody on the machine to read. */
function namedServer(address: string, say: (text: string) => void): Reached {
  const key = secretVariable("DRAGOMAN_API_KEY").reveal();
  const base = serverAddressIn(address, "mcp");
  if (key === "")
    throw misused("--server wants the API key of an app in the environment: DRAGOMAN_API_KEY", { see: "mcp" });
  if (base.protocol === "http:" && !isThisMachine(base.hostname)) {
    say(`the API key goes to ${base.host} unencrypted: anybody in between can read it; use https`);
  }
  const url = new URL(`${base.pathname.replace(/(\/mcp)?\/?$/, "")}/mcp`, base);
  const shown: Fetch = (to, init) => asked(to, init, key);
  return { url, fetch: (to, init) => shown(to, init).catch(unreachable(base.host)), close: async () => {} };
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}

/** The server on a data folder, running or started for this, with tokens as long as they are good for. */
function folderServer({ options }: Invocation, terminal: Terminal): Reached {
  const { app } = options;
  if (app === undefined) throw misused("an app is needed: --app ID, as `dragoman app list` shows it", { see: "mcp" });
  const { config } = loadConfig({ flags: { data: options.data, config: options.config } });
  refuseMissingFolder(config.dataDir);
  const folder = new ServedFolder(config, app, terminal);
  // The host is the folder's own server, whose port is known when it is there.
  const url = new URL("http://127.0.0.1/mcp");
  return { url, fetch: (_, init) => folder.ask(init), close: () => folder.close() };
}

class ServedFolder {
  readonly #config: Config;
  readonly #app: string;
  readonly #terminal: Terminal;
  #own: App | null = null;
  #reached: Promise<{ readonly url: URL; readonly token: string }> | null = null;

  constructor(config: Config, app: string, terminal: Terminal) {
    this.#config = config;
    this.#app = app;
    this.#terminal = terminal;
  }

  /** A token that has ended is made anew; a server that has ended is looked for, or started, again. Each once. */
  async ask(init: RequestInit | undefined): Promise<Response> {
    const reached = this.#reached ?? this.#reach();
    const { url, token } = await reached;
    const answer = await asked(url, init, token).catch((failure: unknown) => {
      if (init?.signal?.aborted) throw failure;
      return null;
    });
    if (answer !== null && answer.status !== 401) return answer;
    if (this.#reached === reached) this.#reached = null;
    const again = await (this.#reached ?? this.#reach());
    return asked(again.url, init, again.token).catch(unreachable(again.url.host));
  }

  async close(): Promise<void> {
    await this.#own?.close();
    this.#own = null;
  }

  #reach() {
    const reaching = this.#address().then(async (address) => {
      const answer = await throughSocket(this.#config.dataDir, "app.token", { app_id: this.#app });
      const token = answer.reached && isJsonObject(answer.result) ? answer.result.access_token : undefined;
      if (typeof token !== "string") throw new Failure("the server of the data folder gave no access token");
      return { url: new URL("/mcp", address), token };
    });
    this.#reached = reaching;
    reaching.catch(() => {
      this.#reached = null;
    });
    return reaching;
  }

  async #address(): Promise<string> {
    const begun = performance.now();
    for (;;) {
      const running = await serverBehind(controlSocketPath(this.#config.dataDir));
      if (running) return running.address;
      try {
        this.#own = await this.#open();
        return this.#own.server.url;
      } catch (failure) {
        refuseToWait(failure, performance.now() - begun);
        await Bun.sleep(FOLDER_LOOK_MS);
      }
    }
  }

  /** For this process alone, on a port of the system's choice. */
  async #open(): Promise<App> {
    const { openApp } = await import("#app");
    const server = { ...this.#config.server, host: "127.0.0.1", port: 0, operationsListen: "" };
    const app = await openApp(
      { ...this.#config, server },
      {
        log: (message, { level } = {}) => {
          if (level !== "debug") this.#terminal.err(`${message}\n`);
        },
      },
    );
    if (app.newAdminToken !== null) {
      this.#terminal.err("The folder has an admin token now: `dragoman admin-token reset` makes one that you see.\n");
    }
    return app;
  }
}

function asked(url: string | URL, init: RequestInit | undefined, secret: string): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("Authorization", `Bearer ${secret}`);
  // A secret goes where it was meant to, and nowhere from there.
  return fetch(url, { ...init, headers, redirect: "manual" });
}
