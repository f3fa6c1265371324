import type { DefinitionKind, Definitions } from "../ports/definition-store.ts";

const PARTS: { readonly [Kind in DefinitionKind]: (definition: Definitions[Kind]) => unknown } = {
  toolset: ({ tools }) => tools,
  classification_set: ({ classes }) => classes,
  persona: (definition) => definition,
  bank: () => ({}),
  // As one text: canonical JSON of 100,000 values takes ten times as long.
  value_list: ({ values }) => JSON.stringify(values),
};

/** The part of a definition that its content hash is of: answers are made from it, and from nothing else of the definition. */
export function hashedPartOf<Kind extends DefinitionKind>(kind: Kind, definition: Definitions[Kind]): unknown {
  return PARTS[kind](definition);
}
