/** The proxies of the page on TLS, as they stand there, in front of the executable: where this machine has them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, type RunningServer, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { type Account, createApp, ensureExecutable, settings } from "../binary/kit.ts";
import { blocksIn, readPage } from "./blocks.ts";

const NAME = "dragoman.example";
const BLOCKS = new Map(blocksIn(readPage("docs/how-to/reverse-proxy.md")).map(({ kind, text }) => [kind, text]));

const nginx = Bun.which("nginx", { PATH: `${process.env.PATH}:/usr/sbin` });
const caddy = Bun.which("caddy");

let folder: string;
let server: RunningServer;
let account: Account;
const inFolder = (name: string) => join(folder, name);

/** What the page shows, with the addresses and certificates of this test. */
function adapted(kind: string, changes: Readonly<Record<string, string>>): string {
  const all = Object.entries({ ...changes, "127.0.0.1:8420": new URL(server.url).host });
  return all.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, BLOCKS.get(kind) ?? "");
}

beforeAll(async () => {
  if (nginx === null && caddy === null) return;
  ensureExecutable();
  folder = mkdtempSync(join(tmpdir(), "dragoman-proxy-"));
  const data = inFolder("data");
  const [head = "", ...lines] = (BLOCKS.get("toml") ?? "").split("\n").filter((line) => !line.startsWith("port"));
  settings({ path: folder, at: inFolder, [Symbol.dispose]: () => {} }, [head, ...lines], data);
  server = await startServer({ dataDir: data });
  await waitUntilReady(server);
  account = await createApp(data, "free");
  const made = Bun.spawnSync(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"].concat(
      ["-subj", `/CN=${NAME}`, "-addext", `subjectAltName=DNS:${NAME}`],
      ["-keyout", inFolder("privkey.pem"), "-out", inFolder("fullchain.pem")],
    ),
    { stderr: "pipe" },
  );
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
}, 60_000);
afterAll(async () => {
  if (nginx === null && caddy === null) return;
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** One request through the proxy, over TLS, by its name. */
function through(port: number, path: string, more: readonly string[] = []): Seen {
  const resolve = ["--resolve", `${NAME}:${port}:127.0.0.1`, "--cacert", inFolder("fullchain.pem")];
  const url = `https://${NAME}:${port}${path}`;
  const { stdout } = Bun.spawnSync([
    "curl",
    "-s",
    "-i",
    "--http1.1",
    "-m",
    "10",
    "-H",
    "expect:",
    ...resolve,
    ...more,
    url,
  ]);
  const [headers = "", ...body] = stdout.toString().split("\r\n\r\n");
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(headers)?.[1]), headers: headers.toLowerCase(), body: body.join("") };
}

async function untilAnswered(port: number): Promise<void> {
  for (let tries = 0; tries < 300 && through(port, "/livez").status !== 200; tries += 1) await Bun.sleep(50);
}

let addresses = 1;

/** An address of this machine that nobody came from yet. */
function freshAddress(): string {
  addresses += 1;
  return `127.0.0.${addresses}`;
}

const json = (body: unknown) => ["-H", "content-type: application/json", "-d", JSON.stringify(body)];

interface Ports {
  readonly tls: number;
  readonly plain: number;
}

