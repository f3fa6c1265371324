/**
 * How long a browser takes until something of our pages is to be seen, and until what was asked for stands there: in a real
 * Chromium, on the built executable, with nothing in the browser's cache, the median of several loads. Beside them stands
 * the plainest answer of the same server, a line of text: what the browser itself takes. Exit status 1 where the promise is not kept.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchChromium, signIn } from "../chromium.ts";
import { adminTokenIn, startServer, waitUntilReady } from "../dragoman-process.ts";

/** Of every page, from the start of the navigation. */
export const FIRST_PAINT_MS_MAX = 300;
const LOADS = 9;

/** What is looked at. `stands`: a selector of what somebody came for. */
const VIEWS = {
  "plain text": { path: "/livez", stands: "pre", isSignedIn: false },
  "/": { path: "/", stands: "h1", isSignedIn: false },
  "/docs": { path: "/docs", stands: "h1", isSignedIn: false },
  "/docs/api": { path: "/docs/api", stands: "h1", isSignedIn: false },
  "/admin, signed out": { path: "/admin", stands: "form", isSignedIn: false },
  "/admin, the Overview": { path: "/admin", stands: "main canvas", isSignedIn: true },
} as const;
export type View = keyof typeof VIEWS;

export interface Paint {
  /** Anything at all: `first-contentful-paint` of the browser's paint timing. */
  readonly firstMs: number;
  /** What somebody came for: in the document, and a frame drawn after that. */
  readonly standsMs: number;
}

/** So many loads of each view, taken in turns: other work on the machine is the same for all. The first of all unpacks the server's pages, too. */
export async function measureFirstPaint(
  browser: Browser,
  url: string,
  token: string,
  loads: number,
): Promise<Readonly<Record<View, readonly Paint[]>>> {
  const views = Object.keys(VIEWS) as View[];
  const paints = Object.fromEntries(views.map((view) => [view, [] as Paint[]])) as Record<View, Paint[]>;
  for (let load = 0; load < loads; load += 1) {
    for (const view of views) paints[view].push(await paintOf(browser, url, view, token));
  }
  return paints;
}

/** Installed before the page's own scripts: `painted` is a promise of both times. */
const WATCH = (selector: string) => `window.painted = new Promise((resolve) => {
  const first = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const ends = (standsMs) => first() === undefined
    ? requestAnimationFrame(() => ends(standsMs))
    : resolve({ firstMs: first(), standsMs });
  const look = () => document.querySelector(${JSON.stringify(selector)}) === null
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => ends(performance.now()));
  look();
})`;

async function paintOf(browser: Browser, url: string, view: View, token: string): Promise<Paint> {
  const { path, stands, isSignedIn } = VIEWS[view];
  // Each in a window of its own: nothing is in its cache.
  const context = await browser.newContext();
  try {
    if (isSignedIn) await signIn(context, url, token);
    const page = await context.newPage();
    await page.addInitScript(WATCH(stands));
    await page.goto(url + path);
    return (await page.evaluate("window.painted")) as Paint;
  } finally {
    await context.close();
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-paint-"));
  const server = await startServer({ dataDir, environment: { DRAGOMAN_AUTH_EXCHANGES_PER_MINUTE: "1000" } });
  const browser = await launchChromium();
  try {
    await waitUntilReady(server);
    const paints = await measureFirstPaint(browser, server.url, adminTokenIn(server.output()), LOADS);
    const medians = Object.entries(paints).map(([view, all]) => ({
      view,
      firstMs: median(all.map(({ firstMs }) => firstMs)),
      standsMs: median(all.map(({ standsMs }) => standsMs)),
    }));
    console.log(`median of ${LOADS} loads, ms${" ".repeat(6)}first paint   stands there`);
    for (const { view, firstMs, standsMs } of medians) {
      console.log(`${view.padEnd(28)}${firstMs.toFixed(0).padStart(8)}${standsMs.toFixed(0).padStart(15)}`);
    }
    const late = medians.filter(({ firstMs }) => firstMs > FIRST_PAINT_MS_MAX);
    if (late.length === 0) return console.log(`each within ${FIRST_PAINT_MS_MAX} ms`);
    console.error(`first-paint: more than ${FIRST_PAINT_MS_MAX} ms: ${late.map(({ view }) => view).join("; ")}`);
    process.exitCode = 1;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
