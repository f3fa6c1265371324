import { AppError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { AliasKind, AliasStore, StoredAlias } from "../ports/alias-store.ts";
import type { AliasUse } from "../ports/alias-tally-store.ts";
import type { DefinitionStore, StoredDefinition } from "../ports/definition-store.ts";
import { sameWordsOf } from "../semantic-cache/words/same-words.ts";
import type { AppId } from "../tenant.ts";
import { checkedText } from "../text.ts";
import { sideFor } from "./alias-side.ts";
import { nearestHint } from "./nearest-name.ts";

/** How often an alias is read again whose set was removed in the moment between: it stands for another one by then. */
const LOOKS_MAX = 3;

/** Where sets are found by their signatures: null for one that is not there. */
export type SetsByKind = {
  readonly [Kind in AliasKind]: {
    readonly find: (app: AppId, signature: string) => Promise<StoredDefinition<Kind> | null>;
  };
};

export interface SetFinderOptions {
  readonly sets: SetsByKind;
  readonly aliases: Pick<AliasStore, "find" | "list">;
  readonly definitions: Pick<DefinitionStore, "signatures">;
}

/** The sets that an app has. */
export function storedSets(definitions: Pick<DefinitionStore, "find">): SetsByKind {
  return {
    toolset: { find: (app, signature) => definitions.find(app, "toolset", signature) },
    classification_set: { find: (app, signature) => definitions.find(app, "classification_set", signature) },
  };
}

/** Whose question it is, for aliases that are split. */
export interface Asker {
  /** Whom the client asks for, in its own words; by the sentence where it does not say. */
  readonly caller: string | undefined;
  readonly sentence: string;
}

/** What names in a question mean. */
export interface NamedSets<Kind extends AliasKind> {
  /** In the order named, each once. */
  readonly sets: readonly StoredDefinition<Kind>[];
  readonly aliases: readonly AliasUse[];
}

/** Finds the sets that questions name, by their signatures or by aliases. */
export class SetFinder {
  readonly #options: SetFinderOptions;

  constructor(options: SetFinderOptions) {
    this.#options = options;
  }

  /** Throws `not_found` for a name that no set of the app and no alias of this kind has, `validation_error` for the caller. */
  async find<Kind extends AliasKind>(
    app: AppId,
    kind: Kind,
    names: readonly string[],
    { caller, sentence }: Asker,
  ): Promise<NamedSets<Kind>> {
    const asker = askerOf({ caller, sentence });
    const found = await Promise.all(names.map((name) => this.#named(app, kind, name, asker)));
    const bySignature = new Map(found.map(({ set }) => [set.signature, set]));
    return { sets: [...bySignature.values()], aliases: found.flatMap(({ alias }) => alias ?? []) };
  }

  async #named<Kind extends AliasKind>(
    app: AppId,
    kind: Kind,
    name: string,
    asker: () => string,
  ): Promise<{ readonly set: StoredDefinition<Kind>; readonly alias: AliasUse | null }> {
    const { sets, aliases } = this.#options;
    const set = await sets[kind].find(app, name);
    if (set) return { set, alias: null };
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      const alias = await aliases.find(app, name);
      if (alias?.kind !== kind) {
        const mistaken = await ofOtherKind(sets, app, kind, name);
        throw mistaken ?? unknownSet(kind, name, alias, await nearestHint(this.#options, app, [kind], name));
      }
      const signature = sideFor(alias, asker());
      const meant = await sets[kind].find(app, signature);
      if (meant) return { set: meant, alias: { name, signature, revision: alias.revision } };
    }
    throw unknownSet(kind, name, null);
  }
}

const CALLER = { min: 1, max: LIMITS.callerCharactersMax };

/** Who decides on which side of a split the answer is, once that is wanted. Throws `validation_error` for a caller that cannot be one. */
export function askerOf({ caller, sentence }: Asker): () => string {
  const named = caller === undefined ? null : checkedText("caller", caller, CALLER);
  // Their own words are no caller's, whatever somebody calls himself.
  return () => (named === null ? `words ${sameWordsOf(sentence).key}` : `caller ${named}`);
}

/** `alias`: what has the name in the place of a set. `hint`: see `nearestHint`. */
export function unknownSet(kind: AliasKind, name: string, alias: StoredAlias | null, hint = ""): AppError {
  const noun = nounOf(kind);
  if (!alias)
    return new AppError("not_found", `the ${noun} "${name}" does not exist or is not assigned to this app${hint}`);
  const meant = alias.sides.map(({ signature }) => `"${signature}"`).join(" and ");
  const instead =
    alias.kind === kind ? "only the questions of clients name aliases: name the set itself" : `that is no ${noun}`;
  const sets = `${nounOf(alias.kind)}${alias.sides.length > 1 ? "s" : ""}`;
  return new AppError("not_found", `"${name}" is an alias, for the ${sets} ${meant}: ${instead}`);
}

/** What to throw for the name of a set of the other kind; null where that has none either. */
export async function ofOtherKind(
  sets: SetsByKind,
  app: AppId,
  kind: AliasKind,
  name: string,
): Promise<AppError | null> {
  const other = kind === "toolset" ? "classification_set" : "toolset";
  if ((await sets[other].find(app, name)) === null) return null;
  return new AppError("not_found", `"${name}" is a ${nounOf(other)} of this app, and no ${nounOf(kind)}`);
}

/** In messages. */
export function nounOf(kind: AliasKind): string {
  return kind === "toolset" ? "toolset" : "classification set";
}
