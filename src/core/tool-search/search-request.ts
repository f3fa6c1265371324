import { invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { type AskedIn, askedIn } from "../spoken-language/asked-in.ts";
import { checkedText } from "../text.ts";

/** In the place of signatures: all toolsets of the app. */
export const EVERY_TOOLSET = "*";

/** What an app sends to look for tools, its shape checked, its content not yet. */
export interface ToolSearchRequest {
  readonly query: string;
  /** Signatures or aliases, or `EVERY_TOOLSET`. */
  readonly toolsets: readonly string[] | typeof EVERY_TOOLSET;
  /** How many tools are wanted at most; `LIMITS.foundToolsDefault` where left out. */
  readonly k?: number;
  /** For whom it is asked, as in a resolve: for aliases that are split. */
  readonly caller?: string;
  /** What the query is in, by BCP 47; its words tell where left out. */
  readonly language?: string;
}

export interface CheckedSearch extends AskedIn {
  readonly query: string;
  /** Each once; null for every toolset of the app. */
  readonly names: readonly string[] | null;
  readonly count: number;
  readonly caller: string | undefined;
}

/** Throws `validation_error`. */
export function checkedSearch({
  query,
  toolsets,
  k = LIMITS.foundToolsDefault,
  caller,
  language,
}: ToolSearchRequest): CheckedSearch {
  const { foundToolsMax, searchedToolsetsMax, queryCharactersMax } = LIMITS;
  const checked = checkedText("query", query, { min: 1, max: queryCharactersMax });
  if (!(Number.isInteger(k) && k >= 1 && k <= foundToolsMax))
    throw invalid("k", `must be a whole number from 1 to ${foundToolsMax}`);
  const asked = { query: checked, count: k, caller, ...askedIn(language, checked) };
  if (toolsets === EVERY_TOOLSET) return { ...asked, names: null };
  if (toolsets.length === 0) throw invalid("toolsets", `needs at least 1 signature, or is "${EVERY_TOOLSET}"`);
  if (toolsets.length > searchedToolsetsMax)
    throw invalid("toolsets", `${toolsets.length} signatures, at most ${searchedToolsetsMax} are allowed`);
  return { ...asked, names: [...new Set(toolsets)] };
}
