/** What was said and cannot be had: from a model's draft to the answer, its words and the cache, whatever the model. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import type { DraftCall, DraftUnfilled } from "#core/ports/models.ts";
import { responseText } from "#core/wording/response-text.ts";
import { FakeEmbedder, FakeModel } from "../fakes.ts";
import { openResolving, type Resolving } from "../models/resolving.ts";

const never = new AbortController().signal;
const LIGHT = {
  name: "set_light",
  description: "Set a light",
  parameters: {
    type: "object",
    properties: {
      room: { type: "string", enum: ["hall", "kitchen"], default: "hall" },
      brightness: { type: "integer", minimum: 1, maximum: 100 },
      name: { type: "string", minLength: 3, maxLength: 5 },
      place: { type: "object", properties: { floor: { type: "string", default: "ground" } } },
    },
    required: ["brightness"],
  },
} as const;

let house: Resolving;
let proposed: JsonObject;
let unfilled: readonly DraftUnfilled[];
let asked = 0;

beforeAll(async () => {
  const model = new FakeModel("at once");
  model.call = async (): Promise<DraftCall> => {
    asked += 1;
    const said = { confidence: 0.9, spans: {}, dependsOnClock: false, usedMemories: [], text: "Done!" };
    return { tool: 0, parameters: proposed, unfilled, ...said };
  };
  house = await openResolving({ model, embedder: new FakeEmbedder() });
  await house.toolsets.create(house.owner, "lights-v1", { name: "lights", tools: [LIGHT] });
});

afterAll(() => house.close());

const garden = (query: string): DraftUnfilled => {
  const start = query.indexOf("garden");
  return { parameter: "room", said: "garden", why: "not_an_option", span: { start, end: start + 6 } };
};

function resolve(query: string, draft: { parameters: JsonObject; unfilled?: readonly DraftUnfilled[] }, keep = false) {
  proposed = draft.parameters;
  unfilled = draft.unfilled ?? [];
  const request = { query, toolsets: ["lights-v1"] };
  return house.resolver.resolve(house.owner, request, { read: keep, write: keep }, never);
}

async function words(query: string, language: string, draft: { parameters: JsonObject; unfilled?: DraftUnfilled[] }) {
  const { resolved, unfilled: said, missingParameters: missing } = await resolve(query, draft);
  const told = { tool: LIGHT, parameters: resolved.parameters, missing, unfilled: said };
  return responseText(told, { language, instructions: "" });
}

describe("what a model says cannot be had", () => {
  test("is missing, though it may be left out, and no default hides it", async () => {
    const query = "the garden lights to 40";
    const answer = await resolve(query, { parameters: { brightness: 40 }, unfilled: [garden(query)] });
    expect(answer.resolved.parameters).toEqual({ brightness: 40 });
    expect(answer.missingParameters).toEqual(["room"]);
    expect(answer.defaultsApplied).toEqual([]);
    expect(answer.unfilled).toEqual([{ parameter: "room", said: "garden", why: "not_an_option", start: 4, end: 10 }]);
  });

  test("takes away what the model proposed all the same", async () => {
    const query = "the garden lights to 40";
    const answer = await resolve(query, { parameters: { brightness: 40, room: "hall" }, unfilled: [garden(query)] });
    expect(answer.resolved.parameters).toEqual({ brightness: 40 });
  });

  test("inside of an object leaves the rest of it", async () => {
    const said = { parameter: "place.floor", said: "roof", why: "not_allowed", span: null } as const;
    const answer = await resolve("roof to 40", { parameters: { brightness: 40, place: {} }, unfilled: [said] });
    expect(answer.resolved.parameters).toEqual({ brightness: 40, place: {}, room: "hall" });
    expect(answer.missingParameters).toEqual(["place.floor"]);
    expect(answer.unfilled).toEqual([{ parameter: "place.floor", said: "roof", why: "not_allowed" }]);
  });

  test("has its place in code points of the query as it was sent", async () => {
    const query = "🌙 the garden lights to 40";
    const answer = await resolve(query, { parameters: { brightness: 40 }, unfilled: [garden(query)] });
    expect(answer.unfilled[0]).toMatchObject({ start: 6, end: 12 });
  });
});

describe("a value that a model proposed and the schema does not allow", () => {
  test.each([
    ["lights to 150", { brightness: 150 }, "brightness", "150", "above_maximum"],
    ["lights to 0", { brightness: 0 }, "brightness", "0", "below_minimum"],
    ["lights to 2.5", { brightness: 2.5 }, "brightness", "2.5", "not_whole"],
    ["cellar lights to 5", { brightness: 5, room: "cellar" }, "room", "cellar", "not_an_option"],
    ["call it Xy, at 5", { brightness: 5, name: "Xy" }, "name", "Xy", "too_short"],
    ["call it Lamperl, at 5", { brightness: 5, name: "Lamperl" }, "name", "Lamperl", "too_long"],
  ] as const)("%p: %p", async (query, parameters, parameter, said, why) => {
    const answer = await resolve(query, { parameters });
    const start = query.indexOf(said);
    expect(answer.unfilled).toEqual([{ parameter, said, why, start, end: start + said.length }]);
    expect(answer.missingParameters).toContain(parameter);
    expect(answer.resolved.parameters).not.toHaveProperty(parameter);
  });

  test.each([
    ["lights to 150", { brightness: 100 }, [["brightness", "150", "above_maximum"]]],
    ["lights to 0", { brightness: 1 }, [["brightness", "0", "below_minimum"]]],
    ["lights to 100, not 150", { brightness: 100 }, []],
    ["lights all the way up", { brightness: 100 }, []],
    ["call it 150 and put it all the way up", { brightness: 100, name: "150" }, []],
  ])("%p: %p is no bound in place of what was said", async (query, parameters, expected) => {
    const answer = await resolve(query, { parameters });
    expect(answer.unfilled.map(({ parameter, said, why }) => [parameter, said, why])).toEqual(expected);
    expect(answer.missingParameters).toEqual(expected.map(([name]) => String(name)));
  });

  test.each([
    ["turn the lights down by 20", { brightness: 20 }, [["brightness", "20", "change"]]],
    ["turn the lights down to 20", { brightness: 20 }, []],
    ["lights up by 20, to 60", { brightness: 60 }, []],
  ])("%p: %p is no change in place of what it becomes", async (query, parameters, expected) => {
    const answer = await resolve(query, { parameters });
    expect(answer.unfilled.map(({ parameter, said, why }) => [parameter, said, why])).toEqual(expected);
    expect(answer.missingParameters).toEqual(expected.map(([name]) => String(name)));
  });

  test.each([
    ["call the lights all", { brightness: 5, name: "all" }, [["name", "all", "several"]]],
    ["call the lights any", { brightness: 5, name: "any" }, [["name", "any", "unnamed"]]],
    ["call the lights Any", { brightness: 5, name: "Any" }, []],
  ])("%p: a model's %p is no name", async (query, parameters, expected) => {
    const answer = await resolve(query, { parameters });
    expect(answer.unfilled.map(({ parameter, said, why }) => [parameter, said, why])).toEqual(expected);
  });

  test("is nobody's word where the query does not say it: the default is filled in", async () => {
    const answer = await resolve("lights to 5", { parameters: { brightness: 5, room: "attic" } });
    expect(answer.unfilled).toEqual([]);
    expect(answer.resolved.parameters).toEqual({ brightness: 5, room: "hall" });
  });
});

describe("in words", () => {
  const query = "the garden lights to 150";
  const draft = { parameters: { brightness: 150 }, unfilled: [garden(query)] };

  test.each([
    [
      "en",
      "“garden” is not possible for the room: hall or kitchen. “150” is not possible for the brightness: at most 100%. " +
        "What brightness, and which room?",
    ],
    [
      "de",
      "„garden“ ist für „room“ nicht möglich: hall oder kitchen. „150“ ist für „brightness“ nicht möglich: höchstens 100 %. " +
        "Bitte noch „brightness“: was soll es sein? Bitte noch „room“: was soll es sein?",
    ],
    [
      "fr",
      "« garden » n’est pas possible pour « room » : hall ou kitchen. « 150 » n’est pas possible pour « brightness » : au plus 100 %. " +
        "Il me manque « brightness » : quelle valeur ? Il me manque « room » : quelle valeur ?",
    ],
    [
      "es",
      "«garden» no es posible para «room»: hall o kitchen. «150» no es posible para «brightness»: 100 % como máximo. " +
        "Falta «brightness»: ¿qué valor? Falta «room»: ¿qué valor?",
    ],
  ])("%s", async (language, text) => {
    expect((await words(query, language, draft)).replace(/\s/gu, " ")).toBe(text);
  });

  test("a model's own words are not used: they may promise it", async () => {
    proposed = { brightness: 40 };
    unfilled = [garden(query)];
    const request = { query, toolsets: ["lights-v1"] };
    const { text } = await house.resolver.respond(house.owner, request, { read: false, write: false }, never);
    expect(text).toBe("“garden” is not possible for the room: hall or kitchen. Which room?");
  });
});

describe("the cache", () => {
  test("gives it again for the same words, with its place in them", async () => {
    const query = "put the garden lights to 40";
    const first = await resolve(query, { parameters: { brightness: 40 }, unfilled: [garden(query)] }, true);
    const count = asked;
    const again = await resolve("put  the garden  lights to 40", { parameters: {} }, true);
    expect(asked).toBe(count);
    expect(again.source).toBe("exact_cache");
    expect(again.missingParameters).toEqual(first.missingParameters);
    expect(again.unfilled).toEqual([{ ...first.unfilled[0], start: 9, end: 15 } as never]);
  });

  test("makes nothing of it for other words", async () => {
    const query = "make the garden lights 40";
    await resolve(query, { parameters: { brightness: 40 }, unfilled: [garden(query)] }, true);
    const other = await resolve("make the garden lights 60", { parameters: { brightness: 60 } }, true);
    expect(other.source).toBe("model");
    expect(other.unfilled).toEqual([]);
  });
});
