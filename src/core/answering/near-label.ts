/** What a model said to a sentence that is near, as one more example of its class. */
import type { Class } from "../classification-set.ts";
import type { Embedder, FindSimilar } from "../ports/models.ts";
import type { NearAnswer } from "../semantic-cache/semantic-cache.ts";
import type { AppId } from "../tenant.ts";
import { dot } from "../vectors.ts";
import type { LabelAnswer } from "./label-reuse.ts";
import { CASE_SIMILARITY_MIN } from "./recollections.ts";

/** A text, and the position of its class. */
export interface NearLabel {
  readonly text: string;
  readonly of: number;
}

/** Null where it is as far as taught cases may not be, and for what has no class, several parts, or a class that is gone. */
export function nearLabelOf(
  { sentence, similarity, answer: { classifications } }: NearAnswer<LabelAnswer>,
  classes: readonly Class[],
): NearLabel | null {
  const [only, ...others] = classifications;
  if (!only || others.length > 0 || similarity < CASE_SIMILARITY_MIN) return null;
  const of = classes.findIndex(({ label }) => label === only.label);
  return of < 0 ? null : { text: sentence, of };
}

/** The nearest examples, and this one among them. `embedder`: by which examples of classes are compared. */
export function findSimilarWith(
  near: NearLabel,
  {
    app,
    embedder,
    findSimilar,
  }: { readonly app: AppId; readonly embedder: Embedder; readonly findSimilar: FindSimilar },
): FindSimilar {
  return async (text, count, signal) => {
    const [similar, [own, other]] = await Promise.all([
      findSimilar(text, count, signal),
      embedder.embed([text, near.text], "interactive", app, signal),
    ]);
    const similarity = dot(own as Float32Array, other as Float32Array);
    const all = [...similar, { ...near, similarity }];
    return all.sort((one, another) => another.similarity - one.similarity).slice(0, count);
  };
}
