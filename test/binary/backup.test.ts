/** Backups by the executable: beside a server that answers, and full disks that really are full. */

import { Database } from "bun:sqlite";
import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import {
  EXECUTABLE,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
import {
  createApp,
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  type Place,
  requireTools,
  settings,
  signedIn,
  walled,
} from "./kit.ts";

beforeAll(ensureExecutable, 120_000);

let place: Place;
let data: string;
let server: RunningServer | null;

beforeEach(() => {
  place = freshPlace();
  data = place.at("data");
  server = null;
  settings(place, LARGE_PLAN, data);
});
afterEach(async () => {
  await server?.kill();
  place[Symbol.dispose]();
});

/** Bytes that no compression makes smaller. */
function fill(megabytes: number): void {
  using database = new Database(`${data}/dragoman.sqlite`);
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${megabytes})`;
  database.run(`${numbers} INSERT INTO secrets SELECT 'filler ' || i, hex(randomblob(500000)) FROM n`);
}

test("a server answers every request while it is backed up, and all that it acknowledged before is restored", async () => {
  const account = await createApp(data);
  fill(40);
  server = await startServer({ dataDir: data });
  await waitUntilReady(server);
  const send = await signedIn(server.url, account);
  const made: string[] = [];
  const statuses = new Set<number>();
  let goesOn = true;
  const writing = (async () => {
    while (goesOn) {
      const signature = `lamps-${made.length}-v1`;
      statuses.add((await send("POST", "/v1/toolsets", lampToolset(signature))).status);
      made.push(signature);
    }
  })();
  while (made.length < 5) await Bun.sleep(5);
  const acknowledged = [...made];
  const backup = await runDragoman(["backup", place.at("one.backup"), "--json", "--data", data]);
  const during = made.length - acknowledged.length;
  goesOn = false;
  await writing;
  expect(backup).toMatchObject({ status: 0 });
  expect(during).toBeGreaterThan(0);
  expect([...statuses]).toEqual([201]);

  // Everything the file cannot bring along is made anew by a server that has never seen the old folder.
  await server.kill();
  const restored = place.at("restored");
  const restore = await runDragoman(["restore", place.at("one.backup"), "--verify", "--json", "--data", restored]);
  expect(restore.status).toBe(0);
  expect(JSON.parse(restore.stdout).verified.ok).toBe(true);
  server = await startServer({ dataDir: restored });
  const ask = await signedIn(server.url, account);
  for (const signature of acknowledged) expect((await ask("GET", `/v1/toolsets/${signature}`)).status).toBe(200);
}, 120_000);

test("the doctor of the executable examines a running server", async () => {
  await createApp(data);
  server = await startServer({ dataDir: data });
  const { status, stdout } = await runDragoman(["doctor", "--json", "--data", data]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(status).toBe(0);
}, 60_000);

test("a disk that becomes full leaves nothing of a backup, and nothing of a restore", async () => {
  requireTools("unshare", "mount");
  await createApp(data);
  fill(20);
  await runDragoman(["backup", place.at("whole.backup"), "--data", data]);
  // Room for the copy of 20 MB, and then not for what it is compressed to; and room for a part of what is unpacked.
  const script = `
    mkdir "${place.at("disk")}"
    mount -t tmpfs -o size=26m tmpfs "${place.at("disk")}"
    cd "${place.at("disk")}"
    "${EXECUTABLE}" backup full.backup --data "${data}" 2> "${place.at("words")}" && exit 3
    ls -A > "${place.at("left")}"
    dd if=/dev/zero of=other bs=1M count=16 2> /dev/null
    "${EXECUTABLE}" restore "${place.at("whole.backup")}" --data new 2>> "${place.at("words")}" && exit 4
    ls -A >> "${place.at("left")}"
  `;
  const { exitCode, stderr } = Bun.spawnSync([...walled(script, { network: "shared" })]);
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  const [backup = "", restore = ""] = (await Bun.file(place.at("words")).text())
    .split("\n")
    // On a slow machine there is progress to be told, too.
    .filter((line) => line.startsWith("dragoman: "));
  expect(backup).toBe("dragoman: the disk is full: make room, or choose another disk; nothing was left on it");
  expect(restore).toMatch(
    /^dragoman: .* has \d+ MB left, and at least \d+ MB are needed: make room, or choose another disk$/,
  );
  expect((await Bun.file(place.at("left")).text()).trim()).toBe("other");
  expect(existsSync(place.at("whole.backup"))).toBe(true);
  expect(readdirSync(data).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
}, 60_000);

test("an export that does not fit the disk leaves nothing that could be taken for one", async () => {
  requireTools("unshare", "mount");
  const { appId } = await createApp(data);
  const tools = Array.from({ length: 100 }, (_, index) => ({ name: `tool_${index}`, description: "x".repeat(2_000) }));
  await Bun.write(place.at("sets.json"), JSON.stringify({ signature: "large-v1", name: "Large", tools }));
  const imported = await runDragoman(["import", place.at("sets.json"), "--app", appId, "--data", data]);
  expect(imported).toMatchObject({ status: 0 });
  const script = `
    mkdir "${place.at("disk")}"
    mount -t tmpfs -o size=64k tmpfs "${place.at("disk")}"
    cd "${place.at("disk")}"
    "${EXECUTABLE}" export all.json --app ${appId} --data "${data}" 2> "${place.at("words")}" && exit 3
    ls -A > "${place.at("left")}"
  `;
  const { exitCode, stderr } = Bun.spawnSync([...walled(script, { network: "shared" })]);
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
  expect(await Bun.file(place.at("words")).text()).toContain(
    "dragoman: the disk is full: make room, or name a file on",
  );
  expect(await Bun.file(place.at("left")).text()).toBe("");
}, 60_000);

test("what a killed backup and a killed restore leave is removed by the next one, which says so", async () => {
  await createApp(data);
  fill(60);
  const killedOnce = async (args: readonly string[], folder: string, names: RegExp) => {
    const child = Bun.spawn([EXECUTABLE, ...args], { stdio: ["ignore", "ignore", "ignore"] });
    while (!(existsSync(folder) && readdirSync(folder).some((name) => names.test(name)))) await Bun.sleep(1);
    child.kill("SIGKILL");
    await child.exited;
    return readdirSync(folder).filter((name) => names.test(name));
  };
  const file = place.at("one.backup");
  const left = await killedOnce(["backup", file, "--data", data], place.path, /^one\.backup\..*\.unfinished$/);
  expect(left).toHaveLength(1);
  expect(existsSync(file)).toBe(false);
  const backup = await runDragoman(["backup", file, "--data", data]);
  expect(backup.status).toBe(0);
  expect(backup.stderr).toContain(`removed ${place.at(left[0] ?? "")}, which a killed process had left\n`);
  expect(readdirSync(place.path).sort()).toEqual(["data", "one.backup"]);

  const result = place.at("result");
  expect(await killedOnce(["restore", file, "--data", result], result, /\.unfinished$/)).toHaveLength(1);
  const restore = await runDragoman(["restore", file, "--data", result]);
  expect(restore.status).toBe(0);
  expect(restore.stderr).toMatch(/^removed .*\/result\/dragoman\.sqlite\..*, which a killed process had left$/m);
  expect(readdirSync(result).sort()).toEqual(["dragoman.marker", "dragoman.sqlite", "dragoman.toml"]);
}, 60_000);
