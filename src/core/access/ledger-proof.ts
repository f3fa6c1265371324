/** The ledger of an app as a file of lines, and whether months are the sums of its entries. */
import { AppError } from "../errors.ts";
import { isJsonObject } from "../json.ts";
import type { LedgerMonth } from "../ports/ledger-store.ts";
import type { AppId } from "../tenant.ts";
import { type ChainedEntry, chainBegun, chainedTo, lineOf, Sums, sumsText } from "./ledger-months.ts";

/** Counts up with every change of what is written here. */
const FORMAT = 1;

export interface LedgerFile {
  readonly app: AppId;
  /** Before the first entry, see `chainedTo`. */
  readonly chainBefore: string;
  readonly entries: readonly ChainedEntry[];
}

/** A line for the file itself, one for each entry in its canonical bytes, oldest first, and one with their number and the end of their chain. */
export function* ledgerLines({ app, chainBefore, entries }: LedgerFile): Generator<string> {
  yield JSON.stringify({ dragoman_ledger: FORMAT, app, chain: chainBefore });
  let chain = chainBefore;
  for (const entry of entries) {
    const line = lineOf(entry);
    chain = chainedTo(chain, line);
    yield line;
  }
  yield JSON.stringify({ entries: entries.length, chain });
}

/** Throws `bad_request` where it is no such file, or not what was written: its chain does not end as it says. */
export function ledgerFileIn(text: string): LedgerFile {
  const [head = "", ...rest] = text.trimEnd().split("\n");
  const { dragoman_ledger: format, app, chain } = objectIn(head);
  if (format !== FORMAT || typeof app !== "string" || typeof chain !== "string")
    throw unreadable("its first line is not that of a ledger that this version writes");
  const end = objectIn(rest.pop() ?? "");
  const entries = rest.map((line, at) => entryIn(line, at + 2));
  const last = rest.reduce(chainedTo, chain);
  if (end.entries !== entries.length) throw unreadable(`its last line does not say ${entries.length} entries`);
  if (end.chain !== last)
    throw unreadable("the chain over its entries does not end as its last line says: it was changed");
  return { app: app as AppId, chainBefore: chain, entries };
}

function objectIn(line: string) {
  try {
    const value: unknown = JSON.parse(line);
    if (isJsonObject(value)) return value;
  } catch {
    // Told below.
  }
  throw unreadable("its first and last line have to be JSON objects");
}

function entryIn(line: string, number: number): ChainedEntry {
  try {
    const [at, month, kind, amount] = JSON.parse(line);
    const entry = { at, month, kind, amount };
    if (lineOf(entry) === line && Number.isSafeInteger(at) && Number.isSafeInteger(amount)) return entry;
  } catch {
    // Told below.
  }
  throw unreadable(`line ${number} is no entry`);
}

function unreadable(why: string): AppError {
  return new AppError("bad_request", `the file is not a ledger as it was exported: ${why}`);
}

export interface MonthProof {
  readonly month: string;
  readonly entries: number;
  /** `proven`: the entries of the file are those of the month, and make its sums. `not_in_file`: it has none, or only some of them. */
  readonly is: "contradicted" | "not_in_file" | "proven";
}

/** Of each month, what the file proves. @param months all of the app's, oldest first. */
export function proofsOf(
  { app, chainBefore, entries }: LedgerFile,
  months: readonly LedgerMonth[],
): readonly MonthProof[] {
  // Null until the month is reached with which the file begins.
  let chain: string | null = null;
  let at = 0;
  return months.map(({ month, entries: count, sums, chain: sealed }, index) => {
    const before = months[index - 1]?.chain ?? chainBegun(app);
    if (chain === null && before === chainBefore) chain = chainBefore;
    const own = chain === null ? [] : entries.slice(at, at + count);
    at += own.length;
    if (own.length < count) return { month, entries: count, is: "not_in_file" };
    const made = new Sums([]);
    for (const entry of own) {
      chain = chainedTo(chain ?? "", lineOf(entry));
      made.add(entry);
    }
    const isProven = chain === sealed && sumsText(made.inOrder()) === sumsText(sums);
    return { month, entries: count, is: isProven ? "proven" : "contradicted" };
  });
}
