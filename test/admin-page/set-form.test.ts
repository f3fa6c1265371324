/** The form of a set: what it shows and gives back, and what is done in it, of any set that there may be. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ClassificationSetBody } from "#http/schemas/classification-set.ts";
import { ToolsetBody } from "#http/schemas/toolset.ts";
import { withValueAt } from "../../src/admin-page/json-path.ts";
import { type Control, meantBy, shownIn } from "../../src/admin-page/set-model/field-codecs.ts";
import {
  type FormField,
  fieldPointers,
  memberFields,
  parameterForms,
  setFields,
  shownOf,
  typedOf,
} from "../../src/admin-page/set-model/set-fields.ts";
import {
  movedMember,
  renamedParameter,
  withMember,
  withoutMember,
  withoutParameter,
  withParameter,
  withRequired,
} from "../../src/admin-page/set-model/set-parts.ts";

const text = fc.string({ maxLength: 12 });
const words = fc.array(text, { maxLength: 3 });
const anything = fc.jsonValue({ maxDepth: 2 });

/** Schemas with the keywords that the form knows, well written or not, and with others. */
const schema = fc.oneof(
  fc.record(
    {
      type: fc.oneof(fc.constantFrom("string", "integer", "number", "boolean", "array", "object"), anything),
      description: fc.oneof(text, anything),
      enum: fc.oneof(words, fc.array(fc.double({ noNaN: true })), anything),
      default: anything,
      minimum: fc.oneof(fc.double({ noNaN: true }), anything),
      "x-synonyms": fc.oneof(fc.dictionary(text, words), anything),
      "x-question": fc.oneof(text, fc.dictionary(text, text)),
      "x-examples": fc.oneof(words, anything),
      items: anything,
      other: anything,
    },
    { requiredKeys: [] },
  ),
  anything,
);
const tool = fc.record(
  {
    name: text,
    description: text,
    parameters: fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(text, schema),
        required: fc.oneof(words, anything),
        "x-response": anything,
        $defs: anything,
      },
      { requiredKeys: [] },
    ),
    examples: fc.oneof(words, anything),
    unheard_of: anything,
  },
  { requiredKeys: ["name"] },
);
const toolset = fc.record(
  {
    signature: text,
    name: text,
    description: text,
    tools: fc.array(tool, { minLength: 1, maxLength: 3 }),
    require_evidence: fc.oneof(fc.boolean(), anything),
    min_confidence: fc.oneof(fc.double({ noNaN: true }), anything),
    backend: text,
    unheard_of: anything,
  },
  { requiredKeys: ["signature", "name", "tools"] },
);

function fieldsOf(set: { readonly tools: readonly unknown[] }): readonly FormField[] {
  const ofTools = [...set.tools.keys()].flatMap((index) => [
    ...memberFields("toolset", index),
    ...parameterForms(set, index).flatMap(({ fields, more }) => [...fields, ...more]),
  ]);
  return [...setFields("toolset"), ...ofTools];
}

describe("the form of a set", () => {
  test("gives back what it shows: the set is the same to the letter, with all that the form does not know", () => {
    fc.assert(
      fc.property(toolset, (set) => {
        const written = JSON.stringify(set);
        let through: typeof set = set;
        for (const field of fieldsOf(set)) {
          const shown = shownOf(through, field);
          if (shown !== null) through = typedOf(through, field, shown);
        }
        expect(JSON.stringify(through)).toBe(written);
      }),
      { numRuns: 150 },
    );
  });

  test("changes the one field that is typed into, and shows what was typed", () => {
    const typed = fc.constantFrom("", "a", "0.5", "one\ntwo", "NYC: big apple, new york", "true");
    fc.assert(
      fc.property(toolset, typed, fc.nat(), (set, given, pick) => {
        const fields = fieldsOf(set).filter((field) => shownOf(set, field) !== null);
        const field = fields[pick % fields.length] as FormField;
        // A line holds no line break, and a choice nothing but its choices.
        if (shownIn(field.control, meantBy(field.control, given)) === null) return;
        const after = typedOf(set, field, given);
        expect(shownOf(after, field)).toBe(shownIn(field.control, meantBy(field.control, given)));
        const blank = (one: object) => JSON.stringify(withValueAt(one, field.path, "="));
        expect(blank(after)).toHaveLength(blank(set).length);
      }),
      { numRuns: 150 },
    );
  });

  test("has a field for everything that a set and its members may have", () => {
    const wire = { toolset: ToolsetBody, classification_set: ClassificationSetBody } as const;
    for (const [kind, body] of Object.entries(wire) as ["toolset", typeof ToolsetBody][]) {
      const names = setFields(kind).map(({ name }) => name as string);
      const members = kind === "toolset" ? "tools" : "classes";
      expect(Object.keys(body.properties).toSorted()).toEqual(["signature", members, ...names].toSorted());
    }
    const inTool = memberFields("toolset", 0).map(({ path }) => path[2]);
    expect(new Set(inTool)).toEqual(new Set(Object.keys(ToolsetBody.properties.tools.items.properties)));
    const inClass = memberFields("classification_set", 0).map(({ path }) => path[2]);
    expect(inClass).toEqual(Object.keys(ClassificationSetBody.properties.classes.items.properties));
  });
});

