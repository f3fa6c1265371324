/** The pictures in the documentation: `bun scripts/docs/screenshots.ts` makes them anew. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { adminPages, PICTURES, PICTURES_PAGE, withPictures } from "../../scripts/docs/picture-list.ts";
import { PICTURE_BYTES_MAX, sizeOfPicture } from "../../scripts/docs/pictures.ts";

const ROOT = join(import.meta.dir, "../..");
const FILES = readdirSync(join(ROOT, PICTURES));
const PAGE = readFileSync(join(ROOT, PICTURES_PAGE), "utf8");

test("every page of the admin page has one, and the page about it shows all of them", async () => {
  const pages = await adminPages();
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter(({ name }) => !FILES.includes(`admin-${name}.webp`))).toEqual([]);
  expect(PAGE).toBe(withPictures(PAGE, pages));
  const shown = [...PAGE.matchAll(/^!\[[^\]]+\]\(pictures\/([^)]+)\)$/gm)].map(([, file]) => file ?? "");
  expect(shown.toSorted()).toEqual(FILES.toSorted());
});

test("all together they are light", () => {
  const bytes = FILES.reduce((sum, file) => sum + statSync(join(ROOT, PICTURES, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(PICTURE_BYTES_MAX);
});

test("each says its size, and what is no picture is refused", () => {
  for (const file of FILES) {
    const { width, height } = sizeOfPicture(readFileSync(join(ROOT, PICTURES, file)));
    expect([file, width >= 390 && width <= 1100, height >= 600 && height <= 900]).toEqual([file, true, true]);
  }
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" width="640" height="320">';
  expect(sizeOfPicture(Buffer.from(drawing))).toEqual({ width: 640, height: 320 });
  expect(() => sizeOfPicture(Buffer.from(drawing.replace(' width="640"', "")))).toThrow("nor an SVG with its width");
  expect(() => sizeOfPicture(Buffer.from("GIF89a, and not what pages show"))).toThrow("is neither a WebP");
});
