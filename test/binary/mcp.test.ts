/** The executable speaks the Model Context Protocol: over HTTP, over its standard streams, and with other servers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { EXECUTABLE, type RunningServer, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { blocksIn, readPage } from "../docs/blocks.ts";
import { MODERN_REVISION, officialClient, otherClient, saidIn } from "../http/mcp-clients.ts";
import { honestServer } from "../mcp/tool-server.ts";
import {
  type Account,
  createApp,
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  type Place,
  settings,
  signedIn,
} from "./kit.ts";

let place: Place;
let server: RunningServer;
let account: Account;
let ask: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  ensureExecutable();
  place = freshPlace();
  settings(place, [...LARGE_PLAN, "[network]", 'allow = ["127.0.0.1"]']);
  server = await startServer({ dataDir: place.path });
  account = await createApp(place.path);
  ask = await signedIn(server.url, account);
  await ask("POST", "/v1/toolsets", lampToolset("lamps-v1"));
  await waitUntilReady(server);
}, 60_000);
afterAll(async () => {
  await server.stop();
  place[Symbol.dispose]();
});

const question = { name: "resolve", arguments: { query: "dim the lamp in the kitchen to 40", toolsets: ["lamps-v1"] } };
const answer = { resolved: { tool: "set_lamp", parameters: { room: "kitchen", brightness: 40 } } };

/** A desktop client: it starts the program, and speaks with it over pipes. */
async function desktopClient(args: readonly string[], env: Readonly<Record<string, string>> = {}, era = "legacy") {
  const mode = era === "legacy" ? "legacy" : { pin: MODERN_REVISION };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const command = { command: EXECUTABLE, args: ["mcp", ...args], env: { PATH: "/usr/bin:/bin", ...env } };
  await client.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
  return client;
}

test("over HTTP, with the official client in both revisions and one by other people", async () => {
  for (const era of ["modern", "legacy"] as const) {
    const client = await officialClient(server.url, account.apiKey, era);
    expect((await client.callTool(question)).structuredContent).toMatchObject(answer);
    await client.close();
  }
  const other = await otherClient(server.url, account.apiKey);
  expect((await other.listTools()).tools.map(({ name }) => name)).toContain("teach");
  await other.close();
});

describe("over the standard streams", () => {
  test("for a running server, with the key out of the environment, in both revisions", async () => {
    for (const era of ["modern", "legacy"]) {
      const client = await desktopClient(["--server", server.url], { DRAGOMAN_API_KEY: account.apiKey }, era);
      expect((await client.callTool(question)).structuredContent).toMatchObject(answer);
      expect((await client.listResources()).resources.map(({ name }) => name)).toContain("lamps-v1");
      const refused = await client.callTool({ name: "resolve", arguments: { query: "x", toolsets: ["none-v1"] } });
      expect(saidIn(refused)).toMatchObject({ error: "not_found", code: 404 });
      await expect(client.callTool({ name: "rm" })).rejects.toThrow("there is no tool rm");
      await client.close();
    }
  }, 60_000);

  test("a wrong key, and a server that is not there, are told in our words", async () => {
    const wrong = desktopClient(["--server", server.url], { DRAGOMAN_API_KEY: "dgm_mistyped" });
    await expect(wrong).rejects.toThrow("the API key is not valid");
    const nowhere = desktopClient(["--server", "http://127.0.0.1:9"], { DRAGOMAN_API_KEY: account.apiKey });
    await expect(nowhere).rejects.toThrow("the server at 127.0.0.1:9 cannot be reached");
  }, 60_000);

  test("a client that says nothing is told what the command is for", () => {
    const args = ["mcp", "--app", account.appId, "--data", place.path];
    const { exitCode, stdout, stderr } = Bun.spawnSync([EXECUTABLE, ...args], { stdin: "ignore" });
    expect({ exitCode, stdout: stdout.toString() }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr.toString()).toBe(
      'dragoman: standard input ended before anything came: an MCP client starts this command, and speaks with it over its standard streams. See "dragoman help mcp".\n',
    );
  });

  test("for a data folder: through the server on it, and through one of its own when that is gone", async () => {
    const args = ["--app", account.appId, "--data", place.path];
    const client = await desktopClient(args);
    expect((await client.callTool(question)).structuredContent).toMatchObject(answer);
    const before = await ask("GET", "/v1/toolsets");
    expect(before.status).toBe(200);
    await server.stop();
    expect((await client.callTool(question)).structuredContent).toMatchObject(answer);
    // Another client finds the server that the first has started.
    const second = await desktopClient(args, {}, "modern");
    expect((await second.callTool(question)).structuredContent).toMatchObject(answer);
    await second.close();
    await client.close();
    server = await startServer({ dataDir: place.path, port: Number(new URL(server.url).port) });
    await waitUntilReady(server);
  }, 60_000);
});

