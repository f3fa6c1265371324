import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tamper } from "../storage/backup-kit.ts";
import { makeOlderFolder } from "../storage/older-database.ts";
import { dragoman, dragomanRunning, json, newFolder, start } from "./dragoman.ts";

const LIGHT = [{ type: "function", function: { name: "light_on", description: "turns on the light in a room" } }];

let folder: ReturnType<typeof newFolder>;
let data: string;
let file: string;
let result: string;

beforeEach(() => {
  folder = newFolder();
  [data, file, result] = [join(folder.path, "data"), join(folder.path, "shop.backup"), join(folder.path, "result")];
});
afterEach(() => folder.remove());

async function shop(): Promise<string> {
  const { app_id } = await json(["app", "create", "Shop", "--plan", "free", "--data", data]);
  const tools = join(folder.path, "tools.json");
  writeFileSync(tools, JSON.stringify(LIGHT));
  await json(["import", tools, "--app", app_id, "--signature", "light-v1", "--data", data]);
  return app_id;
}

describe("backup and restore", () => {
  test("take what a running server has, and --verify has it answer", async () => {
    const id = await shop();
    const server = await start(["serve", "--port", "0", "--data", data]);
    await json(["app", "credit", id, "5", "--data", data]);
    const made = await json(["backup", file, "--data", data]);
    server.kill("SIGTERM");
    expect((await server.ended).status).toBe(0);
    const sha256 = new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("hex");
    expect(made).toMatchObject({ file, bytes: readFileSync(file).length, sha256 });
    expect(made.files).toMatchObject([{ name: "dragoman.sqlite" }]);
    const restored = await json(["restore", file, "--verify", "--data", result]);
    expect(restored).toMatchObject({ data_dir: result, file, sha256, verified: { ok: true } });
    const samples = restored.verified.checks.find(({ check }: { check: string }) => check === "samples");
    expect(samples.found).toBe('light-v1: "turns on the light in a room" is light_on');
    expect(await json(["app", "list", "--data", result])).toEqual(await json(["app", "list", "--data", data]));
    expect((await json(["app", "show", id, "--data", result])).requests_remaining).toBe(1_005);
  }, 60_000);

  test("say in words what they did, and what to do next", async () => {
    await shop();
    const made = await dragoman(["backup", file, "--data", data]);
    expect(made.status).toBe(0);
    expect(made.out).toStartWith(`${file}\n  bytes   `);
    expect(made.err).toBe("It holds signing keys and the hashes of API keys: keep it where nobody else can read it.\n");
    const restored = await dragoman(["restore", file, "--data", result]);
    expect(restored).toMatchObject({
      status: 0,
      err: `Every sum is right. "dragoman serve --data ${result}" starts it.\n`,
    });
    expect(restored.out).toContain("\n  backup  ");
  }, 60_000);

  test("Ctrl-C ends a backup at once, and leaves nothing behind", async () => {
    await shop();
    const pages = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)";
    const filling = "INSERT INTO secrets SELECT 'filler ' || i, hex(randomblob(1000000)) FROM n";
    tamper(data, `${pages} ${filling}`);
    const before = readdirSync(folder.path).sort();
    const running = dragomanRunning(["backup", file, "--data", data]);
    while (!readdirSync(folder.path).some((name) => name.endsWith(".copy"))) await Bun.sleep(5);
    running.kill("SIGINT");
    expect(await running.ended).toMatchObject({ status: 1, out: "", err: "dragoman: stopped: nothing was written\n" });
    expect(readdirSync(folder.path).sort()).toEqual(before);
  }, 60_000);

  test("a backup of an older schema is restored and verified", async () => {
    makeOlderFolder(data, 2);
    expect(await json(["backup", file, "--data", data])).toMatchObject({ schema: 2 });
    const { verified } = await json(["restore", file, "--verify", "--data", result]);
    expect(verified.ok).toBe(true);
    expect(await json(["app", "list", "--data", result])).toMatchObject([{ app_id: "app_one", name: "one" }]);
  }, 60_000);

  test("the settings come along, and broken ones stand in the way of --verify alone", async () => {
    await shop();
    writeFileSync(join(data, "dragoman.toml"), "[server]\nprot = 1\n");
    await json(["backup", file, "--data", data]);
    const { status, err } = await dragoman(["restore", file, "--verify", "--data", result]);
    expect(status).toBe(1);
    expect(err).toContain(`the backup was restored to ${result}, and every sum was right, but it cannot be opened: `);
    expect(err).toContain("server.prot");
    expect(readFileSync(join(result, "dragoman.toml"), "utf8")).toBe("[server]\nprot = 1\n");
  }, 60_000);

  test.each([
    [
      "a folder that is not empty",
      () => mkdirSync(join(result, "notes"), { recursive: true }),
      " is not empty (notes)",
    ],
    ["a file that is no backup", () => writeFileSync(file, "text"), " is no backup of Dragoman: "],
    ["a file that is not there", () => {}, "there is no file "],
  ])("refuse %s with exit status 1 and one line", async (_, prepare, words) => {
    if (words.includes("empty")) {
      await shop();
      await json(["backup", file, "--data", data]);
    }
    prepare();
    const { status, out, err } = await dragoman(["restore", file, "--json", "--data", result]);
    expect(status).toBe(1);
    expect(err).toMatch(/^dragoman: .*\n$/);
    expect(err).toContain(words);
    expect(JSON.parse(out).error.code).toBe("failed");
  });

  test("refuse a missing folder and a missing FILE", async () => {
    expect(await dragoman(["backup", file, "--data", data])).toMatchObject({
      status: 1,
      err: `dragoman: there is no data folder ${data}: name another with --data, or make it with "dragoman serve"\n`,
    });
    expect((await dragoman(["backup"])).status).toBe(2);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
