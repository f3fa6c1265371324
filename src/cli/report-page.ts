/** A test as one HTML page that loads nothing, runs nothing, and is read by daylight as in the dark. */
import type { Comparison, Counted, Miss } from "#core/examination/test-report.ts";
import {
  confusionPicture,
  escapedMarkup,
  latencyPicture,
  namesLeftOut,
  reliabilityPicture,
} from "./report-pictures.ts";
import { costText, figuresOf, milliseconds, missRows, percent, probability } from "./report-text.ts";
import type { Tested, Told } from "./told-test.ts";

/** Misses on the page: with ten times as many a browser takes seconds. */
const MISSES_MAX = 1_000;
const APART_MAX = 200;

export function reportPage({ tested, comparison, gates, places }: Told): string {
  const [first] = tested;
  const title = `Test of ${first?.report.signatures.join(", ") ?? ""}`;
  const bars = gates.map(({ ok, says }) => `<li class="${ok ? "met" : "missed"}">${escapedMarkup(says)}</li>`);
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    // Whatever a sentence says, nothing of this page runs or loads.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapedMarkup(title)}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${escapedMarkup(title)}</h1>`,
    ...(bars.length > 0 ? [`<ul class="gates">${bars.join("")}</ul>`] : []),
    ...tested.map((one) => sectionOf(one, places, tested.length > 1)),
    ...(comparison ? [comparisonOf(comparison, tested, places)] : []),
    "</main></body></html>\n",
  ].join("\n");
}

function sectionOf({ report, outcomes }: Tested, places: readonly string[], isOneOfTwo: boolean): string {
  const { kind, cases, models, calibration, latency, cost, examples, scores } = report;
  const noun = kind === "toolset" ? "tool" : "label";
  const latencies = outcomes.filter(({ failure }) => failure === null).map(({ latencyMs }) => latencyMs);
  const left = namesLeftOut(report);
  const rows = [
    ...figuresOf(report).flatMap(([name, value, says]) => (value ? [] : [[name, says]])),
    ...(kind === "toolset"
      ? [["errors", `${report.errors.choice} of the tool, ${report.errors.parameters} of the parameters alone`]]
      : []),
    ...(["macro", "micro"] as const).map((name) => {
      const { precision, recall, f1 } = scores[name];
      return [`${name} average`, `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`];
    }),
    ...(latency
      ? [
          [
            "latency",
            `p50 ${milliseconds(latency.p50)}, p95 ${milliseconds(latency.p95)}, p99 ${milliseconds(latency.p99)}`,
          ],
        ]
      : []),
    ["cost", cost ? costText(cost) : "nothing that can be counted"],
    ...(examples > 0 ? [["examples", `${examples} of the cases are examples of the set itself`]] : []),
  ];
  const by = models.join(", ") || "nobody";
  return [
    `<section>${isOneOfTwo ? `<h2>${escapedMarkup(report.backend ?? "")}</h2>` : ""}`,
    `<p class="lead">${cases} ${cases === 1 ? "case" : "cases"}, answered by ${escapedMarkup(by)}</p>`,
    `<div class="tiles">${tile("right", report.accuracy)}${kind === "toolset" ? tile("right tool", report.choice) : ""}${tile("wrongly done", report.wrong)}</div>`,
    table(["", ""], rows, "facts"),
    '<div class="figures">',
    figure(
      `What came (across) where what was expected (down).${left > 0 ? ` The ${left} others are mixed up less.` : ""}`,
      confusionPicture(report),
    ),
    '<div class="column">',
    ...(calibration
      ? [
          figure(
            `Confidence, and how often the choice is right. On the line it says what it means; the expected error is ${percent(calibration.error)}.`,
            reliabilityPicture(report),
          ),
        ]
      : []),
    ...(latency
      ? [figure("How long answers took; the slowest hundredth in the last bar.", latencyPicture(report, latencies))]
      : []),
    "</div>",
    "</div>",
    `<h3>By ${noun}</h3>`,
    table(
      [noun, "expected", "came", "precision", "recall", "F1"],
      scores.names
        .toSorted((one, other) => one.f1 - other.f1 || other.expected - one.expected)
        .map(({ name, expected, given, precision, recall, f1 }) => [
          name,
          String(expected),
          String(given),
          ...[precision, recall, f1].map((share) => share.toFixed(3)),
        ]),
      "numbers",
    ),
    `<h3>Misses</h3>`,
    report.misses.length === 0 ? "<p>None.</p>" : "",
    ...report.misses.slice(0, MISSES_MAX).map((miss) => missOf(miss, places[miss.position])),
    moreOf(report.misses.length - MISSES_MAX),
    "</section>",
  ].join("\n");
}

function tile(name: string, { count, of, share, low, high }: Counted): string {
  return `<div class="tile"><b>${percent(share)}</b><span>${name}</span><small>${count} of ${of}; 95 %: ${percent(low)} to ${percent(high)}</small></div>`;
}

