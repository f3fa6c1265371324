/** `values import`: lists of values out of files, right and wrong ones. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, json, newFolder } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
let app: string;

beforeAll(async () => {
  app = (await json(["app", "create", "Ward", ...data])).app_id;
});
afterAll(() => folder.remove());

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const importing = (name: string, path: string, ...more: string[]) =>
  dragoman(["values", "import", name, path, "--app", app, ...data, ...more]);

describe("a file of values", () => {
  test("a value a line, with a byte order mark, CRLF and empty lines", async () => {
    const path = file("towns.txt", "\ufeffBonn\r\n\r\n New York \r\nRome, Italy");
    const dry = await importing("towns", path, "--dry-run");
    expect(dry).toEqual({
      status: 0,
      err: "",
      out: 'would be written: the value list "towns" with 3 values\nNothing was written: --dry-run.\n',
    });
    expect(await importing("towns", path)).toMatchObject({
      status: 0,
      out: 'created: the value list "towns" with 3 values\n',
    });
    expect(await importing("towns", path)).toMatchObject({ status: 1, out: "" });
    expect((await importing("towns", path)).err).toContain(
      'the value list "towns" is there already: --replace replaces it',
    );
    const { out } = await importing("towns", path, "--replace", "--json");
    expect(JSON.parse(out)).toMatchObject({ outcome: "replaced", name: "towns", count: 3 });
  }, 60_000);

  test("JSON Lines, with other words", async () => {
    const path = file(
      "drugs.jsonl",
      '{"value": "Paracetamol 500", "synonyms": ["tylenol"]}\n"Ibuprofen 400"\n{"value": "ASS"}\n',
    );
    expect((await importing("drugs", path)).out).toBe('created: the value list "drugs" with 3 values\n');
  }, 60_000);

  test("100,000 of them", async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `part number ${at}`);
    expect((await importing("parts", file("parts.txt", lines.join("\n")))).out).toBe(
      'created: the value list "parts" with 100000 values\n',
    );
  }, 60_000);
});

describe("a wrong file is refused with the line, and nothing is written", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["empty.txt", " \n", "needs at least 1 value"],
    ["latin.txt", new Uint8Array([0x4d, 0xfc]), "is no UTF-8 text"],
    ["twice.txt", "Bonn\n\nRome\nBONN\n", 'line 4: "BONN" means line 1 already'],
    ["broken.jsonl", '{"value": "a"}\n{"value": \n', "line 2: is no JSON"],
    ["plain.jsonl", '"a"\nb\n', "line 2: is no JSON, as the first line is"],
    ["field.jsonl", '{"value": "a"}\n\n{"value": "b", "words": []}\n', 'line 3: must be {"value": TEXT'],
    ["number.jsonl", '{"value": "a", "synonyms": [1]}\n', "line 1: must be"],
    ["long.txt", `a\n${"b".repeat(257)}\n`, "line 2"],
    ["many.txt", "a\n".repeat(100_001), "has 100001/100000 values: split them"],
  ])(
    "%s",
    async (name, content, says) => {
      const { status, out, err } = await importing("wrong", file(name, content));
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toContain(says);
    },
    60_000,
  );

  test("a name that no schema could have", async () => {
    const { status, err } = await importing("my list", file("right.txt", "a\n"));
    expect(status).toBe(1);
    expect(err).toContain("must be 1–128 letters, digits");
  }, 60_000);

  test("no file of the name, and no app", async () => {
    expect((await importing("wrong", join(folder.path, "nowhere.txt"))).err).toContain("there is no file");
    const { err } = await dragoman(["values", "import", "a", file("right.txt", "a\n"), "--app", "app_none", ...data]);
    expect(err).toContain("app_none");
  }, 60_000);
});
