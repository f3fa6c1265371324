/** Pages in a real Chromium. */
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium } from "../../scripts/chromium.ts";
import { requireTools } from "../binary/kit.ts";

/** A page that takes longer for anything has failed. */
const PAGE_MS_MAX = 15_000;
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const AXE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

export interface TestBrowser {
  readonly browser: Browser;
  /** What went wrong in any page: errors, and what the policy forbade. */
  readonly complaints: readonly string[];
  /** A window of its own, empty and with no cookies. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<TestBrowser> {
  requireTools("chromium");
  const browser = await launchChromium();
  const complaints: string[] = [];
  return {
    browser,
    complaints,
    async newPage(options = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PAGE_MS_MAX);
      const page = await context.newPage();
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        // A browser writes down each answer that is an error, and the page itself tells of it in words.
        const isOfAnAnswer = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isOfAnAnswer) complaints.push(message.text());
      });
      return page;
    },
    close: () => browser.close(),
  };
}

/** What axe finds, by rule and place; of long pages it takes seconds. `within`: a selector. */
export async function barriersIn(page: Page, within = "html"): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate(`axe.run(${JSON.stringify(within)})`)) as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How far a page can be scrolled sideways, in pixels. */
export async function sidewaysScrollOf(page: Page): Promise<number> {
  return Number(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"));
}
