import { AppError } from "../errors.ts";
import { everyItem } from "../every-item.ts";
import type { AlongDraft, Beside, Exchange, Imported } from "../exchange/exchange.ts";
import { type ExchangedSet, setFromResource, titleOf } from "../exchange/exchanged-set.ts";
import type { Existing } from "../exchange/existing.ts";
import { textOr } from "../exchange/json-fields.ts";
import { contentHashOf, type JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { DefinitionDraft, DefinitionKind, NamedDraft, WordedCase } from "../ports/definition-store.ts";
import type { TaughtSet } from "../ports/taught-case-store.ts";
import { Banks } from "../sets/banks.ts";
import type { Personas } from "../sets/personas.ts";
import type { Registry } from "../sets/registry.ts";
import type { SetsTaught, Teaching } from "../teaching/teaching.ts";
import { type AppId, nobodyOf } from "../tenant.ts";
import type { Bundle } from "./bundle.ts";

export interface UnpackingOptions {
  readonly exchange: Pick<Exchange, "bringIn" | "check">;
  readonly toolsets: Pick<Registry<"toolset">, "check" | "find">;
  readonly classificationSets: Pick<Registry<"classification_set">, "check" | "find">;
  readonly valueLists: Pick<Registry<"value_list">, "announce" | "check" | "find" | "settle">;
  readonly personas: Pick<Personas, "get" | "registry">;
  readonly banks: Pick<Banks, "drafted" | "listMemories" | "registry">;
  readonly teaching: Pick<Teaching, "drafted">;
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
  /** Sets that are there and say the same, by their place in the bundle, with the revision of each. */
  readonly sameSets: ReadonlyMap<number, number>;
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
    const others = bundle.sets.filter((_, at) => !plan.sameSets.has(at));
    const sets = others.length === 0 ? [] : await exchange.check(app, others, existing);
    return [...partsOf(plan), ...setsOf(bundle, plan, sets)];
  }

  /** All of it in one change: whatever happens meanwhile, all of it is there or none is. Throws as `check` does. */
  async write(app: AppId, bundle: Bundle, existing: Existing): Promise<Written> {
    const plan = await this.#plan(app, bundle, existing);
    const ids = plan.banks.map(({ there }) => there ?? Banks.newId());
    const drafts: AlongDraft[] = [
      ...(await inTurn(plan.lists.filter(isToWrite), ({ part }) => this.#listDraft(app, part))),
      ...(await inTurn(plan.personas.filter(isToWrite), ({ part }) => this.#personaDraft(app, part))),
      ...(await inTurn(plan.banks, (bank, at) => this.#bankDraft(app, bank, ids[at] as string))).flatMap(
        (draft) => draft ?? [],
      ),
    ];
    const lessons = await this.#lessonsOf(app, bundle);
    // What is there is left as it is, and taught what the bundle has.
    for (const [at, ifRevision] of plan.sameSets) {
      const set = setFromResource(bundle.sets[at] as JsonObject, `sets.${at}`);
      const cases = lessons.flatMap((one) => (isOf(one, set) ? one.cases : []));
      if (cases.length > 0) drafts.push(await this.#setDraft(app, set, { ifRevision, cases }));
    }
    const others = bundle.sets.filter((_, at) => !plan.sameSets.has(at));
    const taughtOf: Beside["taughtOf"] = (kind, signature) => {
      const cases = lessons.flatMap((one) => (isOf(one, { kind, signature }) ? one.cases : []));
      return cases.length === 0 ? undefined : { cases, casesMax: LIMITS.taughtCasesPerSetMax };
    };
    const sets = await this.#options.exchange.bringIn(app, others, existing, { drafts, taughtOf });
    const parts = partsOf(plan).map((part) => {
      const at = part.kind === "bank" ? plan.banks.findIndex((bank) => bank.part.name === part.name) : -1;
      return at < 0 ? part : { ...part, id: ids[at] as string };
    });
    const taught = lessons.reduce((sum, { cases }) => sum + cases.length, 0);
    return { parts: [...parts, ...setsOf(bundle, plan, sets)], taught };
  }

  async #plan(app: AppId, { sets, valueLists, personas, banks }: Bundle, existing: Existing): Promise<Plan> {
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
      sameSets: await this.#sameSets(app, sets),
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

  async #sameSets(app: AppId, resources: Bundle["sets"]): Promise<Plan["sameSets"]> {
    const { toolsets, classificationSets } = this.#options;
    const same = new Map<number, number>();
    for (const [at, resource] of resources.entries()) {
      const set = setFromResource(resource, `sets.${at}`);
      const { kind, signature } = set;
      const found = await (kind === "toolset"
        ? orNull(toolsets.find(app, signature))
        : orNull(classificationSets.find(app, signature)));
      if (!found) continue;
      const { draft } = await this.#checked(app, set);
      if (contentHashOf(saidBy(found)) === contentHashOf(saidBy(draft))) same.set(at, found.revision);
    }
    return same;
  }

  #checked(app: AppId, set: ExchangedSet) {
    const { toolsets, classificationSets } = this.#options;
    return set.kind === "toolset"
      ? toolsets.check({ app }, set.signature, set.input)
      : classificationSets.check({ app }, set.signature, set.input);
  }

  async #setDraft(
    app: AppId,
    set: ExchangedSet,
    { ifRevision, cases }: { readonly ifRevision: number; readonly cases: readonly WordedCase[] },
  ): Promise<AlongDraft> {
    const { kind, signature } = set;
    const { draft } = await this.#checked(app, set);
    const taught = { cases, casesMax: LIMITS.taughtCasesPerSetMax };
    // It says the same as what is there: nothing is to be learned, and nothing to be forgotten.
    return { kind, signature, draft, ifRevision, taught, title: titleOf(set), announce: () => {}, settle: () => {} };
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

  async #listDraft(app: AppId, part: Bundle["valueLists"][number]): Promise<AlongDraft> {
    const { valueLists } = this.#options;
    const { draft } = await valueLists.check({ app }, part.name, part);
    return along(valueLists, app, {
      ...{ kind: "value_list", signature: part.name, draft },
      title: `the value list "${part.name}"`,
    });
  }

  async #personaDraft(app: AppId, part: Bundle["personas"][number]): Promise<AlongDraft> {
    const { registry } = this.#options.personas;
    const { draft } = await registry.check({ app }, part.name, part);
    return along(registry, app, {
      ...{ kind: "persona", signature: part.name, draft },
      title: `the persona "${part.name}"`,
    });
  }

  /** What it remembers is in place of what it did; null where it is there and says the same. */
  async #bankDraft(app: AppId, { part, isSame }: Plan["banks"][number], signature: string): Promise<AlongDraft | null> {
    if (isSame) return null;
    const { banks } = this.#options;
    const { memories: inputs, ...input } = part;
    const { memoriesPerBankMax: max } = LIMITS;
    if (inputs.length > max)
      throw new AppError("validation_error", `the bank "${part.name}" is too large`, {
        details: { bank: `holds ${inputs.length}/${max} memories` },
      });
    const { draft } = await banks.registry.check({ app }, signature, input);
    const memories = await inTurn(inputs, (memory) => banks.drafted(app, memory));
    return along(banks.registry, app, {
      ...{ kind: "bank", signature, draft, memories },
      title: `the memory bank "${part.name}"`,
    });
  }

  /** What sets are taught, by the sets as the bundle has them. */
  async #lessonsOf(app: AppId, { sets, lessons }: Bundle): Promise<readonly Lesson[]> {
    const { toolsets, classificationSets, teaching } = this.#options;
    if (lessons.length === 0) return [];
    const brought = sets.map((resource, index) => setFromResource(resource, `sets.${index}`));
    const taught: SetsTaught = {
      toolsets: foundOnce(async (signature) => {
        const set = brought.find((one) => one.kind === "toolset" && one.signature === signature);
        if (set?.kind !== "toolset") return toolsets.find(app, signature);
        return (await toolsets.check({ app }, signature, set.input)).draft;
      }),
      classificationSets: foundOnce(async (signature) => {
        const set = brought.find((one) => one.kind === "classification_set" && one.signature === signature);
        if (set?.kind !== "classification_set") return classificationSets.find(app, signature);
        return (await classificationSets.check({ app }, signature, set.input)).draft;
      }),
    };
    return inTurn(lessons, async ({ kind, signature, cases }) => ({
      ...{ kind, signature },
      cases: await inTurn(cases, ({ beside, ...input }) =>
        teaching.drafted(app, { kind, signature }, input, beside, taught),
      ),
    }));
  }

  #memories(app: AppId, bank: string) {
    const { banks } = this.#options;
    return everyItem((page) => banks.listMemories(nobodyOf(app), bank, page));
  }
}

