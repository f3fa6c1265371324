/** The picture in a browser's tab: something said, with the braces of a call in it. Both of its forms are made of one drawing. */

const DRAWING = [
  "................",
  "..############..",
  ".##############.",
  ".####..##..####.",
  ".###.######.###.",
  ".###.######.###.",
  ".##.########.##.",
  ".###.######.###.",
  ".###.######.###.",
  ".####..##..####.",
  ".##############.",
  "..############..",
  "....###.........",
  "....##..........",
  "....#...........",
  "................",
] as const;
const SIDE = DRAWING.length;
/** Blue, which is seen on light tabs and on dark ones. */
const COLOUR = { red: 0x3b, green: 0x82, blue: 0xd6 };

/** As SVG: a rectangle for each run of points. */
export function iconSvg(): string {
  const runs = DRAWING.flatMap((row, y) =>
    [...row.matchAll(/#+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  const { red, green, blue } = COLOUR;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" shape-rendering="crispEdges"><path fill="rgb(${red},${green},${blue})" d="${runs.join("")}"/></svg>\n`;
}

const DIRECTORY_BYTES = 22;
const HEADER_BYTES = 40;
const POINT_BYTES = 4;
/** One bit for each point, in rows of whole 32-bit words; the points' own opacity counts. */
const MASK_BYTES = SIDE * 4;

/** As ICO: a directory of one picture, which is a bitmap of 32 bits a point, its last row first. */
export function iconIco(): Uint8Array {
  const pictureBytes = HEADER_BYTES + SIDE * SIDE * POINT_BYTES + MASK_BYTES;
  const bytes = new DataView(new ArrayBuffer(DIRECTORY_BYTES + pictureBytes));
  const isLittle = true;
  bytes.setUint16(2, 1, isLittle); // an icon
  bytes.setUint16(4, 1, isLittle); // of one picture
  bytes.setUint8(6, SIDE);
  bytes.setUint8(7, SIDE);
  bytes.setUint16(10, 1, isLittle); // plane
  bytes.setUint16(12, POINT_BYTES * 8, isLittle);
  bytes.setUint32(14, pictureBytes, isLittle);
  bytes.setUint32(18, DIRECTORY_BYTES, isLittle);
  bytes.setUint32(DIRECTORY_BYTES, HEADER_BYTES, isLittle);
  bytes.setInt32(DIRECTORY_BYTES + 4, SIDE, isLittle);
  bytes.setInt32(DIRECTORY_BYTES + 8, 2 * SIDE, isLittle); // the picture, and its mask above it
  bytes.setUint16(DIRECTORY_BYTES + 12, 1, isLittle);
  bytes.setUint16(DIRECTORY_BYTES + 14, POINT_BYTES * 8, isLittle);
  let at = DIRECTORY_BYTES + HEADER_BYTES;
  for (const row of [...DRAWING].reverse()) {
    for (const point of row) {
      const { red, green, blue } = COLOUR;
      const opaque = ((0xff << 24) | (red << 16) | (green << 8) | blue) >>> 0;
      bytes.setUint32(at, point === "#" ? opaque : 0, isLittle);
      at += POINT_BYTES;
    }
  }
  return new Uint8Array(bytes.buffer);
}
