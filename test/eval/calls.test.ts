import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { fieldsIn } from "../../scripts/eval/accepted-fields.ts";
import { bfclOutcome, callResultOf, severalOutcome } from "../../scripts/eval/bfcl.ts";
import { resolvedFrom, without } from "../../scripts/eval/resolving.ts";
import { figureIn, REFUSED, resolved } from "./answers.ts";

const TEST = {
  query: "light in the kitchen, please",
  functions: [
    {
      name: "lamp",
      description: "Switches a lamp",
      parameters: {
        type: "dict",
        properties: { on: { type: "boolean" }, room: { type: "string", default: "hall" } },
        required: ["on"],
      },
    },
  ],
  groundTruth: [{ lamp: { on: [true], room: ["", "kitchen"] } }],
};
const NOTHING_FITS = { ...TEST, groundTruth: [] };

describe("a call", () => {
  test.each([
    { name: "right", answer: resolved("lamp", { on: true }), right: true, rightTool: true, rightWithoutDefaults: true },
    {
      name: "wrong value",
      answer: resolved("lamp", { on: false }),
      right: false,
      rightTool: true,
      rightWithoutDefaults: false,
    },
    { name: "no tool", answer: resolved("none"), right: false, rightTool: false, rightWithoutDefaults: false },
    {
      name: "a default that the ground truth does not allow",
      answer: resolved("lamp", { on: true, room: "hall" }, { defaults_applied: ["room"] }),
      right: false,
      rightTool: true,
      rightWithoutDefaults: true,
    },
  ])("$name", ({ answer, right, rightTool, rightWithoutDefaults }) => {
    expect(callResultOf(TEST, answer)).toMatchObject({ right, rightTool, rightWithoutDefaults, refused: null });
  });

  test("that is not made is right where no tool fits", () => {
    expect(callResultOf(NOTHING_FITS, resolved("none"))).toMatchObject({ right: true, rightTool: true });
    expect(callResultOf(NOTHING_FITS, resolved("lamp", { on: true }))).toMatchObject({
      right: false,
      rightTool: false,
    });
  });

  test("that the contract refuses is wrong, also where no tool fits, and says why", () => {
    const refusal = resolvedFrom(REFUSED);
    expect(callResultOf(TEST, refusal)).toMatchObject({ right: false, refused: "validation_error" });
    expect(callResultOf(NOTHING_FITS, refusal)).toMatchObject({ right: false, rightTool: false });
  });

  test("is compared without defaults of nested parameters too, and stays as it is", () => {
    const parameters = { at: { city: "Rome", unit: "C" } };
    expect(without(parameters, ["at.unit", "gone.far"])).toEqual({ at: { city: "Rome" } });
    expect(parameters.at.unit).toBe("C");
  });
});

describe("the lines of a part", () => {
  const answers = [
    resolved("lamp", { on: true }),
    resolved("lamp", { on: false }),
    resolved("none"),
    resolvedFrom(REFUSED),
  ];
  const outcome = bfclOutcome(
    "BFCL lamps",
    answers.map(() => TEST),
    answers,
  );

  test("count a refused request as wrong, and name it", () => {
    expect(figureIn(outcome.lines, "exact call")).toBe(1 / 4);
    expect(figureIn(outcome.lines, "right tool")).toBe(2 / 4);
    expect(outcome.refused).toEqual({ "BFCL lamps: validation_error": 1 });
  });

  test("tell what is right among the calls that were made", () => {
    expect(figureIn(outcome.lines, "exact call among answered")).toBe(1 / 2);
    expect(figureIn(outcome.lines, "right tool among answered")).toBe(1);
  });

  test("are one where no tool fits", () => {
    const irrelevance = bfclOutcome("BFCL off", [NOTHING_FITS, NOTHING_FITS], answers.slice(1, 3));
    expect(irrelevance.lines.map(({ measure, value }) => [measure, value])).toEqual([["no call", 1 / 2]]);
  });

  test("leave what was refused out of the calibration, which judges the whole call, and beside it the tool alone", () => {
    const rights = (of: string) => outcome.verdicts.filter(({ family }) => family === of).map(({ right }) => right);
    expect(rights("tool calls")).toEqual([true, false, false]);
    expect(rights("tools alone")).toEqual([true, true, false]);
  });

  test("keep each answer with what was wanted", () => {
    expect(outcome.answers[1]).toMatchObject({
      part: "BFCL lamps",
      wanted: TEST.groundTruth,
      schema: TEST.functions[0]?.parameters,
      given: { tool: "lamp", parameters: { on: false } },
      right: false,
    });
  });
});

