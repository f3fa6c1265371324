import { invalid } from "../errors.ts";

/** What becomes of what is there by the same name. */
export type Existing = "refuse" | "replace";

/** Throws `validation_error`. */
export function existingIn(existing: string): Existing {
  if (existing === "refuse" || existing === "replace") return existing;
  throw invalid("existing", 'must be "refuse" or "replace"');
}
