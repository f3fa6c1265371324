/** What stands where a secret would have been printed. */
const MASK = "•••";

/**
 * A text that cannot be printed by mistake: as a string, as JSON, between other texts, and when it is inspected (also
 * inside of something else) it is a mask. Only `reveal` gives it out, so every place that does can be found by that name.
 */
export class Secret {
  readonly #text: string;

  /** `text` may be "", for a secret that is not there. */
  constructor(text: string) {
    this.#text = text;
  }

  get isEmpty(): boolean {
    return this.#text === "";
  }

  /** The secret itself, for the one who has to send it. Never for a message. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return this.isEmpty ? "" : MASK;
  }

  toJSON(): string {
    return this.toString();
  }

  /** What `console.log`, `Bun.inspect` and the stack of an error show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Secret(${this.toString()})`;
  }
}
