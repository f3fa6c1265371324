import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { dragoman, json, newFolder } from "./dragoman.ts";
import { type Zipped, zipped } from "./zipped.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
let app: string;

beforeAll(async () => {
  app = (await json(["app", "create", "Bakery", ...data])).app_id;
});
afterAll(() => folder.remove());

/** Files of the test's own, under a name; the path of that. */
function place(name: string, files: Readonly<Record<string, unknown>>): string {
  for (const [path, content] of Object.entries(files)) {
    const full = join(folder.path, name, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(
      full,
      typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content),
    );
  }
  return join(folder.path, name);
}
const file = (name: string, content: unknown) => join(place(".", { [name]: content }), name);
const importing = (path: string, ...more: string[]) => dragoman(["import", path, "--app", app, ...data, ...more]);
/** What is said of a file, without writing anything. */
const looking = (path: string, ...more: string[]) => importing(path, "--dry-run", ...more);

const NLU = `version: "3.1"
nlu:
- intent: order_cake
  examples: |
    - a cake for [Saturday](day)
    - I want a cake
- intent: opening_hours
  examples: |
    - when do you open
`;
const STORIES = `stories:
- story: orders
  steps:
  - user: cake please
    intent: order_cake
`;
const AGENT = {
  "agent.json": { displayName: "Bakery", defaultLanguageCode: "en" },
  "intents/order/order.json": { displayName: "order" },
  "intents/order/trainingPhrases/en.json": { trainingPhrases: [{ parts: [{ text: "a loaf please" }] }] },
};
const TOML = `[tools.bake]
description = "Bakes a loaf"
parameters = "schemas/bake.json"
[tools.lost]
description = "Lost"
parameters = "../outside.json"
`;
const SCHEMA = { type: "object", properties: { grams: { type: "integer" } } };

const agentText = Object.fromEntries(Object.entries(AGENT).map(([path, content]) => [path, JSON.stringify(content)]));

describe("a file, a folder and an archive", () => {
  test("one file of Rasa is told by its shape", async () => {
    const { status, out } = await looking(file("nlu.yml", NLU));
    expect({ status, out }).toEqual({
      status: 0,
      out: `${join(folder.path, "nlu.yml")} is training data of Rasa.
kept     order_cake: 2 examples
kept     opening_hours: 1 example
would be created: the classification set "nlu-v1" with 2 classes
Nothing was written: --dry-run.
`,
    });
  }, 60_000);

  test("a folder is read with what is in it; hidden files, links and other files are not", async () => {
    const project = place("rasa", {
      "data/nlu.yml": NLU,
      "tests/test_stories.yml": STORIES,
      "data/broken.yml": "a: [1",
      "actions/actions.py": "print()",
      ".git/config.json": "{",
      "node_modules/x/package.json": "{",
    });
    symlinkSync("/etc", join(project, "etc"));
    const { status, out } = await looking(project);
    expect(status).toBe(0);
    expect(out).toContain("kept     1 test case: for the file that --cases names, and in no set\n");
    expect(out).toMatch(/dropped {2}data\/broken\.yml: is no YAML: /);
    expect(out).toContain("dropped  etc: is a link, which is not followed\n");
    expect(out).toContain("dropped  1 other file: is no JSON, YAML or TOML\n");
    expect(out).toContain('the classification set "rasa-v1" with 2 classes\n');
    expect(out).not.toContain("node_modules");
  }, 60_000);

  test("an archive is read as its folder is, also from standard input, and nothing is unpacked to the disk", async () => {
    const archive = file("agent.zip", zipped(agentText));
    const before = readdirSync(folder.path);
    const { out } = await looking(archive);
    expect(out).toContain("agent.zip is an agent of Dialogflow CX.\nkept     order: 1 example\n");
    const cmd = [EXECUTABLE, "import", "-", "--app", app, "--dry-run", ...data];
    const child = Bun.spawn(cmd, { stdin: new Blob([readFileSync(archive)]), stdout: "pipe", stderr: "pipe" });
    expect(await child.stdout.text()).toContain('would be created: the classification set "bakery-v1" with 1 class\n');
    expect(readdirSync(folder.path)).toEqual(before);
  }, 60_000);

  test("stored and Windows-like entries, and folders in front, are the same archive", async () => {
    const entries = Object.entries(agentText).map(([path, content], index) => {
      return [`export\\${path.replaceAll("/", "\\")}`, { content, method: index % 2 === 0 ? 0 : 8 }] as const;
    });
    const archive = zipped({ "__MACOSX/._agent.json": "junk", ...Object.fromEntries(entries) });
    expect((await looking(file("windows.zip", archive))).out).toContain("kept     order: 1 example\n");
  }, 60_000);

  test("a configuration of TensorZero finds its schemas beside it, and none outside", async () => {
    place(".", { "outside.json": { type: "object" } });
    const config = join(place("zero", { "tensorzero.toml": TOML, "schemas/bake.json": SCHEMA }), "tensorzero.toml");
    const { out } = await looking(config);
    expect(out).toContain("is tools of TensorZero.\nkept     bake: [tools.bake]\n");
    expect(out).toContain(
      "dropped  lost: its schema ../outside.json lies outside of the folder: import the folder that holds both\n",
    );
    expect(out).toContain('the toolset "tensorzero-v1" with 1 tool\n');
  }, 60_000);

  test("a byte order mark and Windows' line ends change nothing", async () => {
    expect((await looking(file("bom.yml", `\uFEFF${NLU.replaceAll("\n", "\r\n")}`))).out).toContain(
      "kept     order_cake: 2 examples\n",
    );
    expect(
      (
        await looking(
          file(
            "bom.json",
            `\uFEFF${JSON.stringify({ luis_schema_version: "7", utterances: [{ text: "a", intent: "b" }] })}`,
          ),
        )
      ).out,
    ).toContain("is an app of LUIS.\n");
  }, 60_000);

  test("--as tools and --format say what is meant", async () => {
    expect((await looking(join(folder.path, "nlu.yml"), "--as", "tools", "--format", "rasa")).out).toContain(
      'would be created: the toolset "nlu-v1" with 2 tools\n',
    );
  }, 60_000);
});

