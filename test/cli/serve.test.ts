import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { dragoman, json, newFolder, start, startText } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());
const at = (name: string) => join(folder.path, name);

describe("the first start and the next", () => {
  const data = ["--data", at("first")];

  test("say where the server is and what it does; the admin token comes once", async () => {
    const server = await start(["serve", "--port", "0", ...data]);
    const { address } = server.started;
    expect(server.started).toMatchObject({
      event: "started",
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      data_dir: at("first"),
      network: "none",
      vector_search: expect.stringMatching(/^(hnsw|exact)$/),
      admin_token: expect.stringMatching(/^dga_\w{40}$/),
    });
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    server.kill("SIGTERM");
    const { status, out, err } = await server.ended;
    expect({ status, err }).toEqual({ status: 0, err: "" });
    for (const line of out.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("time");

    const again = await start(["serve", "--port", "0", ...data]);
    expect(again.started.admin_token).toBeUndefined();
    again.kill("SIGINT");
    expect((await again.ended).status).toBe(0);
  }, 60_000);
});

describe("what is said at the start", () => {
  /** The start block for people, as the setting has it written. */
  async function startBlockOf(name: string, settings: readonly string[] = [], env = {}) {
    mkdirSync(at(name), { mode: 0o700 });
    writeFileSync(join(at(name), "dragoman.toml"), [...settings, "[log]", 'format = "text"'].join("\n"));
    const server = startText(["serve", "--port", "0", "--data", at(name)], env);
    const block = await server.until(/^ {2}admin token.*\n.*\n/m);
    return { ...server, block };
  }

  test("is for people a tree of addresses that are there, the folder, the model and the network", async () => {
    const { block, child } = await startBlockOf("text");
    const [, address = ""] = /^ {2}(http\S+)$/m.exec(block) ?? [];
    const paths = [...block.matchAll(/^ +[├└]─ (\S.*?) {2}/gm)].flatMap(([, path = ""]) => path.split(", "));
    expect(paths).toContain("/openapi.json");
    for (const path of paths) {
      // What is there but wants a token says so.
      const expected = path === "/v1" ? [401] : [200, 503];
      expect(expected).toContain((await fetch(address + path)).status);
    }
    expect(block).toContain(`data folder    ${at("text")}\n`);
    expect(block).toMatch(/^ {2}model {10}embedded-\S+$/m);
    expect(block).toMatch(/^ {2}network {8}none$/m);
    expect(block).not.toContain("\u001b");
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  }, 60_000);

  test("has two trees where health, metrics and the reference have an address of their own", async () => {
    const { block, child } = await startBlockOf("apart", ['[server]\noperations_listen = "127.0.0.1:0"']);
    const [api = "", operations = ""] = [...block.matchAll(/^ {2}(http\S+)$/gm)].map(([, address = ""]) => address);
    const [, ofApi = "", ofOperations = ""] = block.split(/^ {2}http\S+$/m);
    const pathsIn = (tree: string) =>
      [...tree.matchAll(/^ +[├└]─ (\S.*?) {2}/gm)].flatMap(([, path = ""]) => path.split(", "));
    expect(pathsIn(ofApi)).toEqual(["/v1", "/admin"]);
    expect((await fetch(`${api}/admin`)).status).toBe(200);
    expect((await fetch(`${operations}/admin`)).status).toBe(404);
    expect((await fetch(`${api}/v1`)).status).toBe(401);
    expect(pathsIn(ofOperations)).toContain("/metrics");
    for (const path of pathsIn(ofOperations)) {
      expect([200, 503]).toContain((await fetch(operations + path)).status);
      expect((await fetch(api + path)).status).toBe(404);
    }
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  }, 60_000);

  test("names every host that may be contacted, and no password", async () => {
    const settings = [
      '[model]\nprovider = "openai"\nbase_url = "https://me:s3cret@models.example/v1"\nfallbacks = ["big", "embedded"]\nselectable = ["named"]',
      '[backends.big]\nbase_url = "http://10.0.0.7:8000/v1"',
      '[backends.unused]\nbase_url = "https://unused.example"',
      '[backends.named]\nbase_url = "https://named.example/v1"',
      '[network]\nallow = ["mirror.example"]',
      '[telemetry]\notlp_endpoint = "https://me:s3cret@otel.example"',
    ];
    const { block, child } = await startBlockOf("hosts", settings);
    expect(block).toMatch(
      /^ {2}network {8}models\.example, 10\.0\.0\.7, named\.example, otel\.example, mirror\.example$/m,
    );
    expect(block).not.toContain("s3cret");
    child.kill("SIGTERM");
    await child.exited;
  }, 60_000);
});

describe("stopping with a half-sent body open", () => {
  /** With a second for it. A body may take half a minute otherwise; on a busy machine an end takes its time, too. */
  const ENDED_MS_MAX = 15_000;
  const IN_FLIGHT = "dragoman_http_requests_in_flight 2\n";

  /** A server with a request whose body never comes to its end. */
  async function withHalfSentBody(drainSeconds: number) {
    const data = ["--data", at(`half-${drainSeconds}`)];
    const { api_key } = await json(["app", "create", "Half", ...data]);
    const env = { DRAGOMAN_SERVER_DRAIN_SECONDS_MAX: String(drainSeconds) };
    const server = await start(["serve", "--port", "0", ...data], env);
    const { hostname, port } = new URL(server.started.address ?? "");
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    const head =
      "POST /v1/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";
    socket.write(`${head}{"api_key":"${api_key}"`);
    // This one, and the question itself.
    const inFlight = async () => (await (await fetch(`${server.started.address}/metrics`)).text()).includes(IN_FLIGHT);
    while (!(await inFlight())) await Bun.sleep(5);
    return { server, data };
  }

  test("ends with exit status 0 when the time for it is up", async () => {
    const { server } = await withHalfSentBody(1);
    const begun = performance.now();
    server.kill("SIGTERM");
    expect((await server.ended).status).toBe(0);
    expect(performance.now() - begun).toBeLessThan(ENDED_MS_MAX);
  }, 60_000);

  test("takes no more commands, says so, and ends at once with exit status 1 when the signal is sent again", async () => {
    const { server, data } = await withHalfSentBody(60);
    server.kill("SIGTERM");
    while (existsSync(join(at("half-60"), "control.sock"))) await Bun.sleep(5);
    const { status, err } = await dragoman(["app", "list", ...data]);
    expect(status).toBe(1);
    expect(err).toContain(`is in use by "dragoman serve" (process ${server.pid}, `);
    expect(err).toEndWith("; if it is starting or stopping, try again in a moment\n");
    server.kill("SIGTERM");
    expect((await server.ended).status).toBe(1);
  }, 60_000);
});

describe("a start that cannot be is one line on standard error, with exit status 1", () => {
  async function refused(args: readonly string[]): Promise<string> {
    const { status, out, err } = await dragoman(["serve", ...args]);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err.trim().split("\n")).toHaveLength(1);
    return err;
  }

  test("the port is in use", async () => {
    const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const { port } = other;
    const err = await refused(["--port", String(port), "--data", at("port")]);
    await other.stop(true);
    expect(err).toBe(
      `dragoman: cannot listen on 127.0.0.1:${port}: the port is in use. Stop what uses it, or choose another with --port\n`,
    );
  });

  test("the data folder is a file", async () => {
    writeFileSync(at("file"), "");
    expect(await refused(["--port", "0", "--data", at("file")])).toContain(`the data folder ${at("file")} cannot be`);
  });

  test("the database is damaged", async () => {
    mkdirSync(at("damaged"));
    writeFileSync(join(at("damaged"), "dragoman.sqlite"), "no database at all ".repeat(300));
    expect(await refused(["--port", "0", "--data", at("damaged")])).toContain("dragoman.sqlite is damaged");
  });

  test("the folder for native libraries cannot be used", async () => {
    mkdirSync(at("noexec"));
    writeFileSync(join(at("noexec"), "runtime"), "a file where a folder is wanted");
    const { status, err } = await dragoman(["serve", "--port", "0", "--data", at("noexec")]);
    expect(status).toBe(1);
    expect(err).toContain(`the folder for native libraries ${join(at("noexec"), "runtime")} cannot be written`);
    expect(err).toContain("[embedder] runtime_dir");
  });
});

