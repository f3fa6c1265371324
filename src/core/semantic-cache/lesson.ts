import type { JsonObject } from "../json.ts";

/** What an answer teaches for other words. */
export type Lesson =
  | {
      readonly kind: "call";
      /** Position among the tools of all named toolsets; null for `none`. */
      readonly tool: number | null;
      readonly parameters: JsonObject;
      readonly defaultsApplied: readonly string[];
      /** A value was worked out from the time of the request: the same words mean something else tomorrow. */
      readonly dependsOnClock: boolean;
    }
  | { readonly kind: "label"; readonly class: number | null };
