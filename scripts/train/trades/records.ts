/**
 * The requests of `train/everyday` as records of the joint extractor (records.py): each with its owner's tools, the one that is
 * meant first, then the others by how easily it is taken for them.
 *
 *     bun scripts/train/trades/records.ts DATA_FOLDER OUT.jsonl
 *
 * DATA_FOLDER holds train/everyday/ and the measured sets. Trades that figures are counted on are left out, and so are requests
 * that share eight words in a row with a measured set.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { inUtc, type LocalTime, timeZoneNamed } from "#core/local-time.ts";
import { bm25 } from "#models/embedded/choosing/bm25.ts";
import { ToolSimilarity } from "#models/embedded/choosing/tool-similarity.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { ONNX_RUNTIME, SENTENCE_EMBEDDER_PATH, TOKENIZER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";
import { tellingDescriptions } from "#models/embedded/parameter-words.ts";
import type { Parameter } from "#models/embedded/tool-parameters.ts";
import type { EverydayCase, EverydaySource, WantedCall } from "../../eval/everyday-data.ts";
import { apartFrom } from "../none/apart.ts";
import { Alignment, type Slot } from "./alignment.ts";
import { learnedTrades, plainCases, readableTool, toolsMeant } from "./trades.ts";

/** Of the words in common with a tool, beside its nearness in meaning, as the product weighs them. */
const WORDS_WEIGHT = 0.05;

interface RecordLine {
  readonly src: "trade";
  readonly query: string;
  readonly tools: readonly object[];
  /** 0, or −1 where none is meant. */
  readonly gold: number;
  readonly slots: Readonly<Record<string, object>>;
  readonly rel: true;
  readonly origin: string;
  readonly near: readonly number[];
}

class TradeRecords {
  readonly #trade: EverydaySource;
  readonly #tools: readonly ReadableTool[];
  readonly #now: LocalTime;
  readonly #similarity: ToolSimilarity;

  constructor(trade: EverydaySource, similarity: ToolSimilarity) {
    const zone = timeZoneNamed(trade.timeZone);
    this.#trade = trade;
    this.#tools = trade.tools.map(readableTool);
    this.#now = { ...inUtc(trade.now), ...(zone && { zone }) };
    this.#similarity = similarity;
  }

  /** One for each tool that the request calls once, or one for none. */
  of(one: EverydayCase): readonly RecordLine[] {
    const meant = toolsMeant(one);
    if (!meant) return [];
    if (meant.length === 0) return [this.#record(one, null, {})];
    return (one.calls ?? []).flatMap((call, _, calls) => {
      const tool = this.#tools.find(({ name }) => name === call.tool);
      const isTwice = calls.filter(({ tool: other }) => other === call.tool).length > 1;
      return tool && !isTwice ? [this.#record(one, tool, this.#slotsOf(one, call, tool))] : [];
    });
  }

  #record(one: EverydayCase, gold: ReadableTool | null, slots: Readonly<Record<string, Slot>>): RecordLine {
    const query = one.query.trim();
    const others = this.#ranked(query).filter(({ name }) => !(one.calls ?? []).some(({ tool }) => tool === name));
    return {
      src: "trade",
      query,
      tools: [...(gold ? [gold] : []), ...others].map(writtenTool),
      gold: gold ? 0 : -1,
      slots: Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, writtenSlot(query, slot)])),
      rel: true,
      origin: `trade:${this.#trade.name}:${gold?.name ?? ""}`,
      near: [],
    };
  }

  #ranked(query: string): readonly ReadableTool[] {
    const words = bm25(query, this.#tools);
    const near = this.#similarity.of(query, this.#tools);
    const scores = new Map(this.#tools.map((tool, at) => [tool, (near[at] ?? 0) + WORDS_WEIGHT * (words[at] ?? 0)]));
    return this.#tools.toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0));
  }

  #slotsOf(one: EverydayCase, call: WantedCall, tool: ReadableTool): Readonly<Record<string, Slot>> {
    const alignment = new Alignment(one.query.trim(), tool.parameters, this.#now);
    const schema = this.#trade.tools.find(({ name }) => name === tool.name)?.parameters;
    const rivals = (one.accept ?? []).flatMap(({ calls = [] }) => calls.filter((other) => other.tool === tool.name));
    const free = new Set([...(one.optional ?? []), ...(call.optional ?? [])]);
    const slots = tool.parameters.map((parameter): readonly [string, Slot | null] => {
      const { name } = parameter;
      const wanted = valueAt(call.parameters, parameter);
      const isOpen =
        rivals.some((other) => (valueAt(other.parameters, parameter) === undefined) !== (wanted === undefined)) ||
        (wanted === undefined && free.has(parameter.path[0]?.key ?? name));
      if (isOpen) return [name, { k: "unk" }];
      if (wanted === undefined) return [name, null];
      const isImplied = one.kind === "implicit" || free.has(name);
      return [name, alignment.slotOf(parameter, { wanted, usual: usualOf(schema, parameter), isImplied })];
    });
    return Object.fromEntries(slots.flatMap(([name, slot]) => (slot ? [[name, slot]] : [])));
  }
}

