/** A soak as an SVG text: how long answers took and what the server held, over time; the attack is shaded. */
import { type Answered, FIGURES, type Figure, type Look, timesOf } from "./verdict.ts";

const WIDTH = 720;
const HEIGHT = 90;
const LEFT = 64;
const GAP = 40;
const PARTS = 180;

interface Panel {
  readonly title: string;
  readonly lines: readonly (readonly (readonly [seconds: number, value: number])[])[];
}

const TITLES: Readonly<Record<Figure, string>> = {
  residentMib: "resident memory, MiB",
  descriptors: "open descriptors",
  files: "files in the data folder",
  folderMib: "bytes in the data folder, MiB",
};
const COLOURS = ["#1f5fa8", "#c2571a"];

export function pictureOf(answers: readonly Answered[], looks: readonly Look[], calmSeconds: number): string {
  const seconds = Math.max(1, ...looks.map(({ atSeconds }) => atSeconds));
  const panels: readonly Panel[] = [
    { title: "answered in, ms: p50 (blue) and p99", lines: timesByPart(answers, seconds) },
    ...FIGURES.map((figure) => ({
      title: TITLES[figure],
      lines: [looks.map((look) => [look.atSeconds, look[figure]] as const)],
    })),
  ];
  const height = panels.length * (HEIGHT + GAP) + 20;
  const width = LEFT + WIDTH + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...panels.flatMap((panel, index) => drawn(panel, 20 + index * (HEIGHT + GAP), seconds, calmSeconds)),
    "</svg>",
    "",
  ].join("\n");
}

function timesByPart(answers: readonly Answered[], seconds: number): Panel["lines"] {
  const parts: Answered[][] = Array.from({ length: PARTS }, () => []);
  for (const answer of answers) parts[Math.floor((answer.dueSeconds / seconds) * PARTS)]?.push(answer);
  const filled = parts.flatMap((part, index) =>
    part.length === 0 ? [] : [{ at: ((index + 0.5) * seconds) / PARTS, times: timesOf(part) }],
  );
  return [filled.map(({ at, times }) => [at, times.p50Ms]), filled.map(({ at, times }) => [at, times.p99Ms])];
}

function drawn({ title, lines }: Panel, top: number, seconds: number, calmSeconds: number): readonly string[] {
  const most = Math.max(1e-9, ...lines.flat().map(([, value]) => value));
  const x = (at: number) => (LEFT + (at / seconds) * WIDTH).toFixed(1);
  const y = (value: number) => (top + HEIGHT * (1 - value / most)).toFixed(1);
  const right = LEFT + WIDTH;
  const minutes = Array.from({ length: 7 }, (_, tick) => (tick * seconds) / 6);
  return [
    `<text x="${LEFT}" y="${top - 5}" font-weight="bold">${title}</text>`,
    `<rect x="${x(calmSeconds)}" y="${top}" width="${(right - Number(x(calmSeconds))).toFixed(1)}" height="${HEIGHT}" fill="#fbeee6"/>`,
    ...[0, most].map(
      (value) =>
        `<text x="${LEFT - 6}" y="${Number(y(value)) + 4}" text-anchor="end">${value.toFixed(value < 10 ? 1 : 0)}</text>`,
    ),
    `<line x1="${LEFT}" y1="${y(0)}" x2="${right}" y2="${y(0)}" stroke="#888"/>`,
    ...minutes.map(
      (at) => `<text x="${x(at)}" y="${top + HEIGHT + 13}" text-anchor="middle">${(at / 60).toFixed(1)} min</text>`,
    ),
    ...lines.map(
      (line, index) =>
        `<polyline points="${line.map(([at, value]) => `${x(at)},${y(value)}`).join(" ")}" fill="none" stroke="${COLOURS[index]}" stroke-width="1.2"/>`,
    ),
  ];
}
