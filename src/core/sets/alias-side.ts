import { createHash } from "node:crypto";
import type { StoredAlias } from "../ports/alias-store.ts";

/** Of 2 to the power of 32, so that each percent is the same share of callers to 1 in 40 million. */
const SHARES = 100;
const NUMBERS = 2 ** 32;

/**
 * The set that an alias stands for to this caller. The same for the same caller as long as the alias stands for the same sets,
 * whoever computes it and when; where the percentages change, only those move who have to. `caller`: any text.
 */
export function sideFor({ name, sides }: Pick<StoredAlias, "name" | "sides">, caller: string): string {
  // Whichever was named first: the same sets with the same shares are the same split.
  const [first, other] = [...sides].sort((one, another) => (one.signature < another.signature ? -1 : 1));
  if (!first || !other) return sides[0].signature;
  const digest = createHash("sha256").update([name, first.signature, other.signature, caller].join("\0")).digest();
  // Other sets are other words in the digest: nobody is the first to try everything new.
  return (digest.readUInt32BE(0) / NUMBERS) * SHARES < first.percent ? first.signature : other.signature;
}
