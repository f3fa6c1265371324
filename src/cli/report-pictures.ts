/** The pictures of a report, as SVG for its page: colours are the page's, by class. */
import { namesOfMatrix } from "#core/examination/matrix.ts";
import type { Report } from "#core/examination/test-report.ts";
import { milliseconds, printable } from "./report-text.ts";

const CELL = 34;
const LABEL_CHARACTERS_MAX = 22;
/** Of the letters of a label, in the mean. */
const LETTER = 6.2;
const LABEL_MIN = 70;
/** A name at this angle reaches so far up and to the right, for its length. */
const SLANT = { degrees: -60, up: 0.87, right: 0.5 };
const FIGURE_WIDTH = 380;
const FIGURE_HEIGHT = 300;
const MARGIN = { left: 46, right: 26, top: 22, bottom: 44 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const RADIUS = { min: 3, max: 8 };
const LATENCY_BARS = 24;

/** Text as markup shows it. */
export function escapedMarkup(text: string): string {
  return printable(text)
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** What was expected in the rows, what came in the columns; a share of its row gives a cell its shade. */
export function confusionPicture({ scores: { names, confusion } }: Report): string {
  const shown = namesOfMatrix(names, confusion);
  const at = new Map(shown.map((name, index) => [name, index]));
  const counts = confusion.filter(({ expected, given }) => at.has(expected) && at.has(given));
  const rows = new Map(names.map(({ name, expected }) => [name, expected]));
  const side = shown.length * CELL;
  const longest = LETTER * Math.max(0, ...shown.map((name) => [...cut(name)].length));
  const left = Math.max(LABEL_MIN, longest + 12);
  const top = Math.max(LABEL_MIN, longest * SLANT.up + 16);
  const place = (name: string) => (at.get(name) ?? 0) * CELL;
  const cells = counts.map(({ expected, given, count }) => {
    const share = count / Math.max(1, rows.get(expected) ?? 1);
    const kind = expected === given ? "right" : "wrong";
    const [x, y] = [left + place(given), top + place(expected)];
    const title = `${escapedMarkup(expected)}: ${count} came as ${escapedMarkup(given)}`;
    return [
      `<g><title>${title}</title>`,
      `<rect class="cell ${kind}" x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill-opacity="${(0.15 + 0.85 * share).toFixed(2)}"/>`,
      `<text class="count${share > 0.5 ? " full" : ""}" x="${x + CELL / 2}" y="${y + CELL / 2 + 4}">${count}</text></g>`,
    ].join("");
  });
  const lines = Array.from({ length: shown.length + 1 }, (_, index) => index * CELL).flatMap((offset) => [
    `<line class="grid" x1="${left + offset}" y1="${top}" x2="${left + offset}" y2="${top + side}"/>`,
    `<line class="grid" x1="${left}" y1="${top + offset}" x2="${left + side}" y2="${top + offset}"/>`,
  ]);
  const labels = shown.flatMap((name, index) => {
    const middle = index * CELL + CELL / 2;
    const text = escapedMarkup(cut(name));
    return [
      `<text class="name" x="${left - 8}" y="${top + middle + 4}" text-anchor="end">${text}</text>`,
      `<text class="name" transform="translate(${left + middle + 4} ${top - 8}) rotate(${SLANT.degrees})">${text}</text>`,
    ];
  });
  // Slanted names of the last columns reach beyond the matrix.
  const width = left + side + longest * SLANT.right;
  const height = top + side + 8;
  const axes = [
    `<text class="axis" x="8" y="${top - 12}">expected ↓</text>`,
    `<text class="axis" x="8" y="${top - 28}">came →</text>`,
  ];
  return picture(width, height, "Confusion matrix", [...cells, ...lines, ...labels, ...axes]);
}

/** How many names are not in the picture. */
export function namesLeftOut({ scores: { names, confusion } }: Report): number {
  return names.length - namesOfMatrix(names, confusion).length;
}

/** Confidence to the right, share of right choices upwards, a point for each bin, its size by its mass. */
export function reliabilityPicture({ calibration }: Report): string {
  const bins = calibration?.bins ?? [];
  const largest = Math.max(1, ...bins.map(({ n }) => n));
  const { x, y, frame } = axesOf("confidence", "share of right choices", TICKS.map(String), TICKS.map(String));
  const path = bins.map(({ confidence, right }) => `${x(confidence)},${y(right)}`).join(" ");
  return picture(FIGURE_WIDTH, FIGURE_HEIGHT, "Reliability curve", [
    ...frame,
    `<line class="ideal" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>`,
    `<polyline class="curve" points="${path}"/>`,
    ...bins.map(({ n, confidence, right }) => {
      const radius = RADIUS.min + (RADIUS.max - RADIUS.min) * Math.sqrt(n / largest);
      const title = `${n} answers, confidence ${confidence.toFixed(2)}, right ${right.toFixed(2)}`;
      return `<circle class="point" cx="${x(confidence)}" cy="${y(right)}" r="${radius.toFixed(1)}"><title>${title}</title></circle>`;
    }),
  ]);
}

/** How many answers took how long. The slowest hundredth stands in the last bar: one of them would press all others together. */
export function latencyPicture({ latency }: Report, latenciesMs: readonly number[]): string {
  const endMs = Math.max(latency?.p99 ?? 0, Number.MIN_VALUE);
  const counts = new Array<number>(LATENCY_BARS).fill(0);
  for (const ms of latenciesMs) {
    const bar = Math.min(LATENCY_BARS - 1, Math.floor((ms / endMs) * LATENCY_BARS));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  const ups = TICKS.map((tick) => (Number.isInteger(tick * most) || most > 20 ? String(Math.round(tick * most)) : ""));
  const { x, y, frame } = axesOf(
    "time of an answer",
    "answers",
    TICKS.map((tick) => (tick === 0 ? "0" : milliseconds(tick * endMs))),
    ups,
  );
  const bars = counts.map((count, index) => {
    const [from, to] = [Number(x(index / LATENCY_BARS)), Number(x((index + 1) / LATENCY_BARS))];
    const height = Number(y(0)) - Number(y(count / most));
    return `<rect class="bar" x="${(from + 0.5).toFixed(1)}" y="${y(count / most)}" width="${(to - from - 1).toFixed(1)}" height="${height.toFixed(1)}"><title>${count} answers</title></rect>`;
  });
  const marks = (["p50", "p95"] as const).flatMap((name) => {
    const value = (latency?.[name] ?? 0) / endMs;
    return [
      `<line class="mark" x1="${x(value)}" y1="${y(0)}" x2="${x(value)}" y2="${y(1)}"/>`,
      `<text class="tick" x="${x(value)}" y="${Number(y(1)) - 6}" text-anchor="${name === "p50" ? "middle" : "start"}">${name}</text>`,
    ];
  });
  return picture(FIGURE_WIDTH, FIGURE_HEIGHT, "Latency", [...frame, ...bars, ...marks]);
}

function axesOf(across: string, upwards: string, acrossTicks: readonly string[], upwardsTicks: readonly string[]) {
  const width = FIGURE_WIDTH - MARGIN.left - MARGIN.right;
  const height = FIGURE_HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = (value: number) => (MARGIN.left + value * width).toFixed(1);
  const y = (value: number) => (MARGIN.top + (1 - value) * height).toFixed(1);
  const frame = [
    ...TICKS.flatMap((tick, index) => [
      `<line class="grid" x1="${x(tick)}" y1="${y(0)}" x2="${x(tick)}" y2="${y(1)}"/>`,
      `<line class="grid" x1="${x(0)}" y1="${y(tick)}" x2="${x(1)}" y2="${y(tick)}"/>`,
      `<text class="tick" x="${x(tick)}" y="${Number(y(0)) + 15}" text-anchor="middle">${acrossTicks[index]}</text>`,
      `<text class="tick" x="${Number(x(0)) - 6}" y="${Number(y(tick)) + 4}" text-anchor="end">${upwardsTicks[index]}</text>`,
    ]),
    `<text class="axis" x="${x(0.5)}" y="${FIGURE_HEIGHT - 10}" text-anchor="middle">${across}</text>`,
    `<text class="axis" transform="translate(11 ${y(0.5)}) rotate(-90)" text-anchor="middle">${upwards}</text>`,
  ];
  return { x, y, frame };
}

function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">${parts.join("\n")}</svg>`;
}

function cut(name: string): string {
  const points = [...name];
  return points.length > LABEL_CHARACTERS_MAX ? `${points.slice(0, LABEL_CHARACTERS_MAX - 1).join("")}…` : name;
}
