import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
let app: string;

beforeAll(async () => {
  app = (await json(["app", "create", "Shop", ...data])).app_id;
});
afterAll(() => folder.remove());

/** A file of the test's own; its path. */
function file(name: string, content: unknown): string {
  const path = join(folder.path, name);
  writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}

const lamp = {
  name: "light_on",
  description: "Turns on the lamp in a room",
  parameters: { type: "object", properties: { room: { type: "string" } }, required: ["romo"] },
  examples: ["turn on the lamp", "make it bright in here", "put the washing on"],
};
const washing = {
  name: "wash",
  description: "Starts the washing machine",
  examples: ["start the laundry", "wash my clothes please"],
};
const home = { signature: "home-v1", name: "Home", tools: [lamp, washing] };
const FOUND = `warning  home-v1 /tools/0/parameters/required/0 (required_unknown)
         "light_on" requires "romo", which is none of its properties
         instead: "room", which is a property; or leave it out of \`required\`
`;

const codesIn = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith("dragoman-lint-"));

describe("a file", () => {
  test("is read and compared without any data folder, and nothing is left of it", async () => {
    const before = leftovers();
    const { status, out, err } = await dragoman(["lint", file("home.json", home), "--data", join(folder.path, "none")]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toStartWith(FOUND);
    expect(out).toContain('"put the washing on" of "light_on" is nearer to "wash" than to its own');
    expect(out).toEndWith("2 warnings, 0 hints.\n");
    expect(leftovers()).toEqual(before);
    expect(readdirSync(folder.path)).not.toContain("none");
  }, 60_000);

  test("with --strict a warning is exit status 1, and a hint is none", async () => {
    const strict = await dragoman(["lint", file("home.json", home), "--strict", "--json"]);
    expect(strict.status).toBe(1);
    expect(codesIn(JSON.parse(strict.out))).toEqual(["required_unknown", "example_claimed"]);
    const hinting = { signature: "c-v1", name: "C", classes: [{ label: "refund" }, { label: "delivery" }] };
    const hinted = await dragoman(["lint", file("hinting.json", hinting), "--strict"]);
    expect({ status: hinted.status, last: hinted.out.split("\n").at(-2) }).toEqual({
      status: 0,
      last: "0 warnings, 2 hints.",
    });
  }, 60_000);

  test("of whatever `import` reads: CSV with a byte order mark and CR LF, a list of tools, an OpenAPI document", async () => {
    const csv = file("moods.csv", "\ufefftext,label\r\nHooray for you,glad\r\nhooray for you!,sad\r\n");
    expect(codesIn(await json(["lint", csv]))).toEqual(["example_in_two"]);
    const { examples: _, ...tool } = lamp;
    expect(codesIn(await json(["lint", file("tools.json", [{ type: "function", ...tool }])]))).toEqual([
      "required_unknown",
    ]);
    const document = {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: {
        "/a": { get: { operationId: "find_pet", summary: "Find a pet" } },
        "/b": { get: { operationId: "sell_pet", summary: "Sell a pet to somebody who wants it" } },
      },
    };
    const path = file("openapi.json", document);
    expect(codesIn(await json(["lint", path]))).toEqual(["description_repeats_name"]);
    expect(codesIn(await json(["lint", path, "--only", "sell_pet"]))).toEqual([]);
  }, 60_000);

  test.each([
    [
      "that is not there",
      "nowhere.json",
      /^dragoman: there is no file .*: for a set of an app, name the app with --app ID\n$/,
    ],
    ["that is empty", file("empty.json", ""), /is empty\n$/],
    ["that is broken JSON", file("broken.json", '{"tools": ['), /is no JSON/],
    ["that is no UTF-8", file("latin.json", new Uint8Array([0x7b, 0xe4, 0x7d])), /is no UTF-8 text/],
    ["of no known shape", file("other.json", { a: 1 }), /the file's shape is none that is known/],
    [
      "that would be refused",
      file("same.json", { ...home, tools: [washing, washing] }),
      /^dragoman: the toolset "home-v1": tools\.1\.name: "wash" is the name of tools\.0 already\n$/,
    ],
    [
      "with a schema that is none",
      file("schema.json", { ...home, tools: [{ ...lamp, parameters: { type: "strng" } }] }),
      /tools\.0\.parameters: #\/type is "strng"/,
    ],
    ["with too many tools", file("many.json", { ...home, tools: Array(129).fill(washing) }), /129 tools, at most 128/],
  ])(
    "%s is refused, and says why",
    async (_, path, says) => {
      const { status, out, err } = await dragoman(["lint", path]);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toMatch(says);
    },
    60_000,
  );

  test("with names that a terminal would obey shows none of them", async () => {
    const name = "x\u001b]0;owned\u0007\u202e\n";
    const parameters = { type: "object", properties: { [name]: { type: "object" } }, required: [`${name}2`] };
    const hostile = { ...home, tools: [{ ...washing, examples: [], parameters }] };
    const { status, out } = await dragoman(["lint", file("hostile.json", hostile)]);
    expect(status).toBe(0);
    expect(out).toContain("(required_unknown)");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }, 60_000);
});

describe("sets of an app", () => {
  const registering = async (set: object) => {
    await json(["import", file("set.json", set), "--app", app, ...data]);
  };

  test("an import says what reading shows, and imports all the same", async () => {
    const path = file("import.json", home);
    const trial = await dragoman(["import", path, "--app", app, ...data, "--dry-run"]);
    const warning =
      'warning  /tools/0/parameters/required/0: "light_on" requires "romo", which is none of its properties; ' +
      'instead: "room", which is a property; or leave it out of `required`\n';
    expect(trial.out).toContain(`would be created: the toolset "home-v1" with 2 tools\n${warning}Nothing was written`);
    const done = await dragoman(["import", path, "--app", app, ...data]);
    expect(done.out).toEndWith(`created: the toolset "home-v1" with 2 tools\n${warning}`);
  }, 60_000);

  test("are linted without a server, alone and together", async () => {
    await registering({ signature: "spa-v1", name: "Spa", tools: [{ name: "wash", description: "Washes a towel" }] });
    const alone = await json(["lint", "home-v1", "--app", app, ...data]);
    expect(codesIn(alone)).toEqual(["required_unknown", "example_claimed"]);
    expect(alone.compared).toEqual({ texts: 7, of: 7 });
    const together = await json(["lint", "home-v1, spa-v1", "--app", app, ...data]);
    expect(together.findings[0]).toMatchObject({ code: "equal_tool_names", set: "spa-v1", path: "/tools/0/name" });
    expect(together.compared).toEqual({ texts: 8, of: 8 });
  }, 60_000);

  test("and by a server that runs", async () => {
    const server: Server = await start(["serve", "--port", "0", ...data]);
    try {
      const { findings } = await json(["lint", "home-v1", "--app", app, ...data]);
      expect(codesIn({ findings })).toEqual(["required_unknown", "example_claimed"]);
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
  }, 60_000);

  test.each([
    [["lint", "nope-v1"], /the set "nope-v1" does not exist or is not assigned to this app/],
    [["lint", "home-v1", "--only", "wash"], /--only is for a file, and --app for a set of an app/],
    [["lint", " , "], /SET names no set/],
  ])(
    "%p is refused, and says why",
    async (words, says) => {
      const { status, err } = await dragoman([...words, "--app", app, ...data]);
      expect(status).toBeGreaterThan(0);
      expect(err).toMatch(says);
    },
    60_000,
  );

  test("of an app that is not there", async () => {
    const { status, err } = await dragoman(["lint", "home-v1", "--app", "app_nobody", ...data]);
    expect(status).toBe(1);
    expect(err).toMatch(/app_nobody/);
  }, 60_000);
});
