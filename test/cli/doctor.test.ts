import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKS } from "#core/doctor/catalogue.ts";
import { tamper } from "../storage/backup-kit.ts";
import { openCollector } from "../telemetry/collector.ts";
import { dragoman, newFolder, start } from "./dragoman.ts";

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  readonly means: string | null;
  readonly advice: string | null;
  readonly repaired: string | null;
}

let folder: ReturnType<typeof newFolder>;
let data: string;

beforeEach(async () => {
  folder = newFolder();
  data = join(folder.path, "data");
  const created = await dragoman(["app", "create", "Shop", "--json", "--data", data]);
  const { app_id } = JSON.parse(created.out);
  await dragoman(["app", "credit", app_id, "5", "--data", data]);
});
afterEach(() => folder.remove());

async function examined(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { status, out, err } = await dragoman(["doctor", ...args, "--json", "--data", data], env);
  const { ok, checks }: { ok: boolean; checks: readonly Finding[] } = JSON.parse(out);
  expect(status).toBe(ok ? 0 : 1);
  const wrong = checks.filter((finding) => !finding.ok);
  expect(ok).toBe(wrong.length === 0);
  for (const finding of wrong) expect([finding.means, finding.advice]).not.toContain(null);
  const find = (name: string) => checks.find(({ check }) => check === name) as Finding;
  return { checks, wrong: wrong.map(({ check }) => check), find, err };
}

