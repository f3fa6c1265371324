import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { lockFolder, lockFolderForServer } from "#storage/embedded/index.ts";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
const serving = ["serve", "--port", "0", ...data];
afterAll(() => folder.remove());

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Every command once, with the shape of what it answers. */
async function everyCommand() {
  const app = await json(["app", "create", "Shop", "--plan", "pro", ...data]);
  expect(app).toEqual({
    app_id: expect.stringMatching(/^app_\w{20}$/),
    name: "Shop",
    plan: "pro",
    status: "active",
    requests_remaining: 100_000,
    created_at: expect.stringMatching(TIME),
    api_key: expect.stringMatching(/^dgm_\w{12}_\w{38}$/),
  });
  const { api_key: _, ...shown } = app;
  const id: string = app.app_id;
  expect(await json(["app", "list", ...data])).toContainEqual(shown);
  expect(await json(["app", "suspend", id, ...data])).toEqual({ ...shown, status: "suspended" });
  expect(await json(["app", "resume", id, ...data])).toEqual(shown);
  expect(await json(["app", "plan", id, "free", ...data])).toEqual({
    ...shown,
    plan: "free",
    requests_remaining: 1_000,
  });
  expect(await json(["app", "credit", id, "50", ...data])).toMatchObject({ plan: "free", requests_remaining: 1_050 });
  const cache = { app_id: id, error_bound: 0.005, sets: [] };
  expect(await json(["cache", id, ...data])).toEqual([cache]);
  expect(await json(["cache", ...data])).toContainEqual(cache);
  const key = await json(["key", "create", id, "--name", "ci", "--expires", "90d", ...data]);
  expect(key).toEqual({
    key_id: expect.stringMatching(/^\w{12}$/),
    app_id: id,
    name: "ci",
    created_at: expect.stringMatching(TIME),
    expires_at: expect.stringMatching(TIME),
    revoked_at: null,
    api_key: expect.stringMatching(/^dgm_/),
  });
  expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBe(90 * 86_400_000);
  const { api_key: wholeKey, ...listed } = key;
  expect(await json(["key", "list", id, ...data])).toEqual([expect.objectContaining({ name: "first key" }), listed]);
  expect(await json(["key", "revoke", wholeKey, "--yes", ...data])).toEqual({
    ...listed,
    revoked_at: expect.stringMatching(TIME),
  });
  expect(await json(["signing-key", "rotate", ...data])).toEqual({ kid: expect.any(String) });
  expect(await json(["admin-token", "reset", "--yes", ...data])).toEqual({
    admin_token: expect.stringMatching(/^dga_/),
  });
  expect(await json(["app", "delete", id, "--yes", ...data])).toMatchObject({ app_id: id });
  const gone = await dragoman(["app", "show", id, "--json", ...data]);
  expect(gone.status).toBe(1);
  expect(JSON.parse(gone.out).error.code).toBe("not_found");
  expect(gone.err).toBe(`dragoman: there is no app "${id}": \`dragoman app list\` shows them\n`);
}

test("a folder that does not exist is not made by looking into it", async () => {
  const { status, err } = await dragoman(["app", "list", ...data]);
  expect(status).toBe(1);
  expect(err).toStartWith(`dragoman: there is no data folder ${data[1]}: `);
  expect(existsSync(data[1] ?? "")).toBe(false);
});

test("every command works without a server", everyCommand, 60_000);

test("what goes wrong is one line, and exit status 1", async () => {
  expect(await dragoman(["app", "create", "Shop", "--plan", "gold", ...data])).toEqual({
    status: 1,
    out: "",
    err: 'dragoman: plan: there is no plan "gold": the settings have free, pro, scale, unlimited\n',
  });
});

test("a command waits for a server that is starting on the folder, and has it do the work", async () => {
  const dataDir = join(folder.path, "starting");
  const starting = await lockFolderForServer(dataDir, { log: () => {} });
  const asked = dragoman(["app", "list", "--json", "--data", dataDir]);
  // Longer than a folder that is merely in use is waited for.
  await Bun.sleep(3_500);
  const answer = [{ app_id: "app_of_the_server" }];
  const server = Bun.serve({
    unix: join(dataDir, "control.sock"),
    fetch: () => Response.json({ result: answer }),
  });
  starting.started();
  const { status, out, err } = await asked;
  await server.stop(true);
  starting.release();
  expect({ status, out: JSON.parse(out) }).toEqual({ status: 0, out: answer });
  expect(err).toBe(`waiting for the server that is starting on ${dataDir}\n`);
}, 60_000);

