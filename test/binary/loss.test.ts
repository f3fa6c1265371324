/** The executable on a folder that had more than is in it now, at rest and while it runs: it refuses rather than forgets. */
import { Database } from "bun:sqlite";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  EXECUTABLE,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
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

beforeAll(ensureExecutable, 120_000);

let place: Place;
let data: string;
let file: string;
let account: Account;
let server: RunningServer | null;
let acknowledged: string[];

beforeEach(async () => {
  place = freshPlace();
  data = place.at("data");
  file = join(data, "dragoman.sqlite");
  server = null;
  acknowledged = [];
  settings(place, LARGE_PLAN, data);
  account = await createApp(data);
});
afterEach(async () => {
  await server?.kill();
  place[Symbol.dispose]();
});

/** A server that has acknowledged some sets, and how another is sent. */
async function started() {
  const running = await startServer({ dataDir: data });
  server = running;
  const send = await signedIn(running.url, account);
  const write = async () => {
    const signature = `lamps-${acknowledged.length}-v1`;
    const { status, body } = await send("POST", "/v1/toolsets", lampToolset(signature));
    if (status === 201) acknowledged.push(signature);
    return { status, body };
  };
  for (let count = 0; count < 5; count += 1) expect((await write()).status).toBe(201);
  return { running, send, write };
}

const serve = (...options: readonly string[]) =>
  runDragoman(["serve", "--port", "0", "--data", data, "--json", ...options]);

const contentOf = () =>
  readdirSync(data)
    .filter((name) => /^dragoman\.(sqlite|marker)/.test(name) && !name.endsWith("-shm"))
    .map((name) => [name, Bun.hash(readFileSync(join(data, name)))]);

async function finding(name = "marker") {
  const { status, stdout } = await runDragoman(["doctor", "--json", "--data", data]);
  const { checks } = JSON.parse(stdout) as {
    readonly checks: readonly { readonly check: string; readonly ok: boolean }[];
  };
  return { status, finding: checks.find(({ check }) => check === name), names: checks.map(({ check }) => check) };
}

const log = () => `${file}-wal`;
const AFTER_A_KILL: readonly (readonly [what: string, damage: () => void, says: RegExp])[] = [
  [
    "its -wal deleted",
    () => rmSync(log()),
    /is older than it was: it has \d+ ledger entr(y|ies) and \d+ other changes, and .* says that it had/,
  ],
  ["its -wal halved", () => truncateSync(log(), statSync(log()).size / 2), /is older than it was/],
  ["its -wal emptied", () => truncateSync(log(), 0), /is older than it was/],
  ["64 bytes changed in its -wal", () => damageLog(), /is older than it was/],
  ["the database deleted", () => rmSync(file), /sqlite is gone/],
  [
    "all of it deleted but the marker",
    () => ["", "-wal", "-shm"].map((suffix) => rmSync(file + suffix)),
    /sqlite is gone/,
  ],
  ["the database emptied", () => truncateSync(file, 0), /sqlite is empty/],
  ["another database in its place", () => anotherDatabase(), /is not the database that was here/],
];

function damageLog(): void {
  const bytes = readFileSync(log());
  const middle = Math.floor(bytes.length / 3);
  bytes.fill(0x5a, middle, middle + 64);
  writeFileSync(log(), bytes);
}

function anotherDatabase(): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix);
  const other = place.at("other");
  Bun.spawnSync([EXECUTABLE, "app", "create", "x", "--data", other]);
  copyFileSync(join(other, "dragoman.sqlite"), file);
}

