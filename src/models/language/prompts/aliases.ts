/** Names of tools as language models accept them. */
import { NO_TOOL } from "#core/toolset.ts";

/** What the strictest of the servers take. */
const ALIAS_CHARACTERS_MAX = 64;

/**
 * One name for each tool, in order: 1–64 letters, digits, "_" or "-", no two alike and none of them "none". A tool keeps
 * its own name where it can; `a.b/c` becomes `a_b_c`, and a second one of that name `a_b_c_2`.
 */
export function aliasesOf(names: readonly string[]): readonly string[] {
  const taken = new Set([NO_TOOL]);
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, ALIAS_CHARACTERS_MAX);
    let alias = plain;
    for (let count = 2; taken.has(alias); count += 1) {
      const suffix = `_${count}`;
      alias = plain.slice(0, ALIAS_CHARACTERS_MAX - suffix.length) + suffix;
    }
    taken.add(alias);
    return alias;
  });
}
