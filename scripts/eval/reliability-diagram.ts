/** A reliability diagram as an SVG text: confidence to the right, share of right answers upwards, one point a bin. */
import type { Calibration } from "./calibration.ts";

const SIDE = 240;
const MARGIN = 44;
const HEADING = 34;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const RADIUS_MAX = 4;

/** One panel for each calibration, side by side. */
export function reliabilityDiagram(calibrations: readonly Calibration[]): string {
  const panel = SIDE + 2 * MARGIN;
  const width = Math.max(1, calibrations.length) * panel;
  const height = SIDE + MARGIN + HEADING + 16;
  const panels = calibrations.map((calibration, index) => panelOf(calibration, index * panel + MARGIN));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...panels.flat(),
    "</svg>",
    "",
  ].join("\n");
}

function panelOf({ family, n, error, bins }: Calibration, left: number): readonly string[] {
  const x = (value: number) => (left + value * SIDE).toFixed(1);
  const y = (value: number) => (HEADING + (1 - value) * SIDE).toFixed(1);
  const largest = Math.max(1, ...bins.map((bin) => bin.n));
  const path = bins.map((bin) => `${x(bin.confidence)},${y(bin.right)}`).join(" ");
  return [
    `<text x="${x(0)}" y="14" font-weight="bold">${escaped(family)}</text>`,
    `<text x="${x(0)}" y="28">n = ${n}, expected calibration error ${(100 * error).toFixed(1)} %</text>`,
    ...TICKS.flatMap((tick) => [
      `<line x1="${x(tick)}" y1="${y(0)}" x2="${x(tick)}" y2="${y(1)}" stroke="#ddd"/>`,
      `<line x1="${x(0)}" y1="${y(tick)}" x2="${x(1)}" y2="${y(tick)}" stroke="#ddd"/>`,
      `<text x="${x(tick)}" y="${Number(y(0)) + 14}" text-anchor="middle">${tick}</text>`,
      `<text x="${Number(x(0)) - 6}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
    ]),
    `<text x="${x(0.5)}" y="${Number(y(0)) + 30}" text-anchor="middle">confidence</text>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#888" stroke-dasharray="4 4"/>`,
    `<polyline points="${path}" fill="none" stroke="#1f5fa8" stroke-width="1.5"/>`,
    ...bins.map(
      (bin) =>
        `<circle cx="${x(bin.confidence)}" cy="${y(bin.right)}" r="${(RADIUS_MAX * Math.sqrt(bin.n / largest)).toFixed(1)}" fill="#1f5fa8"/>`,
    ),
  ];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
