/** What a search for tools puts into English, and what it leaves as it is. */
import { describe, expect, test } from "bun:test";
import { atOnce } from "#core/steps.ts";
import type { Tool } from "#core/toolset.ts";
import { SearchedInEnglish } from "#models/embedded/glossing/searched-in-english.ts";

const english = new SearchedInEnglish();
async function read(tools: readonly Tool[]): Promise<readonly Tool[] | null> {
  return atOnce(await english.tools(tools));
}

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
    expect(await read([openDoor, { name: "ring", description: "Rings the bell" }])).toBeNull();
    expect(await read([])).toBeNull();
  });

  test("are each in English, in their order, with examples in English", async () => {
    const spoken: Tool = {
      name: "porte_fermer",
      description: "Ferme la porte de la maison quand tout le monde est parti",
      parameters: { type: "object", properties: { porte: { type: "string", description: "Quelle porte" } } },
      examples: ["ferme la porte", "shut the door"],
    };
    const answered = { ...openDoor, examples: ["lass mich rein", "let me in"] };
    const [first, second, third] = (await read([openDoor, spoken, answered])) ?? [];
    expect(first).toBe(openDoor);
    expect(second?.name).toMatch(/door/);
    expect(second?.description).toMatch(/close.* the door of the house/i);
    expect(second?.examples).toEqual([expect.stringMatching(/close the door/), "shut the door"]);
    expect(third).toEqual({ ...answered, examples: [expect.not.stringMatching(/lass/), "let me in"] });
  });
});

describe("a tool that says as much as it may", () => {
  const long = "Schaltet das Licht im Wohnzimmer ein und macht die Heizung wärmer. ".repeat(120);
  const properties = Object.fromEntries(
    Array.from({ length: 15 }, (_, at) => [`zimmer_${at}`, { type: "string", description: long }]),
  );
  const tool: Tool = {
    name: "licht_an",
    description: long.slice(0, 2_000),
    parameters: { type: "object", properties },
    examples: Array.from({ length: 40 }, () => long.slice(0, 400)),
  };

  test("is read in steps, so far as a search looks", async () => {
    const work = await english.tools([tool]);
    const steps = [];
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) {
        const [read] = step.value ?? [];
        expect(read?.description).toMatch(/^Turns? on the light/i);
        const [first, , , , , , last] = Object.values(read?.parameters?.properties ?? {}) as { description: string }[];
        expect([first?.description === long, last?.description === long]).toEqual([false, true]);
        expect([read?.examples?.[0] === tool.examples?.[0], read?.examples?.at(-1)]).toEqual([
          false,
          tool.examples?.at(-1),
        ]);
        break;
      }
      steps.push(step);
    }
    // 2,000 characters, 6,000 of the parameters and 8,000 of the examples, 400 a step.
    expect(steps.length).toBeGreaterThanOrEqual(40);
  });
});
