import { LIMITS } from "../limits.ts";
import type { AliasStore } from "../ports/alias-store.ts";
import type { DefinitionStore } from "../ports/definition-store.ts";
import type { AppId } from "../tenant.ts";

export interface ToolsetNamesOptions {
  readonly definitions: Pick<DefinitionStore, "signatures">;
  readonly aliases: Pick<AliasStore, "find" | "list">;
  /** Throws `not_found`. */
  readonly toolsets: { readonly find: (app: AppId, signature: string) => Promise<unknown> };
}

/**
 * What may stand where a request names a toolset: the signatures of an app's toolsets, and their aliases. They are listed without
 * reading a definition: there may be thousands of them.
 */
export class ToolsetNames {
  readonly #options: ToolsetNamesOptions;

  constructor(options: ToolsetNamesOptions) {
    this.#options = options;
  }

  /** In the order of their characters, those behind `after`; null begins with the first. `hasMore`: whether others come after them. */
  async list(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: string | null },
  ): Promise<{ readonly names: readonly string[]; readonly hasMore: boolean }> {
    const { definitions, aliases } = this.#options;
    const [signatures, others] = await Promise.all([
      definitions.signatures(app, "toolset", limit + 1, after ?? ""),
      aliases.list(app, { limit: LIMITS.aliasesMax, after: null }),
    ]);
    const aliasesBehind = others.items.filter(({ kind, name }) => kind === "toolset" && name > (after ?? ""));
    const names = [...signatures, ...aliasesBehind.map(({ name }) => name)].toSorted(byCharacters);
    return { names: names.slice(0, limit), hasMore: names.length > limit };
  }

  /** Throws `not_found` for a name that neither a toolset of the app nor an alias of one has. */
  async check(app: AppId, name: string): Promise<void> {
    const alias = await this.#options.aliases.find(app, name);
    if (alias?.kind !== "toolset") await this.#options.toolsets.find(app, name);
  }
}

/** As the store orders them: names have letters, digits and a few signs of ASCII alone. */
function byCharacters(one: string, other: string): number {
  return one < other ? -1 : 1;
}