describe("what a control shows and means", () => {
  test.each<[Control, unknown, string | null]>([
    ["line", undefined, ""],
    ["line", "a\nb", null],
    ["line", 5, null],
    ["text", "a\nb", "a\nb"],
    ["number", 0.5, "0.5"],
    ["number", "many", "many"],
    ["flag", false, ""],
    ["choice", false, "false"],
    ["lines", ["a", "b c"], "a\nb c"],
    ["lines", ["a", ""], null],
    ["lines", ["a", 1], null],
    ["numbers", [1, 2.5], "1\n2.5"],
    ["synonyms", { NYC: ["new york", "big apple"] }, "NYC: new york, big apple"],
    ["synonyms", { "a:b": ["c"] }, null],
    ["synonyms", { a: ["b, c"] }, null],
  ])("a %s shows %j as %j", (control, value, shown) => expect(shownIn(control, value)).toBe(shown));

  test.each<[Control, string, unknown]>([
    ["line", "", undefined],
    ["number", " 1.50 ", 1.5],
    ["number", "many", "many"],
    ["flag", "", undefined],
    ["choice", "false", false],
    ["lines", "a\n\nb\n", ["a", "b"]],
    ["numbers", "1\nx", [1, "x"]],
    ["synonyms", "NYC: new york,\nLA\nNYC: big apple", { NYC: ["new york", "big apple"], LA: [] }],
  ])("in a %s %j means %j", (control, typed, meant) => expect(meantBy(control, typed)).toEqual(meant));
});

describe("what is done in the form", () => {
  const set = {
    signature: "home-v1",
    tools: [
      {
        name: "a",
        parameters: { type: "object", properties: { x: { type: "string" }, y: true }, required: ["x"], $defs: {} },
      },
      { name: "b" },
    ],
  };

  test("a tool is added behind the others, moved and removed, and the rest stays", () => {
    const added = withMember("toolset", set);
    expect(added.tools.map(({ name }) => name)).toEqual(["a", "b", ""]);
    expect(movedMember("toolset", added, 2, 0).tools.map(({ name }) => name)).toEqual(["", "a", "b"]);
    expect(movedMember("toolset", set, 0, -1)).toBe(set);
    expect(withoutMember("toolset", added, 2)).toEqual(set);
  });

  test("a parameter is renamed in its place and stays required; no other one is lost to its name", () => {
    const renamed = renamedParameter(set, 0, "x", "z");
    expect(JSON.stringify(renamed?.tools[0]?.parameters)).toBe(
      '{"type":"object","properties":{"z":{"type":"string"},"y":true},"required":["z"],"$defs":{}}',
    );
    expect(renamedParameter(set, 0, "x", "y")).toBeNull();
    expect(renamedParameter(set, 0, "x", "")).toBeNull();
  });

  test("a parameter is added by a free name, also where there was none, and taken out with its place in required", () => {
    const twice = withParameter(withParameter(set, 1), 1);
    const [first, second] = parameterForms(twice, 1);
    expect([first?.name, second?.name, first?.isRequired]).toEqual(["parameter", "parameter_2", false]);
    const required = withRequired(twice, 1, "parameter", true);
    expect(parameterForms(required, 1)[0]?.isRequired).toBe(true);
    expect(withoutParameter(required, 1, "parameter")).toEqual(withoutParameter(twice, 1, "parameter"));
    // A list that is broken stays broken, for the server to name.
    const broken = withValueAt(set, ["tools", "0", "parameters", "required"], "x") as typeof set;
    expect(withRequired(broken, 0, "y", true)).toBe(broken);
  });

  test("notes can stand at the set, at each member and at each field", () => {
    const pointers = fieldPointers("toolset", set);
    for (const pointer of [
      "/name",
      "/tools/1",
      "/tools/0/parameters/properties/x/description",
      "/tools/0/parameters/properties/y",
    ]) {
      expect(pointers.has(pointer)).toBe(true);
    }
  });
});
