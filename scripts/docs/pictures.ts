/** Pictures that pages show: WebP, as `scripts/docs/screenshots.ts` writes them. */

export const PICTURE_ENDING = ".webp";

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

/** In pixels. Throws for anything but WebP in its extended form, which Chromium writes. */
export function sizeOfPicture(bytes: Buffer): PictureSize {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 16) !== "WEBPVP8X")
    throw new Error("is no WebP as scripts/docs/screenshots.ts writes it");
  return { width: bytes.readUIntLE(WIDTH_AT, SIZE_BYTES) + 1, height: bytes.readUIntLE(HEIGHT_AT, SIZE_BYTES) + 1 };
}
