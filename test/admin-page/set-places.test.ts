/** Where in a set is what the server refuses it for, and what may stand there: of the server's own words, and the wire's own schemas. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { jsonLanguage } from "@codemirror/lang-json";
import fc from "fast-check";
import { AppError } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { setLanguage } from "../../scripts/set-language.ts";
import { pathAt, rangeOf } from "../../src/admin-page/json-editor/json-tree.ts";
import { pathOfPointer, pointerOf, valueAt, withValueAt } from "../../src/admin-page/json-path.ts";
import { definitionChanges } from "../../src/admin-page/set-model/definition-changes.ts";
import { expectedAt, proposedNames, proposedValues } from "../../src/admin-page/set-model/set-language.ts";
import { noteOfFinding, noteOfRefusal, notesByField } from "../../src/admin-page/set-model/set-notes.ts";
import { Refusal, Unreachable } from "../../src/admin-page/transport.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
});
afterAll(() => server.close());

const toolWith = (properties: object, more: object = {}) => ({
  name: "a",
  description: "Does it",
  parameters: { type: "object", properties },
  ...more,
});
const setWith = (...tools: unknown[]) => ({ signature: "home-v1.0", name: "Home", tools });

/** The place of the refusal, as a pointer. */
async function refusedAt(set: { readonly signature: string }): Promise<string> {
  const args = { app_id: owner.appId, sets: [set], existing: "replace" } as unknown as JsonObject;
  const failure = await server.app.operator.run("import.check", args, "a test").catch((refused: unknown) => refused);
  if (!(failure instanceof AppError)) throw new Error("it was not refused");
  const { code, message, details } = failure;
  return pointerOf(noteOfRefusal(new Refusal(400, code, message, details ?? {}), set)?.path ?? ["no note"]);
}

describe("what the server refuses a set for", () => {
  test.each<[string, { readonly signature: string }, string]>([
    ["a type that is none", setWith(toolWith({ c: { type: "strng" } })), "/tools/0/parameters/properties/c/type"],
    [
      "a name with a slash",
      setWith(toolWith({ "w/e ~": { type: "x" } })),
      "/tools/0/parameters/properties/w~1e ~0/type",
    ],
    ["a pattern", setWith(toolWith({ c: { type: "string", pattern: "(" } })), "/tools/0/parameters/properties/c"],
    ["a name that is taken", setWith(toolWith({}), toolWith({})), "/tools/1/name"],
    ["a missing description", setWith({ name: "a" }), "/tools/0"],
    ["a field that nobody knows", setWith({ ...toolWith({}), foo: 1 }), "/tools/0/foo"],
    ["a name that is no text", { ...setWith(toolWith({})), name: 5 } as never, "/name"],
    ["no tools", setWith(), "/tools"],
    ["a backend that there is not", { ...setWith(toolWith({})), backend: "zz" } as never, "/backend"],
  ])("is told where %s stands", async (_, set, place) => expect(await refusedAt(set)).toBe(place));

  test("is no note where it is about something else", () => {
    expect(noteOfRefusal(new Refusal(402, "payment_required", "x"), setWith())).toBeNull();
    expect(noteOfRefusal(new Unreachable("no answer"), setWith())).toBeNull();
  });

  test("stands beside the nearest field around it", () => {
    const noteAt = (path: string) =>
      noteOfFinding({ code: "x", severity: "hint", set: "home-v1", path, message: path, instead: "" });
    const fields = new Set(["", "/tools/0", "/tools/0/description"]);
    const placed = notesByField(["/tools/0/description", "/tools/0/examples/3", "/tools/1"].map(noteAt), fields);
    expect([...placed].map(([field, notes]) => [field, ...notes.map(({ message }) => message)])).toEqual([
      ["/tools/0/description", "/tools/0/description"],
      ["/tools/0", "/tools/0/examples/3"],
      ["", "/tools/1"],
    ]);
  });
});

