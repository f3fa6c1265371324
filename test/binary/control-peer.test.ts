/** Who may command a running server, when the modes of folder and socket have been opened to everybody. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync } from "node:fs";
import { type RunningServer, startServer } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, type Place, publicPlace, requireTools, UNPRIVILEGED_ID } from "./kit.ts";

const STRANGER = UNPRIVILEGED_ID - 1;

/** One process as that user. */
function as(place: Place, user: number, ...words: readonly string[]): string[] {
  const rights = ["--reuid", String(user), "--regid", String(user), "--clear-groups", "--no-new-privs"];
  return ["env", `HOME=${place.path}`, "setpriv", ...rights, ...words];
}

function run(command: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command]);
  return { status: exitCode, out: stdout.toString(), err: stderr.toString() };
}

beforeAll(() => {
  requireTools("setpriv", "curl");
  if (process.getuid?.() !== 0) throw new Error("only root can become another user: run these tests as root");
  ensureExecutable();
});

describe("the control socket of a server whose folder everybody may enter", () => {
  let place: Place;
  let server: RunningServer;
  const create = (user: number) =>
    run(as(place, user, place.at("dragoman"), "app", "create", "Mine", "--data", place.at("data")));

  beforeAll(async () => {
    place = publicPlace();
    server = await startServer({ dataDir: place.at("data") });
    chmodSync(place.at("data"), 0o777);
    chmodSync(place.at("data", "control.sock"), 0o777);
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    place?.[Symbol.dispose]();
  });

  test("runs in a process whose children gain no rights", () => {
    expect(readFileSync(`/proc/${server.pid}/status`, "utf8")).toMatch(/^NoNewPrivs:\t1$/m);
  });

  test("takes commands from the user that runs it", () => {
    const { status, out } = create(0);
    expect(status).toBe(0);
    expect(out).toMatch(/name +Mine\n/);
  });

  test("refuses another user by name, and says what to do", async () => {
    const { status, out, err } = create(STRANGER);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toContain(`user ${STRANGER} may not command this server, which runs as user 0`);
    expect(err).toContain("run the command as that user (sudo -u '#0' dragoman ...) or as root");
    while (!server.output().includes(`control socket: user ${STRANGER} was refused`)) await Bun.sleep(10);
  });

  test("tells another user nothing, whatever is asked", () => {
    for (const asked of [["/ping"], ["/command", "-d", '{"command":"app.list"}'], ["/nowhere"]]) {
      const [route = "", ...more] = asked;
      const words = ["curl", "-s", "--unix-socket", place.at("data", "control.sock"), `http://localhost${route}`];
      const { out } = run(as(place, STRANGER, ...words, "-H", "content-type: application/json", ...more));
      expect(JSON.parse(out)).toMatchObject({ error: { code: "forbidden" } });
    }
  });
});

test("root may command the server of another user, and nobody else may", async () => {
  using place = publicPlace();
  chmodSync(place.path, 0o777);
  const data = place.at("data");
  const serve = ["serve", "--data", data, "--port", "0", "--json"];
  const serving = Bun.spawn(as(place, STRANGER, place.at("dragoman"), ...serve), {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    await serving.stdout.getReader().read();
    const ask = (user: number) =>
      run(as(place, user, place.at("dragoman"), "app", "list", "--data", data, "--json")).status;
    expect([ask(0), ask(STRANGER)]).toEqual([0, 0]);
    chmodSync(data, 0o777);
    chmodSync(`${data}/control.sock`, 0o777);
    expect([ask(0), ask(STRANGER), ask(STRANGER - 1)]).toEqual([0, 0, 1]);
  } finally {
    serving.kill("SIGTERM");
    await serving.exited;
  }
}, 60_000);
