import { AppError } from "../errors.ts";
import { everyItem } from "../every-item.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { Finding } from "../linting/findings.ts";
import { ALIAS_KINDS, type AliasStore } from "../ports/alias-store.ts";
import type { Clock } from "../ports/clock.ts";
import type {
  DefinitionKind,
  DefinitionStore,
  NamedDraft,
  ReplacedDefinition,
  WrittenDefinition,
} from "../ports/definition-store.ts";
import { nearestHint } from "../sets/nearest-name.ts";
import type { DefinitionInputs, Drafted, Registry } from "../sets/registry.ts";
import { unknownSet } from "../sets/set-finder.ts";
import { tooManyCases } from "../teaching/teaching.ts";
import type { AppId } from "../tenant.ts";
import { type ExchangedSet, resourceOf, resourceOfStored, setFromResource, titleOf } from "./exchanged-set.ts";
import type { Existing } from "./existing.ts";

export interface ExchangeOptions {
  readonly definitions: DefinitionStore;
  readonly aliases: Pick<AliasStore, "find">;
  readonly toolsets: Registry<"toolset">;
  readonly classificationSets: Registry<"classification_set">;
  readonly clock: Pick<Clock, "now">;
}

/** What an import does, or would do, to one set. */
export interface Imported {
  readonly outcome: "created" | "replaced";
  readonly resource: JsonObject;
  /** What may make it be misunderstood, see `lintWarnings`. */
  readonly warnings: readonly Finding[];
}

type SetKind = ExchangedSet["kind"];

/** What is written in the same change as sets. */
export interface Beside {
  /** Before them: what they refer to. */
  readonly drafts: readonly AlongDraft[];
  /** What the set of this kind and signature is taught. */
  taughtOf(kind: SetKind, signature: string): NamedDraft<SetKind>["taught"];
}

export interface AlongDraft extends NamedDraft<DefinitionKind> {
  /** In words for people. */
  readonly title: string;
  /** To be called before it is written, and once it is. */
  announce(): void;
  settle(previous: ReplacedDefinition | null): void;
}

const NOTHING_BESIDE: Beside = { drafts: [], taughtOf: () => undefined };

/** A set that can be stored. */
interface Ready extends Drafted<SetKind> {
  readonly set: ExchangedSet;
  /** To be called before it is written, and once it is. */
  announce(): void;
  settle(previous: ReplacedDefinition | null): void;
}

interface Planned extends Ready {
  readonly exists: boolean;
}

/** Takes sets out of an app and brings them into one, as resources in our own JSON. Nobody is charged for it. */
export class Exchange {
  readonly #options: ExchangeOptions;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** What `bringIn` would do, without doing it. Throws what that throws. */
  async check(app: AppId, resources: readonly JsonValue[], existing: Existing): Promise<readonly Imported[]> {
    const planned = await this.#plan(app, resources, existing);
    return planned.map(({ set, exists, draft, warnings }) => ({
      outcome: exists ? "replaced" : "created",
      resource: resourceOf({ ...set, contentHash: draft.contentHash }),
      warnings,
    }));
  }

  /**
   * Creates or replaces the sets, in one change: whatever happens meanwhile, all of them are there or none is. Throws
   * `validation_error`, `bad_request` or a limit's own code for a set that cannot be, also when its content is not what
   * its hash says, and `conflict` when a signature is registered already and is not to be replaced. `beside` is part of the change.
   */
  async bringIn(
    app: AppId,
    resources: readonly JsonValue[],
    existing: Existing,
    beside: Beside = NOTHING_BESIDE,
  ): Promise<readonly Imported[]> {
    const planned =
      resources.length === 0 && beside !== NOTHING_BESIDE ? [] : await this.#plan(app, resources, existing);
    for (const one of [...beside.drafts, ...planned]) one.announce();
    const { definitions, clock } = this.#options;
    const drafts: readonly NamedDraft<DefinitionKind>[] = [
      ...beside.drafts,
      ...planned.map(({ set: { kind, signature }, draft }) => {
        const taught = beside.taughtOf(kind, signature);
        return { kind, signature, draft, ...(taught && { taught }) };
      }),
    ];
    const written = await definitions.writeAll(app, drafts, { at: clock.now(), mayReplace: existing === "replace" });
    const titles = [...beside.drafts.map(({ title }) => title), ...planned.map(({ set }) => titleOf(set))];
    // Between the check and the change another client may have registered one of them, or made an alias of that name.
    if ("taken" in written) throw overtaken(titles.filter((_, index) => written.taken.includes(index)));
    if ("full" in written) throw tooManyCases(drafts[written.full]?.signature ?? "");
    for (const [index, one] of beside.drafts.entries()) one.settle(written[index]?.previous ?? null);
    return planned.map(({ set, settle, warnings }, index): Imported => {
      const { set: stored, previous } = written[beside.drafts.length + index] as WrittenDefinition<SetKind>;
      settle(previous);
      return { outcome: previous ? "replaced" : "created", resource: resourceOfStored(set.kind, stored), warnings };
    });
  }