function valueAt(parameters: JsonObject | undefined, { path }: Parameter): JsonValue | undefined {
  let at: JsonValue | undefined = parameters;
  for (const { key, isList } of path) {
    if (isList || !isJsonObject(at)) return undefined;
    at = at[key];
  }
  return at;
}

function usualOf(schema: JsonObject | undefined, { path }: Parameter): JsonValue | undefined {
  const [step, ...deeper] = path;
  const properties = isJsonObject(schema?.properties) ? schema.properties : {};
  const property = step && deeper.length === 0 ? properties[step.key] : undefined;
  return isJsonObject(property) ? property.default : undefined;
}

function writtenTool({ name, description, parameters }: ReadableTool): object {
  const descriptions = tellingDescriptions(parameters);
  const params = parameters.map((parameter, index) => ({
    name: parameter.name,
    type: parameter.type,
    description: descriptions[index],
    ...(parameter.choices.length > 0 && { options: parameter.choices.map(String) }),
  }));
  return { name, description, params };
}

/** Places count in code points there. */
function writtenSlot(query: string, slot: Slot): object {
  const points = (units: number) => [...query.slice(0, units)].length;
  return slot.k === "span"
    ? { ...slot, spans: slot.spans.map(({ start, end }) => [points(start), points(end)]) }
    : slot;
}

const [data, out] = process.argv.slice(2);
if (!data || !out) throw new Error("usage: bun scripts/train/trades/records.ts DATA_FOLDER OUT.jsonl");
const runtimeDir = mkdtempSync(join(tmpdir(), "trades-"));
const runtime = openOnnxRuntime(ONNX_RUNTIME, runtimeDir);
const wordPiece = new WordPiece(await Bun.file(TOKENIZER_PATH).json());
const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), wordPiece);
const similarity = new ToolSimilarity((text) => sentences.embed(text));
const isApart = apartFrom(data);
const trades = learnedTrades(join(data, "train"));
const records = trades.flatMap((trade) => {
  const made = new TradeRecords(trade, similarity);
  return plainCases(trade)
    .filter(({ query }) => isApart(query))
    .flatMap((one) => made.of(one));
});
rmSync(runtimeDir, { recursive: true, force: true });
writeFileSync(out, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
const kinds = records.flatMap(
  ({ slots }) => Object.values(slots) as readonly { k: string; spans?: readonly object[] }[],
);
const counts = Map.groupBy(kinds, ({ k, spans }) => (spans?.length === 0 ? "said somewhere" : k));
console.log(
  `${records.length} records of ${trades.length} trades, ${records.filter(({ gold }) => gold < 0).length} for none`,
);
console.log([...counts].map(([kind, own]) => `${kind} ${own.length}`).join(", "));
