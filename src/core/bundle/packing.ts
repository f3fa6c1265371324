import type { MemoryInput } from "../bank.ts";
import { AppError } from "../errors.ts";
import { everyItem } from "../every-item.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { listOr, textOr } from "../exchange/json-fields.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { DEFAULT_PERSONA_NAME } from "../persona.ts";
import { listNamesIn } from "../schema/value-list-names.ts";
import type { Banks } from "../sets/banks.ts";
import type { Personas } from "../sets/personas.ts";
import type { PersonaInput, Registry, ValueListInput } from "../sets/registry.ts";
import type { TaughtCase, TaughtKind } from "../teaching/taught-case.ts";
import { taughtInputIn, taughtJson } from "../teaching/taught-json.ts";
import type { Teaching } from "../teaching/teaching.ts";
import { type AppId, nobodyOf } from "../tenant.ts";
import type { Bundle, BundledBank, BundledLesson } from "./bundle.ts";

export interface PackingOptions {
  readonly exchange: Pick<Exchange, "takeOut">;
  readonly valueLists: Pick<Registry<"value_list">, "find" | "list">;
  readonly personas: Pick<Personas, "get" | "list">;
  readonly banks: Pick<Banks, "listMemories" | "registry">;
  readonly teaching: Pick<Teaching, "list">;
}

/** What goes into a bundle: all that the app has where nothing is chosen. */
export interface Packed {
  /** With these sets come the lists that they refer to, and what they were taught. Null for all. */
  readonly signatures: readonly string[] | null;
  /** By name. */
  readonly personas: readonly string[] | null;
  /** By id. */
  readonly banks: readonly string[] | null;
}

/** Takes out of an app what a bundle holds. */
export class Packing {
  readonly #options: PackingOptions;

  constructor(options: PackingOptions) {
    this.#options = options;
  }

  /** Throws `not_found` for what the app has not, and `bad_request` where that is nothing at all. */
  async pack(
    app: AppId,
    chosen: Packed,
  ): Promise<Pick<Bundle, "banks" | "lessons" | "personas" | "sets" | "valueLists">> {
    const sets = await this.#sets(app, chosen.signatures);
    const parts = {
      sets,
      valueLists: await this.#valueLists(app, chosen.signatures === null ? null : listsOf(sets)),
      personas: await this.#personas(app, chosen.personas),
      banks: await this.#banks(app, chosen.banks),
      lessons: await this.#lessons(app, sets),
    };
    if (Object.values(parts).every(({ length }) => length === 0))
      throw new AppError("bad_request", "there is nothing to put into a bundle: the app has no sets");
    return parts;
  }

  async #sets(app: AppId, signatures: readonly string[] | null): Promise<readonly JsonObject[]> {
    const { exchange } = this.#options;
    if (signatures === null) return (await exchange.takeOut(app, null)).map(withoutTimes);
    const found: JsonObject[] = [];
    for (const signature of new Set(signatures)) found.push(...(await exchange.takeOut(app, signature)));
    return found.map(withoutTimes);
  }

  async #valueLists(app: AppId, names: readonly string[] | null): Promise<readonly ValueListInput[]> {
    const { valueLists } = this.#options;
    const named =
      names ?? (await everyItem((page) => valueLists.list(nobodyOf(app), page))).map(({ set }) => set.signature);
    const lists: ValueListInput[] = [];
    for (const name of named) {
      const { description, definition } = await valueLists.find(app, name);
      const values = definition.values.map(([value, ...synonyms]) =>
        synonyms.length === 0 ? value : { value, synonyms },
      );
      lists.push({ name, ...(description !== null && { description }), values });
    }
    return lists;
  }

  async #personas(app: AppId, names: readonly string[] | null): Promise<readonly PersonaInput[]> {
    const { personas } = this.#options;
    const found =
      names === null
        ? await everyItem((page) => personas.list(nobodyOf(app), page))
        : await Promise.all(names.map((name) => personas.get(nobodyOf(app), name)));
    const written = found.map(({ set }): PersonaInput => {
      const { instructions, language } = set.definition;
      const more = {
        ...(set.description !== null && { description: set.description }),
        ...(language !== null && { language }),
      };
      return { name: set.name, instructions, ...more };
    });
    // Every app has it, and says nothing with it until somebody writes it.
    return written.filter(({ name, instructions, language }) => {
      return name !== DEFAULT_PERSONA_NAME || instructions !== "" || language !== undefined;
    });
  }

  async #banks(app: AppId, ids: readonly string[] | null): Promise<readonly BundledBank[]> {
    const { banks } = this.#options;
    const named =
      ids ?? (await everyItem((page) => banks.registry.list(nobodyOf(app), page))).map(({ set }) => set.signature);
    const packed: BundledBank[] = [];
    for (const id of named) {
      const { name, description } = await banks.registry.find(app, id);
      if (packed.some((other) => other.name === name))
        throw new AppError(
          "conflict",
          `the app has several memory banks "${name}", and a bundle tells them by name: rename one, or choose by id`,
        );
      const memories = await everyItem((page) => banks.listMemories(nobodyOf(app), id, page));
      packed.push({
        name,
        ...(description !== null && { description }),
        memories: memories.map(({ content: { kind: _, ...said } }): MemoryInput => said),
      });
    }
    return packed;
  }

  async #lessons(app: AppId, sets: readonly JsonObject[]): Promise<readonly BundledLesson[]> {
    const { teaching } = this.#options;
    const lessons: BundledLesson[] = [];
    const packed = new Set(sets.map(({ signature }) => textOr(signature)));
    for (const set of sets) {
      const kind: TaughtKind = set.tools === undefined ? "classification_set" : "toolset";
      const signature = textOr(set.signature);
      const taught = await everyItem((page) => teaching.list({ app }, { kind, signature }, page));
      const cases = taught.flatMap((one) => {
        // That nothing is called, and a call of its own tools, is as right without the sets that stay behind.
        const isWhole = one.beside.every((other) => packed.has(other)) || isOfTools(one, set);
        const beside = one.beside.filter((other) => packed.has(other));
        return isWhole ? [{ ...taughtInputIn(taughtJson(one)), beside }] : [];
      });
      if (cases.length === 0) continue;
      lessons.push({ kind, signature, cases });
    }
    return lessons;
  }
}

/** Whether all that is called, if anything, is a tool of the set. */
function isOfTools({ right }: TaughtCase, { tools }: JsonObject): boolean {
  const own = new Set(listOr(tools).map((tool) => isJsonObject(tool) && tool.name));
  return right.kind === "calls" && right.calls.every(({ tool }) => own.has(tool));
}

/** When a set was made is of the place where it was. */
function withoutTimes({ created_at: _, updated_at: __, ...set }: JsonObject): JsonObject {
  return set;
}

/** The lists that the sets refer to. */
function listsOf(sets: readonly JsonObject[]): readonly string[] {
  const schemas = sets.flatMap(({ tools }) => listOr(tools)).map((tool) => isJsonObject(tool) && tool.parameters);
  return [...new Set(schemas.flatMap((schema) => (isJsonObject(schema) ? listNamesIn(schema) : [])))];
}
