/** What was probably meant by a name that nothing has: looked for among the app's own names, and never among another's. */
import { nearMiss } from "../near-miss.ts";
import type { AliasStore } from "../ports/alias-store.ts";
import type { DefinitionKind, DefinitionStore } from "../ports/definition-store.ts";
import type { AppId } from "../tenant.ts";

/** Names of an app that are looked through, and the longest that is compared: each comparison is quadratic in their letters. */
const NAMES_MAX = 500;
const COMPARED_CHARACTERS_MAX = 64;

/** Where names are found. `aliases`: where a name may also be one of these. */
export interface NameStores {
  readonly definitions: Pick<DefinitionStore, "signatures">;
  readonly aliases?: Pick<AliasStore, "list">;
}

/** As in `: did you mean "weather-v1"?`, to stand behind an error about the name; "" where none of the app's is near. */
export async function nearestHint(
  stores: NameStores,
  app: AppId,
  kinds: readonly DefinitionKind[],
  written: string,
): Promise<string> {
  if (written.length > COMPARED_CHARACTERS_MAX) return "";
  const { definitions, aliases } = stores;
  const names = await Promise.all(kinds.map((kind) => definitions.signatures(app, kind, NAMES_MAX)));
  const page = aliases && (await aliases.list(app, { limit: NAMES_MAX, after: null }));
  const others = page ? page.items.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name) : [];
  return meantHint(written, [...names.flat(), ...others]);
}

/** The same among names that are at hand, as those of a set's tools. */
export function meantHint(written: string, names: readonly string[]): string {
  if (written.length > COMPARED_CHARACTERS_MAX) return "";
  const compared = names.filter(({ length }) => length <= COMPARED_CHARACTERS_MAX).slice(0, NAMES_MAX);
  const meant = nearMiss(written, compared);
  return meant === undefined ? "" : `: did you mean "${meant}"?`;
}
