/** Other words for values, as exports have them: what becomes `x-synonyms`, and what is said to be dropped. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { checkedTools } from "#core/toolset.ts";
import { read, told, toolsOf } from "../reading.ts";

type Sublist = readonly [value: string, ...synonyms: string[]];

/** A project of CLU with one list, and as many intents that take it. */
function project(sublists: readonly Sublist[], intents = 1) {
  const names = Array.from({ length: intents }, (_, at) => `Intent${at}`);
  return {
    projectFileVersion: "2023-04-01",
    stringIndexType: "Utf16CodeUnit",
    metadata: { projectKind: "Conversation", projectName: "Shop", language: "en-us" },
    assets: {
      projectKind: "Conversation",
      intents: names.map((category) => ({ category })),
      entities: [
        {
          category: "Size",
          list: {
            sublists: sublists.map(([listKey, ...values]) => ({
              listKey,
              synonyms: [{ language: "en-us", values }],
            })),
          },
        },
      ],
      utterances: names.map((intent, at) => ({
        text: `say small ${at}`,
        language: "en-us",
        intent,
        entities: [{ category: "Size", offset: 4, length: 5 }],
      })),
    },
  };
}

function read1(sublists: readonly Sublist[], intents = 1) {
  const reading = read(project(sublists, intents), { making: "tools" });
  const tools = toolsOf(reading);
  checkedTools(tools);
  const properties = tools[0]?.parameters?.properties as { readonly Size: JsonObject };
  return { size: properties.Size, notes: told(reading).filter((line) => line.includes("synonym")), tools };
}

describe("synonyms of a list", () => {
  test("are kept beside its values", () => {
    const { size, notes } = read1([["small", "tiny", "wee", "Small"], ["large"]]);
    expect(size).toEqual({ type: "string", enum: ["small", "large"], "x-synonyms": { small: ["tiny", "wee"] } });
    expect(notes).toEqual([]);
  });

  test("of two values, and such that are values, are dropped", () => {
    const { size, notes } = read1([
      ["small", "tiny", "large"],
      ["large", "TINY"],
    ]);
    expect(size["x-synonyms"]).toEqual({ small: ["tiny"] });
    expect(notes).toEqual(["dropped 2 synonyms of Size: each means another value as well"]);
  });

  test("that nothing can say are dropped", () => {
    const { size, notes } = read1([["small", "…", "a".repeat(129), "👌"]]);
    expect(size["x-synonyms"]).toEqual({ small: ["👌"] });
    expect(notes).toEqual(["dropped 2 synonyms of Size: a synonym has a letter or a sign, and at most 128 characters"]);
  });

  test("are dropped where they are more than the parameters may hold", () => {
    const many = Array.from(
      { length: 300 },
      (_, at): Sublist => [`v${at}`, ...Array.from({ length: 6 }, (_, n) => `word ${at} ${n}`)],
    );
    const { size, notes } = read1(many);
    expect(size["x-synonyms"]).toBeUndefined();
    expect(notes).toEqual(["dropped 1800 synonyms of Size: they are more than the parameters may hold"]);
  });

  test("are dropped where all tools together may hold no more", () => {
    const many = Array.from({ length: 100 }, (_, at): Sublist => [`v${at}`, `word ${at}`]);
    expect(read1(many, 20).notes).toEqual([]);
    expect(read1(many, 40).notes).toEqual(["dropped 100 synonyms of Size: they are more than the parameters may hold"]);
  });
});
