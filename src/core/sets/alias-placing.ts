/** What an alias may be put for, by the rules that every storage keeps in the change that puts it. */
import {
  ALIAS_KINDS,
  type AliasDraft,
  type AliasKind,
  type AliasRefusal,
  type AliasSides,
  type StoredAlias,
} from "../ports/alias-store.ts";
import type { DefinitionKind } from "../ports/definition-store.ts";

/** What the app has at that moment. */
export interface AliasPlace {
  /** The alias of the name. */
  readonly found: Pick<StoredAlias, "kind" | "revision"> | null;
  readonly isThere: (kind: AliasKind, signature: string) => boolean;
  /** Whether it has as many aliases as it may have. */
  readonly isFull: () => boolean;
}

/** The kind that the alias is of, or why it may not be put. */
export function placedKind(
  name: string,
  draft: AliasDraft,
  ifRevision: number | null,
  { found, isThere, isFull }: AliasPlace,
): AliasKind | AliasRefusal {
  const kind = kindOf(draft, isThere);
  if (typeof kind !== "string") return kind;
  if (ifRevision !== null && found?.revision !== ifRevision) return { refused: "stale" };
  const by = ALIAS_KINDS.find((one) => isThere(one, name));
  if (by) return { refused: "taken", by };
  if (found && found.kind !== kind) return { refused: "other_kind", kind: found.kind };
  if (!found && isFull()) return { refused: "full" };
  return kind;
}

/** Whether definitions of this kind are named where an alias may stand, and so may not have the name of one. */
export function isAliasKind(kind: DefinitionKind): kind is AliasKind {
  return ALIAS_KINDS.some((one) => one === kind);
}

/** Of an alias as it is stored: the other one gets who is not the first one's. */
export function storedSides({
  signature,
  percent,
  other,
}: {
  readonly signature: string;
  readonly percent: number;
  readonly other: string | null;
}): AliasSides {
  const first = { signature, percent };
  return other === null ? [first] : [first, { signature: other, percent: 100 - percent }];
}

/** The kind of which the app has all the sides. */
function kindOf({ kind, sides }: AliasDraft, isThere: AliasPlace["isThere"]): AliasKind | AliasRefusal {
  const kinds = kind === null ? ALIAS_KINDS : [kind];
  const missing = sides.find(({ signature }) => !kinds.some((one) => isThere(one, signature)));
  if (missing) return { refused: "unknown", signature: missing.signature };
  const whole = kinds.filter((one) => sides.every(({ signature }) => isThere(one, signature)));
  const [only] = whole;
  if (only === undefined) return { refused: "mixed" };
  return whole.length === 1 ? only : { refused: "ambiguous" };
}
