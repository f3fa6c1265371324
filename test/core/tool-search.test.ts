/** What is found among tools after whatever was registered, replaced and deleted: as if only what is left had ever been there. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { contentHashOf } from "#core/json.ts";
import { MainThread } from "#core/main-thread.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import { SetFinder, storedSets } from "#core/sets/set-finder.ts";
import type { AppId } from "#core/tenant.ts";
import { type FoundTools, ToolSearch, type ToolSearchOptions } from "#core/tool-search/tool-search.ts";
import { summaryOf } from "#core/tool-search/tool-words.ts";
import type { Tool } from "#core/toolset.ts";
import { SearchedInEnglish } from "#models/embedded/glossing/searched-in-english.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { EXACT_INDEXES } from "../cache-kit.ts";
import { FakeClock, FakeEmbedder } from "../fakes.ts";
import { openVectors } from "../learning-kit.ts";

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-tool-search-"));
  storage = await openEmbeddedStorage({ dataDir: folder });
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const signal = new AbortController().signal;

function openSearch(embedder: Embedder = new FakeEmbedder(), change: Partial<ToolSearchOptions> = {}): ToolSearch {
  const { definitions, aliases, changes } = storage;
  const clock = new FakeClock();
  return new ToolSearch({
    definitions,
    setFinder: new SetFinder({ sets: storedSets(definitions), aliases, definitions }),
    changes,
    indexes: EXACT_INDEXES,
    embedders: { tools: embedder, requests: embedder },
    glosses: new SearchedInEnglish(),
    vectors: openVectors(storage, embedder),
    learning: storage.learning,
    clock,
    mainThread: new MainThread(clock),
    isWord: isCommonWord,
    log: () => {},
    ...change,
  });
}

let apps = 0;
async function newApp(): Promise<AppId> {
  apps += 1;
  const id = `app_${apps}` as AppId;
  await storage.apps.create({ id, name: id, plan: "free", status: "active", epoch: 1, createdAt: 0 });
  return id;
}

async function put(app: AppId, signature: string, tools: readonly Tool[]): Promise<void> {
  const definition = { tools, requireEvidence: false };
  const draft = { name: signature, description: null, definition, contentHash: contentHashOf(tools) };
  const made = await storage.definitions.create(app, "toolset", signature, draft, 0);
  if (!made) await storage.definitions.replace(app, "toolset", signature, draft, 0, null);
}

const remove = (app: AppId, signature: string) => storage.definitions.remove(app, "toolset", signature, null);

const GERMAN: Tool = {
  name: "garage_schliessen",
  description: "Schließt die Tür der Garage, wenn niemand mehr da ist",
  examples: ["mach bitte die Garage zu"],
};
const DEEDS = ["open", "close", "paint", "count"];
const THINGS = ["door", "window", "invoice", "boat"];
const anEnglishTool: fc.Arbitrary<Tool> = fc
  .tuple(fc.constantFrom(...DEEDS), fc.constantFrom(...THINGS), fc.subarray(["let me in", "send it off"]))
  .map(([deed, thing, examples]) => ({
    name: `${deed}_${thing}`,
    description: `${deed}s the ${thing}`,
    parameters: { type: "object", properties: { [thing]: { type: "string" } } },
    ...(examples.length > 0 && { examples }),
  }));
const aTool = fc.oneof({ weight: 3, arbitrary: anEnglishTool }, { weight: 1, arbitrary: fc.constant(GERMAN) });
const aChange = fc.record({
  signature: fc.constantFrom("a-v1", "b-v1", "c-v1"),
  /** Null: the set is deleted. */
  tools: fc.option(fc.uniqueArray(aTool, { minLength: 1, maxLength: 4, selector: ({ name }) => name })),
  isSearched: fc.boolean(),
});
const said = ({ tools, ...found }: FoundTools) => ({
  ...found,
  tools: tools.map(({ tool, toolset, confidence, why }) => [
    toolset,
    tool,
    confidence.toFixed(6),
    why.words,
    why.example,
  ]),
});

