/** What pages show: photographs of pages in WebP, as `scripts/docs/screenshots.ts` writes them, and drawings of figures in SVG. */

export const PICTURE_ENDINGS: readonly string[] = [".webp", ".svg"];

/** Of all together: they are in the executable, and in every checkout. */
export const PICTURE_BYTES_MAX = 600_000;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Where the size stands in a file of the extended form (RFC 9649, 2.7): each less 1, in three bytes. */
const WIDTH_AT = 24;
const HEIGHT_AT = 27;
const SIZE_BYTES = 3;

/** The root of a drawing, as our scripts write it. */
const SIZED_DRAWING = /^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/;
const DRAWING_HEAD_BYTES = 300;

/** In pixels. Throws for anything but SVG that says its size, and WebP in its extended form, which Chromium writes. */
export function sizeOfPicture(bytes: Buffer): PictureSize {
  const [, width, height] = SIZED_DRAWING.exec(bytes.toString("latin1", 0, DRAWING_HEAD_BYTES)) ?? [];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 16) !== "WEBPVP8X")
    throw new Error("is neither a WebP as scripts/docs/screenshots.ts writes it nor an SVG with its width and height");
  return { width: bytes.readUIntLE(WIDTH_AT, SIZE_BYTES) + 1, height: bytes.readUIntLE(HEIGHT_AT, SIZE_BYTES) + 1 };
}
