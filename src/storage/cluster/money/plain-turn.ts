/** A turn in which nothing has to be weighed, as sums: see `plain_turn`, `many_apps_turn` and `one_app_turn` in the migrations. */
import { DatabaseError } from "pg";
import type { AppId } from "#core/tenant.ts";
import type { Value } from "../postgres.ts";
import type { Account, Window } from "./account.ts";
import { type RecordColumns, type RecordsOfApp, recordColumns } from "./records.ts";
import { statementOf, statementWaiting } from "./statement.ts";
import type { TurnDone } from "./turn-done.ts";
import type { Step } from "./wishes.ts";

/** What the statement raises where it is not plain. */
const NOT_PLAIN = "DR001";

/** See `plain_turn`. Each array is in the order in which its things were sent. */
export interface PlainDone {
  readonly is: "plain";
  readonly counts: TurnDone["counts"];
  readonly months: TurnDone["months"];
  readonly credits: TurnDone["credits"];
  readonly free: TurnDone["free"];
}

/** Which turn it is, and how long it waits for a row. */
export interface TurnOfNode {
  readonly node: string;
  readonly number: number;
  readonly leaseSeconds: number;
  readonly lockMsMax: number;
}

export interface PlainCall {
  readonly statement: string;
  readonly values: readonly Value[];
}

const PLAIN_TURN = statementWaiting("plain_turn", 27);
const MANY_APPS_TURN = statementWaiting("many_apps_turn", 27);
/** Is told how long to wait for a row among its own parameters. */
const ONE_APP_TURN = statementOf("one_app_turn", 17);

interface Entry {
  readonly app: AppId;
  readonly month: string;
  readonly amount: number;
  at: number;
  count: number;
}

/** Whether the turn has to be weighed after all: nothing of it was done. */
export function isNotPlain(failure: unknown): failure is DatabaseError {
  return failure instanceof DatabaseError && failure.code === NOT_PLAIN;
}

/** The app, or the subject of a window, for which it has to be; null where that passes by itself. */
export function notPlainFor({ message }: DatabaseError): string | null {
  return message === "" ? null : message;
}

/** Whether sums say all that is wanted: nothing but what the node's lease of the month has, as far as is known here. */
export function isPlain(accounts: readonly Account[]): boolean {
  return accounts.every(
    ({ isNeedy, credit, month, monthAfter, steps }) =>
      !isNeedy &&
      !credit &&
      month === monthAfter &&
      steps.some(({ wants }) => wants !== "look") &&
      steps.every(({ keeps, split, wants }) => !keeps && !split?.fromCredits && wants !== "undo"),
  );
}

/** Of accounts that are plain. */
export function plainCall(
  { node, number, leaseSeconds, lockMsMax }: TurnOfNode,
  accounts: readonly Account[],
  windows: readonly Window[],
  records: readonly RecordsOfApp[],
): PlainCall {
  const [own, lockMs] = [[node, number, leaseSeconds], String(lockMsMax)];
  const requests = recordColumns(records);
  const ofOne = valuesOfOneApp(accounts, windows, requests);
  if (ofOne) return { statement: ONE_APP_TURN, values: [...own, lockMs, ...ofOne] };
  const statement = accounts.length > 1 ? MANY_APPS_TURN : PLAIN_TURN;
  return { statement, values: [...own, ...plainValues(accounts, windows, requests), lockMs] };
}

/**
 * The arguments of `one_app_turn` behind the first four: of answers from memory of one app, all of one cost, whose requests go into one row. Null
 * for whatever else.
 */
function valuesOfOneApp(
  accounts: readonly Account[],
  windows: readonly Window[],
  requests: RecordColumns,
): Value[] | null {
  const [account] = accounts;
  if (!account || accounts.length > 1 || windows.length > 1) return null;
  if (requests.apps.length !== 1 || requests.namedIds.length > 0) return null;
  const { app, month, version, allowance, steps } = account;
  if (version === null || allowance === null || !steps.every(({ hit }) => hit)) return null;
  const [window] = windows;
  if (window && (window.subject !== app || window.counts.length > 0)) return null;
  const [entry] = entriesOf(account);
  if (entry?.count !== steps.length) return null;
  const { amount, at, count } = entry;
  const { requestsMax, begunAt, endedAt, answers } = requests;
  return [
    ...[app, month, version, allowance, count, amount, at],
    ...[window?.minute ?? null, window?.callsMax ?? null],
    ...[...requestsMax, ...begunAt, ...endedAt, ...answers],
  ];
}