describe("after kill -9", () => {
  test("untouched, it starts with all that was acknowledged", async () => {
    const { running } = await started();
    await running.kill();
    server = await startServer({ dataDir: data });
    const ask = await signedIn(server.url, account);
    for (const signature of acknowledged) expect((await ask("GET", `/v1/toolsets/${signature}`)).status).toBe(200);
  }, 60_000);

  test.each(AFTER_A_KILL.map(([what]) => what))(
    "%s: no server starts on it, no command works on it, nothing is changed; --accept-loss does, and says so",
    async (what) => {
      const [, damage, says = /-/] = AFTER_A_KILL.find(([name]) => name === what) ?? [];
      const { running } = await started();
      await running.kill();
      damage?.();
      const before = contentOf();

      const { status, finding: marker, names } = await finding();
      expect(status).toBe(1);
      expect(marker).toMatchObject({ ok: false, found: expect.stringMatching(says) });
      expect(names).not.toContain("storage");
      const refused = await serve();
      expect(refused.status).toBe(1);
      expect(JSON.parse(refused.stdout).error).toMatchObject({
        code: "data_lost",
        message: expect.stringMatching(says),
      });
      expect(refused.stderr).toContain("--accept-loss");
      expect(refused.stderr).not.toContain("admin token");
      for (const command of [
        ["app", "create", "new"],
        ["app", "list"],
        ["admin-token", "reset", "--yes"],
        ["backup", place.at("of-the-rest.dragoman")],
      ]) {
        const outcome = await runDragoman([...command, "--data", data]);
        expect([command, outcome.status]).toEqual([command, 1]);
        expect(outcome.stderr).toMatch(says);
      }
      expect(contentOf()).toEqual(before);

      server = await startServer({ dataDir: data, options: ["--accept-loss"] });
      expect(server.output()).toMatch(/--accept-loss: .*What is missing is given up/);
      expect(await server.stop()).toBe(0);
      // Marked anew: from now on what is there is what was there.
      server = await startServer({ dataDir: data });
      expect(server.output()).not.toContain("given up");
      expect((await finding()).finding).toMatchObject({ ok: true });
    },
    60_000,
  );

  test("a database that was cut off is refused as damaged, with --accept-loss, too", async () => {
    const { running } = await started();
    await running.stop();
    truncateSync(file, 10_000);
    for (const options of [[], ["--accept-loss"]]) {
      const refused = await serve(...options);
      expect(refused.status).toBe(1);
      expect(JSON.parse(refused.stdout).error.message).toContain("is damaged");
    }
    expect((await finding("storage")).finding).toMatchObject({
      ok: false,
      found: expect.stringContaining("is damaged"),
    });
  }, 60_000);
});

