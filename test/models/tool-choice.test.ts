/** The choice of a tool with readings and vectors of the tests' own. */
import { describe, expect, test } from "bun:test";
import { OfferedTools } from "#models/embedded/choosing/offered-tools.ts";
import { type ExampleVotes, NO_VOTES, ToolChooser } from "#models/embedded/choosing/tool-choice.ts";
import { ToolSimilarity } from "#models/embedded/choosing/tool-similarity.ts";
import type { JointReader, JointReading, ReadableTool } from "#models/embedded/networks/joint-model.ts";
import type { ToolRank, ToolRanker } from "#models/embedded/networks/ranking-model.ts";
import { toolsAsText } from "#models/embedded/worker/worker-protocol.ts";

const KILN: ReadableTool = { name: "fire_kiln", description: "Fires a kiln", parameters: [] };
const LOOM: ReadableTool = { name: "thaskedloom", description: "Threads a loom", parameters: [] };
const FORGE: ReadableTool = { name: "light_forge", description: "Lights a forge", parameters: [] };
const TOOLS = [KILN, LOOM, FORGE];
const QUERY = "something else altogether";

/** Vectors of two numbers: how near a tool is to the query is said in advance. */
function similarity(near: ReadonlyMap<ReadableTool, number>): ToolSimilarity {
  return new ToolSimilarity((text) => {
    const [, cosine = text === QUERY ? 1 : 0] = [...near].find(([tool]) => text.endsWith(tool.description)) ?? [];
    return Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
  });
}

class CountedReader implements JointReader {
  readonly asked: ReadableTool[] = [];
  readonly #relevance: ReadonlyMap<ReadableTool, number>;

  constructor(relevance: ReadonlyMap<ReadableTool, number> = new Map()) {
    this.#relevance = relevance;
  }

  read(_text: string, tool: ReadableTool): JointReading {
    this.asked.push(tool);
    return {
      tool,
      tokens: { ids: [], starts: [], ends: [] },
      relevance: this.#relevance.get(tool) ?? 0,
      parameters: [],
    };
  }
}

/** Gives each tool as much of the choice as said in advance, the others nothing to tell them apart. */
class CountedRanker implements ToolRanker {
  readonly asked: string[] = [];
  readonly #shares: ReadonlyMap<ReadableTool, number>;

  constructor(shares: ReadonlyMap<ReadableTool, number> = new Map()) {
    this.#shares = shares;
  }

