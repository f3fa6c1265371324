/**
 * Fits what a call leaves over into how sure it is, and prints what src/models/embedded/read-back/read-back.ts takes over:
 *
 *     bun scripts/train/confidence/fit.ts TABLE.jsonl… [--measured TABLE.jsonl]…
 *
 * The tables are of `table.ts`. What was known of a call before stands, and is only added to as far as its tool is terse. Each hand counts the
 * same: a table of trades, BFCL, SNIPS, xSID. What becomes of the requests of a hand is shown by weights that were fitted without it; of `--measured`
 * by those of all. Requests in other languages are left out.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { sigmoid } from "#core/vectors.ts";
import type { Overlooked } from "#models/embedded/read-back/overlooked.ts";
import { CARRIED_OUT, enoughFor, leftOver, OVERLOOKED, oddsBy } from "#models/embedded/read-back/read-back.ts";
import type { Judgement } from "../../eval/everyday-scoring.ts";
import { fitBeside, type WeighedRow } from "./offset-logistic.ts";
import { type CallRow, type Row, rowsIn } from "./rows.ts";

const NAMES = [
  "unused",
  "numberLeft",
  "named",
  "guessed",
  "texts",
  "covered",
] as const satisfies readonly (keyof Overlooked)[];
const PENALTY = 2;
/**
 * What is added to the constant after the fit, as far as a tool is terse: a deed that nobody asked for weighs half as much again as one that
 * was asked for and is not done, and so the thresholds may stay what they are for every tool.
 */
