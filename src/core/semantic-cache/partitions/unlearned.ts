/** By partition: answers that are being remembered, by their ids, until others can be answered from them. */
export class Unlearned {
  readonly #ids = new Map<string, Set<Promise<number | null>>>();

  /** Notes what is being remembered, and returns what ends that. */
  begin(digest: string, remembering: Promise<{ readonly id: number | null }>): () => void {
    const id = remembering.then(
      (kept) => kept.id,
      () => null,
    );
    const ids = this.#ids.get(digest) ?? new Set();
    this.#ids.set(digest, ids.add(id));
    return () => {
      ids.delete(id);
      if (ids.size === 0 && this.#ids.get(digest) === ids) this.#ids.delete(digest);
    };
  }

  /** Resolves when each of them is kept or could not be. */
  async of(digest: string): Promise<readonly number[]> {
    const ids = await Promise.all(this.#ids.get(digest) ?? []);
    return ids.filter((id) => id !== null);
  }
}
