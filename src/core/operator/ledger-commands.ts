/** The operator's commands about the ledger of an app. */

import { chainBegun } from "../access/ledger-months.ts";
import { invalid } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { LedgerEntry, LedgerMonth } from "../ports/ledger-store.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

/** Entries of one answer: some tens of kilobytes. */
const ENTRIES = { byDefault: 1_000, max: 1_000 };
/** A century. */
const MONTHS_MAX = 1_200;
/** So long one command works: whoever has more to do sends it again. */
const COMPACTED_MS_MAX = 5_000;

export const LEDGER_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["ledger.months", { takes: ["app_id"], records: ["app_id"], run: showMonths }],
  // Whoever takes all of it has asked for the months before.
  ["ledger.entries", { takes: ["app_id", "after", "limit"], records: null, run: showEntries }],
  ["ledger.compact", { takes: ["months"], records: ["months", "entries"], run: compactNow }],
];

/** And where the chain of the entries goes on that are in none. */
async function showMonths({ tenants, ledger }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id } = await tenants.showApp(args.app());
  const months = await ledger.months(id);
  return { app_id: id, months: months.map(monthJson), chain: months.at(-1)?.chain ?? chainBegun(id) };
}

async function showEntries({ tenants, ledger }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id } = await tenants.showApp(args.app());
  const after = args.has("after") ? args.number("after") : null;
  const { items, next } = await ledger.entries(id, { limit: args.limit(ENTRIES), after });
  return { entries: items.map(entryJson), next };
}

async function compactNow({ compaction }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const months = args.number("months");
  if (!Number.isSafeInteger(months) || months < 1 || months > MONTHS_MAX)
    throw invalid("months", `must be a whole number from 1 to ${MONTHS_MAX}`);
  const { entries, isDone } = await compaction.compact(months, COMPACTED_MS_MAX);
  return { entries, is_done: isDone };
}

function entryJson({ id, at, month, kind, amount }: LedgerEntry): JsonObject {
  return { id, at, month, kind, amount };
}

/** As the API gives it. */
export function monthJson({ month, firstEntry, lastEntry, entries, sums, chain, seal }: LedgerMonth) {
  return {
    month,
    entries,
    first_entry: firstEntry,
    last_entry: lastEntry,
    sums: sums.map((sum) => ({ ...sum })),
    chain,
    seal,
  };
}