  /** All sets of the app, or those of one signature: toolsets first, each kind oldest first. Throws `not_found` for no such. */
  async takeOut(app: AppId, signature: string | null): Promise<readonly JsonObject[]> {
    const [toolsets, classificationSets] = await Promise.all([
      this.#stored(app, "toolset", signature),
      this.#stored(app, "classification_set", signature),
    ]);
    const found = [...toolsets, ...classificationSets];
    if (signature === null || found.length > 0) return found;
    const alias = await this.#options.aliases.find(app, signature);
    if (alias) throw unknownSet(alias.kind, signature, alias);
    const hint = await nearestHint({ definitions: this.#options.definitions }, app, ALIAS_KINDS, signature);
    throw new AppError("not_found", `the app has no set "${signature}"${hint}`);
  }

  async #plan(app: AppId, resources: readonly JsonValue[], existing: Existing): Promise<readonly Planned[]> {
    if (resources.length === 0) throw new AppError("bad_request", "there is no set to import");
    const sets = resources.map((resource, index) => setFromResource(resource, `sets.${index}`));
    refuseRepeated(sets);
    const ready: Ready[] = [];
    for (const set of sets) ready.push(await this.#ready(app, set));
    const { definitions, aliases } = this.#options;
    const known = await Promise.all(sets.map(({ kind, signature }) => definitions.find(app, kind, signature)));
    const aliased = await Promise.all(sets.map(({ signature }) => aliases.find(app, signature)));
    const alias = aliased.find((found) => found !== null);
    if (alias)
      throw new AppError("conflict", `"${alias.name}" is an alias of the app: a set needs a signature of its own`);
    const taken = sets.filter((_, index) => known[index]);
    if (taken.length > 0 && existing === "refuse") {
      const words = taken.length === 1 ? "is registered already" : "are registered already";
      throw new AppError("conflict", `${taken.map(titleOf).join(", ")} ${words}: --replace replaces what is there`);
    }
    return ready.map((one, index) => ({ ...one, exists: Boolean(known[index]) }));
  }

  async #ready(app: AppId, set: ExchangedSet): Promise<Ready> {
    const { toolsets, classificationSets } = this.#options;
    const ready = await named(
      set,
      (): Promise<Ready> =>
        set.kind === "toolset"
          ? readied(toolsets, app, set, set.input)
          : readied(classificationSets, app, set, set.input),
    );
    if (set.contentHash === null || set.contentHash === ready.draft.contentHash) return ready;
    const field = `${set.signature}.content_hash`;
    const problem = `is not that of the ${set.kind === "toolset" ? "tools" : "classes"}: the file was damaged, or changed by hand; if the change is meant, take content_hash out`;
    throw new AppError("validation_error", `${field} ${problem}`, { details: { [field]: problem } });
  }

  async #stored(app: AppId, kind: ExchangedSet["kind"], signature: string | null): Promise<readonly JsonObject[]> {
    const { definitions } = this.#options;
    if (signature !== null) {
      const set = await definitions.find(app, kind, signature);
      return set ? [resourceOfStored(kind, set)] : [];
    }
    const sets = await everyItem((page) => definitions.list(app, kind, page));
    return sets.map((set) => resourceOfStored(kind, set));
  }
}

async function readied<Kind extends SetKind>(
  registry: Registry<Kind>,
  app: AppId,
  set: ExchangedSet,
  input: DefinitionInputs[Kind],
): Promise<Ready> {
  const { draft, warnings } = await registry.check({ app }, set.signature, input);
  return {
    set,
    draft,
    warnings,
    announce: () => registry.announce(app, draft),
    settle: (previous) => registry.settle(app, draft, previous),
  };
}

function overtaken(titles: readonly string[]): AppError {
  const words = "taken by somebody else a moment ago, and nothing was written: import again";
  return new AppError("conflict", `${titles.join(", ")} ${titles.length === 1 ? "was" : "were"} ${words}`);
}

function refuseRepeated(sets: readonly ExchangedSet[]): void {
  const seen = new Set<string>();
  for (const set of sets) {
    const title = titleOf(set);
    if (seen.has(title)) throw new AppError("validation_error", `${title} is there twice`);
    seen.add(title);
  }
}

/** What is wrong with one of several sets has to say with which. */
async function named<Result>(set: ExchangedSet, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    const { code, message, details } = failure;
    throw new AppError(code, `${titleOf(set)}: ${message}`, { ...(details && { details }), cause: failure });
  }
}
