/** What a search for tools puts into English, and what it leaves as it is. */
import { describe, expect, test } from "bun:test";
import type { Tool } from "#core/toolset.ts";
import { SearchedInEnglish } from "#models/embedded/glossing/searched-in-english.ts";

const english = new SearchedInEnglish();
const openDoor: Tool = {
  name: "open_door",
  description: "Opens a door of the house",
  parameters: { type: "object", properties: { door: { type: "string", description: "Which door" } } },
  examples: ["let me in"],
};

describe("a query", () => {
  test.each([
    ["mach die Tür auf", "de", /open the door/],
    ["ouvre la porte", "fr", /open the door/],
    ["abre la ventana", "es", /open the window/],
    ["apri la porta", "it", /open the door/],
    ["doe de deur open", "nl", /open the door/],
  ])("%s is in English words", async (query, language, words) => {
    expect(await english.query(query, language)).toMatch(words);
  });

  test("in English, and in a language that nobody prepared, stays as it is", async () => {
    expect(await english.query("open the door", "en")).toBeNull();
    expect(await english.query("åbn døren", "da")).toBeNull();
  });
});

describe("tools", () => {
  test("that are in English are not made anew", async () => {
    expect(await english.tools([openDoor, { name: "ring", description: "Rings the bell" }])).toBeNull();
    expect(await english.tools([])).toBeNull();
  });

  test("are each in English, in their order, with examples in English", async () => {
    const spoken: Tool = {
      name: "porte_fermer",
      description: "Ferme la porte de la maison quand tout le monde est parti",
      parameters: { type: "object", properties: { porte: { type: "string", description: "Quelle porte" } } },
      examples: ["ferme la porte", "shut the door"],
    };
    const answered = { ...openDoor, examples: ["lass mich rein", "let me in"] };
    const [first, second, third] = (await english.tools([openDoor, spoken, answered])) ?? [];
    expect(first).toBe(openDoor);
    expect(second?.name).toMatch(/door/);
    expect(second?.description).toMatch(/close.* the door of the house/i);
    expect(second?.examples).toEqual([expect.stringMatching(/close the door/), "shut the door"]);
    expect(third).toEqual({ ...answered, examples: [expect.not.stringMatching(/lass/), "let me in"] });
  });
});