describe("the doctor", () => {
  test("finds nothing in a sound folder, with a server and without", async () => {
    // Of a model server, and of a cluster.
    const elsewhere = ["backend", "nodes", "postgres", "valkey", "backup"];
    const names = Object.keys(CHECKS).filter((name) => !elsewhere.includes(name));
    const without = await examined();
    expect(without.wrong).toEqual([]);
    expect(without.checks.map(({ check }) => check)).toEqual(names);
    expect(without.find("model").found).toContain("chose light_on");
    const server = await start(["serve", "--port", "0", "--data", data]);
    const beside = await examined();
    expect(beside.wrong).toEqual([]);
    expect(beside.checks.map(({ check }) => check)).toEqual(names);
    expect(beside.find("descriptors").found).toContain(`the server (process ${server.pid})`);
  }, 60_000);

  test("says whom the server may contact, and whether its collector takes what it is sent", async () => {
    const collector = openCollector();
    const host = new URL(collector.url).hostname;
    const env = { DRAGOMAN_TELEMETRY_OTLP_ENDPOINT: collector.url, DRAGOMAN_TELEMETRY_HEADERS: "api-key: s3cret" };
    expect((await examined()).find("network").found).toBe("may contact: none");
    const answering = await examined([], env);
    expect(answering.find("network")).toMatchObject({
      ok: true,
      found: `may contact: ${host}; telemetry: ${collector.host} answers`,
    });
    expect(collector.headers.at(-1)?.get("api-key")).toBe("s3cret");
    collector.answer = () => new Response("s3cret", { status: 401 });
    const refusing = await examined([], env);
    expect(refusing.wrong).toEqual(["network"]);
    expect(refusing.find("network").found).toContain("the collector of [telemetry] otlp_endpoint answered 401");
    expect(JSON.stringify(refusing.checks)).not.toContain("s3cret");
    await collector.close();
  }, 60_000);

  test("lists what it looks at, and looks at nothing", async () => {
    const { status, out } = await dragoman(["doctor", "--list", "--data", join(folder.path, "nowhere")]);
    expect(status).toBe(0);
    expect(out.trim().split("\n").length).toBe(Object.keys(CHECKS).length);
    expect(out).toContain(
      "ledger        every entry against the one before, and every balance against the sum of its entries\n",
    );
  });

  test("finds a balance that somebody changed by hand, and does not call that repaired", async () => {
    tamper(data, "UPDATE balances SET amount = amount + 1000 WHERE bucket = 'credits'");
    const { wrong, find } = await examined(["--fix"]);
    expect(wrong).toEqual(["ledger"]);
    expect(find("ledger").found).toContain("credits: the entries make 5, the balance says 1005");
    expect(find("ledger").repaired).toBeNull();
  }, 60_000);

  test("finds counts that are wrong and an index that is damaged", async () => {
    tamper(data, "INSERT INTO answer_totals (app, count, bytes, floor) VALUES ('app_x', 3, 0, 0)");
    mkdirSync(join(data, "indexes"));
    const index = join(data, "indexes", `${"a".repeat(32)}.1.index`);
    writeFileSync(index, "not a sum\n{}\n");
    const { wrong, find } = await examined();
    expect(wrong).toEqual(["indexes"]);
    expect(find("indexes").found).toContain("answers of app_x: there are 0, the count says 3");
    expect(find("indexes").found).toContain(`the saved index ${index} cannot be used`);
  }, 60_000);

  test("removes what is past its time with --fix, and changes nothing without", async () => {
    const row = "'p', 'k', '[]', '{}', 0";
    const insert = `INSERT INTO answers (app, partition, key, content_hashes, answer, created_at) SELECT id, ${row} FROM apps`;
    tamper(data, insert);
    for (const _ of ["once", "twice"]) {
      const { wrong, find } = await examined();
      // Nobody but the program writes rows with their sums.
      expect(wrong).toEqual(["content", "leftovers"]);
      expect(find("leftovers").found).toBe("1 answers of the cache are past their time");
    }
    const fixed = await examined(["--fix"]);
    // The content is looked at before what is past its time goes.
    expect(fixed.wrong).toEqual(["content"]);
    expect(fixed.find("leftovers").repaired).toContain("what was past its time is gone");
    const after = await examined();
    expect(after.wrong).toEqual([]);
    expect(after.find("leftovers").repaired).toBeNull();
  }, 60_000);

  test("finds a folder that others may open, and closes it with --fix", async () => {
    chmodSync(data, 0o755);
    chmodSync(join(data, "dragoman.sqlite"), 0o644);
    const { wrong, find } = await examined();
    expect(wrong).toEqual(["permissions"]);
    expect(find("permissions").found).toContain(`others than the owner may open ${data}`);
    expect(statSync(data).mode & 0o777).toBe(0o755);
    expect((await examined(["--fix"])).wrong).toEqual([]);
    expect(statSync(data).mode & 0o777).toBe(0o700);
  }, 60_000);

  test("finds settings that are wrong, and examines the rest all the same", async () => {
    writeFileSync(join(data, "dragoman.toml"), "[server]\nprot = 1\n");
    const { wrong, find } = await examined([], { DRAGOMAN_DATA: data });
    expect(wrong).toEqual(["settings"]);
    expect(find("settings").found).toContain("server.prot");
    expect(find("ledger").ok).toBe(true);
  }, 60_000);

  test("finds a clock that went back, and variables that change the program", async () => {
    const future = Date.now() / 1000 + 86_400;
    utimesSync(join(data, "dragoman.lock"), future, future);
    const { wrong, find } = await examined([], { NODE_OPTIONS: "--no-warnings" });
    expect(wrong).toEqual(["clock", "environment"]);
    expect(find("environment").found).toBe("NODE_OPTIONS is set here");
  }, 60_000);

  test("finds a damaged database, which cannot even be opened", async () => {
    writeFileSync(join(data, "dragoman.sqlite"), "x".repeat(8_192));
    const { wrong, find } = await examined();
    expect(wrong).toEqual(["storage"]);
    expect(find("storage").found).toContain("is damaged");
  }, 60_000);

  test("finds a folder that is not there, and makes none", async () => {
    const nowhere = join(folder.path, "nowhere");
    const { status, out } = await dragoman(["doctor", "--data", nowhere]);
    expect(status).toBe(1);
    expect(out).toContain(`WRONG  folder        there is no folder ${nowhere}\n`);
    expect(out).toContain("to do: name the folder with --data");
    expect(readdirSync(folder.path)).toEqual(["data"]);
  });

  test("says which model server cannot be reached", async () => {
    writeFileSync(
      join(data, "dragoman.toml"),
      '[model]\nprovider = "openai"\nbase_url = "http://127.0.0.1:9/v1"\nname = "none"\n',
    );
    const { wrong, find } = await examined();
    expect(wrong).toContain("backend");
    expect(wrong).toContain("model");
    expect(find("backend").found).toContain("none");
    expect(find("backend").advice).toContain("base_url");
  }, 60_000);
});
