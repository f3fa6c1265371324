import { type Static, Type } from "@sinclair/typebox";
import { At, EXACT, pageOf } from "./shared-fields.ts";

const LedgerEntryResource = Type.Object(
  {
    id: Type.Integer({ description: "Grows with every entry." }),
    at: At,
    month: Type.Union([Type.Null(), Type.String()], {
      description: "The month whose allowance changed, as `2026-11`; null for credits.",
    }),
    kind: Type.Union([Type.Literal("allowance"), Type.Literal("charge"), Type.Literal("credit")], {
      description: "A month's allowance, what calls have cost, or what was bought.",
    }),
    amount: Type.Integer({ description: "In requests; what was spent is negative." }),
  },
  EXACT,
);

export const LedgerPage = Type.Object(
  {
    ...pageOf(LedgerEntryResource).properties,
    balance: Type.Integer({ description: "What the app may still spend." }),
  },
  EXACT,
);

export type LedgerEntryWire = Static<typeof LedgerEntryResource>;
