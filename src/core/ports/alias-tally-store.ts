import type { AppId, Instant } from "../tenant.ts";
import type { StoredAlias } from "./alias-store.ts";

/** An alias that a question named, and the set that was asked for it. */
export interface AliasUse {
  readonly name: string;
  readonly signature: string;
  /** Of the alias. */
  readonly revision: number;
}

/** An answer to a question that named aliases. */
export interface AnswerThrough {
  readonly aliases: readonly AliasUse[];
  /** No tool, or no class, fitted. */
  readonly isNone: boolean;
}

export interface SideTally {
  readonly answers: number;
  /** Of those. */
  readonly none: number;
}

export interface AliasTally {
  /** When the first of these answers was counted; null before it. */
  readonly since: Instant | null;
  readonly bySignature: ReadonlyMap<string, SideTally>;
}

/**
 * What became of questions that named an alias, by the set that was asked, since the alias was put last. Numbers to look at, not to
 * bill: a crash may forget some, and where there are several processes a broken connection may count some twice.
 */
export interface AliasTallyStore {
  /** Does not wait: it is counted in memory first. */
  add(app: AppId, through: AnswerThrough, at: Instant): void;
  /** Of each alias, in their order, over all processes. */
  of(app: AppId, aliases: readonly Pick<StoredAlias, "name" | "revision">[]): Promise<readonly AliasTally[]>;
}
