import type { FakeEmbedder } from "../fakes.ts";

/** From now on it waits for what this returns to be called, whoever leaves meanwhile. */
export function holdEmbedder(embedder: FakeEmbedder): () => void {
  const held = Promise.withResolvers<void>();
  const embed = Object.getPrototypeOf(embedder).embed as typeof embedder.embed;
  embedder.embed = async (texts) => {
    await held.promise;
    return embed.call(embedder, texts);
  };
  return held.resolve;
}
