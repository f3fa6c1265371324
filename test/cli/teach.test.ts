import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
const parameters = { room: "kitchen" };
let owner: readonly string[];
let server: Server | null = null;

beforeAll(async () => {
  const { app_id } = await json(["app", "create", "Home", ...data]);
  owner = ["--app", app_id, ...data];
  const path = join(folder.path, "tools.json");
  const light = { name: "light_on", description: "Light", parameters: { properties: { room: { type: "string" } } } };
  writeFileSync(path, JSON.stringify([{ type: "function", function: light }]));
  for (const signature of ["home-v1", "home-v3", "home-v4"])
    await json(["import", path, "--signature", signature, ...owner]);
  const sets = join(folder.path, "support.csv");
  writeFileSync(sets, "text,label\nWhere is my parcel?,delivery\nI want my money back,refund\n");
  await json(["import", sets, "--signature", "support-v1", ...owner]);
}, 60_000);
afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.ended;
  await folder.remove();
});

const teach = (set: string, sentence: string, ...more: string[]) => json(["teach", set, sentence, ...owner, ...more]);

describe.each(["without a server", "with one that runs"])("%s", (where) => {
  beforeAll(async () => {
    if (where === "with one that runs") server = await start(["serve", "--port", "0", ...data]);
  }, 60_000);

  test("a set is taught, shown, and taught something else", async () => {
    const taught = await teach(
      "home-v1",
      "it is dark",
      "--tool",
      "light_on",
      "--parameters",
      JSON.stringify(parameters),
    );
    expect(taught).toMatchObject({ query: "it is dark", tool: "light_on", parameters });
    const calls = [
      { tool: "light_on", parameters },
      { tool: "light_on", parameters: { room: "hall" } },
    ];
    await teach("home-v1", "good evening", "--calls", JSON.stringify(calls));
    await teach("home-v1", "leave it", "--tool", "none");
    expect(await json(["case", "list", "home-v1", ...owner])).toMatchObject([
      { tool: "light_on" },
      { calls },
      { tool: "none" },
    ]);
    expect(await teach("support-v1", "it never came", "--label", "delivery")).toMatchObject({ label: "delivery" });
    expect(await json(["case", "remove", "home-v1", taught.case_id, "--yes", ...owner])).toEqual(taught);
    expect(await json(["case", "list", "home-v1", ...owner])).toHaveLength(2);
  }, 60_000);

  test("cases are written as test cases, and over no file", async () => {
    const path = join(folder.path, `${where}.jsonl`);
    expect(await dragoman(["case", "list", "support-v1", path, ...owner])).toMatchObject({
      status: 0,
      err: "1 case.\n",
    });
    expect(readFileSync(path, "utf8")).toBe('{"query":"it never came","label":"delivery"}\n');
    expect((await dragoman(["case", "list", "support-v1", path, ...owner])).status).toBe(1);
    for (const file of [`${path}.too`, "-"])
      expect(await json(["case", "list", "support-v1", file, ...owner])).toEqual(
        await json(["case", "list", "support-v1", ...owner]),
      );
    expect(readFileSync(`${path}.too`, "utf8")).toBe(readFileSync(path, "utf8"));
    rmSync(`${path}.too`);
    expect((await dragoman(["case", "list", "support-v1", "-", ...owner])).out).toBe(readFileSync(path, "utf8"));
  }, 60_000);

  test("a file of cases is taught, but for what the set could never answer", async () => {
    const path = join(folder.path, `${where} in.jsonl`);
    const lines = [
      { query: "so dark", tool: "light_on", parameters },
      { query: "heat", tool: "heat" },
      { query: "go on", tool: "none", context: "x" },
      { query: "both", tool: "light_on", parameters, accept: [{ tool: "none" }] },
    ];
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const ran = await dragoman(["case", "import", "home-v3", path, ...owner]);
    expect(ran.status).toBe(1);
    expect(ran.out).toBe("2 taught\n");
    expect(ran.err).toContain("line 3 is left out");
    expect(ran.err).toContain('line 2 is refused: tool: "heat" is none of the tools of "home-v3"');
    const taught = (await json(["case", "list", "home-v3", ...owner])).map((one: { query: string }) => one.query);
    expect(taught).toEqual(expect.arrayContaining(["so dark", "both"]));
    expect(taught).not.toContain("heat");
  }, 60_000);

  test("a file of test cases teaches no half answer, and not two of one sentence", async () => {
    const path = join(folder.path, `${where} half.jsonl`);
    const lines = [
      { query: "brighter please", tool: "light_on" },
      { query: "so dim here", tool: "light_on", parameters: {} },
      { query: "So dim  here", tool: "light_on", parameters },
      { query: "all bright", calls: [{ tool: "light_on", parameters }, { tool: "light_on" }] },
      { query: "never mind that", tool: "none" },
    ];
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const ran = await dragoman(["case", "import", "home-v4", path, ...owner]);
    expect(ran.err).toContain('line 1 is refused: parameters: "light_on" takes some: write them, or {}');
    expect(ran.err).toContain("line 3 is left out: line 2 says something else of the same words");
    expect(ran.err).toContain('line 4 is refused: parameters: "light_on" takes some');
    expect(ran).toMatchObject({ out: "2 taught\n", status: 1 });
    expect(await json(["case", "list", "home-v4", ...owner])).toMatchObject([
      { query: "so dim here", parameters: {} },
      { query: "never mind that" },
    ]);
    const labels = join(folder.path, `${where} labels.jsonl`);
    writeFileSync(labels, '{"query": "both of it", "labels": ["delivery", "refund"]}\n');
    const several = await dragoman(["case", "import", "support-v1", labels, ...owner]);
    expect(several.err).toContain("case 1 is left out: a set is taught one label for a text");
    expect(several).toMatchObject({ out: "0 taught\n", status: 0 });
  }, 60_000);

  test.each([
    [["teach", "home-v1", "x"], 2, "--tool, --calls and --label"],
    [["teach", "home-v1", "x", "--tool", "light_on", "--label", "a"], 2, "--tool, --calls and --label"],
    [["teach", "home-v1", "x", "--label", "a", "--parameters", "{}"], 2, "--parameters belong to --tool"],
    [["teach", "home-v1", "x", "--tool", "light_on", "--parameters", "{room"], 2, "--parameters is no JSON"],
    [["teach", "home-v1", "x", "--tool", "heat"], 1, '"heat" is none of the tools of "home-v1"'],
    [
      ["teach", "home-v1", "x", "--tool", "light_on", "--parameters", '{"room": 7}'],
      1,
      '`room` is 7, and "light_on" takes a string',
    ],
    [["teach", "home-v2", "x", "--tool", "none"], 1, 'the toolset "home-v2" does not exist'],
    [["teach", "support-v1", "x", "--label", "fish"], 1, '"fish" is none of the classes of "support-v1"'],
    [["case", "remove", "home-v1", "case_1", "--yes"], 1, 'the case "case_1" does not exist in "home-v1"'],
    [["case", "list", "home-v2"], 1, 'the toolset "home-v2" does not exist'],
  ] as const)(
    "%j ends with %d",
    async (typed, status, message) => {
      const ran = await dragoman([...typed, ...owner]);
      expect(ran.status).toBe(status);
      expect(ran.err).toContain(message);
    },
    60_000,
  );
});