const SHIFTS = [-0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
const WRONG_COSTS = 1.5;
/** In points of 100 requests: what is worth so little less is worth the same, and then more is answered. */
const SAME_WORTH = 0.3;
const SURE_MIN = 0.8;

interface Hand {
  readonly name: string;
  readonly rows: readonly Row[];
}

interface Weighed extends Omit<WeighedRow, "counts"> {
  /** How far what speaks against the call counts. The fit does not know of it, nor of what would be carried out: both were put on afterwards. */
  readonly left: number;
  readonly hand: string;
}

type Sureness = (call: CallRow) => number;

function handsIn(paths: readonly string[]): readonly Hand[] {
  const rows = paths.flatMap((path) =>
    rowsIn(path)
      .filter(({ language, source }) => language === "en" || isOfPrograms(source))
      .map((row) => ({ row, hand: isOfPrograms(row.source) ? (row.source.split("/")[0] as string) : basename(path) })),
  );
  return [...Map.groupBy(rows, ({ hand }) => hand)].map(([name, own]) => ({ name, rows: own.map(({ row }) => row) }));
}

function isOfPrograms(source: string): boolean {
  return /^(?:bfcl|snips|xsid)\b/.test(source);
}

function weighedOf({ name, rows }: Hand): readonly Weighed[] {
  return rows.flatMap((row) => (row.ofSome === null ? [] : row.calls.flatMap((call) => callWeighed(call, name) ?? [])));
}

/** Null where nothing of it can be weighed. */
function callWeighed(call: CallRow, hand: string): Weighed | null {
  const { verdict, evidence, isRight } = call;
  const overlooked = evidence?.overlooked;
  if (verdict === null || !evidence || !overlooked) return null;
  const numbers = [...NAMES.map((name) => overlooked[name] * overlooked.terse), overlooked.terse];
  return { known: oddsBy(verdict, evidence), numbers, left: leftOver(overlooked), isRight, hand };
}

/** Each hand counts the same. */
function fitted(rows: readonly Weighed[]): readonly number[] {
  const sizes = Map.groupBy(rows, ({ hand }) => hand);
  const each = rows.length / sizes.size;
  return fitBeside(
    rows.map((row) => ({ ...row, counts: each / (sizes.get(row.hand)?.length ?? 1) })),
    PENALTY,
  );
}

function surenessBy(weights: readonly number[] | null, shift: number): Sureness {
  return (call) => {
    const row = callWeighed(call, "");
    if (!row)
      return call.verdict === null || !call.evidence ? call.confidence : sigmoid(oddsBy(call.verdict, call.evidence));
    if (!weights) return sigmoid(row.known);
    const added = row.numbers.reduce(
      (sum, one, at) => sum + one * (weights[at] as number),
      (shift + (call.evidence?.asksBack ? 0 : CARRIED_OUT)) * (row.numbers.at(-1) as number),
    );
    return sigmoid(row.known + (added < 0 ? added * row.left : added));
  };
}

/** What the request becomes where calls that are not sure enough are left out. */
function givenOf({ calls }: Row, sure: Sureness): number {
  return calls.reduce((sum, call, at) => {
    const { evidence, looksUp, confidence } = call;
    // What words alone speak against is never given, and what a text keeps always is.
    const isGiven = evidence ? sure(call) >= enoughFor({ looksUp, asksBack: evidence.asksBack }) : confidence > DENIED;
    return isGiven ? sum + 2 ** at : sum;
  }, 0);
}

const DENIED = 0.1;

interface Shares {
  readonly right: number;
  readonly wrong: number;
  readonly told: string;
}

function sharesOf(rows: readonly Row[], sure: Sureness): Shares {
  const given = rows.map((row) => ({ row, mask: givenOf(row, sure) }));
  const judged = given.map(({ row, mask }) => row.ofSome?.[mask] ?? row.ofNone);
  const share = (one: Judgement) => (100 * judged.filter((each) => each === one).length) / rows.length;
  const tools = given.filter(({ row, mask }) => row.calls.some(({ isTool }, at) => isTool && (mask & (2 ** at)) !== 0));
  const none = given.filter(({ mask }) => mask === 0);
  const carriedOut = rows.flatMap(({ calls }) =>
    calls.filter((call) => call.evidence && !call.evidence.asksBack && sure(call) >= SURE_MIN),
  );
  const wrongly = carriedOut.filter(({ isRight }) => !isRight).length;
  const percent = (count: number, of: number) => ((100 * count) / Math.max(1, of)).toFixed(1);
  return {
    right: share("right"),
    wrong: share("wrong"),
    told:
      `right ${share("right").toFixed(1)} wrong ${share("wrong").toFixed(1)} asked ${share("asked").toFixed(1)}, right tool ${percent(tools.length, rows.length)}, ` +
      `no call ${percent(none.length, rows.length)}, of ${carriedOut.length} sure calls wrong ${percent(wrongly, carriedOut.length)}`,
  };
}

function tell(name: string, rows: readonly Row[], sure: Sureness): void {
  for (const [source, own] of isOfPrograms(rows[0]?.source ?? "")
    ? Map.groupBy(rows, (row) => row.source)
    : [[name, rows] as const]) {
    console.log(`${source}, ${own.length} requests`);
    console.log(`    before: ${sharesOf(own, surenessBy(null, 0)).told}`);
    console.log(`    with:   ${sharesOf(own, sure).told}`);
  }
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { measured: { type: "string", multiple: true, default: [] } },
    allowPositionals: true,
  });
  const hands = handsIn(positionals);
  if (hands.length === 0)
    throw new Error("usage: bun scripts/train/confidence/fit.ts TABLE.jsonl… [--measured TABLE.jsonl]…");
  const all = hands.flatMap(weighedOf);
  const without = new Map(hands.map(({ name }) => [name, fitted(all.filter(({ hand }) => hand !== name))]));
  const trades = hands.filter(({ rows }) => !isOfPrograms(rows[0]?.source ?? ""));
  const worth = (shift: number) =>
    trades.reduce((sum, { name, rows }) => {
      const { right, wrong } = sharesOf(rows, surenessBy(without.get(name) ?? [], shift));
      return sum + right - WRONG_COSTS * wrong;
    }, 0) / Math.max(1, trades.length);
  const best = Math.max(...SHIFTS.map(worth));
  const shift = SHIFTS.findLast((one) => worth(one) > best - SAME_WORTH) ?? 0;
  console.log(`worth by shift: ${SHIFTS.map((one) => `${one} ${worth(one).toFixed(2)}`).join(", ")}`);
  const weights = fitted(all);
  const shown = [...NAMES, "constant"].map((name, at) => {
    const own = (weights[at] as number) + (name === "constant" ? shift : 0);
    return `${name} ${own.toFixed(2)} (ships ${OVERLOOKED[name as keyof typeof OVERLOOKED]})`;
  });
  console.log(`fitted on ${all.length} calls of ${hands.length} hands: ${shown.join(", ")}\n\neach hand by the others`);
  for (const { name, rows } of hands) tell(name, rows, surenessBy(without.get(name) ?? [], shift));
  console.log("\nmeasured only");
  for (const path of values.measured)
    for (const { name, rows } of handsIn([path])) tell(name, rows, surenessBy(weights, shift));
}

main();