describe("several calls", () => {
  const kitchen = { lamp: { on: [true], room: ["kitchen"] } };
  const hall = { lamp: { on: [true], room: ["hall"] } };
  const wanted = { ...TEST, groundTruth: [kitchen, hall] };
  const inRoom = (room: string) => ({ tool: "lamp", parameters: { on: true, room }, confidence: 0.7 });
  const answered = (...calls: readonly object[]) =>
    resolvedFrom({
      status: 200,
      body: { resolved: calls[0] ?? { tool: "none", parameters: {} }, calls, metadata: { confidence: 0.9 } } as never,
      clientMs: 1,
    });

  test.each([
    { name: "all, in any order", answer: answered(inRoom("hall"), inRoom("kitchen")), exact: 1, tools: 1 },
    { name: "one of them twice", answer: answered(inRoom("hall"), inRoom("hall")), exact: 0, tools: 1 },
    { name: "one of them", answer: answered(inRoom("hall")), exact: 0, tools: 0 },
    { name: "one more", answer: answered(inRoom("hall"), inRoom("kitchen"), inRoom("hall")), exact: 0, tools: 0 },
    {
      name: "the one of a server that gives one",
      answer: resolved("lamp", { on: true, room: "hall" }),
      exact: 0,
      tools: 0,
    },
    { name: "none", answer: answered(), exact: 0, tools: 0 },
  ])("$name", ({ answer, exact, tools }) => {
    const { lines, verdicts, answers } = severalOutcome("BFCL parallel", [wanted], [answer]);
    expect(figureIn(lines, "all calls exact")).toBe(exact);
    expect(figureIn(lines, "all tools right")).toBe(tools);
    // Confidence is calibrated on single calls.
    expect(verdicts).toEqual([]);
    expect(answers[0]).toMatchObject({ right: exact === 1 });
  });

  test("that are wanted twice are given twice", () => {
    const twice = { ...TEST, groundTruth: [hall, hall] };
    const figures = [
      ["hall", "hall"],
      ["hall", "kitchen"],
    ].map((rooms) => {
      const { lines } = severalOutcome("BFCL parallel", [twice], [answered(...rooms.map(inRoom))]);
      return figureIn(lines, "all calls exact");
    });
    expect(figures).toEqual([1, 0]);
  });

  test("have what each of them lacks, and how sure each is; a single one has the answer's", () => {
    const lacking = { ...inRoom("hall"), missing_parameters: ["on"] };
    expect(answered(lacking, inRoom("kitchen")).calls).toMatchObject([
      { missing: ["on"], confidence: 0.7 },
      { missing: [], confidence: 0.7 },
    ]);
    const single = {
      resolved: { tool: "lamp", parameters: {} },
      metadata: { confidence: 0.4, missing_parameters: ["on"] },
    };
    expect(resolvedFrom({ status: 200, body: single, clientMs: 1 }).calls).toEqual([
      { tool: "lamp", parameters: {}, missing: ["on"], confidence: 0.4 },
    ]);
  });
});

describe("what the server takes", () => {
  const documentWith = (properties: JsonObject, schemas: JsonObject = {}) => ({
    components: { schemas: { ResolveBody: { properties }, ...schemas } },
  });

  test.each([
    { name: "one call", properties: {}, callsMax: null },
    { name: "several", properties: { calls_max: { type: "integer" } }, callsMax: 16 },
    { name: "several, up to a bound", properties: { calls_max: { type: "integer", maximum: 8 } }, callsMax: 8 },
  ])("$name", ({ properties, callsMax }) => {
    expect(fieldsIn(documentWith(properties)).callsMax).toBe(callsMax);
  });

  test("of what was said before, wherever its schema stands", () => {
    const entry = { type: "object", properties: { query: {}, tool: {} } };
    const within = documentWith({ history: { type: "array", items: entry } });
    const apart = documentWith({ history: { items: { $ref: "#/components/schemas/Entry" } } }, { Entry: entry });
    for (const document of [within, apart]) expect(fieldsIn(document).historyFields).toEqual(["query", "tool"]);
  });

  test("is never guessed", () => {
    expect(() => fieldsIn({})).toThrow("/openapi.json");
  });
});