function figure(caption: string, picture: string): string {
  return `<figure><div class="scroll">${picture}</div><figcaption>${caption}</figcaption></figure>`;
}

function missOf(miss: Miss, place = `case ${miss.position + 1}`): string {
  const rows = missRows(miss).map(([name, value]) => `<dt>${escapedMarkup(name)}</dt><dd>${escapedMarkup(value)}</dd>`);
  return `<article class="${miss.judgement.verdict}"><p><bdi>${escapedMarkup(miss.sentence)}</bdi> <small>${escapedMarkup(place)}</small></p><dl>${rows.join("")}</dl></article>`;
}

function comparisonOf(comparison: Comparison, tested: readonly Tested[], places: readonly string[]): string {
  const [first = "", second = ""] = tested.map(({ report }) => report.backend ?? "");
  const { both, onlyFirst, onlySecond, neither, unanswered, pValue, apart } = comparison;
  const names = [first, second] as const;
  return [
    `<section><h2>${escapedMarkup(`${first} beside ${second}`)}</h2>`,
    table(
      ["", ""],
      [
        ["both right", String(both)],
        [`only ${first}`, String(onlyFirst)],
        [`only ${second}`, String(onlySecond)],
        ["neither", String(neither)],
        ...(unanswered > 0 ? [["no answer of one", String(unanswered)]] : []),
        ["McNemar's exact test", `p = ${probability(pValue)}`],
      ],
      "facts",
    ),
    table(
      ["sentence", "where", "right"],
      apart
        .slice(0, APART_MAX)
        .map(({ position, sentence, right }) => [sentence, places[position] ?? String(position + 1), names[right]]),
      "plain",
    ),
    moreOf(apart.length - APART_MAX),
    "</section>",
  ].join("\n");
}

function moreOf(count: number): string {
  return count > 0 ? `<p>And ${count} more, which the JSON has.</p>` : "";
}

function table(head: readonly string[], rows: readonly (readonly string[])[], kind: string): string {
  const cells = (row: readonly string[], tag: string) =>
    row.map((text) => `<${tag}><bdi>${escapedMarkup(text)}</bdi></${tag}>`).join("");
  const heading = head.some((text) => text !== "") ? `<thead><tr>${cells(head, "th")}</tr></thead>` : "";
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
  return `<div class="scroll"><table class="${kind}">${heading}<tbody>${body}</tbody></table></div>`;
}

const STYLE = `
:root { --ink: #1c2430; --soft: #5d6877; --page: #fbfbfa; --card: #fff; --rule: #dfe3e8; --good: #1f6f8b; --bad: #b5472f; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --soft: #9aa5b4; --page: #14181e; --card: #1c222a; --rule: #333c48; --good: #5fb3cf; --bad: #e08668; --on: #10151b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--rule); padding-top: 1.5rem; }
h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.lead, small, figcaption { color: var(--soft); }
.gates { list-style: none; padding: 0; margin: 1rem 0; }
.gates li { padding: .4rem .8rem; border-left: 4px solid var(--good); background: var(--card); margin: .25rem 0; }
.gates .missed { border-color: var(--bad); font-weight: 600; }
.tiles { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0; }
.tile { background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; padding: .8rem 1.2rem; display: flex; flex-direction: column; }
.tile b { font-size: 1.8rem; line-height: 1.2; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { text-align: left; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
td { overflow-wrap: anywhere; }
.facts td:first-child { color: var(--soft); white-space: nowrap; }
.numbers td + td, .numbers th + th { text-align: right; font-variant-numeric: tabular-nums; }
.column { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem; flex: 1 1 24rem; max-width: 100%; }
.figures { margin-top: 1.5rem; display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
figure { margin: 0; background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; padding: 1rem; max-width: 100%; }
figcaption { font-size: .85rem; max-width: 24rem; margin-top: .5rem; }
article { border-left: 4px solid var(--rule); background: var(--card); padding: .5rem 1rem; margin: .6rem 0; }
article.wrong, article.failed { border-color: var(--bad); }
article p { margin: 0 0 .3rem; font-weight: 600; overflow-wrap: anywhere; }
article small { font-weight: 400; margin-left: .5rem; }
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .1rem .8rem; margin: 0; font-size: .9rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
svg { display: block; font: 11px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .tick, svg .axis { fill: var(--soft); }
.grid { stroke: var(--rule); } .cell.right { fill: var(--good); } .cell.wrong { fill: var(--bad); }
svg .count { text-anchor: middle; } svg .count.full { fill: var(--on); }
.ideal { stroke: var(--soft); stroke-dasharray: 4 4; } .curve { fill: none; stroke: var(--good); stroke-width: 1.5; }
.point, .bar { fill: var(--good); } .mark { stroke: var(--bad); }
@media print { body { background: #fff; } article { break-inside: avoid; } }
`;
