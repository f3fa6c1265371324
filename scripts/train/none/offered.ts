/** What was asked, each time with a few tools to choose from: with the one that is meant, without it, or with quite other ones. */
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import type { Asked, Owner, OwnTool } from "./owners.ts";

/** `own`: the tool that is meant is offered. `near`: only others of its owner. `far`: only another owner's. */
export type Offer = "own" | "near" | "far";

export interface Offered {
  readonly source: string;
  readonly offer: Offer;
  readonly kind: Asked["kind"];
  readonly text: string;
  readonly tools: readonly ReadableTool[];
  /** Name of the tool that is meant; null when it is not offered. */
  readonly gold: string | null;
  /** What the owner said of some tools, by position. */
  readonly examples: readonly { readonly tool: number; readonly text: string }[];
}

const SIZES = [1, 2, 4, 8] as const;
/** Tools of no other source are among these under another name: what they offer is far from any other source's queries. */
const STRANGERS: ReadonlySet<string> = new Set(["written", "everyday", "intents", "seal", "trades"]);
/** Whose owners have nothing in common, so that one is a stranger to the other. */
const APART: ReadonlySet<string> = new Set(["written", "everyday", "seal", "trades"]);
/** How many examples a tool has that has any. */
const EXAMPLES = [1, 3, 8] as const;

/** `askedMax`: of each source, so that none drowns the others. The same each time. */
export function offersOf(owners: readonly Owner[], askedMax: number): readonly Offered[] {
  const readable = new Map<OwnTool, ReadableTool>();
  const asReadable = (tool: OwnTool) => {
    const known = readable.get(tool) ?? { ...tool, parameters: parametersOf(tool.parameters) };
    readable.set(tool, known);
    return known;
  };
  const bySource = Map.groupBy(owners, ({ source }) => source);
  const strangers = owners.filter(({ source }) => STRANGERS.has(source));
  return [...bySource].flatMap(([source, own]) => {
    const all = own.flatMap((owner) => owner.asked.map((asked) => ({ owner, asked })));
    const some = inOrder(all, ({ asked }) => asked.text).slice(0, askedMax);
    return some.flatMap(({ owner, asked }) => {
      const isStranger = (other: Owner) => other !== owner && (other.source !== source || APART.has(source));
      const others = strangers.filter(isStranger).flatMap(({ tools }) => tools);
      return offersFor(owner, asked, others).map(({ tools, ...offered }) => ({
        ...offered,
        tools: tools.map(asReadable),
      }));
    });
  });
}

type Draft = Omit<Offered, "tools"> & { readonly tools: readonly OwnTool[] };

function offersFor(owner: Owner, asked: Asked, strangers: readonly OwnTool[]): readonly Draft[] {
  const { text } = asked;
  const gold = owner.tools.find(({ name }) => name === asked.tool);
  const others = owner.tools.filter(({ name }) => name !== asked.tool);
  const drawn = (tools: readonly OwnTool[], count: number, way: string) =>
    inOrder(tools, ({ name }) => `${way} ${text} ${name}`).slice(0, count);
  const offers: readonly (readonly [Offer, (size: number) => readonly OwnTool[]])[] = [
    ["own", (size) => (gold ? [gold, ...drawn(others, size - 1, "own")] : [])],
    ["near", (size) => drawn(others, size, "near")],
    ["far", (size) => drawn(strangers, size, "far")],
  ];
  return offers.flatMap(([offer, tools]) =>
    [false, true].flatMap((isTaught): readonly Draft[] => {
      if (asked.kind === "taught" && !isTaught) return [];
      const size = pick(SIZES, `${offer} ${isTaught} size ${text}`);
      const offered = inOrder(tools(size), ({ name }) => `order ${text} ${name}`);
      const examples = isTaught ? examplesOf(owner, offered, text) : [];
      if (offered.length === 0 || (isTaught && examples.length === 0)) return [];
      const { source } = owner;
      return [
        { source, offer, kind: asked.kind, text, tools: offered, gold: offer === "own" ? asked.tool : null, examples },
      ];
    }),
  );
}

/** All that was written as examples; elsewhere some, of two tools in three. Never the query itself. */
function examplesOf({ source }: Owner, tools: readonly OwnTool[], text: string): Offered["examples"] {
  return tools.flatMap(({ name, examples }, position) => {
    if (source !== "written" && crc(`taught ${text} ${name}`) % 3 === 0) return [];
    const others = examples.filter((example) => example !== text);
    const count = source === "written" ? others.length : pick(EXAMPLES, `examples ${text} ${name}`);
    return inOrder(others, (example) => `example ${text} ${example}`)
      .slice(0, count)
      .map((example) => ({ tool: position, text: example }));
  });
}

function crc(key: string): number {
  return Bun.hash.crc32(key);
}

function pick<Item>(items: readonly [Item, ...Item[]], key: string): Item {
  return items[crc(key) % items.length] ?? items[0];
}

/** In an order that only the keys decide, and that says nothing. */
function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return items
    .map((item) => ({ item, at: crc(keyOf(item)) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