describe("test cases", () => {
  test("are written, a line each, and never over a file that is there unless --force says so", async () => {
    const cases = join(folder.path, "cases.jsonl");
    const project = place("with-tests", { "nlu.yml": NLU, "stories.yml": STORIES });
    const trial = await looking(project, "--cases", cases);
    expect(trial.out).toContain(`would be written: ${cases} with 1 test case\n`);
    expect(existsSync(cases)).toBeFalse();
    const first = await importing(project, "--cases", cases);
    expect(first.out).toContain(`written: ${cases} with 1 test case\n`);
    expect(readFileSync(cases, "utf8")).toBe('{"query":"cake please","label":"order_cake"}\n');
    // Refused before anything is imported.
    const second = await importing(project, "--cases", cases, "--signature", "second-v1");
    expect(second).toMatchObject({ status: 1, err: expect.stringContaining(`${cases} exists already`) });
    expect(await json(["export", "--app", app, ...data])).toHaveLength(1);
    const third = await importing(project, "--cases", cases, "--force", "--replace", "--as", "tools");
    expect(third).toMatchObject({ status: 0 });
    expect(readFileSync(cases, "utf8")).toBe('{"query":"cake please","tool":"order_cake","parameters":{}}\n');
    expect(readdirSync(folder.path).filter((name) => name.includes(".new"))).toEqual([]);
  }, 60_000);

  test("that did not come along leave no file", async () => {
    const cases = join(folder.path, "none.jsonl");
    const { out } = await importing(file("small.yml", NLU), "--cases", cases);
    expect(out).toContain(`No test cases came along: ${cases} is not written.\n`);
    expect(existsSync(cases)).toBeFalse();
  }, 60_000);
});

