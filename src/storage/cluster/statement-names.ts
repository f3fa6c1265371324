/** Statements are fixed texts of the program: some hundreds. */
const NAMES_MAX = 10_000;

/** A name for each text, so that the server knows it again. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  of(statement: string): string {
    const known = this.#names.get(statement);
    if (known !== undefined) return known;
    if (this.#names.size >= NAMES_MAX) throw new Error("statements are made of values: they belong behind $1");
    const name = `s${this.#names.size + 1}`;
    this.#names.set(statement, name);
    return name;
  }
}