/** What a client's settings say of a server: where it is, or how it is started. */
interface Configured {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** As docs/how-to/mcp.md has them, by the line where they stand. */
function configurations(): readonly (readonly [line: number, configured: Configured])[] {
  const blocks = blocksIn(readPage("docs/how-to/mcp.md")).filter(({ kind }) => kind === "json");
  return blocks.flatMap(({ line, text }) => {
    const { servers, mcpServers, context_servers } = JSON.parse(text);
    const configured = (servers ?? mcpServers ?? context_servers)?.dragoman;
    return configured ? [[line, configured] as const] : [];
  });
}

test("the page has a configuration for each way to be reached", () => {
  expect(configurations().map(([, { url }]) => (url === undefined ? "command" : "url"))).toEqual([
    "url",
    "url",
    "command",
    "command",
  ]);
});

test.each(configurations())(
  "the configuration in line %d of docs/how-to/mcp.md is one that works",
  async (_, configured) => {
    const { url, headers = {}, args = [], env = {} } = configured;
    if (url !== undefined) {
      expect(new URL(url).pathname).toBe("/mcp");
      const [, secret = ""] = /^Bearer (.*)$/.exec(headers.Authorization ?? "") ?? [];
      const client = await officialClient(server.url, secret.replace(/^\$\{.*\}$/, account.apiKey), "legacy");
      expect((await client.listTools()).tools.length).toBeGreaterThan(2);
      return client.close();
    }
    const own = { "https://dragoman.example": server.url, "/var/lib/dragoman": place.path };
    const words = args.map((word) => own[word as keyof typeof own] ?? word.replace(/^app_\w+$/, account.appId));
    const keys = Object.fromEntries(Object.keys(env).map((name) => [name, account.apiKey]));
    const client = await desktopClient(words.slice(1), keys);
    expect([words[0], (await client.listTools()).tools.length > 2]).toEqual(["mcp", true]);
    await client.close();
  },
);

test("broken lines, floods and a message beyond all bounds end nothing but themselves", async () => {
  const child = Bun.spawn([EXECUTABLE, "mcp", "--server", server.url], {
    env: { DRAGOMAN_API_KEY: account.apiKey },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines = linesOf(child.stdout);
  const send = (message: object | string) => {
    child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  };
  send("{ this is no JSON");
  send({ id: 1 });
  send("[]");
  send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 77 } });
  send({ jsonrpc: "2.0", id: "a", method: "no/such" });
  expect(await lines.next()).toMatchObject({ id: "a", error: { code: -32601 } });
  for (let id = 0; id < 200; id += 1) send({ jsonrpc: "2.0", id, method: "ping" });
  const answers = [];
  while (answers.length < 200) answers.push(await lines.next());
  expect(answers.filter(({ error }) => error?.message?.includes("requests at once"))).not.toEqual([]);
  expect(answers.filter(({ result }) => result)).not.toEqual([]);
  const big = { jsonrpc: "2.0", id: "big", method: "ping", params: { text: "x".repeat(5_000_000) } };
  // It reads no further than it has to, and the rest of the line finds nobody.
  await Promise.try(() => child.stdin.write(`${JSON.stringify(big)}\n`)).catch(() => {});
  expect(await child.exited).toBe(0);
  const [first, second, third, ...more] = (await child.stderr.text()).trim().split("\n");
  const unread = "dragoman: a message could not be read: it is none of JSON-RPC 2.0";
  expect([first, second, more]).toEqual([unread, unread, []]);
  expect(third).toStartWith("dragoman: a message could not be read: ");
}, 60_000);

function linesOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = "";
  return {
    /** The next line, as JSON. */
    async next() {
      while (!text.includes("\n")) text += (await reader.read()).value ?? "";
      const end = text.indexOf("\n");
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      return JSON.parse(line);
    },
  };
}

describe("import --from-mcp", () => {
  const pay = {
    name: "pay",
    description: "Pays a bill",
    inputSchema: { type: "object", properties: { sum: { type: "number" } } },
  };
  const imported = async (url: string, ...more: readonly string[]) => {
    const args = [EXECUTABLE, "import", "--from-mcp", url, "--app", account.appId, "--data", place.path, ...more];
    const child = Bun.spawn(args, { env: {}, stdio: ["ignore", "pipe", "pipe"] });
    return { status: await child.exited, out: await child.stdout.text(), err: await child.stderr.text() };
  };

  test("makes a toolset of what a server lists, and refreshes it", async () => {
    let tools: readonly object[] = [
      pay,
      { name: "none", description: "x", inputSchema: { type: "object", properties: 3 } },
    ];
    await using listing = honestServer(() => tools);
    const first = await imported(listing.url, "--signature", "bills-v1");
    expect(first.out).toContain('created: the toolset "bills-v1" with 1 tool');
    const set = (await ask("GET", "/v1/toolsets/bills-v1")).body;
    const taught = { ...set.tools[0], examples: ["settle the bill"] };
    await ask("PUT", "/v1/toolsets/bills-v1", { name: "Our bills", tools: [taught] });
    expect((await imported(listing.url, "--signature", "bills-v1")).err).toContain("is registered already");
    tools = [
      { ...pay, description: "Pays a bill at once" },
      { ...pay, name: "refund" },
    ];
    const { out } = await imported(listing.url, "--signature", "bills-v1", "--replace");
    expect(out).toContain("since    refund: is new\nsince    pay: its description changed\n");
    expect(out).toContain('replaced: the toolset "bills-v1" with 2 tools');
    const { name, tools: now } = (await ask("GET", "/v1/toolsets/bills-v1")).body;
    expect(name).toBe("Our bills");
    expect(now[0]).toMatchObject({ name: "pay", description: "Pays a bill at once", examples: ["settle the bill"] });
  }, 60_000);

  test.each([
    [["--from-mcp", "http://127.0.0.1:9/mcp", "tools.json"], "not both"],
    [[], "a FILE is needed"],
    [["--from-mcp", "http://127.0.0.1:9/mcp", "--format", "openai"], "is for a file"],
    [["--from-mcp", 'npx "unclosed'], "whose quotes are closed"],
    [["--from-mcp", "ftp://files.example/mcp"], "an http or https address or a command, and not an address of ftp"],
    [["--from-mcp", "true"], "it ended before it had answered"],
    [["--from-mcp", "https://elsewhere.example/mcp"], "not among those of [network] allow"],
  ])("%p is refused: %s", (args, said) => {
    const all = [EXECUTABLE, "import", "--app", account.appId, "--data", place.path, ...args];
    const { exitCode, stderr } = Bun.spawnSync(all, { env: {} });
    expect(exitCode).not.toBe(0);
    expect(stderr.toString()).toContain(said);
  });
});
