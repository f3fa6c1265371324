import { AppError, invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Page } from "../page.ts";
import {
  ALIAS_KINDS,
  type AliasKind,
  type AliasRefusal,
  type AliasSides,
  type AliasStore,
  type StoredAlias,
} from "../ports/alias-store.ts";
import type { AliasTally, AliasTallyStore, SideTally } from "../ports/alias-tally-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { DefinitionStore } from "../ports/definition-store.ts";
import type { Principal } from "../tenant.ts";
import { checkedSignature } from "../text.ts";
import { sideFor } from "./alias-side.ts";
import { nearestHint } from "./nearest-name.ts";
import { type Asker, askerOf, nounOf, unknownSet } from "./set-finder.ts";

/** What an owner sends for an alias: exactly one of `signature` and `split`. */
export interface AliasInput {
  /** What it stands for; found out by the sets themselves where it is left out. */
  readonly kind?: AliasKind | undefined;
  readonly signature?: string | undefined;
  readonly split?: readonly { readonly signature: string; readonly percent: number }[] | undefined;
}

/** An alias as its owner sees it. */
export interface AliasView {
  readonly alias: StoredAlias;
  readonly tally: AliasTally;
}

/** What names stand for at one moment. */
export interface MeantSets {
  /** Each once. */
  readonly signatures: readonly string[];
  readonly aliases: readonly { readonly name: string; readonly signature: string; readonly kind: AliasKind }[];
}

export const NO_ANSWERS: SideTally = { answers: 0, none: 0 };

export interface AliasesOptions {
  readonly store: AliasStore;
  readonly definitions: Pick<DefinitionStore, "signatures">;
  readonly tallies: Pick<AliasTallyStore, "of">;
  readonly clock: Pick<Clock, "now">;
}

type Owner = Pick<Principal, "app">;

/** Other names for sets: put, shown, taken away. `SetFinder` finds what they stand for. */
export class Aliases {
  readonly #options: AliasesOptions;

  constructor(options: AliasesOptions) {
    this.#options = options;
  }

  /**
   * From the next question on the name stands for that. Throws `validation_error`, `bad_request`, `not_found` for a set that is not
   * there, `conflict` for a name that a set has and for sets of the other kind, and with `ifRevision` `precondition_failed`.
   */
  async put({ app }: Owner, name: string, input: AliasInput, ifRevision: number | null): Promise<AliasView> {
    const { store, clock } = this.#options;
    const checkedName = checkedSignature("name", name);
    const draft = { kind: input.kind ?? null, sides: sidesIn(input) };
    const outcome = await store.put(app, checkedName, draft, clock.now(), ifRevision, LIMITS.aliasesMax);
    if (!("refused" in outcome)) return this.#view(app, outcome);
    if (outcome.refused !== "unknown") throw refusal(name, outcome);
    const { signature } = outcome;
    throw await this.#unknown(app, signature, input.kind ?? null);
  }

  /** Oldest first. */
  async list(
    { app }: Owner,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<AliasView>> {
    const { items, next } = await this.#options.store.list(app, page);
    return { items: await this.#views(app, items), next };
  }

  async get({ app }: Owner, name: string): Promise<AliasView> {
    const alias = await this.#options.store.find(app, name);
    if (!alias) throw unknownAlias(name);
    return this.#view(app, alias);
  }

  /**
   * The signatures that names mean, in their order, and what aliases among them stand for: of a split the side of the one who asks. A name
   * that no alias has means itself. Throws `validation_error` for the caller, and for a split where nobody asks: what is meant is one set.
   */
  async meant({ app }: Owner, names: readonly string[], asked: Asker | null): Promise<MeantSets> {
    const asker = asked && askerOf(asked);
    const stands: MeantSets["aliases"][number][] = [];
    const signatures: string[] = [];
    for (const name of names) {
      const alias = await this.#options.store.find(app, name);
      const signature = alias ? sideOf(alias, asker) : name;
      if (alias) stands.push({ name, signature, kind: alias.kind });
      signatures.push(signature);
    }
    return { signatures: [...new Set(signatures)], aliases: stands };
  }

  /** The sets that it stood for stay. */
  async remove({ app }: Owner, name: string, ifRevision: number | null): Promise<void> {
    const outcome = await this.#options.store.remove(app, name, ifRevision);
    if (outcome === "not_found") throw unknownAlias(name);
    if (outcome === "stale") throw stale(name);
  }

  async #view(app: Principal["app"], alias: StoredAlias): Promise<AliasView> {
    const [view] = await this.#views(app, [alias]);
    return view as AliasView;
  }

  async #views(app: Principal["app"], aliases: readonly StoredAlias[]): Promise<readonly AliasView[]> {
    const tallies = await this.#options.tallies.of(app, aliases);
    return aliases.map((alias, at) => ({ alias, tally: tallies[at] as AliasTally }));
  }

