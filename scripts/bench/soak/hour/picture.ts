/** An hour's soak as an SVG text: what was asked took, and what the server held, over time; a line stands where it was ended. */
import type { Soaked } from "./figures.ts";
import { FIGURE_NAMES, type HourFigure } from "./verdict.ts";

const WIDTH = 720;
const HEIGHT = 80;
const LEFT = 64;
const TOP = 24;
const GAP = 38;
/** More are no finer than the picture. */
const POINTS_MAX = 240;
const COLOURS = ["#1f5fa8", "#c2571a"];
const ENDING_COLOURS = { SIGTERM: "#7a9a3a", SIGKILL: "#b03a48" };
/** Resident memory has the other in its panel. */
const DRAWN: readonly HourFigure[] = ["descriptors", "threads", "files", "logMib", "databaseMib", "queryLogMib"];

type Line = readonly (readonly [seconds: number, value: number])[];
/** A line of which parts are missing: each part is drawn by itself. */
interface Panel {
  readonly title: string;
  readonly lines: readonly (readonly Line[])[];
}

export function hourPictureOf(soaked: Soaked): string {
  const { looks, parts, endings, turns } = soaked;
  const seconds = Math.max(1, ...looks.map(({ atSeconds }) => atSeconds));
  const lives = [...new Set(looks.map(({ life }) => life))];
  const byLife = (figure: HourFigure): readonly Line[] =>
    lives.map((life) =>
      looks.filter((look) => look.life === life).map((look) => [look.atSeconds, look[figure]] as const),
    );
  const times = (of: "p50Ms" | "p99Ms"): readonly Line[] => [
    parts.flatMap((part) => (part[of] === null ? [] : [[part.atSeconds, part[of]] as const])),
  ];
  const panels: readonly Panel[] = [
    { title: "answered in, ms: p50 (blue) and p99 of 5 seconds each", lines: [times("p50Ms"), times("p99Ms")] },
    {
      title: "resident memory, MiB (blue), and of it heaps and stacks",
      lines: [byLife("residentMib"), byLife("anonymousMib")],
    },
    ...DRAWN.map((figure) => ({ title: FIGURE_NAMES[figure], lines: [byLife(figure)] })),
  ];
  const [width, height] = [LEFT + WIDTH + 16, TOP + panels.length * (HEIGHT + GAP) + 14];
  const x = (at: number) => (LEFT + (at / seconds) * WIDTH).toFixed(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11">`,
    "<title>A soak: answer times, memory, descriptors, threads, files and sizes over time</title>",
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...panels.flatMap((panel, index) => drawn(panel, TOP + index * (HEIGHT + GAP), seconds)),
    ...turns.map(
      ({ atSeconds }) =>
        `<line x1="${x(atSeconds)}" y1="${TOP}" x2="${x(atSeconds)}" y2="${height - GAP}" stroke="#aaa" stroke-dasharray="1 3"/>`,
    ),
    ...endings.map(
      ({ atSeconds, how }) =>
        `<line x1="${x(atSeconds)}" y1="${TOP}" x2="${x(atSeconds)}" y2="${height - GAP}" stroke="${ENDING_COLOURS[how]}" stroke-dasharray="3 3"/>`,
    ),
    `<text x="${LEFT}" y="${height - 6}">dashed: stopped by SIGTERM (green), killed (red); dotted: a month went by</text>`,
    "</svg>",
    "",
  ].join("\n");
}

function drawn({ title, lines }: Panel, top: number, seconds: number): readonly string[] {
  const most = Math.max(1e-9, ...lines.flat(2).map(([, value]) => value));
  const x = (at: number) => (LEFT + (at / seconds) * WIDTH).toFixed(1);
  const y = (value: number) => (top + HEIGHT * (1 - value / most)).toFixed(1);
  const minutes = Array.from({ length: 7 }, (_, tick) => (tick * seconds) / 6);
  return [
    `<text x="${LEFT}" y="${top - 5}" font-weight="bold">${title}</text>`,
    ...[0, most].map(
      (value) =>
        `<text x="${LEFT - 6}" y="${Number(y(value)) + 4}" text-anchor="end">${value.toFixed(value < 10 ? 1 : 0)}</text>`,
    ),
    `<line x1="${LEFT}" y1="${y(0)}" x2="${LEFT + WIDTH}" y2="${y(0)}" stroke="#888"/>`,
    ...minutes.map(
      (at) => `<text x="${x(at)}" y="${top + HEIGHT + 13}" text-anchor="middle">${(at / 60).toFixed(0)} min</text>`,
    ),
    ...lines.flatMap((parts, index) =>
      parts.map(
        (line) =>
          `<polyline points="${thinned(line)
            .map(([at, value]) => `${x(at)},${y(value)}`)
            .join(" ")}" fill="none" stroke="${COLOURS[index]}" stroke-width="1.1"/>`,
      ),
    ),
  ];
}

/** The highest of each few points: what is looked for is what rises. */
function thinned(line: Line): Line {
  const step = Math.ceil(line.length / POINTS_MAX);
  return Array.from({ length: Math.ceil(line.length / step) }, (_, at) =>
    line.slice(at * step, (at + 1) * step).reduce((highest, point) => (point[1] > highest[1] ? point : highest)),
  );
}