/** The arguments of `plain_turn`, and of `many_apps_turn`, behind the first three. */
function plainValues(accounts: readonly Account[], windows: readonly Window[], requests: RecordColumns): Value[] {
  const entries = accounts.flatMap(entriesOf);
  const counting = inOrder(windows).map((window) => ({
    ...window,
    calls: window.counts.length + hitsIn(accounts, window),
  }));
  return [
    accounts.map(({ app }) => app),
    accounts.map(({ month }) => month),
    accounts.map(({ version }) => version),
    accounts.map(({ allowance }) => allowance),
    accounts.map(({ wanted }) => wanted),
    accounts.map(({ steps }) => sumOf(steps, spentBy)),
    accounts.map(({ steps }) => sumOf(steps, heldBy)),
    counting.map(({ minute }) => minute),
    counting.map(({ subject }) => subject),
    counting.map(({ calls }) => calls),
    counting.map(({ callsMax }) => callsMax),
    entries.map(({ app }) => app),
    entries.map(({ month }) => month),
    entries.map(({ at }) => at),
    entries.map(({ amount }) => amount),
    entries.map(({ count }) => count),
    ...[requests.apps, requests.counts, requests.requestsMax, requests.begunAt, requests.endedAt],
    // As one text: in an array each quote of it would be escaped. JSON has no line feed of its own.
    requests.answers.join("\n"),
    ...[requests.namedIn, requests.namedIds],
  ];
}

/** What `turn` would have answered: whoever takes something is given all of it, out of the month. */
export function turnDoneOf(
  { counts, months, credits, free }: PlainDone,
  accounts: readonly Account[],
  windows: readonly Window[],
): TurnDone {
  const steps = accounts.flatMap((account) => account.steps);
  const countsOf: number[] = [];
  for (const [at, { index }] of inOrder(windows).entries()) countsOf[index] = counts[at] ?? 0;
  return {
    ...{ is: "done", months, credits, free, counts: countsOf },
    ...{ withheld: [], kept_bytes: [] },
    from_months: steps.map((step) => (takes(step) ? step.cost : (step.split?.fromMonth ?? null))),
    from_credits: steps.map((step) => (takes(step) ? 0 : (step.split?.fromCredits ?? null))),
  };
}

function takes({ wants }: Step): boolean {
  return wants === "charge" || wants === "reserve";
}

/** In which all nodes lock them. */
function inOrder(windows: readonly Window[]): readonly Window[] {
  return windows.toSorted((one, other) => one.minute - other.minute || (one.subject < other.subject ? -1 : 1));
}

function hitsIn(accounts: readonly Account[], window: Window): number {
  const ofWindow = accounts.filter((account) => account.window === window);
  return ofWindow.reduce((sum, { steps }) => sum + steps.filter(({ hit }) => hit).length, 0);
}

function sumOf(steps: readonly Step[], amountOf: (step: Step) => number): number {
  return steps.reduce((sum, step) => sum + amountOf(step), 0);
}

function spentBy({ wants, cost, split }: Step): number {
  if (wants === "charge") return cost;
  return wants === "settle" ? (split?.fromMonth ?? 0) : 0;
}

function heldBy({ wants, cost, split }: Step): number {
  if (wants === "reserve") return cost;
  return wants === "settle" || wants === "giveBack" ? -(split?.fromMonth ?? 0) : 0;
}

/** One for each amount, with the instant of its last charge. */
function entriesOf({ app, month, steps }: Account): readonly Entry[] {
  const entries = new Map<number, Entry>();
  for (const step of steps) {
    const amount = spentBy(step);
    if (amount === 0) continue;
    const known = entries.get(amount);
    if (known) {
      known.count += 1;
      known.at = Math.max(known.at, step.at);
    } else entries.set(amount, { app, month, amount, at: step.at, count: 1 });
  }
  return [...entries.values()];
}
