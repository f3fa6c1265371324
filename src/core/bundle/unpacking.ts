import { AppError } from "../errors.ts";
import { everyItem } from "../every-item.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Existing } from "../exchange/existing.ts";
import { textOr } from "../exchange/json-fields.ts";
import { contentHashOf, type JsonObject } from "../json.ts";
import { Banks } from "../sets/banks.ts";
import type { Personas } from "../sets/personas.ts";
import type { Registry } from "../sets/registry.ts";
import type { Teaching } from "../teaching/teaching.ts";
import { type AppId, nobodyOf } from "../tenant.ts";
import type { Bundle } from "./bundle.ts";

export interface UnpackingOptions {
  readonly exchange: Pick<Exchange, "bringIn" | "check">;
  readonly valueLists: Pick<Registry<"value_list">, "check" | "create" | "find" | "replace">;
  readonly personas: Pick<Personas, "create" | "get" | "replace">;
  readonly banks: Pick<Banks, "addMemory" | "listMemories" | "registry" | "removeMemory">;
  readonly teaching: Pick<Teaching, "teach">;
}

/** What became of one part. Types, as what is sent as JSON. */
export type Unpacked = {
  readonly kind: "bank" | "classification_set" | "persona" | "toolset" | "value_list";
  /** Its signature, its name, or of a bank its name. */
  readonly name: string;
  readonly outcome: "created" | "replaced" | "unchanged";
  /** Of a bank, the id by which requests name it. */
  readonly id?: string;
};

export interface Written {
  readonly parts: readonly Unpacked[];
  /** Cases that sets were taught. */
  readonly taught: number;
}

/** What is there already of what a bundle brings. */
interface Plan {
  readonly lists: readonly Planned<Bundle["valueLists"][number]>[];
  readonly personas: readonly Planned<Bundle["personas"][number]>[];
  readonly banks: readonly Planned<Bundle["banks"][number]>[];
}

interface Planned<Part> {
  readonly part: Part;
  /** The key of what is there by that name; null for nothing. */
  readonly there: string | null;
  /** What is there says the same. */
  readonly isSame: boolean;
}

/** Puts into an app what a bundle holds. */
export class Unpacking {
  readonly #options: UnpackingOptions;

  constructor(options: UnpackingOptions) {
    this.#options = options;
  }

  /**
   * Says whether the app could take it, and writes nothing. Throws `conflict` for what is there already and is not to be replaced, and
   * what creating or replacing any of it would be refused with.
   */
  async check(app: AppId, bundle: Bundle, existing: Existing): Promise<readonly Unpacked[]> {
    const { exchange } = this.#options;
    const plan = await this.#plan(app, bundle, existing);
    const sets = bundle.sets.length === 0 ? [] : await exchange.check(app, bundle.sets, existing);
    return [...partsOf(plan), ...sets.map(setOf)];
  }

