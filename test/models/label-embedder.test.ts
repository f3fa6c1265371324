import { describe, expect, test } from "bun:test";
import type { Embedder } from "#core/ports/models.ts";
import { LabelEmbedder } from "#models/embedded/labels/label-embedder.ts";

function always(id: string, vector: readonly number[]): Embedder {
  return { id, dimensions: vector.length, embed: async (texts) => texts.map(() => Float32Array.from(vector)) };
}

const nearness = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe("the embedder of labels", () => {
  const both = new LabelEmbedder(always("labels", [0.6, 0.8]), always("sentences", [0, 0, 1]));

  test("puts the vectors of two networks beside each other, and the length is one", async () => {
    const [vector] = await both.embed(["text"]);
    expect(vector).toHaveLength(both.dimensions);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 6);
    expect(both.id).toBe("labels+sentences");
  });

  test("how near two texts are is the mean of what either says", async () => {
    const others = new LabelEmbedder(always("labels", [1, 0]), always("sentences", [0, 1, 0]));
    const [[one], [other]] = await Promise.all([both.embed(["a"]), others.embed(["b"])]);
    const near = nearness(one as Float32Array, other as Float32Array);
    expect(near).toBeCloseTo((0.6 + 0) / 2, 6);
  });

  test.each<{ readonly priority: "interactive" | "background"; readonly order: readonly string[] }>([
    { priority: "interactive", order: ["labels begins", "sentences begins", "labels ends", "sentences ends"] },
    { priority: "background", order: ["labels begins", "labels ends", "sentences begins", "sentences ends"] },
  ])("$priority work: $order", async ({ priority, order }) => {
    const heard: string[] = [];
    const telling = (id: string): Embedder => ({
      id,
      dimensions: 2,
      embed: async (texts) => {
        heard.push(`${id} begins`);
        await Bun.sleep(1);
        heard.push(`${id} ends`);
        return texts.map(() => Float32Array.of(1, 0));
      },
    });
    const vectors = await new LabelEmbedder(telling("labels"), telling("sentences")).embed(["a", "b"], priority);
    expect(vectors).toHaveLength(2);
    expect(heard).toEqual([...order]);
  });
});
