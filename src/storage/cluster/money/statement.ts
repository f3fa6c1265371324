/** Statements that call a function of the schema. */

/**
 * The parameter behind the function's own is how long it waits for a row: what stands behind FROM is done first, and holds for this statement
 * alone.
 */
export function statementWaiting(name: string, parameters: number): string {
  return `${statementOf(name, parameters)} FROM set_config('lock_timeout', $${parameters + 1}, true)`;
}

export function statementOf(name: string, parameters: number): string {
  const own = Array.from({ length: parameters }, (_, at) => `$${at + 1}`).join(", ");
  return `SELECT ${name}(${own}) AS result`;
}
