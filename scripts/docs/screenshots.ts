/**
 * Makes the pictures in the documentation: `bun run build && bun scripts/docs/screenshots.ts`. Starts the built executable on a folder with
 * the demo's sets and some traffic, opens every page of the admin page and of the documentation's own in Chromium, and writes them as WebP to
 * `docs/how-to/pictures/`; `docs/how-to/admin-page.md` gets a list of those of the admin page. A page that is new comes by itself.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium, signIn } from "../chromium.ts";
import { adminTokenIn, type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { fillFolder } from "./picture-folder.ts";
import { adminPages, PICTURES, PICTURES_PAGE, withPictures } from "./picture-list.ts";
import { PICTURE_BYTES_MAX } from "./pictures.ts";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = join(ROOT, PICTURES);
const PAGE_OF_PICTURES = join(ROOT, PICTURES_PAGE);
/** Of WebP, of 100: letters have no shadows yet. */
const QUALITY = 55;
const DESK = { viewport: { width: 1100, height: 860 } };
const DESK_FOR_TEXT = { viewport: { width: 1100, height: 620 } };
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };
/** What is shown is English and of no place. */
const EVERYWHERE = { locale: "en-GB", timezoneId: "UTC", reducedMotion: "reduce" } as const;

interface Shot {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly path: string;
  readonly options: BrowserContextOptions;
  /** What somebody does before the page looks as it shall. */
  readonly prepare?: ((page: Page) => Promise<void>) | undefined;
}

const ADDRESSES: Readonly<Record<string, string>> = { overview: "/admin", sets: "/admin/sets?set=everyday-v1" };
/** Of the demo's classes; the last two are ambiguous on purpose, so that something is mixed up. */
const LABELLED = [
  ["my parcel has not come yet", "delivery"],
  ["where is the courier with my order", "delivery"],
  ["the box arrived open and wet", "delivery"],
  ["I would like my money back", "refund"],
  ["you charged me twice", "refund"],
  ["I cannot log in any more", "account"],
  ["change the address of my account", "account"],
  ["the jacket is wonderful", "praise"],
  ["thank you, that was quick", "praise"],
  ["the parcel never came, so refund it", "refund"],
  ["I closed my account and still wait for the money", "refund"],
].map(([text, label]) => JSON.stringify({ query: text, label }));
const PREPARATIONS: Readonly<Record<string, Shot["prepare"]>> = {
  playground: async (page) => {
    await page.getByLabel("Sentence").fill("turn off the lamp in the hall");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByRole("button", { name: "This is right" }).waitFor();
  },
  tests: async (page) => {
    await page.getByLabel("Support requests").check();
    await page.getByLabel("From a file").check();
    await page.getByRole("textbox", { name: "Cases" }).fill(LABELLED.join("\n"));
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByRole("heading", { name: "Confidence, and how often it is right" }).waitFor();
    await page.getByRole("region", { name: /^Test of / }).evaluate((report) => report.scrollIntoView());
  },
};

async function shots(): Promise<readonly Shot[]> {
  const admin = (await adminPages()).map(({ name }) => ({
    name: `admin-${name}`,
    path: ADDRESSES[name] ?? `/admin/${name}`,
    options: DESK,
    prepare: PREPARATIONS[name],
  }));
  return [
    ...admin,
    { name: "admin-dark", path: "/admin", options: { ...DESK, colorScheme: "dark" } },
    { name: "admin-phone", path: "/admin", options: PHONE },
    { name: "docs-first", path: "/docs", options: DESK_FOR_TEXT },
    { name: "docs-api", path: "/docs/api#resolve", options: DESK_FOR_TEXT },
  ];
}

/** What would tell of the machine that made the pictures, and what stands there in its place. */
function masksOf(server: RunningServer, dataDir: string): readonly (readonly [string, string])[] {
  return [
    [dataDir, "/var/lib/dragoman"],
    [ROOT, "/opt/dragoman"],
    [homedir(), "/home/operator"],
    [new URL(server.url).host, "127.0.0.1:8420"],
    [Number(new URL(server.url).port).toLocaleString("en"), "8,420"],
    [hostname(), "server"],
  ];
}

interface Studio {
  readonly browser: Browser;
  readonly server: RunningServer;
  readonly token: string;
  readonly masks: ReturnType<typeof masksOf>;
}

async function take({ browser, server, token, masks }: Studio, shot: Shot): Promise<Buffer> {
  const context = await browser.newContext({ ...EVERYWHERE, ...shot.options });
  try {
    await signIn(context, server.url, token);
    const page = await context.newPage();
    await page.goto(server.url + shot.path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    await shot.prepare?.(page);
    await page.waitForLoadState("networkidle");
    await page.evaluate(masked(masks));
    return await pictureOf(page);
  } finally {
    await context.close();
  }
}

/** As a script: exchanges words in what a page shows. Its own scripts have drawn by then. */
function masked(masks: Studio["masks"]): string {
  return `{
    const exchanged = (text) => ${JSON.stringify(masks)}.reduce((left, [from, to]) => left.replaceAll(from, to), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) node.nodeValue = exchanged(node.nodeValue);
    for (const field of document.querySelectorAll("input, textarea")) field.value = exchanged(field.value);
  }`;
}

async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  return Buffer.from(data, "base64");
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-pictures-"));
  const server = await startServer({ dataDir, environment: { DRAGOMAN_AUTH_EXCHANGES_PER_MINUTE: "1000" } });
  const browser = await launchChromium();
  try {
    await waitUntilReady(server);
    const token = adminTokenIn(server.output());
    await fillFolder(server, token);
    const studio = { browser, server, token, masks: masksOf(server, dataDir) };
    const pictures = new Map<string, Buffer>();
    for (const shot of await shots()) pictures.set(`${shot.name}.webp`, await take(studio, shot));
    await write(pictures);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Throws before anything is written where the pictures are too heavy. */
async function write(pictures: ReadonlyMap<string, Buffer>): Promise<void> {
  const bytes = [...pictures.values()].reduce((sum, picture) => sum + picture.length, 0);
  if (bytes > PICTURE_BYTES_MAX)
    throw new Error(`the pictures weigh ${bytes} bytes, and may weigh ${PICTURE_BYTES_MAX}: lower QUALITY`);
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER)) if (!pictures.has(name)) rmSync(join(FOLDER, name));
  for (const [name, picture] of pictures) writeFileSync(join(FOLDER, name), picture);
  writeFileSync(PAGE_OF_PICTURES, withPictures(readFileSync(PAGE_OF_PICTURES, "utf8"), await adminPages()));
  console.log(`${pictures.size} pictures, ${(bytes / 1000).toFixed(0)} kB`);
}

await main();