  /**
   * Lists before the sets that refer to them, all sets in one change, and what they were taught when they are there. Throws as `check`
   * does, and where it fails half-way: what was written by then stays, and a second try with `replace` brings the rest. `wrote` is told
   * of each part that is there.
   */
  async write(
    app: AppId,
    bundle: Bundle,
    existing: Existing,
    wrote: (title: string) => void = () => {},
  ): Promise<Written> {
    const { exchange, teaching } = this.#options;
    const plan = await this.#plan(app, bundle, existing);
    for (const planned of plan.lists) {
      await this.#writeList(app, planned);
      wrote(`the value list "${planned.part.name}"`);
    }
    for (const planned of plan.personas) {
      await this.#writePersona(app, planned);
      wrote(`the persona "${planned.part.name}"`);
    }
    const ids: string[] = [];
    for (const planned of plan.banks) {
      ids.push(await this.#writeBank(app, planned));
      wrote(`the memory bank "${planned.part.name}"`);
    }
    const sets = bundle.sets.length === 0 ? [] : await exchange.bringIn(app, bundle.sets, existing);
    if (sets.length > 0) wrote("all sets");
    let taught = 0;
    for (const { kind, signature, cases } of bundle.lessons) {
      for (const { beside, ...input } of cases) {
        await teaching.teach({ app }, { kind, signature }, input, beside);
        taught += 1;
      }
      wrote(`what "${signature}" was taught`);
    }
    const parts = partsOf(plan).map((part) => {
      const at = part.kind === "bank" ? plan.banks.findIndex((bank) => bank.part.name === part.name) : -1;
      return at < 0 ? part : { ...part, id: ids[at] as string };
    });
    return { parts: [...parts, ...sets.map(setOf)], taught };
  }

  async #plan(app: AppId, { valueLists, personas, banks }: Bundle, existing: Existing): Promise<Plan> {
    refuseRepeated(
      "value list",
      valueLists.map(({ name }) => name),
    );
    refuseRepeated(
      "persona",
      personas.map(({ name }) => name),
    );
    refuseRepeated(
      "memory bank",
      banks.map(({ name }) => name),
    );
    const plan = {
      lists: await Promise.all(valueLists.map((part) => this.#plannedList(app, part))),
      personas: await Promise.all(personas.map((part) => this.#plannedPersona(app, part))),
      banks: await this.#plannedBanks(app, banks),
    };
    const taken = [
      ...plan.lists.map((planned) => ({ ...planned, title: `the value list "${planned.part.name}"` })),
      ...plan.personas.map((planned) => ({ ...planned, title: `the persona "${planned.part.name}"` })),
      ...plan.banks.map((planned) => ({ ...planned, title: `the memory bank "${planned.part.name}"` })),
    ].filter(({ there, isSame }) => there !== null && !isSame);
    if (taken.length === 0 || existing === "replace") return plan;
    const titles = taken.map(({ title }) => title).join(", ");
    throw new AppError("conflict", `${titles}: there already, and otherwise; replace what is there, or rename it`);
  }

  async #plannedList(app: AppId, part: Bundle["valueLists"][number]) {
    const { valueLists } = this.#options;
    const found = await orNull(valueLists.find(app, part.name));
    const { draft } = await valueLists.check({ app }, part.name, part);
    const isSame = found?.contentHash === draft.contentHash;
    return { part, there: found && part.name, isSame };
  }

  async #plannedPersona(app: AppId, part: Bundle["personas"][number]) {
    const found = await orNull(this.#options.personas.get(nobodyOf(app), part.name));
    const { instructions = "", language = null } = found?.set.definition ?? {};
    const isSame = instructions === part.instructions && language === (part.language ?? null);
    return { part, there: found && part.name, isSame };
  }

  /** A bank is told by its name: its id is of the place where it is. */
  async #plannedBanks(app: AppId, banks: Bundle["banks"]): Promise<Plan["banks"]> {
    const { registry } = this.#options.banks;
    if (banks.length === 0) return [];
    const all = await everyItem((page) => registry.list(nobodyOf(app), page));
    return Promise.all(
      banks.map(async (part) => {
        const [found, another] = all.filter(({ set }) => set.name === part.name);
        if (another)
          throw new AppError(
            "conflict",
            `the app has several memory banks "${part.name}": rename all but the one meant`,
          );
        if (!found) return { part, there: null, isSame: false };
        const id = found.set.signature;
        const known = (await this.#memories(app, id)).map(({ content: { kind: _, ...said } }) => contentHashOf(said));
        const isSame = sameItems(
          known,
          part.memories.map((memory) => contentHashOf(memory)),
        );
        return { part, there: id, isSame };
      }),
    );
  }

  async #writeList(app: AppId, { part, there, isSame }: Plan["lists"][number]): Promise<void> {
    const { valueLists } = this.#options;
    if (there === null) await valueLists.create({ app }, part.name, part);
    else if (!isSame) await valueLists.replace({ app }, part.name, part, null);
  }

  async #writePersona(app: AppId, { part, there, isSame }: Plan["personas"][number]): Promise<void> {
    const { personas } = this.#options;
    if (there === null) await personas.create(nobodyOf(app), part);
    else if (!isSame) await personas.replace(nobodyOf(app), part.name, part, null);
  }

  /** What it remembers is in place of what it did. Its id. */
  async #writeBank(app: AppId, { part, there, isSame }: Plan["banks"][number]): Promise<string> {
    const { banks } = this.#options;
    const { memories, ...input } = part;
    const id = there ?? Banks.newId();
    if (there === null) await banks.registry.create({ app }, id, input);
    if (isSame) return id;
    const before = there === null ? [] : await this.#memories(app, id);
    for (const memory of before) await banks.removeMemory(nobodyOf(app), id, memory.id);
    for (const memory of memories) await banks.addMemory(nobodyOf(app), id, memory);
    return id;
  }

  #memories(app: AppId, bank: string) {
    const { banks } = this.#options;
    return everyItem((page) => banks.listMemories(nobodyOf(app), bank, page));
  }
}

function partsOf({ lists, personas, banks }: Plan): readonly Unpacked[] {
  const part = (kind: Unpacked["kind"], { part: { name }, there, isSame }: Planned<{ readonly name: string }>) => {
    const outcome = there === null ? "created" : isSame ? "unchanged" : "replaced";
    return { kind, name, outcome } as const;
  };
  return [
    ...lists.map((planned) => part("value_list", planned)),
    ...personas.map((planned) => part("persona", planned)),
    ...banks.map((planned) => part("bank", planned)),
  ];
}

function setOf({
  outcome,
  resource,
}: {
  readonly outcome: "created" | "replaced";
  readonly resource: JsonObject;
}): Unpacked {
  const kind = resource.tools === undefined ? "classification_set" : "toolset";
  return { kind, name: textOr(resource.signature), outcome };
}

function refuseRepeated(noun: string, names: readonly string[]): void {
  const again = names.find((name, at) => names.indexOf(name) < at);
  if (again !== undefined) throw new AppError("validation_error", `the ${noun} "${again}" is in the bundle twice`);
}

function sameItems(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && contentHashOf([...some].sort()) === contentHashOf([...others].sort());
}

async function orNull<Found>(finding: Promise<Found>): Promise<Found | null> {
  return finding.catch((failure: unknown) => {
    if (failure instanceof AppError && failure.code === "not_found") return null;
    throw failure;
  });
}
