/** Wrong share against hits as an SVG text: re-wordings hit to the right, wrong of all hits upwards, logarithmic. */
import type { CacheReport } from "./report.ts";
import { rightShareOf, type Tally, wrongShareOf } from "./score.ts";

const WIDTH = 420;
const HEIGHT = 260;
const MARGIN = 56;
/** 0.05 % and below stand on the ground line: zero has no logarithm. */
const LOWEST = 0.0005;
const HIGHEST = 1;
const SHARES = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1];
const HITS = [0, 0.25, 0.5, 0.75, 1];

interface Point {
  readonly name: string;
  readonly all: Tally;
  readonly reword: Tally;
}

export function wrongAgainstHits({ curve, cosine }: Pick<CacheReport, "cosine" | "curve">): string {
  const ours = curve.map(({ errorBound, all, reword }) => ({
    name: `${(100 * errorBound).toFixed(1)} %`,
    all,
    reword,
  }));
  const plain = cosine.map(({ threshold, probes }) => ({ name: threshold.toFixed(2), ...probes }));
  const [width, height] = [WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...axes(),
    ...series("cosine at a threshold", "#b5482e", plain, 20),
    ...series("ours at an error bound", "#1f5fa8", ours, 36),
    "</svg>",
    "",
  ].join("\n");
}

function x(share: number): string {
  return (MARGIN + share * WIDTH).toFixed(1);
}

function y(share: number): string {
  const clamped = Math.min(HIGHEST, Math.max(LOWEST, share));
  const height = Math.log(clamped / LOWEST) / Math.log(HIGHEST / LOWEST);
  return (MARGIN + (1 - height) * HEIGHT).toFixed(1);
}

function axes(): readonly string[] {
  const bottom = Number(y(LOWEST));
  return [
    ...HITS.flatMap((share) => [
      `<line x1="${x(share)}" y1="${bottom}" x2="${x(share)}" y2="${y(HIGHEST)}" stroke="#ddd"/>`,
      `<text x="${x(share)}" y="${bottom + 16}" text-anchor="middle">${100 * share} %</text>`,
    ]),
    ...SHARES.flatMap((share) => [
      `<line x1="${x(0)}" y1="${y(share)}" x2="${x(1)}" y2="${y(share)}" stroke="#ddd"/>`,
      `<text x="${Number(x(0)) - 6}" y="${Number(y(share)) + 4}" text-anchor="end">${100 * share} %</text>`,
    ]),
    `<text x="${x(0.5)}" y="${bottom + 34}" text-anchor="middle">re-wordings hit</text>`,
    `<text x="${x(0)}" y="${Number(y(HIGHEST)) - 8}">wrong of all hits</text>`,
  ];
}

function series(name: string, colour: string, points: readonly Point[], legendY: number): readonly string[] {
  const places = points
    .map(({ name, all, reword }) => ({ name, x: x(rightShareOf(reword) ?? 0), y: y(wrongShareOf(all) ?? 0) }))
    .sort((one, other) => Number(one.x) - Number(other.x));
  return [
    `<circle cx="${x(0.62)}" cy="${legendY - 4}" r="4" fill="${colour}"/>`,
    `<text x="${Number(x(0.62)) + 10}" y="${legendY}">${name}</text>`,
    `<polyline points="${places.map((place) => `${place.x},${place.y}`).join(" ")}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
    ...places.flatMap((place) => [
      `<circle cx="${place.x}" cy="${place.y}" r="4" fill="${colour}"/>`,
      `<text x="${place.x}" y="${Number(place.y) - 8}" text-anchor="middle" fill="${colour}">${place.name}</text>`,
    ]),
  ];
}
