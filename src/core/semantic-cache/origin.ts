import type { ContentHash, JsonObject } from "../json.ts";
import type { Path } from "./knowledge.ts";
import type { Candidate } from "./search.ts";

/**
 * From what an answer for other words was made: what a correction has to know. It is stored beside the answered request.
 * A type, not an interface: so the compiler sees that it is JSON.
 */
export type Origin = {
  readonly id: number;
  /** What went the same way when it was given: all that a correction knows where the partition is not in memory any more. */
  readonly kin: readonly number[];
  readonly path: Path;
  readonly subject: { readonly contentHash: ContentHash; readonly name: string };
  readonly bin: number;
  readonly score: number;
  readonly known: string;
  /** As people read it. */
  readonly given: JsonObject;
};

/** A record of a hit stays small: of more, those beyond are found when the partition is in memory. */
const KIN_MAX = 64;

/** `kin`: ids of what goes the same way. `given`: as people read it. */
export function originOf(
  { proposal, subject, verdict, known }: Candidate<JsonObject>,
  kin: readonly number[],
  given: JsonObject,
): Origin {
  const { id, path, score } = proposal;
  const { contentHash, name } = subject;
  const { bin } = verdict;
  const sentence = known.sentence;
  return { id, kin: kin.slice(-KIN_MAX), path, subject: { contentHash, name }, bin, score, known: sentence, given };
}