describe("what cannot be read is refused in words, and exit status 1", () => {
  const agent = (changed: Readonly<Record<string, string | Zipped>>) => zipped({ ...agentText, ...changed });
  const bomb = Buffer.alloc(60 * 1024 * 1024, 0x20);

  test.each<[string, () => Uint8Array, string]>([
    [
      "leads out of it",
      () => agent({ "../../evil.json": "{}" }),
      'has a file called "../../evil.json", which leads out of it',
    ],
    ["leads out of it on Windows", () => agent({ "a\\..\\..\\evil.json": "{}" }), "which leads out of it"],
    ["has a whole path", () => agent({ "/etc/evil.json": "{}" }), "which leads out of it"],
    [
      "is large once unpacked",
      () => agent({ "a.json": { content: bomb }, "b.json": { content: bomb } }),
      "holds more than 67108864 bytes",
    ],
    [
      "is larger than it says",
      () => agent({ "a.json": { content: bomb, says: 10 } }),
      "a.json is damaged, or larger than the archive says",
    ],
    [
      "is smaller than it says",
      () => agent({ "a.json": { content: "{}", says: 10 } }),
      "a.json is damaged, or not what the archive says",
    ],
    [
      "has another sum",
      () => agent({ "a.json": { content: "{}", sum: 1 } }),
      "a.json is damaged, or not what the archive says",
    ],
    [
      "is encrypted",
      () => agent({ "a.json": { content: "{}", flags: 1 } }),
      "a.json is encrypted: unpack it, and name the folder",
    ],
    [
      "is packed in a way that is not known",
      () => agent({ "a.json": { content: "{}", method: 99 } }),
      "a.json is packed in a way that is not read (99)",
    ],
    ["is cut off", () => agent({}).subarray(0, 200), "is no whole zip archive: copy or pack it again"],
    ["has a damaged directory", () => damaged(agent({})), "is no whole zip archive: copy or pack it again"],
    ["is empty", () => zipped({}), "none of its files is an export of another platform"],
    [
      "holds nothing that is known",
      () => zipped({ "a.json": "{}", "b.txt": "b" }),
      "none of its files is an export of another platform",
    ],
  ])("an archive that %s", async (name, archive, words) => {
    const { status, err } = await importing(file(`${name.replaceAll(" ", "-")}.zip`, archive()));
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining(words) });
    expect(err).not.toContain("something unexpected");
  });

  /** Its directory is said to stand behind the end of the file. */
  function damaged(archive: Uint8Array): Uint8Array {
    const copy = Buffer.from(archive);
    copy.writeUInt32LE(copy.length + 10, copy.length - 6);
    return copy;
  }

  test.each<[string, () => string, readonly string[], string]>([
    [
      "a folder that is empty",
      () => place("empty", { ".hidden": "x" }),
      [],
      "none of its files is an export of another platform",
    ],
    [
      "a folder of something else",
      () => place("other", { "a.json": { a: 1 }, "b.yml": "b: [1" }),
      [],
      "none of its files is an export of another platform: name the file that is meant; b.yml is no YAML",
    ],
    [
      "a folder as a format of one file",
      () => place("tools", { "t.json": [] }),
      ["--format", "openai"],
      "name the file in it",
    ],
    ["TOML that is broken", () => file("bad.toml", "a = 1\n[tools"), [], "bad.toml is no TOML: line 2, column "],
    [
      "TOML of something else",
      () => file("other.toml", "a = 1"),
      [],
      "none of its files is an export of another platform",
    ],
    [
      "a file that is none of the format",
      () => file("x.json", { nlu: 1 }),
      ["--format", "rasa"],
      "the file is not training data of Rasa",
    ],
    [
      "--as for what has no intents",
      () => file("t.json", [{ name: "a", description: "b" }]),
      ["--as", "classes"],
      "--as is for exports with intents, and OpenAI tools, flat has none",
    ],
    [
      "tests without intents",
      () => file("batch.json", [{ text: "hello", entities: [] }]),
      [],
      "the file's shape is none that is known",
    ],
  ])("%s", async (_, path, more, words) => {
    const { status, err } = await importing(path(), ...more);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining(words) });
    expect(err).not.toContain("something unexpected");
  });

  test("--as takes two words", async () => {
    const { status, err } = await importing("x", "--as", "labels");
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('--as is classes or tools, and "labels" is none'),
    });
  });

  test("YAML of a folder that stands for billions of values is left, and the rest is read", async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
    const project = place("bombs", { "bomb.yml": ["a0: &a0 [x]", ...lines].join("\n"), "nlu.yml": NLU, "z.yml": NLU });
    const { out, err } = await looking(project);
    expect(out + err).toContain("has more than 2000000 values once its YAML aliases are followed");
    expect(out + err).toContain("kept     order_cake: 2 examples\n");
  }, 60_000);
});

describe("--report", () => {
  test("says how the set does here on the cases that came along", async () => {
    const path = place("reported", { "nlu.yml": NLU, "tests/test_stories.yml": STORIES });
    const { status, out } = await importing(path, "--signature", "reported-v1", "--report");
    expect(status).toBe(0);
    expect(out).toContain('created: the classification set "reported-v1" with 2 classes');
    expect(out).toContain("reported-v1: 1 case, answered by embedded-");
    expect(out).toMatch(/right +\d of 1/);
  }, 60_000);

  test("says that there is nothing to report", async () => {
    const { status, out } = await importing(file("alone.yml", NLU), "--signature", "alone-v1", "--report");
    expect(status).toBe(0);
    expect(out).toContain("No test cases came along: there is nothing to report.");
  }, 60_000);
});
