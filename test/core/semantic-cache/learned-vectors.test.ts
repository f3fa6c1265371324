/** What was learned is embedded in turn: a queue that is short loses nothing. */
import { expect, test } from "bun:test";
import type { Embedder } from "#core/ports/models.ts";
import { LearnedVectors } from "#core/semantic-cache/partitions/learned-vectors.ts";
import { FakeEmbedder } from "../../fakes.ts";

/** Has no room for a second text while it reads one. */
class NarrowEmbedder implements Embedder {
  readonly #fake = new FakeEmbedder();
  readonly id = this.#fake.id;
  readonly dimensions = this.#fake.dimensions;
  readonly refused = new Set<string>();
  embedded = 0;
  #reading = 0;

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (this.#reading > 0) throw new Error("the queue is full");
    if (texts.some((text) => this.refused.has(text))) throw new Error("refused");
    this.#reading += 1;
    await Bun.sleep(0);
    this.#reading -= 1;
    this.embedded += texts.length;
    return this.#fake.embed(texts);
  }
}

test("sentences that come all at once are embedded one after the other, each as its own", async () => {
  const vectors = new LearnedVectors(new NarrowEmbedder());
  const sentences = Array.from({ length: 200 }, (_, at) => `lamp number ${at}`);
  const made = await Promise.all(sentences.map((sentence) => vectors.of(sentence)));
  expect(made).toEqual([...(await new FakeEmbedder().embed(sentences))]);
});

test("one that fails is told to its own caller, and the next one is embedded", async () => {
  const embedder = new NarrowEmbedder();
  embedder.refused.add("broken");
  const vectors = new LearnedVectors(embedder);
  const [broken, whole] = await Promise.allSettled([vectors.of("broken"), vectors.of("whole")]);
  expect(broken.status).toBe("rejected");
  expect(whole).toMatchObject({ status: "fulfilled", value: expect.any(Float32Array) });
});

test("of very many, those beyond the limit are left out at once; when others are done there is room again", async () => {
  const embedder = new NarrowEmbedder();
  const vectors = new LearnedVectors(embedder);
  const made = await Promise.all(Array.from({ length: 5_003 }, () => vectors.of("lamp")));
  expect(made.filter((vector) => vector === null).length).toBe(3);
  expect(embedder.embedded).toBe(5_000);
  expect(await vectors.of("lamp")).toBeInstanceOf(Float32Array);
});

test("closed, it embeds nothing more and keeps nobody waiting", async () => {
  const embedder = new NarrowEmbedder();
  const vectors = new LearnedVectors(embedder);
  const waiting = Array.from({ length: 100 }, () => vectors.of("lamp"));
  vectors.close();
  expect(await Promise.all(waiting)).toEqual(new Array(100).fill(null));
  expect(embedder.embedded).toBe(0);
});
