import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, json, newFolder } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
const lamp = (rooms: readonly string[]) => ({
  signature: "home-v1",
  name: "Home",
  tools: [
    {
      name: "set_lamp",
      description: "Turns a lamp on or off",
      parameters: {
        type: "object",
        properties: { room: { type: "string", enum: rooms }, on: { type: "boolean" } },
        required: ["room", "on"],
      },
    },
  ],
});
let owner: readonly string[];

function file(name: string, content: unknown): string {
  const path = join(folder.path, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

beforeAll(async () => {
  const { app_id } = await json(["app", "create", "Home", ...data]);
  owner = ["--app", app_id, ...data];
  await json(["import", file("home.json", lamp(["kitchen", "hall"])), ...owner]);
}, 60_000);
afterAll(() => folder.remove());

const diff = (...typed: string[]) => dragoman(["diff", ...typed, ...owner]);

test("without cases there is nothing to replay", async () => {
  const ran = await diff("home-v1", file("new.json", lamp(["hall"])));
  expect(ran.status).toBe(1);
  expect(ran.err).toContain('there is nothing to replay: "home-v1" was taught no cases');
}, 60_000);

test("what was taught is replayed, and the set stays as it is", async () => {
  const call = ["--tool", "set_lamp", "--parameters", '{"room": "kitchen", "on": true}'];
  await json(["teach", "home-v1", "too dark to cook", ...call, ...owner]);
  const before = await json(["export", ...owner]);
  const ran = await diff("home-v1", file("new.json", lamp(["hall"])), "--fail-on-change");
  expect(ran.status).toBe(1);
  expect(ran.out).toContain("1 replayed, 1 changes");
  expect(ran.out).toContain('"too dark to cook" is broken');
  expect(ran.out).toContain("lacks room");
  expect(await json(["export", ...owner])).toEqual(before);
  const same = await diff("home-v1", join(folder.path, "home.json"), "--fail-on-change");
  expect(same).toMatchObject({ status: 0, out: "1 replayed, 0 change\n" });
}, 60_000);

test("standard input is read once", async () => {
  const ran = await diff("home-v1", "-", "-");
  expect(ran.status).toBe(2);
  expect(ran.err).toContain("FILE and CASES are both standard input");
}, 60_000);

test("a file of cases, and all of it in JSON", async () => {
  const call = { tool: "set_lamp", parameters: { room: "hall", on: true } };
  const cases = file("cases.jsonl", `${JSON.stringify({ query: "turn on the lamp in the hall", ...call })}\n`);
  const found = await json(["diff", "home-v1", file("new.json", lamp(["hallway"])), cases, ...owner]);
  expect(found).toMatchObject({ replayed: 1, changed: 1, broken: 1, mended: 0, changes: [{ turn: "broken" }] });
  expect(readFileSync(cases, "utf8")).toContain("hall");
}, 60_000);

test("a log that has nothing of the set adds nothing", async () => {
  await json(["log", "on", ...owner]);
  const found = await json(["diff", "home-v1", file("new.json", lamp(["hall"])), "--log", ...owner]);
  expect(found).toMatchObject({ replayed: 1, changed: 1 });
}, 60_000);

test("what only the proposed set teaches is gone with the command (T-45)", async () => {
  const [tool] = lamp(["hall"]).tools;
  const taught = { ...lamp(["hall"]), tools: [{ ...tool, examples: ["it is too dark in here", "lights out"] }] };
  const found = await json(["diff", "home-v1", file("taught.json", taught), ...owner]);
  expect(found).toMatchObject({ replayed: 1 });
  const { checks } = await json(["doctor", ...data]);
  expect(checks).toContainEqual(expect.objectContaining({ check: "vectors", ok: true }));
}, 60_000);

test.each([
  [["home-v2", "home.json"], 'the toolset "home-v2" does not exist'],
  [["home-v1", "nowhere.json"], "there is no file"],
  [["home-v1", "broken.json"], 'did you mean "boolean"?'],
  [["home-v1", "home.json", "broken.jsonl"], "does not say what is right"],
] as const)(
  "%j ends with a reason",
  async (typed, reason) => {
    const [set, ...files] = typed;
    file("broken.json", JSON.stringify(lamp(["hall"])).replace('"boolean"', '"boolea"'));
    file("broken.jsonl", '{"query": "x"}\n');
    const ran = await diff(set, ...files.map((name) => join(folder.path, name)));
    expect(ran.status).toBe(1);
    expect(ran.err).toContain(reason);
  },
  60_000,
);
