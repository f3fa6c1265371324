import type { DefinitionKind, Definitions } from "../ports/storage.ts";

const PARTS: { readonly [Kind in DefinitionKind]: (definition: Definitions[Kind]) => unknown } = {
  toolset: ({ tools }) => tools,
  classification_set: ({ classes }) => classes,
  persona: (definition) => definition,
  bank: () => ({}),
};

/** The part of a definition that its content hash is of: answers are made from it, and from nothing else of the definition. */
export function hashedPartOf<Kind extends DefinitionKind>(kind: Kind, definition: Definitions[Kind]): unknown {
  return PARTS[kind](definition);
}