  async #unknown(app: Principal["app"], signature: string, kind: AliasKind | null): Promise<AppError> {
    const alias = await this.#options.store.find(app, signature);
    if (alias) {
      return new AppError(
        "not_found",
        `"${signature}" is an alias itself: an alias stands for a set, by its signature`,
      );
    }
    const { definitions } = this.#options;
    const hint = await nearestHint({ definitions }, app, kind === null ? ALIAS_KINDS : [kind], signature);
    if (kind !== null) return unknownSet(kind, signature, null, hint);
    return new AppError("not_found", `the set "${signature}" does not exist or is not assigned to this app${hint}`);
  }
}

function sideOf(alias: StoredAlias, asker: (() => string) | null): string {
  if (asker) return sideFor(alias, asker());
  const some = alias.sides.filter(({ percent }) => percent > 0);
  const [only] = some;
  if (only && some.length === 1) return only.signature;
  const sides = some.map(({ signature, percent }) => `"${signature}" (${percent} %)`).join(" and ");
  throw invalid("sets", `"${alias.name}" is an alias that is split between ${sides}: name the set that is meant`);
}

/** Throws `bad_request` for both or none of the two ways to say it, `validation_error` for what is no split. */
function sidesIn({ signature, split }: AliasInput): AliasSides {
  if ((signature === undefined) === (split === undefined)) {
    throw new AppError("bad_request", "send exactly one of `signature` and `split`");
  }
  if (signature !== undefined) return [{ signature: checkedSignature("signature", signature), percent: 100 }];
  const [first, other, ...more] = split ?? [];
  if (!first || !other || more.length > 0) throw invalid("split", "must be between two sets");
  for (const [index, { signature: one, percent }] of [first, other].entries()) {
    checkedSignature(`split.${index}.signature`, one);
    if (Number.isInteger(percent) && percent >= 0 && percent <= 100) continue;
    throw invalid(`split.${index}.percent`, "must be a whole number from 0 to 100");
  }
  if (first.signature === other.signature) throw invalid("split", `names "${first.signature}" twice`);
  const sum = first.percent + other.percent;
  if (sum !== 100) throw invalid("split", `the percentages are ${sum} together, and have to be 100`);
  return [first, other];
}

function refusal(name: string, refused: Exclude<AliasRefusal, { readonly refused: "unknown" }>): AppError {
  switch (refused.refused) {
    case "taken":
      return new AppError(
        "conflict",
        `"${name}" is the signature of a ${nounOf(refused.by)}: an alias needs a name of its own`,
      );
    case "mixed":
      return invalid("split", "is between a toolset and a classification set: both have to be of one kind");
    case "ambiguous":
      return invalid("kind", "is needed: there are a toolset and a classification set of that signature");
    case "other_kind":
      return new AppError(
        "conflict",
        `"${name}" is an alias for ${nounOf(refused.kind)}s, and who names it expects one: delete it first, or take another name`,
      );
    case "stale":
      return stale(name);
    case "full":
      return invalid("name", `is one too many: the app has ${LIMITS.aliasesMax} aliases, delete one first`);
  }
}

function unknownAlias(name: string): AppError {
  return new AppError("not_found", `the alias "${name}" does not exist or is not assigned to this app`);
}

function stale(name: string): AppError {
  return new AppError(
    "precondition_failed",
    `the alias "${name}" has changed, or is not there: its ETag is not the one in If-Match`,
  );
}