describe("under a running server", () => {
  /** The server looks once a second; a busy machine may take its time. */
  const FOUND_MS_MAX = 10_000;
  const WHILE_IT_RUNS: readonly (readonly [what: string, damage: () => void, says: RegExp])[] = [
    ["the database is deleted", () => rmSync(file), /sqlite was deleted or moved while it was open/],
    ["the database is emptied", () => truncateSync(file, 0), /sqlite was cut from \d+ to 0 bytes while it was open/],
    ["the database is exchanged", () => exchange(), /sqlite was exchanged for another file while it was open/],
    ["its -wal is deleted", () => rmSync(log()), /-wal was deleted or moved while it was open/],
  ];

  function exchange(): void {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  }

  test.each(WHILE_IT_RUNS.map(([what]) => what))(
    "%s: within seconds calls are 503 instead of acknowledged, so is /readyz, and it is said once",
    async (what) => {
      const [, damage, says = /-/] = WHILE_IT_RUNS.find(([name]) => name === what) ?? [];
      const { running, write } = await started();
      await waitUntilReady(running);
      damage?.();
      let ready = await fetch(`${running.url}/readyz`);
      for (const endsAt = performance.now() + FOUND_MS_MAX; ready.ok && performance.now() < endsAt; await Bun.sleep(50))
        ready = await fetch(`${running.url}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("disk")]);
      for (let count = 0; count < 3; count += 1) {
        expect(await write()).toMatchObject({ status: 503, body: { error: "service_unavailable" } });
      }
      expect((await fetch(`${running.url}/livez`)).status).toBe(200);
      const lines = running
        .output()
        .split("\n")
        .filter((line) => says.test(line));
      expect(lines).toHaveLength(1);
      await running.stop();
      // What an orderly stop wrote into the file that is there now may be all of it. Less is refused, and never served.
      const isWhole = (await runDragoman(["app", "list", "--data", data])).status === 0;
      if (isWhole) {
        server = await startServer({ dataDir: data });
        const ask = await signedIn(server.url, account);
        for (const signature of acknowledged) expect((await ask("GET", `/v1/toolsets/${signature}`)).status).toBe(200);
      }
      if (what.includes("exchanged")) return;
      expect(isWhole).toBe(what.includes("-wal"));
    },
    60_000,
  );
});

test("a backup of a running server is restored, marked, and missed when it is gone again", async () => {
  const { send } = await started();
  const backup = place.at("one.dragoman");
  expect((await runDragoman(["backup", backup, "--data", data])).status).toBe(0);
  await send("POST", "/v1/toolsets", lampToolset("later-v1"));
  const restored = place.at("restored");
  expect((await runDragoman(["restore", backup, "--data", restored])).status).toBe(0);
  expect(readdirSync(restored)).toContain("dragoman.marker");
  const listed = await runDragoman(["app", "list", "--json", "--data", restored]);
  expect([listed.status, listed.stdout]).toEqual([0, expect.stringContaining(account.appId)]);
  // The same database, a day older, beside the marker of the newer one.
  await server?.kill();
  server = null;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  copyFileSync(join(restored, "dragoman.sqlite"), file);
  expect((await serve()).stdout).toContain("is older than it was");
  rmSync(join(restored, "dragoman.sqlite"));
  expect((await runDragoman(["app", "list", "--data", restored])).stderr).toContain("is gone");
}, 60_000);

test("a set that was changed on the disk is 503 by name, the others are served, and the doctor and the log name it", async () => {
  const { running } = await started();
  await running.stop();
  const database = new Database(file);
  database.run(
    "UPDATE definitions SET definition = replace(definition, 'Switches', 'Destroys') WHERE signature = 'lamps-1-v1'",
  );
  database.run("DROP TRIGGER ledger_entries_are_never_changed");
  database.run("UPDATE ledger_entries SET at = at + 1 WHERE id = 3");
  database.close();
  server = await startServer({ dataDir: data });
  await waitUntilReady(server);
  const ask = await signedIn(server.url, account);
  const refused = {
    status: 503,
    body: { error: "service_unavailable", message: expect.stringContaining('"lamps-1-v1"') },
  };
  expect(await ask("GET", "/v1/toolsets/lamps-1-v1")).toMatchObject(refused);
  const query = "dim the lamp in the kitchen";
  expect(await ask("POST", "/v1/resolve", { query, toolsets: ["lamps-1-v1"] })).toMatchObject(refused);
  expect((await ask("GET", "/v1/toolsets/lamps-2-v1")).status).toBe(200);
  // Lines of the log are text or JSON, whose quotes are escaped.
  const lines = server.output().replaceAll("\\", "").split("\n");
  expect(lines.filter((line) => line.includes('the toolset "lamps-1-v1" of'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("the ledger is not what was written")).length).toBeGreaterThan(0);
  const { stdout } = await runDragoman(["doctor", "--json", "--data", data]);
  const wrong = (
    JSON.parse(stdout).checks as readonly { readonly check: string; readonly ok: boolean; readonly found: string }[]
  )
    .filter(({ ok }) => !ok)
    .map(({ check, found }) => [check, found]);
  expect(wrong).toContainEqual(["content", expect.stringContaining('the toolset "lamps-1-v1" of')]);
  expect(wrong).toContainEqual(["ledger", expect.stringContaining("entry 3")]);
  // Its owner puts it right.
  const { signature: _, ...body } = lampToolset("lamps-1-v1");
  expect((await ask("PUT", "/v1/toolsets/lamps-1-v1", body)).status).toBe(200);
  expect((await ask("GET", "/v1/toolsets/lamps-1-v1")).status).toBe(200);
}, 60_000);
