import { AppError, invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { DefinitionStore } from "../ports/storage.ts";
import type { AppId } from "../tenant.ts";
import type { LintedSet, Linter, LintReport } from "./linter.ts";

export interface SetLintOptions {
  readonly definitions: Pick<DefinitionStore, "find">;
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
    const sets = found.map((set, index) => set ?? missing("toolset", named[index] ?? ""));
    return this.#options.linter.lint(app, sets, signal);
  }

  async classificationSet(app: AppId, signature: string, signal: AbortSignal): Promise<LintReport> {
    const set = (await this.#classificationSet(app, signature)) ?? missing("classification set", signature);
    return this.#options.linter.lint(app, [set], signal);
  }

  /** Sets of either kind, the toolsets of them together; of a signature that names one of each, both. */
  async named(app: AppId, signatures: readonly string[], signal: AbortSignal): Promise<LintReport> {
    const found = await Promise.all(
      distinct(signatures).map(async (signature) => {
        const both = await Promise.all([this.#toolset(app, signature), this.#classificationSet(app, signature)]);
        const sets = both.filter((set) => set !== null);
        return sets.length > 0 ? sets : [missing("set", signature)];
      }),
    );
    return this.#options.linter.lint(app, found.flat(), signal);
  }

  async #toolset(app: AppId, signature: string): Promise<LintedSet | null> {
    const set = await this.#options.definitions.find(app, "toolset", signature);
    return set && { signature, tools: set.definition.tools };
  }

  async #classificationSet(app: AppId, signature: string): Promise<LintedSet | null> {
    const set = await this.#options.definitions.find(app, "classification_set", signature);
    return set && { signature, classes: set.definition.classes };
  }
}

function distinct(signatures: readonly string[]): readonly string[] {
  const named = [...new Set(signatures)];
  const { toolsetsMax } = LIMITS;
  if (named.length > toolsetsMax)
    throw invalid("with", `${named.length} sets, and a request names at most ${toolsetsMax}`);
  return named;
}

function missing(noun: string, signature: string): never {
  throw new AppError("not_found", `the ${noun} "${signature}" does not exist or is not assigned to this app`);
}
