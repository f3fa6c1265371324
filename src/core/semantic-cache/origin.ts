import type { ContentHash, JsonObject } from "../json.ts";
import type { Path } from "./known-answer.ts";

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
