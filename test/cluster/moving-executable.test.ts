/** The commands of docs/how-to/move-into-a-cluster.md, typed as they stand there; and those of a cluster's backups in cluster.md. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { EXECUTABLE, type RunningServer, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import {
  type Account,
  accountIn,
  ensureExecutable,
  freshPlace,
  lampToolset,
  settings,
  signedIn,
} from "../binary/kit.ts";
import { readPage, stepsIn } from "../docs/blocks.ts";
import { type PostgresServer, startPostgres, type TestDatabase } from "./postgres-server.ts";

const [ADDRESS = "", TRY = "", MOVE = "", BACK = ""] = stepsIn(
  readPage("docs/how-to/move-into-a-cluster.md"),
  "sh",
).map(({ command }) => command);
const BACKUP = stepsIn(readPage("docs/how-to/cluster.md"), "sh").find(({ command }) => command.includes("pg_dump"));
const QUESTION = { query: "dim the lamp in the kitchen to 40 percent", toolsets: ["lamps-v1"] };

const place = freshPlace();
let postgres: PostgresServer;
let database: TestDatabase;
let account: Account;
let send: Awaited<ReturnType<typeof signedIn>>;
const running = new Set<RunningServer>();

/** By a shell, with this executable; the folders and the address of the page are these. */
async function typed(command: string, { json = false } = {}) {
  const here = command
    .replaceAll(/postgres:\/\/[^"]+/g, database.ownerUrl)
    .replaceAll("/var/lib/dragoman", place.at("lib"))
    .replaceAll("/srv/from-the-cluster", place.at("back"))
    .replaceAll("/backups", place.at("backups"));
  const owner = `export DRAGOMAN_POSTGRES_OWNER_URL="${database.ownerUrl}"`;
  const child = Bun.spawn(["bash", "-euc", `${owner}\n${here}${json ? " --json" : ""}`], {
    env: {
      ...process.env,
      ...asNode(),
      PATH: `${place.at("bin")}:${process.env.PATH}`,
      DRAGOMAN_DATA: place.at("node"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { status, out, err };
}

const asNode = () => ({ DRAGOMAN_STORAGE_KIND: "cluster", DRAGOMAN_STORAGE_POSTGRES_URL: database.nodeUrl });

async function started(folder: string, environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const server = await startServer({ dataDir: place.at(folder), environment });
  running.add(server);
  await waitUntilReady(server);
  return server;
}

async function stop(server: RunningServer): Promise<void> {
  running.delete(server);
  expect(await server.stop()).toBe(0);
}

/** What a client is told by whoever serves at that address, with the token that it has. */
async function toldAt(url: string) {
  const { body, status } = await send("POST", "/v1/resolve", QUESTION, url);
  const sets = await send("GET", "/v1/toolsets/lamps-v1", undefined, url);
  return { status, source: body.metadata?.source, resolved: body.resolved, set: sets.body };
}

async function balance(folder: string, kind: "cluster" | "embedded"): Promise<number> {
  const shown = `DRAGOMAN_STORAGE_KIND=${kind} dragoman app show ${account.appId} --data ${place.at(folder)}`;
  return JSON.parse((await typed(shown, { json: true })).out).requests_remaining;
}

beforeAll(async () => {
  ensureExecutable();
  postgres = await startPostgres({ settings: ["archive_mode=on", "archive_command=/bin/true"] });
  database = await postgres.createDatabase("moved");
  mkdirSync(place.at("bin"));
  mkdirSync(place.at("backups"));
  symlinkSync(EXECUTABLE, place.at("bin", "dragoman"));
  for (const folder of ["lib", "node"]) settings(place, [], place.at(folder));
  const create = `DRAGOMAN_STORAGE_KIND=embedded dragoman app create Home --plan free --data ${place.at("lib")}`;
  account = accountIn((await typed(create, { json: true })).out);
}, 120_000);

afterAll(async () => {
  await Promise.all([...running].map((server) => server.kill()));
  await postgres.dispose();
  place[Symbol.dispose]();
});

describe("a data folder", () => {
  test("goes into a cluster and back: keys, tokens, sets, hits and balances go on", async () => {
    const server = await started("lib", { DRAGOMAN_STORAGE_KIND: "embedded" });
    send = await signedIn(server.url, account);
    expect((await send("POST", "/v1/toolsets", lampToolset("lamps-v1"))).status).toBe(201);
    expect((await toldAt(server.url)).status).toBe(200);
    const before = await toldAt(server.url);
    expect(before.source).toBe("exact_cache");
    const left = await balance("lib", "embedded");
    const refused = await typed(MOVE);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining(`kill ${server.pid}`) });
    await stop(server);

    const trial = await typed(`${ADDRESS}\n${TRY}`);
    expect([trial.status, trial.out]).toEqual([0, expect.stringContaining("nothing was written")]);
    const moved = await typed(MOVE);
    expect([moved.status, moved.err]).toEqual([0, expect.stringContaining("Start the nodes now")]);
    const sums = (out: string) => out.split("\n").filter((line) => /[0-9a-f]{64}$/.test(line));
    expect(sums(moved.out)).toEqual(sums(trial.out));
    expect(sums(moved.out).length).toBeGreaterThan(20);
    expect((await typed(MOVE)).out).toContain("nothing was done");

    const node = await started("node", asNode());
    expect(await balance("node", "cluster")).toBe(left);
    expect(await toldAt(node.url)).toEqual(before);
    const spent = await balance("node", "cluster");
    expect(spent).toBeLessThan(left);
    await stop(node);

    const [copy = "", serve = ""] = BACK.split("\n");
    expect(serve).toBe("dragoman serve --data /srv/from-the-cluster");
    const back = JSON.parse((await typed(copy, { json: true })).out);
    expect(back).toMatchObject({ direction: "out of the cluster", was_done: false, at: expect.stringMatching(/Z$/) });
    const folder = await started("back", { DRAGOMAN_STORAGE_KIND: "embedded" });
    expect(await balance("back", "embedded")).toBe(spent);
    expect(await toldAt(folder.url)).toEqual(before);
    await stop(folder);
  }, 120_000);
});

describe("a cluster", () => {
  const backupFound = async () => {
    const { checks } = JSON.parse((await typed("dragoman doctor", { json: true })).out);
    return checks.find(({ check }: { readonly check: string }) => check === "backup");
  };

  test("is backed up by the tools of Postgres, and told of it", async () => {
    const none = await typed("dragoman backup");
    expect(none).toMatchObject({ status: 1, err: expect.stringContaining("no backup was noted") });
    expect(none.out).toContain("pg_dump --format=custom");
    expect((await typed("dragoman backup /backups/monday.dump")).err).toContain("this does not make it");
    writeFileSync(place.at("backups", "notes.txt"), "no dump");
    expect((await typed("dragoman backup /backups/notes.txt")).err).toContain("nothing was noted");
    const made = await typed(BACKUP?.command ?? "");
    expect(made).toMatchObject({ status: 0, out: expect.stringMatching(/^noted: pg_dump \(monday.dump, \d+ bytes\)/) });
    expect(await typed("dragoman backup")).toMatchObject({ status: 0, err: "" });
    expect(await backupFound()).toMatchObject({
      ok: true,
      means: null,
      found: expect.stringMatching(/^pg_dump .* 0 minutes ago; its log was archived/),
    });
  }, 60_000);
});
