import { AppError } from "../errors.ts";

/** What is to be taken out of a file: names, with `*` for any characters. Without any, everything is. */
export class Selection {
  readonly #patterns: readonly { readonly text: string; readonly parts: readonly string[] }[];
  readonly #matched = new Set<string>();

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns.map((text) => ({ text, parts: text.split("*") }));
  }

  /** Whether any of the names that a thing has is asked for. */
  takes(names: readonly string[]): boolean {
    if (this.#patterns.length === 0) return true;
    const matching = this.#patterns.filter(({ parts }) => names.some((name) => matches(parts, name)));
    for (const { text } of matching) this.#matched.add(text);
    return matching.length > 0;
  }

  /** Throws `bad_request` for a pattern that nothing had: it is misspelt, and what it was to take would be missed. */
  refuseUnmatched(): void {
    const unmatched = this.#patterns.find(({ text }) => !this.#matched.has(text));
    if (unmatched) throw new AppError("bad_request", `nothing in the file is called "${unmatched.text}" (--only)`);
  }
}

/** Linear in the name: each part is looked for once, from where the one before ended. */
function matches(parts: readonly string[], name: string): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}
