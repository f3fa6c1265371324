/** The vectors that the executable itself would compute: the comparison with plain cosine is not one of embedders. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "#core/ports/models.ts";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import type { Progress } from "../progress.ts";
import type { Vectors } from "./cosine.ts";

const TEXTS_AT_ONCE = 32;

/** `by`: the sentence embedder unless it says otherwise. */
export async function embedded(
  texts: Iterable<string>,
  progress: Progress,
  by: (models: EmbeddedModels) => Embedder = ({ embedder }) => embedder,
): Promise<Vectors> {
  const distinct = [...new Set(texts)];
  const folder = mkdtempSync(join(tmpdir(), "dragoman-embedding-"));
  const models = openEmbeddedModels({ runtimeDir: folder, queueMax: 64, queuePerAppMax: 64 });
  const vectors = new Map<string, Float32Array>();
  try {
    await models.model.ready();
    for (let start = 0; start < distinct.length; start += TEXTS_AT_ONCE) {
      const some = distinct.slice(start, start + TEXTS_AT_ONCE);
      const made = await by(models).embed(some);
      for (const [index, vector] of made.entries()) vectors.set(some[index] as string, vector);
      progress.show("embeddings", vectors.size, distinct.length);
    }
    return vectors;
  } finally {
    await models.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
