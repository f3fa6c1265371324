/** What the rule of "none" is fitted on: owners with their tools, and what people asked of them. No measured set is among them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import { tradeOwners } from "./trade-owners.ts";

export interface OwnTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** What the owner may give as examples: all of it in what was written for this fit, some of it elsewhere. */
  readonly examples: readonly string[];
}

export interface Asked {
  readonly text: string;
  /** Name of the tool that is meant; null where none of the owner's is. */
  readonly tool: string | null;
  /** `open`: leaves something open that the tool requires. `taught`: only the tool's examples tell what it means. */
  readonly kind: "plain" | "open" | "taught";
  /** Names of the tool's parameters that the query gives; left out where that is not known. */
  readonly said?: readonly string[];
}

export interface Owner {
  readonly source: string;
  readonly name: string;
  readonly tools: readonly OwnTool[];
  readonly asked: readonly Asked[];
}

const HERE = import.meta.dir;
/** The joint extractor was not trained on the tools whose key falls on this: `is_held` of data.py. */
const HELD_ONE_IN = 16;
/** Domains of ../intents/ that neither of the shipped networks has seen: the card of the sentence embedder names the others. */
const UNSEEN_DOMAINS = [
  "car-hire",
  "health",
  "home-repairs",
  "identity-and-sign-in",
  "insurance",
  "loans-and-mortgages",
  "payment-cards",
  "restaurant",
  "retail-banking",
  "subscriptions",
  "tax-pensions-and-shares",
  "transfers-and-exchange",
  "wallets-and-top-ups",
] as const;
/** What so large a share of a tool's queries says, the tool requires, where its schema does not tell. */
const REQUIRED_SHARE = 0.5;
/** Slots in a smaller share of an intent's utterances are no parameter of its tool: `RARE` of hwu64.py. */
const RARE_SHARE = 0.02;

/** `folder`: that of the training data. */
export function readOwners(folder: string): readonly Owner[] {
  const written = [...writtenOwners(), ...intentOwners()];
  const calls = [...sealOwners(folder, isHeld), ...callOwners(folder, isHeld)];
  return [...written, hwu64Owner(folder), ...calls, ...tradeOwners(folder)];
}

/** Owners of Seal-Tools, SGD and MetaTool, and what is asked of those of their tools that `readOwners` has nothing asked of. */
export function learnedOwners(folder: string): readonly Owner[] {
  const isLearned = (key: string) => !isHeld(key);
  return [...sealOwners(folder, isLearned), ...callOwners(folder, isLearned)];
}

function tomlOf(path: string): unknown {
  return Bun.TOML.parse(readFileSync(join(HERE, path), "utf8"));
}

function linesOf<Line>(path: string): readonly Line[] {
  const bytes = readFileSync(path);
  const text = new TextDecoder().decode(path.endsWith(".gz") ? Bun.gunzipSync(bytes) : bytes);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

function isHeld(key: string): boolean {
  return Bun.hash.crc32(key) % HELD_ONE_IN === 0;
}

// ── Written for this fit ───────────────────────────────────────────────────────────────────────────────────────────

interface WrittenFile {
  /** `written` unless it says otherwise. */
  readonly source?: string;
  readonly owner: readonly {
    readonly name: string;
    readonly none: readonly string[];
    readonly tool: readonly {
      readonly name: string;
      readonly about: string;
      readonly parameters: readonly string[];
      readonly asks: readonly string[];
      readonly open?: readonly string[];
      readonly examples?: readonly string[];
      readonly taught?: readonly string[];
    }[];
  }[];
}

function writtenOwners(): readonly Owner[] {
  const files = readdirSync(join(HERE, "requests")).sort();
  return files
    .map((file) => tomlOf(`requests/${file}`) as WrittenFile)
    .flatMap(({ source = "written", owner }) => owner.map((own) => ({ source, ...own })))
    .map(({ source, name, none, tool: tools }) => ({
      source,
      name,
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.about,
        parameters: schemaOf(tool.parameters.map(writtenParameter)),
        examples: tool.examples ?? [],
      })),
      asked: [
        ...none.map((text) => ({ text, tool: null, kind: "plain" as const })),
        ...tools.flatMap((tool) => [
          ...tool.asks.map((text) => ({ text, tool: tool.name, kind: "plain" as const })),
          ...(tool.open ?? []).map((text) => ({ text, tool: tool.name, kind: "open" as const })),
          ...(tool.taught ?? []).map((text) => ({ text, tool: tool.name, kind: "taught" as const })),
        ]),
      ],
    }));
}

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly options: readonly string[];
  readonly isRequired: boolean;
}

