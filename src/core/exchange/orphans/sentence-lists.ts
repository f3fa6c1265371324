import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { isList, listOr, objectOr, textOr } from "../json-fields.ts";
import { Unusable } from "../unusable.ts";
import type { Entity } from "./assistant.ts";
import { ValueList } from "./entity-kinds.ts";
import { type ListWords, SentenceTemplate } from "./sentence-templates.ts";

/** Values of a list that sentences are made with. */
const WORDS_MAX = 7;
/** Ways to say one value. */
const OTHERS_MAX = 8;

/** The `lists:` of sentence files: what `{name}` stands for in a template. */
export class SentenceLists {
  readonly #lists: ReadonlyMap<string, JsonObject>;
  readonly #words = new Map<string, readonly ListWords[]>();
  readonly #unknown: Set<string>;

  constructor(documents: readonly JsonObject[], unknown: Set<string> = new Set()) {
    this.#lists = new Map(
      documents.flatMap(({ lists }) =>
        Object.entries(objectOr(lists)).map(([name, list]) => [name, objectOr(list)] as const),
      ),
    );
    this.#unknown = unknown;
  }

  /** With lists of a block's own, which go before those of the files. */
  with(lists: JsonValue | undefined): SentenceLists {
    if (!isJsonObject(lists)) return this;
    return new SentenceLists([{ lists: { ...Object.fromEntries(this.#lists), ...lists } }], this.#unknown);
  }

  /** What stands for the list in sentences: some of its values, or its name where nobody knows any. */
  wordsOf(list: string): readonly ListWords[] {
    const known = this.#words.get(list);
    if (known) return known;
    const made = this.#made(list);
    this.#words.set(list, made);
    return made;
  }

  /** Lists that templates name and no file has; the house's own names are among them. */
  unknown(): readonly string[] {
    return [...this.#unknown];
  }

  get size(): number {
    return this.#lists.size;
  }

  entities(): readonly [string, Entity][] {
    return [...this.#lists].map(([name, list]) => [name, entityOf(list)]);
  }

  #made(name: string): readonly ListWords[] {
    const placeholder = [{ words: name.replaceAll("_", " "), value: null }];
    const list = this.#lists.get(name);
    if (!list) {
      this.#unknown.add(name);
      return placeholder;
    }
    const range = rangeOf(list);
    if (range) {
      const { from, to, step, multiplier } = range;
      const steps = Math.floor((to - from) / step);
      const shown = [...new Set([0.5, 0.2, 0.8].map((part) => from + Math.round(steps * part) * step))];
      return shown.map((number) => ({ words: String(number), value: number * multiplier }));
    }
    const words = valuesOf({ values: listOr(list.values).slice(0, WORDS_MAX) }).map(({ value, said }) => ({
      words: said[0] ?? value,
      value,
    }));
    return words.length === 0 ? placeholder : words;
  }
}

/** What `lists:` says of the values that slots take. */
export function entitiesOfLists(lists: JsonValue | undefined): readonly [string, Entity][] {
  return Object.entries(objectOr(lists)).map(([name, list]) => [name, entityOf(objectOr(list))]);
}

function entityOf(list: JsonObject): Entity {
  const range = rangeOf(list);
  if (range) {
    const { from, to, step, multiplier } = range;
    const bounds = [from * multiplier, to * multiplier];
    const isWhole = [...bounds, step * multiplier].every(Number.isInteger);
    const schema = { type: isWhole ? "integer" : "number", minimum: Math.min(...bounds), maximum: Math.max(...bounds) };
    return { schema, values: new Map(), isClosed: false };
  }
  const values = new ValueList();
  for (const { value, said } of valuesOf(list)) values.add(value, said);
  return { schema: { type: "string" }, values: values.all(), isClosed: values.size > 0 };
}

/** `- red`, or `- {in: "(warm|soft) white", out: white}`. */
function valuesOf({ values }: JsonObject): readonly { readonly value: string; readonly said: readonly string[] }[] {
  return listOr(values).flatMap((given) => {
    const template = isJsonObject(given) ? textOr(given.in) : scalar(given);
    const said = saidBy(template);
    const value = isJsonObject(given) && given.out !== undefined ? scalar(given.out) : (said[0] ?? "");
    return value === "" ? [] : [{ value, said: said.length === 0 ? [value] : said }];
  });
}

function saidBy(template: string): readonly string[] {
  try {
    const read = new SentenceTemplate(template, { wordsOf: () => [{ words: "", value: null }], rules: new Map() });
    return read.slots().length > 0 ? [] : read.sentences(OTHERS_MAX).map(({ text }) => text);
  } catch (failure) {
    if (!(failure instanceof Unusable)) throw failure;
    return [];
  }
}

function scalar(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function rangeOf({ range }: JsonObject) {
  const { from, to, step, multiplier } = objectOr(range);
  if (isList(range) || typeof from !== "number" || typeof to !== "number" || to < from) return null;
  return {
    from,
    to,
    step: typeof step === "number" && step > 0 ? step : 1,
    multiplier: typeof multiplier === "number" ? multiplier : 1,
  };
}