test("a command waits for another one that works on the folder, and says so", async () => {
  const dataDir = join(folder.path, "at work");
  await json(["app", "create", "Shop", "--data", dataDir]);
  const held = lockFolder(dataDir, "a dragoman command");
  const asked = dragoman(["app", "list", "--json", "--data", dataDir]);
  await Bun.sleep(2_000);
  held.release();
  const { status, err } = await asked;
  expect([status, err]).toEqual([0, `waiting for whoever works on ${dataDir}\n`]);
}, 60_000);

test.each(["serve", "app create"])(
  "%s and the other, started in the same breath, both do their work",
  async (first) => {
    const dataDir = join(folder.path, `${first} first`);
    const serve = () => start(["serve", "--port", "0", "--data", dataDir]);
    const create = () => json(["app", "create", "Shop", "--data", dataDir]);
    const begun = first === "serve" ? { server: serve(), made: create() } : { made: create(), server: serve() };
    const { app_id } = await begun.made;
    const server = await begun.server;
    expect(await json(["app", "list", "--data", dataDir])).toMatchObject([{ app_id }]);
    server.kill("SIGTERM");
    expect((await server.ended).status).toBe(0);
  },
  60_000,
);

describe("with a server on the folder", () => {
  let server: Server;

  test("every command reaches it through its socket, which is the owner's alone", async () => {
    server = await start(serving);
    expect(statSync(join(data[1] ?? "", "control.sock")).mode & 0o777).toBe(0o600);
    await everyCommand();
  }, 60_000);

  test("settings and models are those of the server, as it read them and as they stand there", async () => {
    const settings: readonly { readonly path: string }[] = await json(["settings", ...data]);
    expect(settings.find(({ path }) => path === "server.port")).toMatchObject({
      ...{ value: 0, default: 8_420, origin: "flag", origin_name: "--port" },
    });
    // It loads behind the start, and commands are quick.
    while ((await fetch(`${server.started.address}/readyz`)).status !== 200) await Bun.sleep(100);
    const { status, out } = await dragoman(["model", "status", ...data]);
    expect(status).toBe(0);
    expect(out).toMatch(/^name +model +asked +state .*\n- +embedded +1 +well /);
  }, 60_000);

  test("a second server is refused, and told who holds the folder", async () => {
    const { status, err } = await dragoman(serving);
    expect(status).toBe(1);
    expect(err).toStartWith(
      `dragoman: the data folder ${data[1]} is in use by "dragoman serve" (process ${server.pid}, `,
    );
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  test("the socket takes no command and no argument that is unknown, missing or of another type", async () => {
    const said = async (command: string, args: object) => {
      const body = JSON.stringify({ command, args });
      const options = { unix: join(data[1] ?? "", "control.sock"), method: "POST", body };
      const headers = { "content-type": "application/json" };
      const { error } = (await (await fetch("http://localhost/command", { ...options, headers })).json()) as {
        readonly error: { readonly code: string; readonly message: string };
      };
      return `${error.code}: ${error.message}`;
    };
    expect(await said("constructor", {})).toBe('bad_request: there is no command "constructor"');
    expect(await said("app.list", { all: true })).toBe('bad_request: app.list takes no argument "all"');
    expect(await said("app.show", {})).toBe("bad_request: app_id: a text is missing");
    expect(await said("app.create", { name: "x", plan: 1 })).toBe("bad_request: plan: a text is missing");
    expect(await said("app.credit", { app_id: "x", requests: "1" })).toBe("bad_request: requests: a number is missing");
    expect(await said("key.create", { app_id: "x", expires_in_seconds: 0.5 })).toStartWith(
      "validation_error: expires_in_seconds",
    );
  });

  test("a key works at once, and not any more when it is revoked", async () => {
    const { api_key, app_id } = await json(["app", "create", "Keys", ...data]);
    const exchange = () =>
      fetch(`${server.started.address}/v1/auth`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ api_key }),
      });
    expect((await exchange()).status).toBe(200);
    await json(["app", "suspend", app_id, ...data]);
    expect((await exchange()).status).toBe(403);
    await json(["app", "resume", app_id, ...data]);
    await json(["key", "revoke", api_key, "--yes", ...data]);
    expect((await exchange()).status).toBe(401);
  });

  test("after kill -9 the folder is free, the socket that was left behind is no hindrance, and nothing is lost", async () => {
    const { app_id } = await json(["app", "create", "Survivor", ...data]);
    server.kill("SIGKILL");
    await server.ended;
    expect(existsSync(join(data[1] ?? "", "control.sock"))).toBe(true);
    expect(await json(["app", "show", app_id, ...data])).toMatchObject({ name: "Survivor" });
    server = await start(serving);
    expect(await json(["app", "show", app_id, ...data])).toMatchObject({ name: "Survivor" });
    server.kill("SIGTERM");
    expect((await server.ended).status).toBe(0);
  });
});
