import { type Static, Type } from "@sinclair/typebox";
import { At, Description, EXACT, Name, Values } from "./shared-fields.ts";

const bankFields = { name: Name, description: Type.Optional(Description) };

export const BankBody = Type.Object(bankFields, EXACT);
export const BankResource = Type.Object(
  { id: Type.String({ description: "Made by the server." }), ...bankFields, created_at: At, updated_at: At },
  EXACT,
);

const memoryFields = {
  query: Type.Optional(Type.String({ description: "A query that was resolved rightly, 1–500 characters." })),
  tool: Type.Optional(Type.String({ description: "The tool that it means, 1–128 characters." })),
  parameters: Type.Optional(Values),
  fact: Type.Optional(Type.String({ description: 'A sentence that holds, as in "home is Berlin", 1–500 characters.' })),
};

/** Either `fact`, or the other three. */
export const MemoryBody = Type.Object(memoryFields, EXACT);
export const MemoryResource = Type.Object(
  { id: Type.String({ description: "Made by the server." }), ...memoryFields, created_at: At },
  EXACT,
);

export type BankWire = Static<typeof BankResource>;
export type MemoryWire = Static<typeof MemoryResource>;