/** `name | type | description`, then perhaps options between semicolons, then perhaps `required`. */
function writtenParameter(line: string): Parameter {
  const [name = "", type = "", description = "", ...rest] = line.split(" | ");
  const options = rest.find((field) => field !== "required")?.split("; ") ?? [];
  return { name, type, description, options, isRequired: rest.includes("required") };
}

function schemaOf(parameters: readonly Parameter[]): JsonObject {
  const properties = parameters.map(({ name, type, description, options }) => [
    name,
    { type, description, ...(options.length > 0 && { enum: [...options] }) },
  ]);
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

// ── Intents: tools without parameters ──────────────────────────────────────────────────────────────────────────────

interface IntentFile {
  readonly intent: readonly {
    readonly label: string;
    readonly description: string;
    readonly texts: readonly string[];
  }[];
}

function intentOwners(): readonly Owner[] {
  return UNSEEN_DOMAINS.map((name) => {
    const { intent: intents } = tomlOf(`../intents/${name}.toml`) as IntentFile;
    const nameOf = (label: string) => label.replaceAll(" ", "_");
    return {
      source: "intents",
      name,
      tools: intents.map(({ label, description, texts }) => ({
        name: nameOf(label),
        description,
        parameters: schemaOf([]),
        examples: texts,
      })),
      asked: intents.flatMap(({ label, texts }) =>
        texts.map((text) => ({ text, tool: nameOf(label), kind: "plain" as const })),
      ),
    };
  });
}

// ── HWU64 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Hwu64Line {
  readonly text: string;
  readonly tool: string;
  readonly spans: readonly (readonly [number, number, string])[];
}

interface Hwu64Words {
  readonly tools: Readonly<Record<string, string>>;
  readonly slots: Readonly<Record<string, string>>;
}

/** One owner with all its tools; asked are those held back, and what is no request for any tool. */
function hwu64Owner(folder: string): Owner {
  const { tools, slots } = tomlOf("../hwu64.toml") as Hwu64Words;
  const byIntent = Map.groupBy(linesOf<Hwu64Line>(join(folder, "hwu64.jsonl")), ({ tool }) => tool);
  const nameOf = (intent: string) => tools[intent]?.split(" | ")[0] ?? null;
  return {
    source: "hwu64",
    name: "home",
    tools: Object.entries(tools).map(([intent, words]) => {
      const [name = "", description = ""] = words.split(" | ");
      const lines = byIntent.get(intent) ?? [];
      return { name, description, parameters: hwu64Schema(lines, slots), examples: lines.map(({ text }) => text) };
    }),
    asked: [...byIntent].flatMap(([intent, lines]) => {
      const tool = nameOf(intent);
      return tool === null || isHeld(`hwu64:${tool}`)
        ? lines.map(({ text, spans }) => ({
            text,
            tool,
            kind: "plain" as const,
            said: spans.flatMap(([, , slot]) => parameterNameOf(slot, slots)),
          }))
        : [];
    }),
  };
}

function hwu64Schema(lines: readonly Hwu64Line[], words: Hwu64Words["slots"]): JsonObject {
  const shares = sharesOf(lines.map(({ spans }) => spans.map(([, , slot]) => slot)));
  const parameters = [...shares].flatMap(([slot, share]) => {
    const [, description = ""] = words[slot]?.split(" | ") ?? [];
    const [name = ""] = parameterNameOf(slot, words);
    const parameter = { name, type: "string", description, options: [], isRequired: share >= REQUIRED_SHARE };
    return name !== "" && share >= RARE_SHARE ? [parameter] : [];
  });
  return schemaOf(parameters);
}

/** The first of the names that a slot may have; none for a slot that is no parameter. */
function parameterNameOf(slot: string, words: Hwu64Words["slots"]): readonly string[] {
  return words[slot]?.split(" | ")[0]?.split(" / ").slice(0, 1) ?? [];
}