interface Lesson extends TaughtSet {
  readonly cases: readonly WordedCase[];
}

function isToWrite({ there, isSame }: Pick<Planned<unknown>, "isSame" | "there">): boolean {
  return there === null || !isSame;
}

/** A set is checked as a whole, and a thousand cases may be of the same one. */
function foundOnce<Found>(find: (signature: string) => Promise<Found>): {
  readonly find: (app: AppId, signature: string) => Promise<Found>;
} {
  const found = new Map<string, Promise<Found>>();
  return {
    find: (_, signature) => {
      const known = found.get(signature) ?? find(signature);
      found.set(signature, known);
      return known;
    },
  };
}

/** One after the other: each may have the models read something. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [at, item] of items.entries()) results.push(await work(item, at));
  return results;
}

function along<Kind extends DefinitionKind>(
  registry: Pick<Registry<Kind>, "announce" | "settle">,
  app: AppId,
  draft: NamedDraft<Kind> & { readonly title: string },
): AlongDraft {
  return {
    ...draft,
    announce: () => registry.announce(app, draft.draft),
    settle: (previous) => registry.settle(app, draft.draft, previous),
  };
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

/** In the order of the bundle. */
function setsOf(
  { sets }: Bundle,
  { sameSets }: Plan,
  imported: readonly Pick<Imported, "outcome" | "resource">[],
): readonly Unpacked[] {
  const rest = [...imported];
  return sets.flatMap((resource, at) => {
    const one = sameSets.has(at) ? ({ outcome: "unchanged", resource } as const) : rest.shift();
    return one ? [setOf(one)] : [];
  });
}

/** All of a set but the names that say where it is. */
function saidBy({ name, description, definition }: DefinitionDraft<DefinitionKind>): object {
  return { name, description, definition };
}

function isOf(one: TaughtSet, { kind, signature }: TaughtSet): boolean {
  return one.kind === kind && one.signature === signature;
}

function setOf({
  outcome,
  resource,
}: {
  readonly outcome: Unpacked["outcome"];
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
