/** What the check found, as docs/measurements/prices.md. */
import { PRICES, type PriceName } from "#models/embedded/values/prices.ts";
import { TODAY } from "./trials.ts";
import type { Judgement, Verdict } from "./verdicts.ts";

export interface Checked extends Judgement {
  readonly name: PriceName;
  readonly values: readonly number[];
  /** Sentences whose decoding asks for it. */
  readonly asking: number;
  /** Sentences that are judged otherwise at one of the values at least. */
  readonly otherwise: number;
}

export interface PageParts {
  readonly checked: readonly Checked[];
  readonly sources: readonly { readonly name: string; readonly sentences: number; readonly points: number }[];
  /** As in "2026-11-23". */
  readonly day: string;
}

export function renderPage({ checked, sources, day }: PageParts): string {
  const sentences = sources.reduce((sum, source) => sum + source.sentences, 0);
  const fitted = checked.filter(({ name }) => PRICES[name].origin === "fitted").map(({ name }) => `\`${name}\``);
  const count = (verdict: Verdict) => checked.filter((one) => one.verdict === verdict).length;
  return `# Prices of the decoder

The network reads where each parameter's value may stand. The decoder then weighs one reading against another, at prices: what
two values from the same words cost, what a parameter's name right before a value is worth. All of them stand in one table,
\`src/models/embedded/values/prices.ts\`, each with its unit and a sentence. They were set by hand; this page says which of them
data confirm.

## How they are checked

\`bun scripts/train/prices/check.ts DATA_FOLDER OUT_FOLDER\` made this page on ${day}, from ${sentences} sentences of ${sources.length}
sources that have nothing to do with each other, to the right tool each. What the network reads depends on no price. Each price is
tried at 0, ½, ¾, 1¼, 1½ and 2 times its value (probabilities at ±½, ±1 and ±2 log-odds), all others as they are. Then each source is
left out in turn: the value that is best on the others is compared with today's on the one left out.

- **flat**: fewer than five sentences are judged otherwise at any value. The data cannot tell. \`by hand\` in the table.
- **holds**: no other value is worth taking. \`checked\` in the table.
- **moves**: another value gains on the sources left out beyond its noise (99 %, bootstrap over sources), no source loses more than a
  point by it, and it costs no more. Taken over, it is \`fitted\` in the table.

A call that is not right costs 1 where it asks back for what it lacks, and 2.6 where it would be carried out, as for the rule of
"none". Without that, prices that make the decoder guess whatever is required would seem better: more values are right, and
several times as many calls are carried out that nobody meant.

${checked.length} prices: ${count("holds")} hold, ${count("flat")} are flat, ${count("moves")} ${count("moves") === 1 ? "moves" : "move"}. Fitted: ${fitted.join(", ") || "none"}.

- Prices are tried one at a time: two that only pay together are not found.
- One in two hundred prices that do not matter would seem to gain by chance.
- Today's values were set while looking at BFCL's and SNIPS's development halves: on these sources they do better than they would on
  others. The trades of \`train/everyday\` had no part in them. Nothing is fitted on \`everyday/\`, which is measured on.
- That a price is flat does not say that nobody pays it: most of them were set for a class of sentence that is rare here, and the
  tests of \`test/models/\` hold such sentences.
- What weighs tools against each other, and against none, is not in the table: \`src/models/embedded/choosing/tool-choice.ts\` and
  \`tool-fit.ts\` have it, and \`scripts/train/none\` fits it. What weighs remembered examples stands in
  \`src/models/embedded/memories/remembered-slots.ts\`, with what it was fitted on. Sentences of this page have no examples:
  \`rememberedRequiredOmitted\` is never asked for.

## The prices

*asked*: sentences whose decoding reads the price. *otherwise*: sentences that are judged otherwise at some value. *spread*: points
between the best and the worst value, as the mean of all sources and, in brackets, for the source where it is most. *best*: the
value that is best on all sources. *costs*: what that value costs more than today's, over all sentences. *gain*: points on the sources left
out, with its interval.

| price | value | unit | asked | otherwise | spread | best | costs | gain | verdict |
| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${checked.map(rowOf).join("\n")}

## The sources

Exact calls in percent; for SNIPS, slot F1.

| source | sentences | points |
| --- | ---: | ---: |
${sources.map(({ name, sentences: own, points }) => `| ${name} | ${own} | ${points.toFixed(1)} |`).join("\n")}
`;
}

function rowOf(one: Checked): string {
  const { name, values, asking, otherwise, spread, spreadMax, best, costs, gain, low, high, verdict } = one;
  const moved = best === TODAY ? "today's" : shown(values[best] ?? 0);
  const gained = best === TODAY && gain === 0 ? "0" : `${signed(gain)} (${signed(low)} to ${signed(high)})`;
  const cells = [
    `\`${name}\``,
    PRICES[name].value,
    PRICES[name].unit,
    asking,
    otherwise,
    `${spread.toFixed(2)} (${spreadMax.toFixed(1)})`,
    moved,
    signed(costs),
    gained,
    verdict,
  ];
  return `| ${cells.join(" | ")} |`;
}

const DIGITS = 3;
const HUNDREDTHS = 2;

function shown(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

function signed(points: number): string {
  const rounded = points.toFixed(HUNDREDTHS);
  return Number(rounded) > 0 ? `+${rounded}` : Number(rounded) === 0 ? "0" : rounded.replace("-", "−");
}
