/** Lines over a logarithmic scale, as an SVG text for the documentation: readable on white and, since it brings its own white, in the dark. */

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Chart {
  readonly title: string;
  readonly xTitle: string;
  /** Both scales are logarithmic: the ticks are where they have lines and numbers, from the least to the greatest. */
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  readonly lines: readonly Line[];
}

const WIDTH = 480;
const HEIGHT = 260;
const LEFT = 64;
const TOP = 40;
const RIGHT = 190;
const BOTTOM = 52;
/** Told apart without colour, too: each line has its own dashes. */
const STYLES = [
  { colour: "#1f5fa8", dashes: "" },
  { colour: "#b5482e", dashes: "7 3" },
  { colour: "#4c7a2f", dashes: "2 3" },
  { colour: "#7a4fa0", dashes: "9 3 2 3" },
];

/** A point beyond the ticks ends its line at the edge. */
export function chartSvg({ title, xTitle, xTicks, yTicks, lines }: Chart): string {
  const x = scaled(xTicks, LEFT, LEFT + WIDTH);
  const y = scaled(yTicks, TOP + HEIGHT, TOP);
  const [width, height] = [LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${LEFT}" y="22" font-weight="bold">${escaped(title)}</text>`,
    ...xTicks.flatMap((tick) => [
      `<line x1="${x(tick)}" y1="${TOP}" x2="${x(tick)}" y2="${TOP + HEIGHT}" stroke="#ddd"/>`,
      `<text x="${x(tick)}" y="${TOP + HEIGHT + 17}" text-anchor="middle">${numbered(tick)}</text>`,
    ]),
    ...yTicks.flatMap((tick) => [
      `<line x1="${LEFT}" y1="${y(tick)}" x2="${LEFT + WIDTH}" y2="${y(tick)}" stroke="#ddd"/>`,
      `<text x="${LEFT - 6}" y="${Number(y(tick)) + 4}" text-anchor="end">${numbered(tick)}</text>`,
    ]),
    `<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 38}" text-anchor="middle">${escaped(xTitle)}</text>`,
    ...lines.flatMap(({ name, points }, index) => {
      const { colour, dashes } = STYLES[index % STYLES.length] as (typeof STYLES)[number];
      const stroke = `stroke="${colour}" stroke-width="2"${dashes === "" ? "" : ` stroke-dasharray="${dashes}"`}`;
      const legend = TOP + 10 + index * 20;
      const edge = LEFT + WIDTH;
      return [
        `<polyline points="${points.map((point) => `${x(point[0])},${y(point[1])}`).join(" ")}" fill="none" ${stroke}/>`,
        `<line x1="${edge + 12}" y1="${legend}" x2="${edge + 40}" y2="${legend}" ${stroke}/>`,
        `<text x="${edge + 46}" y="${legend + 4}">${escaped(name)}</text>`,
      ];
    }),
    "</svg>",
    "",
  ].join("\n");
}

function scaled(ticks: readonly number[], from: number, to: number): (value: number) => string {
  const [least, greatest] = [Math.log(ticks.at(0) ?? 1), Math.log(ticks.at(-1) ?? 1)];
  return (value) => {
    const share = (Math.log(value) - least) / (greatest - least);
    return (from + Math.min(1, Math.max(0, share)) * (to - from)).toFixed(1);
  };
}

function numbered(value: number): string {
  return value.toLocaleString("en");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