describe("a place in JSON", () => {
  const places = fc.array(fc.constantFrom("a", "0", "1", "a/b", "~", ""), { maxLength: 4 });

  test("is the same as a pointer and as a path, and has what was put there", () => {
    fc.assert(
      fc.property(fc.jsonValue(), places, fc.jsonValue(), (value, path, put) => {
        expect(pathOfPointer(pointerOf(path))).toEqual(path);
        if (valueAt(value, path) !== undefined) expect(valueAt(withValueAt(value, path, put), path)).toEqual(put);
      }),
    );
  });

  test("is marked in the text, and found again from there, however deep it is", () => {
    const holding = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 });
    fc.assert(
      fc.property(holding, fc.nat(), (value, pick) => {
        const written = JSON.stringify(value, null, 2);
        const tree = jsonLanguage.parser.parse(written);
        const paths = pathsIn(value);
        const path = paths[pick % paths.length] ?? [];
        const { from, to } = rangeOf(tree, written, path);
        expect(pathAt(tree, written, to)).toEqual(path);
        expect(from).toBeLessThan(to);
      }),
    );
  });

  test("is found in what is not finished, too", () => {
    const written = '{"tools": [{"name": "a", "parameters": {"type": ';
    expect(pathAt(jsonLanguage.parser.parse(written), written, written.length - 1)).toEqual([
      "tools",
      "0",
      "parameters",
      "type",
    ]);
  });
});

function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const within = Object.entries(value).flatMap(([name, item]) => pathsIn(item, [...path, name]));
  return path.length === 0 ? within : [path, ...within];
}

describe("what may stand at a place", () => {
  const language = setLanguage();
  const names = (path: readonly string[], present: readonly string[] = []) =>
    proposedNames(expectedAt(language, "toolset", path), present).map(({ written }) => written);
  const values = (path: readonly string[]) =>
    proposedValues(expectedAt(language, "toolset", path)).map(({ written }) => written);
  const city = ["tools", "0", "parameters", "properties", "city"];

  test("are the fields of the wire, with their descriptions, without those that are there", () => {
    expect(names(["tools", "0"], ["name"])).toEqual(['"description"', '"parameters"', '"examples"']);
    const [signature] = proposedNames(expectedAt(language, "classification_set", []), []);
    expect([signature?.written, signature?.description]).toEqual(['"signature"', expect.stringContaining("unique")]);
  });

  test("are keywords within a schema, also deep in it, and the values of those that have few", () => {
    for (const path of [city, [...city, "items"], [...city, "anyOf", "2", "properties", "x"]]) {
      expect(names(path)).toEqual(expect.arrayContaining(['"type"', '"x-synonyms"', '"x-values"', '"enum"']));
    }
    expect(values([...city, "type"])).toContain('"integer"');
    expect(values([...city, "items", "format"])).toContain('"date-time"');
    expect(values(["require_evidence"])).toEqual(["true", "false"]);
  });

  test("is nothing where anything goes", () => {
    expect(expectedAt(language, "toolset", ["nobody", "knows"])).toBeNull();
    expect(names([...city, "enum", "0"])).toEqual([]);
  });
});

describe("what is different between two definitions", () => {
  const before = {
    name: "Home",
    tools: [{ name: "a", description: "x", parameters: { properties: { c: {} } } }, { name: "b" }],
  };

  test("is told by the names of tools, whatever their places", () => {
    const after = {
      name: "Home",
      tools: [{ name: "c" }, { name: "a", description: "y", parameters: { properties: {} } }],
    };
    expect(definitionChanges(before, after).map(({ kind, place }) => `${kind} ${place.join(".")}`)).toEqual([
      "changed tools.a.description",
      "removed tools.a.parameters.properties.c",
      "removed tools.b",
      "added tools.c",
    ]);
  });

  test("is nothing where nothing is, and the order where only that is", () => {
    expect(definitionChanges(before, structuredClone(before))).toEqual([]);
    const turned = { ...before, tools: before.tools.toReversed() };
    expect(definitionChanges(before, turned)).toEqual([
      { kind: "changed", place: ["tools"], before: ["a", "b"], after: ["b", "a"] },
    ]);
  });
});
