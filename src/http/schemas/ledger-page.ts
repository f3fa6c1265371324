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

const HASH = { pattern: "^[0-9a-f]{64}$" };

const LedgerMonthResource = Type.Object(
  {
    month: Type.String({ description: "When the entries were made, in UTC, as `2026-10`." }),
    entries: Type.Integer({ description: "How many they were." }),
    first_entry: Type.Integer({ description: "The `id` of the first." }),
    last_entry: Type.Integer({ description: "The `id` of the last." }),
    sums: Type.Array(
      Type.Object(
        {
          month: LedgerEntryResource.properties.month,
          kind: LedgerEntryResource.properties.kind,
          entries: Type.Integer({ description: "How many of them were of that month and kind." }),
          amount: Type.Integer({ description: "Their sum, in requests." }),
        },
        EXACT,
      ),
      { description: "What the entries make, by month and kind." },
    ),
    chain: Type.String({
      ...HASH,
      description: "SHA-256 over all entries up to the last one: a file with them proves the sums.",
    }),
    seal: Type.String({ ...HASH, description: "SHA-256 of all of this and the month before." }),
  },
  EXACT,
);

export const LedgerPage = Type.Object(
  {
    ...pageOf(LedgerEntryResource).properties,
    months: Type.Array(LedgerMonthResource, {
      description: "What stands for older entries, oldest first: they are before all entries of the list.",
    }),
    balance: Type.Integer({ description: "What the app may still spend." }),
  },
  EXACT,
);

export type LedgerEntryWire = Static<typeof LedgerEntryResource>;