describe("settings", () => {
  test("that are wrong or unknown stop every command, all of them named, with exit status 2", async () => {
    mkdirSync(at("settings"));
    const file = join(at("settings"), "dragoman.toml");
    writeFileSync(file, '[server]\nport = "x"\nhots = "y"\n');
    const ended = await dragoman(["serve", "--data", at("settings")], { DRAGOMAN_SERVER_PROT: "1" });
    expect({ status: ended.status, out: ended.out }).toEqual({ status: 2, out: "" });
    const lines = ended.err.trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toStartWith(`dragoman: ${file}: server.hots: found an unknown key`);
    expect(lines[2]).toStartWith("dragoman: environment: DRAGOMAN_SERVER_PROT: found an unknown variable");
    expect(lines[1]).toBe(`dragoman: ${file}: server.port: found "x", expected a whole number from 0 to 65535`);
    expect(existsSync(join(at("settings"), "dragoman.sqlite"))).toBe(false);
  });

  test("are shown with their origins, secrets masked, and nothing is started", async () => {
    const env = { DRAGOMAN_STORAGE_VALKEY_URL: "redis://:s3cret@cache" };
    const args = ["serve", "--print-config", "--port", "99", "--data", at("none")];
    const { status, out } = await dragoman(args, env);
    expect(status).toBe(0);
    expect(out).toMatch(/^port = 99 +# flag --port$/m);
    expect(out).toMatch(/^valkey_url = "redis:\/\/:\*\*\*@cache" +# environment DRAGOMAN_STORAGE_VALKEY_URL$/m);
    expect(out).not.toContain("s3cret");
    expect(existsSync(at("none"))).toBe(false);
    const asJson = JSON.parse((await dragoman([...args, "--json"], env)).out);
    expect(asJson.settings["server.port"]).toEqual({ value: 99, origin: "flag --port" });
  });
});

test("a checkout serves without having been built, as `bun run dev` has it", async () => {
  const program = [process.execPath, new URL("../../src/main.ts", import.meta.url).pathname];
  const data = ["--data", at("source")];
  const server = await start(["serve", "--port", "0", ...data], {}, program);
  expect((await fetch(`${server.started.address}/livez`)).status).toBe(200);
  server.kill("SIGTERM");
  expect(await server.ended).toMatchObject({ status: 0, err: "" });
}, 60_000);

test("a folder whose path is longer than a socket's may be is served and reached all the same", async () => {
  const data = ["--data", join(folder.path, "d".repeat(120))];
  const server = await start(["serve", "--port", "0", ...data]);
  expect(await json(["app", "create", "Deep", ...data])).toMatchObject({ name: "Deep" });
  server.kill("SIGTERM");
  expect((await server.ended).status).toBe(0);
}, 60_000);
