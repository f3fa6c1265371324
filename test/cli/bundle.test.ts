import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, json, newFolder } from "./dragoman.ts";

const folder = newFolder();
const here = ["--data", join(folder.path, "here")];
const there = ["--data", join(folder.path, "there")];
const lamp = {
  signature: "home-v1",
  name: "Home",
  tools: [
    {
      name: "set_lamp",
      description: "Turns a lamp on or off",
      parameters: {
        type: "object",
        properties: { room: { type: "string", "x-values": "rooms" }, on: { type: "boolean" } },
        required: ["room", "on"],
      },
    },
  ],
};
const cases = [
  { query: "turn on the lamp in the hall", tool: "set_lamp", parameters: { room: "hall", on: true } },
  { query: "what time is it", tool: "none" },
];
let owner: readonly string[];
let other: readonly string[];
let key: string;

function file(name: string, content: unknown): string {
  const path = join(folder.path, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const bundle = join(folder.path, "home.bundle");
const bring = (...typed: string[]) => dragoman(["import", bundle, ...typed, ...other]);

beforeAll(async () => {
  owner = ["--app", (await json(["app", "create", "Home", ...here])).app_id, ...here];
  other = ["--app", (await json(["app", "create", "Other", ...there])).app_id, ...there];
  await json(["values", "import", "rooms", file("rooms.txt", "kitchen\nhall\n"), ...owner]);
  await json(["import", file("home.json", lamp), ...owner]);
  const taught = ["--tool", "set_lamp", "--parameters", '{"room": "kitchen", "on": true}'];
  await json(["teach", "home-v1", "too dark to cook", ...taught, ...owner]);
  const lines = file("cases.jsonl", cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const made = await dragoman(["export", bundle, "--bundle", "--tests", `home-v1=${lines}`, ...owner]);
  expect(made).toMatchObject({ status: 0, out: "" });
  expect(made.err).toContain("home-v1: 2 of 2 test cases are right.");
  [key = ""] = /ed25519:[\w-]{43}/.exec(made.err) ?? [];
}, 60_000);
afterAll(() => folder.remove());

test("a bundle is a file that people can read, and that is not written over", async () => {
  const { key: signer, content } = JSON.parse(readFileSync(bundle, "utf8"));
  expect(signer).toBe(key);
  expect(content).toMatchObject({
    sets: [{ signature: "home-v1" }],
    value_lists: [{ name: "rooms", values: ["kitchen", "hall"] }],
    taught: [{ signature: "home-v1", cases: [{ query: "too dark to cook" }] }],
    tests: [{ sets: ["home-v1"], right: [true, true] }],
  });
  const again = await dragoman(["export", bundle, "--bundle", ...owner]);
  expect(again.status).toBe(1);
  expect(again.err).toContain("exists already");
}, 60_000);

test("nobody's bundle is taken, nor one that was changed on the way, and nothing of it is there", async () => {
  const refused = await bring();
  expect(refused.status).toBe(1);
  expect(refused.err).toContain(`${key} is nobody who is trusted here`);
  const changed = file("changed.bundle", readFileSync(bundle, "utf8").replace("a lamp", "every lamp"));
  const damaged = await dragoman(["import", changed, "--trust", key, ...other]);
  expect(damaged.status).toBe(1);
  expect(damaged.err).toContain("is not what was signed");
  expect(await json(["export", ...other])).toEqual([]);
}, 60_000);

test("a dry run tries everything and writes nothing; an import is all there, and its trial is gone", async () => {
  const dry = await bring("--trust", key, "--dry-run");
  expect(dry.status).toBe(0);
  expect(dry.out).toContain("tested: home-v1, 2 of 2 right here, 2 where it was made");
  expect(dry.out).toContain('would be created: the toolset "home-v1"');
  expect(await json(["export", ...other])).toEqual([]);
  const imported = await bring("--trust", key);
  expect(imported.status).toBe(0);
  expect(imported.out).toContain('created: the value list "rooms"\ncreated: the toolset "home-v1"\ntaught: 1 case\n');
  expect(existsSync(join(folder.path, "there/trial"))).toBe(false);
  const told = await dragoman(["ask", "home-v1", "too dark to cook", ...other]);
  expect(told.out).toContain("set_lamp");
  const again = await bring("--trust", key);
  expect(again.status).toBe(0);
  expect(again.out).toContain('unchanged: the value list "rooms"\nunchanged: the toolset "home-v1"\ntaught: 1 case\n');
}, 60_000);

test("what a killed import left behind goes with the next command", async () => {
  mkdirSync(join(folder.path, "there/trial"));
  file("there/trial/dragoman.sqlite", "half of it");
  await json(["app", "list", ...there]);
  expect(existsSync(join(folder.path, "there/trial"))).toBe(false);
}, 60_000);

test.each([
  ["export --tests x=y", ["export", "--tests", "home-v1=cases.jsonl"], "--tests goes with --bundle"],
  ["export --bundle --format csv", ["export", "--bundle", "--format", "csv"], "--format goes with sets alone"],
  ["export --bundle --tests without a set", ["export", "--bundle", "--tests", "cases.jsonl"], "--tests takes SET=FILE"],
  ["import of sets with --trust", ["import", "HOME", "--trust", "x"], "--trust is for a bundle"],
  ["import of sets with --min-accuracy", ["import", "HOME", "--min-accuracy", "95%"], "--min-accuracy is for a bundle"],
  ["import of a bundle with --only", ["import", "BUNDLE", "--only", "x"], "--only is for a file of sets"],
])(
  "%s is a mistake of whoever typed it",
  async (_, typed, says) => {
    const files: Readonly<Record<string, string>> = { HOME: join(folder.path, "home.json"), BUNDLE: bundle };
    const ran = await dragoman([...typed.map((word) => files[word] ?? word), ...owner]);
    expect(ran.status).toBe(2);
    expect(ran.err).toContain(says);
  },
  60_000,
);