/** In which share of the texts each slot is said. */
function sharesOf(texts: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const slot of texts.flatMap((said) => [...new Set(said)])) counts.set(slot, (counts.get(slot) ?? 0) + 1);
  return new Map([...counts].map(([slot, count]) => [slot, count / texts.length]));
}

// ── Queries written for tools: Seal-Tools, SGD, MetaTool ───────────────────────────────────────────────────────────

interface CallLine {
  readonly src: string;
  readonly query: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly params: readonly {
      readonly name: string;
      readonly type: string;
      readonly description: string;
      readonly options?: readonly string[];
    }[];
  }[];
  readonly gold: number;
  readonly slots: Readonly<Record<string, unknown>>;
  /** False when the query alone does not tell which tool is meant. */
  readonly rel: boolean;
}

function callLines(folder: string): readonly CallLine[] {
  return linesOf<CallLine>(join(folder, "tool_calls.jsonl.gz")).filter(({ rel }) => rel);
}

const goldOf = ({ tools, gold }: CallLine): string => tools[gold]?.name ?? "";

function askedOf(line: CallLine): Asked {
  return { text: line.query, tool: goldOf(line), kind: "plain", said: Object.keys(line.slots) };
}

/** Tools that were registered together with those that are asked for. `isAsked`: by the tool's key. */
function callOwners(folder: string, isAsked: (key: string) => boolean): readonly Owner[] {
  return ["sgd", "meta"].flatMap((source) => {
    const lines = callLines(folder).filter(({ src }) => src === source);
    const byTool = Map.groupBy(lines, goldOf);
    const required = new Map(
      [...byTool].map(([name, own]) => [name, sharesOf(own.map(({ slots }) => Object.keys(slots)))]),
    );
    const toolOf = ({ name, description, params }: CallLine["tools"][number]): OwnTool => {
      const isRequired = (slot: string) => (required.get(name)?.get(slot) ?? 0) >= REQUIRED_SHARE;
      const parameters = params.map((given) => ({
        ...given,
        options: given.options ?? [],
        isRequired: isRequired(given.name),
      }));
      // Of one service's tools people ask one after the other in a dialogue: what they say of one is no example of it.
      const examples = source === "sgd" ? [] : (byTool.get(name) ?? []).map(({ query }) => query);
      return { name, description, parameters: schemaOf(parameters), examples };
    };
    const asked = lines.filter((line) => isAsked(`${source}:${goldOf(line)}`));
    const sets = Map.groupBy(asked, ({ tools }) =>
      tools
        .map(({ name }) => name)
        .sort()
        .join(" "),
    );
    return [...sets].map(([name, own]) => ({
      source,
      name,
      tools: own[0]?.tools.map(toolOf) ?? [],
      asked: own.map(askedOf),
    }));
  });
}

interface SealSchema {
  readonly api_name: string;
  readonly api_description: string;
  /** "Chemical Engineering/Forensic engineering". */
  readonly field: string;
  readonly parameters: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
  readonly required: readonly string[];
}

const SEAL_TYPES: Readonly<Record<string, string>> = { int: "integer", float: "number", bool: "boolean" };

/** An owner for each field, with all its tools. `isAsked`: by the tool's key. */
function sealOwners(folder: string, isAsked: (key: string) => boolean): readonly Owner[] {
  const schemas = linesOf<SealSchema>(join(folder, "seal_tools_schemas.jsonl.gz"));
  const asked = callLines(folder).filter((line) => line.src === "seal" && isAsked(`seal:${goldOf(line)}`));
  const byField = Map.groupBy(schemas, ({ field }) => field.split("/")[0] ?? "");
  return [...byField].flatMap(([name, own]) => {
    const names = new Set(own.map(({ api_name }) => api_name));
    const queries = asked.filter((line) => names.has(goldOf(line)));
    if (queries.length === 0) return [];
    return {
      source: "seal",
      name,
      tools: own.map(sealTool),
      asked: queries.map(askedOf),
    };
  });
}

function sealTool({ api_name, api_description, parameters, required }: SealSchema): OwnTool {
  const all = Object.entries(parameters).map(([name, { type, description }]) => ({
    name,
    type: SEAL_TYPES[type] ?? "string",
    description,
    options: [],
    isRequired: required.includes(name),
  }));
  return { name: api_name, description: api_description, parameters: schemaOf(all), examples: [] };
}
