import { AppError, invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { ALIAS_KINDS, type AliasKind, type AliasStore } from "../ports/alias-store.ts";
import type { DefinitionStore } from "../ports/definition-store.ts";
import { nearestHint } from "../sets/nearest-name.ts";
import { unknownSet } from "../sets/set-finder.ts";
import type { AppId } from "../tenant.ts";
import type { LintedSet, Linter, LintReport } from "./linter.ts";

export interface SetLintOptions {
  readonly definitions: Pick<DefinitionStore, "find" | "signatures">;
  readonly aliases: Pick<AliasStore, "find">;
  readonly linter: Pick<Linter, "lint">;
}

/** Lints sets that an app has registered. Throws what `Linter.lint` throws. */
export class SetLint {
  readonly #options: SetLintOptions;

  constructor(options: SetLintOptions) {
    this.#options = options;
  }

  /** Toolsets together, as a request names them. Throws `not_found` for the first that the app does not have. */
  async toolsets(app: AppId, signatures: readonly string[], signal: AbortSignal): Promise<LintReport> {
    const named = distinct(signatures);
    const found = await Promise.all(named.map((signature) => this.#toolset(app, signature)));
    const absent = named[found.indexOf(null)];
    if (absent !== undefined) throw await this.#missing(app, "toolset", absent);
    const sets = found.filter((set) => set !== null);
    return this.#options.linter.lint(app, sets, signal);
  }

  async classificationSet(app: AppId, signature: string, signal: AbortSignal): Promise<LintReport> {
    const set = await this.#classificationSet(app, signature);
    if (!set) throw await this.#missing(app, "classification_set", signature);
    return this.#options.linter.lint(app, [set], signal);
  }

  /** Sets of either kind, the toolsets of them together; of a signature that names one of each, both. */
  async named(app: AppId, signatures: readonly string[], signal: AbortSignal): Promise<LintReport> {
    const found = await Promise.all(
      distinct(signatures).map(async (signature) => {
        const both = await Promise.all([this.#toolset(app, signature), this.#classificationSet(app, signature)]);
        const sets = both.filter((set) => set !== null);
        if (sets.length === 0) throw await this.#missing(app, null, signature);
        return sets;
      }),
    );
    return this.#options.linter.lint(app, found.flat(), signal);
  }

  /** `kind` null: a set of either kind would have done. */
  async #missing(app: AppId, kind: AliasKind | null, signature: string): Promise<AppError> {
    const { aliases, definitions } = this.#options;
    const alias = await aliases.find(app, signature);
    const hint = await nearestHint({ definitions }, app, kind === null ? ALIAS_KINDS : [kind], signature);
    if (kind !== null || alias) return unknownSet(kind ?? alias?.kind ?? "toolset", signature, alias, hint);
    return new AppError("not_found", `the set "${signature}" does not exist or is not assigned to this app${hint}`);
  }

  async #toolset(app: AppId, signature: string): Promise<LintedSet | null> {
    const set = await this.#options.definitions.find(app, "toolset", signature);
    if (!set) return null;
    const { tools, backend } = set.definition;
    return { signature, tools, ...(backend !== undefined && { backend }) };
  }

  async #classificationSet(app: AppId, signature: string): Promise<LintedSet | null> {
    const set = await this.#options.definitions.find(app, "classification_set", signature);
    if (!set) return null;
    const { classes, backend } = set.definition;
    return { signature, classes, ...(backend !== undefined && { backend }) };
  }
}

function distinct(signatures: readonly string[]): readonly string[] {
  const named = [...new Set(signatures)];
  const { toolsetsMax } = LIMITS;
  if (named.length > toolsetsMax)
    throw invalid("with", `${named.length} sets, and a request names at most ${toolsetsMax}`);
  return named;
}
