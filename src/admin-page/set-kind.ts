/** The two kinds of sets, and what each is called where. */
import type { SetKind, SetShape } from "./shapes.ts";
import { texts } from "./texts/texts.ts";

/** In the place of a tool or a label where none fits. */
export const NO_NAME = "none";

export type Kind = SetKind;

/** The sets that are asked together. */
export interface Chosen {
  readonly kind: Kind;
  /** Of a classification set there is one. */
  readonly signatures: readonly string[];
}

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

/** The tools or labels that an answer of some of the sets could name. */
export function namesIn(sets: readonly SetShape[], kind: Kind, signatures: readonly string[]): readonly string[] {
  const asked = sets.filter((set) => kindOf(set) === kind && signatures.includes(set.signature));
  return asked.flatMap(({ tools = [], classes = [] }) => [
    ...tools.map(({ name }) => name),
    ...classes.map(({ label }) => label),
  ]);
}

/** Of a tool or a label, for people. */
export function nameOf(name: string): string {
  return name === NO_NAME ? texts.value.playground.noneOption : name;
}