describe("a search for tools", () => {
  test("after any order of puts and deletes finds what a fresh one finds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aChange, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("open the door", "let me in", "an invoice for the boat", "mach bitte die Tür zu"),
        async (changes, query) => {
          const app = await newApp();
          const search = openSearch();
          const asked = { query, toolsets: "*", k: 50 } as const;
          for (const { signature, tools, isSearched } of changes) {
            if (tools) await put(app, signature, tools);
            else await remove(app, signature);
            if (isSearched) await search.search(app, asked, signal);
          }
          const found = await search.search(app, asked, signal);
          expect(said(found)).toEqual(said(await openSearch().search(app, asked, signal)));
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  test("understands a slip of the finger by the words of the tools that it searches, and of no others", async () => {
    const app = await newApp();
    const embedded: string[] = [];
    const own = new FakeEmbedder();
    const embed = (texts: readonly string[]) => {
      embedded.push(...texts);
      return own.embed(texts);
    };
    await put(app, "doors-v1", [
      { name: "open_door", description: "Opens the front of the house" },
      { name: "cancel_visit", description: "Nobody comes" },
    ]);
    await put(app, "cameras-v1", [{ name: "turn_camera", description: "Points it elsewhere" }]);
    const search = openSearch({ id: own.id, dimensions: own.dimensions, embed });
    const found = async (toolsets: readonly string[] | "*") => {
      const { tools } = await search.search(app, { query: "cancle the camrea", toolsets }, signal);
      return Object.fromEntries(tools.map(({ tool, why }) => [tool.name, why.words]));
    };
    expect(await found("*")).toEqual({ open_door: [], cancel_visit: ["cancel"], turn_camera: ["camera"] });
    expect(await found(["doors-v1"])).toEqual({ open_door: [], cancel_visit: ["cancel"] });
    expect(embedded.filter((text) => text.startsWith("can"))).toEqual([
      "cancel the camera",
      "cancel visit: Nobody comes",
      "cancel the camrea",
    ]);
    await search.close();
  });

  test("asked in another language finds a tool in English by its gloss, and one in that language by what was said, too", async () => {
    const app = await newApp();
    await put(app, "doors-v1", [
      { name: "open_door", description: "Opens the front door of the house" },
      { name: "paint_boat", description: "Paints a boat" },
    ]);
    const search = openSearch();
    const first = async (query: string, language?: string) => {
      const asked = { query, toolsets: "*", k: 1, ...(language && { language }) } as const;
      const { tools, language: read } = await search.search(app, asked, signal);
      return [read, tools[0]?.tool.name, tools[0]?.why.words, tools[0]?.why.example];
    };
    expect(await first("öffne bitte die Tür")).toEqual(["de", "open_door", ["open", "door"], null]);
    await put(app, "garage-v1", [GERMAN]);
    expect(await first("öffne bitte die Tür")).toEqual(["de", "open_door", ["open", "door"], null]);
    const [read, name, words, example] = await first("bitte mach die Garage zu");
    expect([read, name, example]).toEqual(["de", "garage_schliessen", "mach bitte die Garage zu"]);
    expect(words).toContain("garage");
    expect(await first("boot", "nl")).toEqual(["nl", "paint_boat", ["boat"], null]);
    expect(await first("boot")).toMatchObject({ 0: "en", 2: [] });
    await search.close();
  });

  test("asked in English compares nothing but what stands there", async () => {
    const app = await newApp();
    const embedded: string[] = [];
    const own = new FakeEmbedder();
    const embed = (texts: readonly string[], priority?: string) => {
      if (priority === "interactive") embedded.push(...texts);
      return own.embed(texts);
    };
    await put(app, "garage-v1", [GERMAN]);
    const search = openSearch({ id: own.id, dimensions: own.dimensions, embed });
    await search.search(app, { query: "die Garage", toolsets: "*" }, signal);
    embedded.length = 0;
    const { tools } = await search.search(app, { query: "close the garage", toolsets: "*" }, signal);
    expect(tools[0]?.why.words).toEqual(["garage"]);
    expect(embedded).toEqual(["close the garage"]);
    await search.close();
  });

  test("finds nothing of another app", async () => {
    const [ours, theirs] = [await newApp(), await newApp()];
    await put(theirs, "a-v1", [{ name: "open_door", description: "Opens the door" }]);
    const found = await openSearch().search(ours, { query: "open the door", toolsets: "*" }, signal);
    expect(found).toMatchObject({ tools: [], isNone: true, searched: 0 });
  });

  test("more than 20,000 tools are refused, and some of them are found by their names", async () => {
    const app = await newApp();
    const tools = (set: number) =>
      Array.from({ length: 128 }, (_, at) => ({ name: `tool_${at}`, description: `Number ${set}` }));
    for (let set = 0; set < 157; set += 1) await put(app, `set-${set}`, tools(set));
    const search = openSearch();
    const everywhere = search.search(app, { query: "tool 7", toolsets: "*" }, signal);
    await expect(everywhere).rejects.toThrow("toolsets: have 20096 tools or more, at most 20000 are searched together");
    const found = await search.search(app, { query: "tool 7", toolsets: ["set-3"], k: 1 }, signal);
    expect(found).toMatchObject({ searched: 128, tools: [{ toolset: "set-3", tool: { name: "tool_7" } }] });
    await search.close();
  });

  test("has no text embedded twice, over restarts too", async () => {
    const app = await newApp();
    const texts: string[] = [];
    const own = new FakeEmbedder();
    const embedder: Embedder = {
      id: own.id,
      dimensions: own.dimensions,
      embed: (some) => {
        texts.push(...some);
        return own.embed(some);
      },
    };
    const tool = { name: "open_door", description: "Opens the door", examples: ["let me in"] };
    await put(app, "a-v1", [tool]);
    const asked = { query: "open up", toolsets: "*" } as const;
    await openSearch(embedder).search(app, asked, signal);
    await put(app, "b-v1", [tool]);
    await openSearch(embedder).search(app, asked, signal);
    expect(texts.filter((text) => text !== asked.query).toSorted()).toEqual(
      [...tool.examples, summaryOf(tool)].toSorted(),
    );
  });

  test("what tools do goes to one embedder, examples and requests to the other, and no sweep takes their vectors", async () => {
    const app = await newApp();
    const own = new FakeEmbedder();
    const seen: [string, string][] = [];
    const embedderOf = (id: string): Embedder => ({
      id,
      dimensions: own.dimensions,
      embed: (texts) => {
        seen.push(...texts.map((text): [string, string] => [id, text]));
        return own.embed(texts);
      },
    });
    const embedders = { tools: embedderOf("of tools"), requests: embedderOf("of requests") };
    const ids = { tools: "plain", classes: "plain", searchedTools: "of tools", searchedExamples: "of requests" };
    const vectors = openVectors(storage, own, { embedders: ids });
    const tool = { name: "open_door", description: "Opens the door", examples: ["let me in"] };
    await put(app, "a-v1", [tool]);
    const asked = { query: "open up", toolsets: "*" } as const;
    await openSearch(own, { embedders, vectors }).search(app, asked, signal);
    expect(seen.toSorted()).toEqual([
      ["of requests", "let me in"],
      ["of requests", "open up"],
      ["of tools", summaryOf(tool)],
    ]);
    expect(await vectors.sweep(app)).toBe(0);
    await openSearch(own, { embedders, vectors }).search(app, asked, signal);
    expect(seen.slice(3)).toEqual([["of requests", "open up"]]);
  });

  test("answers while its texts wait for their vectors, which come behind it", async () => {
    const app = await newApp();
    const tools = Array.from({ length: 100 }, (_, at) => ({ name: `tool_${at}`, description: `Number ${at}` }));
    await put(app, "a-v1", tools);
    const search = openSearch();
    const asked = { query: "tool 7", toolsets: "*", k: 1 } as const;
    const found = await search.search(app, asked, signal);
    expect(found).toMatchObject({ learning: { total: 100 }, tools: [{ tool: { name: "tool_7" } }] });
    await search.idle();
    expect(await search.search(app, asked, signal)).toMatchObject({
      learning: null,
      tools: [{ tool: { name: "tool_7" } }],
    });
  });

  test("an embedder that cannot be had is said, and the texts are embedded later", async () => {
    const app = await newApp();
    await put(app, "a-v1", [{ name: "open_door", description: "Opens the door" }]);
    const own = new FakeEmbedder();
    let isThere = false;
    const embed: Embedder["embed"] = async (texts) => {
      if (!isThere) throw new Error("no model");
      return own.embed(texts);
    };
    const search = openSearch({ id: own.id, dimensions: own.dimensions, embed });
    const asked = { query: "open the door", toolsets: "*" } as const;
    await expect(search.search(app, asked, signal)).rejects.toThrow("no model");
    isThere = true;
    expect(await search.search(app, asked, signal)).toMatchObject({ learning: null, tools: [{ toolset: "a-v1" }] });
  });
});
