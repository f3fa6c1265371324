/**
 * Whether anything can have the name. A text of Postgres cannot hold U+0000, and half of a surrogate pair would be looked for as
 * another character: names that are given out have neither, and those that clients ask for may.
 */
export function canBeNamed(name: string): boolean {
  return !name.includes("\0") && name.isWellFormed();
}
