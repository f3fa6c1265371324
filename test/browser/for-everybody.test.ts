/** The admin page for whoever cannot see it, sees it in the dark, on a telephone, without a mouse, or in German. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { barriersIn, sidewaysScrollOf } from "./chromium.ts";
import { type AdminPage, appWithWeather, openAdminPage } from "./kit.ts";

const TEST_MS_MAX = 90_000;

let admin: AdminPage;
let app: string;
beforeAll(async () => {
  admin = await openAdminPage();
  app = await appWithWeather(admin, "Shop");
}, 120_000);
afterAll(() => admin.close());

const pages = () =>
  [
    "",
    `/playground?app=${app}`,
    `/sets?app=${app}`,
    `/sets?app=${app}&set=weather-v1`,
    `/misses?app=${app}`,
    `/tests?app=${app}`,
    "/apps",
    `/apps?app=${app}`,
    `/ledger?app=${app}`,
    "/audit",
    "/nothing-here",
  ] as const;

/** Everything that is loaded for it is there. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** One window goes from page to page, each loaded anew: to make a window takes a browser five times as long as to show a page. */
async function onEachPage(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const path of pages()) {
    await page.goto(`${admin.server.url}/admin${path}`);
    await settled(page);
    await look(path);
  }
}

describe.each(["light", "dark"] as const)("in the %s", (colorScheme) => {
  test(
    "axe finds nothing on any page",
    async () => {
      const page = await admin.signedIn("", { colorScheme });
      await onEachPage(page, async (path) => {
        expect({ path, barriers: await barriersIn(page) }).toEqual({ path, barriers: [] });
      });
      await page.context().close();
    },
    TEST_MS_MAX,
  );

  test(
    "axe finds nothing where one signs in, in dialogs, and in an answer",
    async () => {
      const out = await admin.open({ colorScheme });
      await out.goto(`${admin.server.url}/admin`);
      await out.getByRole("button", { name: "Sign in" }).click();
      expect(await barriersIn(out)).toEqual([]);
      const apps = await admin.signedIn(`/apps?app=${app}`, { colorScheme });
      for (const name of ["New key", "Change plan", "Add requests", "Suspend", "Delete"]) {
        await apps.getByRole("button", { name, exact: true }).click();
        expect({ name, barriers: await barriersIn(apps) }).toEqual({ name, barriers: [] });
        await apps.keyboard.press("Escape");
        await apps.getByRole("dialog").waitFor({ state: "detached" });
      }
      const playground = await admin.signedIn(`/playground?app=${app}`, { colorScheme });
      await playground.getByLabel("Sentence").fill("weather in Rome");
      await playground.getByRole("button", { name: "Ask", exact: true }).click();
      await playground.getByRole("button", { name: "This is wrong" }).click();
      await playground.getByText("Why the cache did or did not answer").click();
      expect(await barriersIn(playground)).toEqual([]);
    },
    TEST_MS_MAX,
  );
});

test(
  "a telephone shows every page without scrolling sideways",
  async () => {
    const page = await admin.phone("");
    await onEachPage(page, async (path) => {
      expect({ path, scroll: await sidewaysScrollOf(page) }).toEqual({ path, scroll: 0 });
    });
    await page.context().close();
  },
  TEST_MS_MAX,
);

test(
  "whoever leaves a dialog by the keyboard is where it was opened from",
  async () => {
    const page = await admin.signedIn(`/apps?app=${app}`);
    for (const [name, leave] of [
      ["Change plan", () => page.keyboard.press("Escape")],
      ["Add requests", () => page.getByRole("button", { name: "Cancel" }).press("Enter")],
    ] as const) {
      const opener = page.getByRole("button", { name, exact: true });
      await opener.press("Enter");
      await page.getByRole("dialog").waitFor();
      await leave();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect({ name, focused: await opener.evaluate((element) => element.matches(":focus")) }).toEqual({
        name,
        focused: true,
      });
    }
    await page.context().close();
  },
  TEST_MS_MAX,
);

test(
  "the keyboard alone is enough: sign in, go to the playground, ask, and say that it is right",
  async () => {
    const page = await admin.open();
    await page.goto(`${admin.server.url}/admin`);
    const press = async (key: string, times = 1) => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    };
    const tabTo = async (name: RegExp) => {
      for (let steps = 0; steps < 40; steps += 1) {
        await press("Tab");
        const focused = (await page.evaluate(
          "document.activeElement === document.body ? '' : (document.activeElement.labels?.[0] ?? document.activeElement).textContent",
        )) as string;
        if (name.test(focused)) return;
      }
      throw new Error(`Tab never comes to ${name}`);
    };
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await tabTo(/Admin token/);
    await page.keyboard.type(admin.token);
    await press("Enter");
    await page.getByRole("navigation").waitFor();
    await tabTo(/^Playground/);
    await press("Enter");
    await page.getByLabel("Sentence").waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    await tabTo(/Sentence/);
    await page.keyboard.type("is it cold in Vienna");
    await press("Enter");
    await page.getByRole("button", { name: "This is right" }).waitFor();
    await tabTo(/This is right/);
    await press("Space");
    await page.getByText("Noted, and taught").waitFor();
  },
  TEST_MS_MAX,
);

test(
  "it speaks the browser's language where it knows it, and another when it is chosen",
  async () => {
    const page = await admin.signedIn("", { locale: "de-AT" });
    await page.getByRole("heading", { name: "Überblick" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("de");
    await page.getByLabel("Sprache").selectOption("English");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const other = await admin.signedIn("", { locale: "fr-FR" });
    await other.getByRole("heading", { name: "Overview" }).waitFor();
  },
  TEST_MS_MAX,
);
