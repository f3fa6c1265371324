import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "#app";
import { loadConfig } from "#config";
import { parseApiKey } from "#core/access/api-key.ts";
import type { Principal } from "#core/tenant.ts";
import { Failure, type Run } from "./command.ts";
import { DEMO_CLASSES, DEMO_DATA, DEMO_QUERY, DEMO_QUERY_REWORDED, DEMO_TOOLS } from "./demo-sets.ts";
import { onStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";

const HOST = "127.0.0.1";
const PORT_DEFAULT = 8420;
const PORTS_TRIED_MAX = 100;
const PLAN = "unlimited";
const LEARNING_LOOK_MS = 20;
const TOOLSET = "everyday-v1";
const CLASSIFICATION_SET = "support-v1";

/** A server with something in it, in a folder that is gone afterwards: `demo [--port PORT]`. */
export const demo: Run = async ({ options, json }, terminal) => {
  // A closed terminal ends the demo too: what it made has to go.
  const stop = onStopSignals(["SIGTERM", "SIGINT", "SIGHUP"]);
  const folder = mkdtempSync(join(tmpdir(), "dragoman-demo-"));
  try {
    const port = options.port ?? String(await freePort());
    // Settings of the machine's real server are none of the demo's; nobody waits 25 seconds for it to stop.
    const env = { DRAGOMAN_SERVER_DRAIN_SECONDS_MAX: "1" };
    const { config } = loadConfig({ flags: { data: join(folder, "data"), host: HOST, port }, env });
    const { openApp } = await import("#app");
    const app = await openApp(config, { log: (message) => terminal.err(`${message}\n`) });
    try {
      terminal.err("Loading the model …\n");
      const shown = prepare(app).then((apiKey) => show(app.server.url, apiKey, json, terminal));
      // Ctrl-C while the model loads counts too; the loading then ends with the app, and nobody cares how.
      await Promise.race([shown, stop.asked]);
      await stop.asked;
    } finally {
      await Promise.race([app.close(), stop.insisted]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  terminal.err("\nThe demo is over; nothing of it is left.\n");
  return 0;
};

/** An app with a toolset and a classification set, when the server can answer with them. Returns the app's API key. */
async function prepare({ tenants, services, model }: App): Promise<string> {
  const { app, apiKey } = await tenants.createApp("Demo", PLAN);
  const key = parseApiKey(apiKey);
  if (!key) throw new Error("the key that was just made is no key");
  const principal: Principal = { app: app.id, key: key.id, plan: { requestsPerMinute: 1, requestsPerMonth: 1 } };
  const { toolsets, classificationSets } = services;
  await model.ready();
  await toolsets.create(principal, TOOLSET, { name: "Everyday things", tools: DEMO_TOOLS });
  await classificationSets.create(principal, CLASSIFICATION_SET, { name: "Support requests", classes: DEMO_CLASSES });
  while ((await classificationSets.get(principal, CLASSIFICATION_SET)).learning !== null)
    await Bun.sleep(LEARNING_LOOK_MS);
  return apiKey;
}

function show(address: string, apiKey: string, json: boolean, terminal: Terminal): void {
  const [exchange, resolve, classify, reworded] = commandsFor(address, apiKey);
  if (json) {
    const commands = [exchange, resolve, classify];
    terminal.out(`${JSON.stringify({ address, api_key: apiKey, commands, reworded })}\n`);
    return;
  }
  terminal.out(`Dragoman is running on ${address}. It has an app with four tools in the set "${TOOLSET}" and four
labels in the set "${CLASSIFICATION_SET}", registered once; from now on a query only names its set. The app's plan is
"${PLAN}": ask as often as you like.
Paste these into another terminal.

# 1. Exchange the API key of the demo's app for a token that is good for 15 minutes.
${exchange}

# 2. A sentence becomes a tool call: which tool of the set is meant, and its parameters, typed. "source":"model"
${resolve}

# 3. A sentence gets a label, and how sure the model is of it.
${classify}

Send 2 again: the same sentence is answered from the cache, by no model. "source":"exact_cache"
And so are other words for the same, where it can be shown to be right. "source":"semantic_cache"

${reworded}

Ctrl-C stops the demo and removes everything it made.
`);
}

function commandsFor(address: string, apiKey: string): readonly [string, string, string, string] {
  const post = (path: string, headers: string, body: object) =>
    `curl -s ${address}${path} ${headers}-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const bearer = '-H "Authorization: Bearer $TOKEN" ';
  const newline = "-w '\\n' ";
  const ask = (query: string) => post("/v1/resolve", newline + bearer, { query, toolsets: [TOOLSET] });
  return [
    `TOKEN=$(${post("/v1/auth", "", { api_key: apiKey })} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    ask(DEMO_QUERY),
    post("/v1/classify", newline + bearer, { data: DEMO_DATA, classification_set: CLASSIFICATION_SET }),
    ask(DEMO_QUERY_REWORDED),
  ];
}

/** 8420, or the next that nobody listens on. */
async function freePort(): Promise<number> {
  for (let port = PORT_DEFAULT; port < PORT_DEFAULT + PORTS_TRIED_MAX; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Failure(`every port from ${PORT_DEFAULT} on is in use: name a free one with --port`);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.once("error", () => resolve(false));
  probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  return promise;
}
