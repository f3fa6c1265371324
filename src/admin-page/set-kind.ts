/** The two kinds of sets, and what each is called where. */
import type { SetShape } from "./shapes.ts";

export type Kind = "classification_set" | "toolset";

export function kindOf({ tools }: Pick<SetShape, "tools">): Kind {
  return tools ? "toolset" : "classification_set";
}

const PATHS = { toolset: "/v1/toolsets", classification_set: "/v1/classification-sets" } as const satisfies Record<
  Kind,
  string
>;

/** Of the set, in the API of its app. */
export function pathOf(set: Pick<SetShape, "signature" | "tools">): string {
  return `${PATHS[kindOf(set)]}/${encodeURIComponent(set.signature)}`;
}
