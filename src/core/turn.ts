/** Resolves when whatever waits has had its turn: requests above all, before work that takes long goes on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