/** The page's own commands, and the status that it says comes back. */
function tried(proxy: "nginx" | "Caddy", { tls, plain }: Ports) {
  const lines = (BLOCKS.get("sh") ?? "").trim().split("\n");
  const here = [`${NAME}:443:127.0.0.1:${tls}`, `${NAME}:80:127.0.0.1:${plain}`].map((to) => `--connect-to ${to}`);
  return lines.map((line) => {
    const [command = "", promise = ""] = line.split(/ +# /);
    const status = new RegExp(`(\\d+) \\(${proxy}\\)`).exec(promise)?.[1] ?? /^\d+/.exec(promise)?.[0];
    const words = [command, "-s", "--cacert", inFolder("fullchain.pem"), ...here].join(" ");
    const answer = Bun.spawnSync(["bash", "-c", words]).stdout.toString();
    return { command, status, answered: /^HTTP\/\S+ (\d+)/.exec(answer)?.[1], answer, promise };
  });
}

/** Everything that the page promises of both. */
function behaves(proxy: "nginx" | "Caddy", ports: () => Ports) {
  const port = () => ports().tls;

  test("what the page has its reader try comes out as it says", () => {
    const outcomes = tried(proxy, ports());
    expect(outcomes.length).toBe(3);
    for (const { command, status, answered } of outcomes) expect([command, answered]).toEqual([command, status]);
    expect(outcomes[0]?.answer).toContain('{"status":"ready"}');
    expect(outcomes[2]?.answer.toLowerCase()).toContain(`location: https://${NAME}`);
  });

  test("the server answers through it, by TLS", () => {
    expect(through(port(), "/livez")).toMatchObject({ status: 200, body: '{"status":"alive"}' });
  });

  test("what is for operators is refused from outside", () => {
    expect(through(port(), "/metrics").status).toBe(403);
    expect(through(port(), "/admin/api/apps/app_x/ledger").status).toBe(403);
    for (const path of ["/x\\..\\metrics", "/x\\..\\admin/api/apps", "/x/%2e%2e/metrics"]) {
      const { status, body } = through(port(), path, ["--path-as-is"]);
      // Caddy writes a backslash as %5C, which makes the path an unknown one of an app's.
      expect([400, 401, 403]).toContain(status);
      expect(body).not.toMatch(/ADMIN_TOKEN|dragoman_ready/);
    }
  });

  test("each client is counted by its own address, and cannot make up another", () => {
    const remaining = (address: string, forged: string) => {
      const from = ["--interface", address, "-H", `x-forwarded-for: ${forged}`];
      const seen = through(port(), "/v1/auth", [...from, ...json({ api_key: "dgm_wrong" })]);
      expect(seen.status).toBe(401);
      return Number(/x-ratelimit-remaining: (\d+)/.exec(seen.headers)?.[1]);
    };
    const client = freshAddress();
    const counts = ["203.0.113.1", "203.0.113.2", "203.0.113.3"].map((forged) => remaining(client, forged));
    // The minute may turn once in between.
    expect(["29,28,27", "29,28,29", "29,29,28"]).toContain(counts.join());
    expect(remaining(freshAddress(), "203.0.113.1")).toBe(29);
  });

  test("a streamed batch comes through, line by line", () => {
    const { access_token: token } = JSON.parse(through(port(), "/v1/auth", json({ api_key: account.apiKey })).body);
    const item = { type: "classify", body: { data: "hello", classes: [{ label: "greeting" }, { label: "other" }] } };
    const accept = ["-H", `authorization: Bearer ${token}`, "-H", "accept: application/x-ndjson"];
    const { status, headers, body } = through(port(), "/v1/batch", [...accept, ...json({ requests: [item, item] })]);
    expect(status).toBe(200);
    expect(headers).toContain("content-type: application/x-ndjson");
    expect(body.replace(/^[0-9a-f]+\r?$/gm, "").match(/"status":200|"metadata"/g)?.length).toBeGreaterThanOrEqual(3);
  });
}

/** A body over the server's limit. */
function tooLarge(port: number): Seen {
  writeFileSync(inFolder("large.json"), JSON.stringify({ api_key: "x".repeat(1_500_000) }));
  return through(port, "/v1/auth", ["-H", "content-type: application/json", "-d", `@${inFolder("large.json")}`]);
}

describe.if(nginx !== null)("nginx", () => {
  let port = 0;
  let plain = 0;
  let child: ReturnType<typeof Bun.spawn>;
  beforeAll(async () => {
    [port, plain] = [await freePort(), await freePort()];
    const site = adapted("nginx", {
      "listen 443": `listen 127.0.0.1:${port}`,
      "listen 80": `listen 127.0.0.1:${plain}`,
      "/etc/ssl/dragoman": folder,
    });
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${inFolder(`nginx-${kind}`)};`,
    );
    const http = `http {\naccess_log off;\n${temporary.join("\n")}\n${site}\n}`;
    const main = `daemon off; pid ${inFolder("nginx.pid")}; error_log stderr;\nevents {}\n${http}`;
    writeFileSync(inFolder("nginx.conf"), main);
    child = Bun.spawn([nginx ?? "", "-c", inFolder("nginx.conf")], { stdio: ["ignore", "ignore", "ignore"] });
    await untilAnswered(port);
  }, 60_000);
  afterAll(async () => {
    child.kill("SIGTERM");
    await child.exited;
  });

  behaves("nginx", () => ({ tls: port, plain }));

  test("a body over the server's limit is refused in the server's words", () => {
    const { status, body } = tooLarge(port);
    const { error, code } = JSON.parse(body);
    expect([status, error, code]).toEqual([413, "payload_too_large", 413]);
  });

  test("plain HTTP is sent to TLS", async () => {
    const answer = await fetch(`http://127.0.0.1:${plain}/docs`, { redirect: "manual", headers: { host: NAME } });
    expect([answer.status, answer.headers.get("location")]).toEqual([301, `https://${NAME}/docs`]);
  });
});

describe.if(caddy !== null)("Caddy", () => {
  let port = 0;
  let plain = 0;
  let child: ReturnType<typeof Bun.spawn>;
  beforeAll(async () => {
    [port, plain] = [await freePort(), await freePort()];
    const pair = `tls ${inFolder("fullchain.pem")} ${inFolder("privkey.pem")}`;
    const site = adapted("caddyfile", { [`${NAME} {`]: `${NAME} {\n\t${pair}` });
    const ports = `http_port ${plain}\n\thttps_port ${port}`;
    writeFileSync(inFolder("Caddyfile"), `{\n\tadmin off\n\t${ports}\n}\n\n${site}`);
    const run = ["caddy", "run", "--adapter", "caddyfile", "--config", inFolder("Caddyfile")];
    const env = { PATH: process.env.PATH ?? "", HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    child = Bun.spawn(run, { env, stdio: ["ignore", "ignore", "ignore"] });
    await untilAnswered(port);
  }, 60_000);
  afterAll(async () => {
    child.kill("SIGTERM");
    await child.exited;
  });

  behaves("Caddy", () => ({ tls: port, plain }));

  test("a body over the server's limit is refused, by the one or the other", () => {
    expect([413, 502]).toContain(tooLarge(port).status);
  });
});
