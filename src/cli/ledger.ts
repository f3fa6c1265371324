/** The ledger of an app: its months, and a file that proves them. */
import { existsSync, readFileSync } from "node:fs";
import { loadConfig } from "#config";
import { type ChainedEntry, sumsIn } from "#core/access/ledger-months.ts";
import { ledgerFileIn, ledgerLines, proofsOf } from "#core/access/ledger-proof.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { LedgerMonth } from "#core/ports/ledger-store.ts";
import type { AppId } from "#core/tenant.ts";
import { Failure, type Invocation, type Run } from "./command.ts";
import { writeNewFile } from "./exchange-file.ts";
import { numberOption } from "./number-option.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { presented } from "./present.ts";
import type { Terminal } from "./terminal.ts";

/** While the entries are read some may go into months: then they are read again. */
const ATTEMPTS_MAX = 3;

/** `ledger months --app ID`. */
export const ledgerMonths: Run = async (invocation, terminal) => {
  await withAccess(invocation, terminal, async (access) => {
    const { json, months } = await monthsOf(access, invocation.options.app ?? "");
    if (invocation.json) terminal.out(`${JSON.stringify(json)}\n`);
    else presented("ledger months", months.map(asLine), terminal);
  });
  return 0;
};

/** `ledger export FILE --app ID`: all entries that are in no month, proven against themselves before it is said that they are there. */
export const ledgerExport: Run = async (invocation, terminal) => {
  const file = invocation.operands.FILE ?? "";
  if (existsSync(file)) throw new Failure(`${file} is there already: name another`);
  await withAccess(invocation, terminal, async (access) => {
    const { app, chain, entries } = await wholeLedger(access, invocation.options.app ?? "");
    const lines = [...ledgerLines({ app: app as AppId, chainBefore: chain, entries })];
    writeNewFile(file, `${lines.join("\n")}\n`);
    // What is on the disk, and not what was meant to be.
    const written = ledgerFileIn(readFileSync(file, "utf8")).entries.length;
    if (invocation.json) terminal.out(`${JSON.stringify({ app_id: app, entries: written, file })}\n`);
    else
      terminal.err(
        `${written} entries are in ${file}: "dragoman ledger verify ${file}" proves the months that they become.\n`,
      );
  });
  return 0;
};

/** `ledger verify FILE`: exit status 1 where a month is contradicted, or where there are months and the file has none of them. */
export const ledgerVerify: Run = async (invocation, terminal) => {
  const path = invocation.operands.FILE ?? "";
  if (!existsSync(path)) throw new Failure(`there is no file ${path}`);
  const file = ledgerFileIn(readFileSync(path, "utf8"));
  return await withAccess(invocation, terminal, async (access) => {
    const { months } = await monthsOf(access, file.app);
    const proofs = proofsOf(file, months);
    const counted = (is: string) => proofs.filter((proof) => proof.is === is).length;
    const isWell = counted("contradicted") === 0 && (months.length === 0 || counted("proven") > 0);
    const result = { app_id: file.app, entries: file.entries.length, months: proofs.map((proof) => ({ ...proof })) };
    if (invocation.json) terminal.out(`${JSON.stringify({ ok: isWell, ...result })}\n`);
    else {
      presented("ledger verify", result.months, terminal);
      terminal.err(
        `${file.entries.length} entries, whole and in their order; months: ${counted("proven")} proven, ${counted("contradicted")} contradicted, ${counted("not_in_file")} not in the file.\n`,
      );
    }
    return isWell ? 0 : 1;
  });
};

/** `ledger compact --months N`. */
export const ledgerCompact: Run = async (invocation, terminal) => {
  await withAccess(invocation, terminal, async (access) => {
    let total = 0;
    for (let isDone = false; !isDone; ) {
      const result = await access.run("ledger.compact", { months: 13, ...numberOption(invocation, "months") });
      const { entries = 0, is_done = true } = isJsonObject(result) ? result : {};
      total += Number(entries);
      isDone = is_done === true;
    }
    if (invocation.json) terminal.out(`${JSON.stringify({ entries: total })}\n`);
    else terminal.err(`${total} entries are in months now.\n`);
  });
  return 0;
};

async function withAccess<Result>(
  { options }: Invocation,
  terminal: Terminal,
  work: (access: OperatorAccess) => Promise<Result>,
): Promise<Result> {
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  const access = new OperatorAccess(config, terminal, { asksModels: false });
  try {
    return await work(access);
  } finally {
    await access.close();
  }
}

/** Entries and the chain before them, of one moment. */
async function wholeLedger(access: OperatorAccess, app: string) {
  for (let attempt = 1; ; attempt += 1) {
    const before = await monthsOf(access, app);
    const entries = await entriesOf(access, app);
    const after = await monthsOf(access, app);
    if (after.chain === before.chain) return { app: before.app, chain: before.chain, entries };
    if (attempt === ATTEMPTS_MAX)
      throw new Failure("entries are being put into months at this moment: try again when that has ended");
  }
}

/** Oldest first. */
async function entriesOf(access: OperatorAccess, app: string): Promise<readonly ChainedEntry[]> {
  const entries: ChainedEntry[] = [];
  for (let after: JsonValue = null; ; ) {
    const page = await access.run("ledger.entries", { app_id: app, ...(after !== null && { after }) });
    const { entries: some = [], next = null } = isJsonObject(page) ? page : {};
    entries.push(...(Array.isArray(some) ? some : []).map(entryIn));
    if (next === null) return entries.toReversed();
    after = next;
  }
}

function entryIn(json: JsonValue): ChainedEntry {
  const { at, month = null, kind, amount } = isJsonObject(json) ? json : {};
  const isKind = kind === "allowance" || kind === "charge" || kind === "credit";
  if (typeof at !== "number" || typeof amount !== "number" || !isKind || (month !== null && typeof month !== "string"))
    throw new Failure(`the server gave ${JSON.stringify(json)} where an entry of the ledger was expected`);
  return { at, month, kind, amount };
}

async function monthsOf(access: OperatorAccess, appId: string) {
  const json = await access.run("ledger.months", { app_id: appId });
  const { app_id = "", months = [], chain = "" } = isJsonObject(json) ? json : {};
  const listed = (Array.isArray(months) ? months : []).filter(isJsonObject);
  return { json, app: String(app_id), chain: String(chain), months: listed.map((one) => monthIn(String(app_id), one)) };
}

/** As `monthJson` has it. */
function monthIn(app: string, { month, first_entry, last_entry, entries, sums, chain, seal }: JsonObject): LedgerMonth {
  const rows = (Array.isArray(sums) ? sums : []).filter(isJsonObject);
  const text = JSON.stringify(rows.map((sum) => [sum.month ?? "credits", sum.kind, sum.entries, sum.amount]));
  return {
    app: app as AppId,
    month: String(month),
    firstEntry: Number(first_entry),
    lastEntry: Number(last_entry),
    entries: Number(entries),
    sums: sumsIn(text),
    chain: String(chain),
    seal: String(seal),
  };
}

/** What a person wants to see of a month: the rest is for programs. */
function asLine({ month, entries, firstEntry, lastEntry, sums, chain }: LedgerMonth): JsonObject {
  const of = (kind: string) => sums.filter((sum) => sum.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  return {
    month,
    entries,
    first_entry: firstEntry,
    last_entry: lastEntry,
    allowance: of("allowance"),
    charge: of("charge"),
    credit: of("credit"),
    chain,
  };
}
