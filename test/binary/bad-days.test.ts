/** What an operator meets on a bad day: one line that says what is wrong and what to do, exit status 1, nothing lost. */
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { EXECUTABLE, freePort, type RunningServer, runDragoman, startServer } from "../../scripts/dragoman-process.ts";
import {
  type Account,
  accountIn,
  createApp,
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  ownFolder,
  type Place,
  publicPlace,
  requireTools,
  settings,
  signedIn,
  UNPRIVILEGED,
  walled,
} from "./kit.ts";

beforeAll(ensureExecutable, 120_000);

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
});

async function serving(place: Place): Promise<RunningServer> {
  const server = await startServer({ dataDir: place.path });
  running.push(server);
  return server;
}

/** The one line that says why; warnings that came before have the time in front. */
function complaint(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.startsWith("dragoman: "));
  expect(lines.length).toBe(1);
  return lines[0] ?? "";
}

describe("serve does not start", () => {
  test("on a folder that another server holds, and says which process", async () => {
    using place = freshPlace();
    const server = await serving(place);
    const second = await runDragoman(["serve", "--data", place.path, "--port", String(await freePort())]);
    expect(second.status).toBe(1);
    expect(complaint(second.stderr)).toContain(String(server.pid));
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  });

  test("on a folder that another server holds, though its lock was deleted", async () => {
    using place = freshPlace();
    const server = await serving(place);
    for (const name of ["dragoman.lock", "lock.json"]) rmSync(place.at(name));
    const second = await runDragoman(["serve", "--data", place.path, "--port", String(await freePort())]);
    expect(second.status).toBe(1);
    expect(complaint(second.stderr)).toContain(server.url);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect((await runDragoman(["app", "list", "--data", place.path])).status).toBe(0);
  });

  test("on a port in use, and says which", async () => {
    using place = freshPlace();
    const holder = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => holder.listen(port, "127.0.0.1", resolve));
    const refused = await runDragoman(["serve", "--data", place.path, "--port", String(port)]);
    holder.close();
    expect(refused.status).toBe(1);
    expect(complaint(refused.stderr)).toContain(String(port));
  });

  test("on a damaged database, and leaves it as it is", async () => {
    using place = freshPlace();
    await createApp(place.path, "free");
    const database = place.at("dragoman.sqlite");
    writeFileSync(database, "this was a database ".repeat(1_000));
    const refused = await runDragoman(["serve", "--data", place.path, "--port", String(await freePort())]);
    expect(refused.status).toBe(1);
    expect(complaint(refused.stderr)).toContain(database);
    expect(readFileSync(database, "utf8")).toStartWith("this was a database");
  });

  test("in a folder that cannot be written", () => {
    requireTools("unshare");
    using place = publicPlace();
    mkdirSync(place.at("sealed"), { mode: 0o555 });
    chmodSync(place.at("sealed"), 0o555);
    // A read-only mount holds for root too, should the tests run without an unprivileged user.
    const script = `
      mount --bind "${place.at("sealed")}" "${place.at("sealed")}"
      mount -o remount,bind,ro "${place.at("sealed")}"
      exec ${UNPRIVILEGED} "${place.at("dragoman")}" serve --data "${place.at("sealed")}" --port 0
    `;
    const refused = Bun.spawnSync([...walled(script, { network: "shared" })]);
    expect(refused.exitCode).toBe(1);
    expect(complaint(refused.stderr.toString())).toContain(place.at("sealed"));
  });

  test("where native libraries may not be executed, and names the setting", async () => {
    requireTools("unshare", "mount");
    using place = publicPlace();
    const data = ownFolder(place, "data");
    const script = `
      mount -t tmpfs -o noexec,mode=777 none "${data}"
      exec ${UNPRIVILEGED} "${place.at("dragoman")}" serve --data "${data}" --port ${await freePort()}
    `;
    const refused = Bun.spawnSync([...walled(script, { network: "shared" })], { timeout: 20_000 });
    expect(refused.exitCode).toBe(1);
    const reasons = refused.stderr
      .toString()
      .split("\n")
      .filter((line) => line.includes("forbids execution"));
    expect(reasons.length).toBe(1);
    expect(reasons[0]).toContain("runtime_dir");
    expect(reasons[0]).toContain(data);
  }, 60_000);

  test.each([
    { name: "an unknown key in the file", lines: ["[server]", "prot = 1"], names: ["dragoman.toml", "prot"] },
    {
      name: "a wrong value in the file",
      lines: ["[server]", "port = 70_000"],
      names: ["dragoman.toml", "port", "65535"],
    },
    { name: "an unknown section", lines: ["[sever]", "port = 1"], names: ["dragoman.toml", "sever"] },
    { name: "a file that is no TOML", lines: ["[server"], names: ["dragoman.toml"] },
  ])("with $name: exit status 2", async ({ lines, names }) => {
    using place = freshPlace();
    settings(place, lines);
    const refused = await runDragoman(["serve", "--data", place.path, "--port", "0"]);
    expect(refused.status).toBe(2);
    for (const name of names) expect(refused.stderr).toContain(name);
  });

  test("with an unknown variable or flag: exit status 2", async () => {
    using place = freshPlace();
    const args = ["serve", "--data", place.path, "--port", "0"];
    const child = Bun.spawn([EXECUTABLE, ...args], {
      env: { DRAGOMAN_SERVER_PROT: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    expect(await child.exited).toBe(2);
    expect(await child.stderr.text()).toContain("DRAGOMAN_SERVER_PROT");
    const flagged = await runDragoman([...args, "--prot", "1"]);
    expect(flagged.status).toBe(2);
    expect(flagged.stderr).toContain("--prot");
    expect(existsSync(place.at("dragoman.sqlite"))).toBe(false);
  });
});

describe("a full disk", () => {
  test("[O-1] is 503 until there is room again, as /readyz says, and loses nothing", async () => {
    requireTools("unshare", "mount");
    using place = freshPlace();
    const data = place.at("data");
    mkdirSync(data);
    const port = await freePort();
    const script = `
      mount -t tmpfs -o size=96m none "${data}"
      printf '%s\\n' ${LARGE_PLAN.map((line) => `'${line}'`).join(" ")} > "${data}/dragoman.toml"
      "${EXECUTABLE}" app create tester --plan test --data "${data}" --json
      exec "${EXECUTABLE}" serve --data "${data}" --port ${port}
    `;
    const child = Bun.spawn([...walled(script, { network: "shared" })], { stdio: ["ignore", "pipe", "pipe"] });
    try {
      const account: Account = accountIn(await firstLineOf(child.stdout));
      const url = `http://127.0.0.1:${port}`;
      await alive(`${url}/readyz`);
      const send = await signedIn(url, account);
      const before = await send("POST", "/v1/toolsets", lampToolset("before-v1"));
      expect(before.status).toBe(201);
      // The server's own view of the folder: the mount is not ours.
      const filler = join(`/proc/${child.pid}/root`, data, "filler");
      fill(filler);
      const statuses = new Set<number>();
      for (let count = 0; count < 40; count += 1) {
        const { status, body } = await send("POST", "/v1/toolsets", lampToolset(`full-${count}-v1`));
        statuses.add(status);
        if (status !== 201) expect(body).toMatchObject({ error: "service_unavailable", code: 503 });
      }
      expect(statuses.has(503)).toBe(true);
      expect((await fetch(`${url}/livez`)).status).toBe(200);
      // A balancer sends nobody here, and so nobody finds out that there is room again: the server does.
      const unready = await fetch(`${url}/readyz`);
      expect([unready.status, ((await unready.json()) as { message: string }).message]).toEqual([
        503,
        expect.stringContaining("disk"),
      ]);
      Bun.spawnSync(["rm", filler]);
      const freedAt = performance.now();
      await alive(`${url}/readyz`);
      expect(performance.now() - freedAt).toBeLessThan(5_000);
      const after = await send("POST", "/v1/toolsets", lampToolset("after-v1"));
      expect(after.status).toBe(201);
      const stored = await send("GET", "/v1/toolsets/before-v1");
      expect([stored.status, stored.body.content_hash]).toEqual([200, before.body.content_hash]);
    } finally {
      child.kill("SIGKILL");
      await child.exited;
    }
  }, 60_000);
});

describe("with too little memory", () => {
  /** Of data, in MiB: too few for the runtime itself, and too few for the model. */
  test.each([300, 500])(
    "of %d MiB it says so and ends, or serves, and the folder opens",
    async (mib) => {
      requireTools("prlimit");
      using place = freshPlace();
      settings(place, LARGE_PLAN);
      const account = await createApp(place.path);
      const port = await freePort();
      const serve = [EXECUTABLE, "serve", "--data", place.path, "--port", String(port)];
      const child = Bun.spawn(["prlimit", `--data=${mib * 1_048_576}`, ...serve], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      const ended = Promise.all([child.exited, child.stderr.text()]);
      const outcome = await Promise.race([ended, alive(`http://127.0.0.1:${port}/readyz`).catch(() => ended)]);
      child.kill("SIGKILL");
      await child.exited;
      if (outcome !== undefined) {
        const [status, said] = outcome;
        expect(status).not.toBe(0);
        expect(said).toMatch(/not enough memory|out of memory|Bun v/i);
      }
      const server = await serving(place);
      const send = await signedIn(server.url, account);
      expect((await send("GET", "/v1/toolsets")).status).toBe(200);
    },
    60_000,
  );
});

describe("without a file descriptor left", () => {
  const LIMIT = 100;
  const WATCHED_MS = 3_000;
  const CPU_SHARE_MAX = 0.2;

  test("it rests, answers who is connected, says so once, and recovers", async () => {
    requireTools("prlimit");
    using place = freshPlace();
    const port = await freePort();
    const serve = [EXECUTABLE, "serve", "--data", place.path, "--port", String(port)];
    const child = Bun.spawn(["prlimit", `--nofile=${LIMIT}:${LIMIT}`, ...serve], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const url = `http://127.0.0.1:${port}`;
    const crowd: Socket[] = [];
    const connected = () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      crowd.push(socket);
      return socket;
    };
    try {
      await alive(`${url}/readyz`);
      const first = connected();
      await answered(first);
      for (let count = 0; count < 3 * LIMIT; count += 1) connected();
      await Bun.sleep(1_500);
      const before = cpuSecondsOf(child.pid);
      await Bun.sleep(WATCHED_MS);
      expect((cpuSecondsOf(child.pid) - before) / (WATCHED_MS / 1_000)).toBeLessThan(CPU_SHARE_MAX);
      expect(await answered(first)).toBeLessThan(1_000);
      for (const socket of crowd.splice(0)) socket.destroy();
      await alive(`${url}/livez`);
      expect(await answered(connected())).toBeLessThan(1_000);
    } finally {
      for (const socket of crowd) socket.destroy();
      child.kill("SIGTERM");
      await child.exited;
    }
    const said = (await child.stdout.text()).split("\n").filter((line) => line.includes("no file descriptor is left"));
    expect(said.length).toBe(1);
  }, 60_000);
});

/** How long the answer to one more request took on this connection. */
function answered(socket: Socket): Promise<number> {
  const begun = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.once("data", () => resolve(performance.now() - begun));
  socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
  return promise;
}

/** The time on processors that a process has taken. The kernel counts in hundredths of a second. */
function cpuSecondsOf(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = rest.split(" ").slice(11, 13).map(Number);
  return (user + system) / 100;
}

describe("SIGTERM", () => {
  test("ends the server with status 0, half-sent bodies or not", async () => {
    using place = freshPlace();
    settings(place, ["[server]", "drain_seconds_max = 2"]);
    const server = await serving(place);
    const { port } = new URL(server.url);
    const half = connect(Number(port), "127.0.0.1");
    half.on("error", () => {});
    await new Promise<void>((resolve) => half.once("connect", resolve));
    half.write(
      "POST /v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    );
    await Bun.sleep(100);
    const startedAt = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    half.destroy();
    expect(existsSync(place.at("control.sock"))).toBe(false);
  }, 60_000);
});

/** Writes until nothing more fits. */
function fill(path: string): void {
  Bun.spawnSync(["dd", "if=/dev/zero", `of=${path}`, "bs=64k"], { stdio: ["ignore", "ignore", "ignore"] });
  Bun.spawnSync(["bash", "-c", 'cat /dev/zero >> "$0"', path], { stdio: ["ignore", "ignore", "ignore"] });
}

async function firstLineOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

async function alive(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await Bun.sleep(50);
  }
  throw new Error(`${url} did not answer`);
}