  rank(sentence: string, tools: readonly ReadableTool[]): readonly ToolRank[] {
    this.asked.push(sentence);
    return tools.map((tool) => ({ ofChoice: Math.log(this.#shares.get(tool) ?? 0.1), asked: 0 }));
  }
}

function choose(
  near: ReadonlyMap<ReadableTool, number>,
  joint: JointReader,
  votes: ExampleVotes = NO_VOTES,
  ranker: ToolRanker = new CountedRanker(),
) {
  return new ToolChooser({ joint, ranker, similarity: similarity(near) }).choose(QUERY, TOOLS, votes);
}

test("an only tool is not compared", () => {
  const never = new ToolSimilarity(() => {
    throw new Error("nothing is to be embedded");
  });
  const chooser = new ToolChooser({ joint: new CountedReader(), ranker: new CountedRanker(), similarity: never });
  expect(chooser.choose(QUERY, [KILN], NO_VOTES)?.tool).toBe(0);
});

describe("how many tools are read", () => {
  test.each([
    ["the first alone where it is far ahead", 0.8, 0.4, [KILN]],
    ["both where either may be meant", 0.8, 0.7, [KILN, LOOM]],
  ])("%s", (_name, first, second, expected) => {
    const joint = new CountedReader();
    choose(
      new Map([
        [KILN, first],
        [LOOM, second],
        [FORGE, 0.1],
      ]),
      joint,
    );
    expect(joint.asked).toEqual(expected);
  });

  test("a second that reads better comes first where the first was in doubt", () => {
    const joint = new CountedReader(new Map([[LOOM, 8]]));
    const chosen = choose(
      new Map([
        [KILN, 0.8],
        [LOOM, 0.7],
      ]),
      joint,
    );
    expect(chosen?.tool).toBe(1);
  });
});

describe("the ranker", () => {
  const alike = new Map([
    [KILN, 0.6],
    [LOOM, 0.55],
    [FORGE, 0.58],
  ]);

  test("decides between tools that are about as near, and what it leaves nothing is not read", () => {
    const joint = new CountedReader();
    const ranker = new CountedRanker(
      new Map([
        [KILN, 0.001],
        [LOOM, 0.001],
        [FORGE, 0.998],
      ]),
    );
    expect(choose(alike, joint, NO_VOTES, ranker)?.tool).toBe(2);
    expect(joint.asked).toEqual([FORGE]);
  });

  test("reads earlier sentences before the query", () => {
    const ranker = new CountedRanker();
    const chooser = new ToolChooser({ joint: new CountedReader(), ranker, similarity: similarity(alike) });
    chooser.choose(QUERY, TOOLS, NO_VOTES, ["fire the kiln"]);
    expect(ranker.asked).toEqual([`fire the kiln >> ${QUERY}`]);
  });
});

test("a question of how things are goes to a tool that can tell before one that changes them", () => {
  const names = (query: string) => {
    const lock: ReadableTool = { name: "lock_door", description: "Locks a door", parameters: [] };
    const log: ReadableTool = { name: "door_history", description: "What was done to a door", parameters: [] };
    const alike = new ToolSimilarity((text) => Float32Array.of(text.startsWith("door history") ? 0.95 : 1, 0));
    const chooser = new ToolChooser({ joint: new CountedReader(), ranker: new CountedRanker(), similarity: alike });
    const chosen = chooser.choose(query, [lock, log], NO_VOTES);
    return [lock, log][chosen?.tool ?? -1]?.name;
  };
  expect(names("lock the door")).toBe("lock_door");
  expect(names("did I lock the door?")).toBe("door_history");
});

describe("examples of some tools", () => {
  const near = new Map([
    [KILN, 0.5],
    [LOOM, 0.2],
    [FORGE, 0.1],
  ]);

  test("leave a query to a tool without examples that is as near by its description", () => {
    const votes = { nearest: new Map([[1, 0.55]]), taught: new Set([1]) };
    expect(choose(near, new CountedReader(), votes)?.tool).toBe(0);
  });

  test("win a query that is much nearer to one of them", () => {
    const votes = { nearest: new Map([[1, 0.85]]), taught: new Set([1]) };
    expect(choose(near, new CountedReader(), votes)?.tool).toBe(1);
  });

  test("speak against a tool that has examples of its own, none of them near", () => {
    const nearest = new Map([[1, 0.6]]);
    expect(choose(near, new CountedReader(), { nearest, taught: new Set([1]) })?.tool).toBe(0);
    expect(choose(near, new CountedReader(), { nearest, taught: new Set([0, 1]) })?.tool).toBe(1);
  });

  test("say what is meant where one has nearly the query's words", () => {
    const votes = { nearest: new Map([[2, 0.93]]), taught: new Set([2]) };
    expect(choose(near, new CountedReader(), votes)?.tool).toBe(2);
  });
});

describe("tools from request to request", () => {
  const textOf = (count: number, kind: string) =>
    toolsAsText(Array.from({ length: count }, (_, index) => ({ name: `${kind}${index}`, description: "" })));

  test("the same text is the same list", () => {
    const offered = new OfferedTools();
    const list = offered.of(textOf(2, "a"), "app_one");
    expect(list.map(({ name }) => name)).toEqual(["a0", "a1"]);
    expect(offered.of(textOf(2, "a"), "app_one")).toBe(list);
    expect(offered.of(textOf(2, "b"), "app_one")).not.toBe(list);
  });

  test("what an app offers is not told to another by the time it takes", () => {
    const offered = new OfferedTools();
    expect(offered.of(textOf(2, "a"), "app_two")).not.toBe(offered.of(textOf(2, "a"), "app_one"));
  });

  test("the list that was used longest ago is forgotten first", () => {
    const offered = new OfferedTools();
    const [one, other] = [offered.of(textOf(2_000, "a"), "app_one"), offered.of(textOf(2_000, "b"), "app_one")];
    expect(offered.of(textOf(2_000, "a"), "app_one")).toBe(one);
    offered.of(textOf(1_000, "c"), "app_one");
    expect(offered.of(textOf(2_000, "a"), "app_one")).toBe(one);
    expect(offered.of(textOf(2_000, "b"), "app_one")).not.toBe(other);
  });

  test("an app that brings ever new ones drives nothing out of another's", () => {
    const offered = new OfferedTools();
    const calm = offered.of(textOf(1_000, "calm"), "app_calm");
    for (let at = 0; at < 100; at += 1) offered.of(textOf(128, `flood ${at} `), "app_flood");
    expect(offered.of(textOf(1_000, "calm"), "app_calm")).toBe(calm);
  });

  test("a long text takes the room of many short ones", () => {
    const offered = new OfferedTools();
    const long = toolsAsText([{ name: "long", description: "x".repeat(9_000_000) }]);
    const first = offered.of(textOf(1_000, "a"), "app_one");
    const kept = offered.of(long, "app_one");
    expect(offered.of(textOf(1_000, "a"), "app_one")).toBe(first);
    offered.of(textOf(1_000, "b"), "app_one");
    expect(offered.of(textOf(1_000, "a"), "app_one")).toBe(first);
    expect(offered.of(long, "app_one")).not.toBe(kept);
  });

  test("their examples stay behind", () => {
    expect(toolsAsText([{ name: "a", description: "b", examples: ["c"] }])).toBe('[{"name":"a","description":"b"}]');
  });
});
