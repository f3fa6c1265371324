/** Tests on the admin page: cases are chosen, asked, looked at and compared with those of before, in Chromium on the built executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { runDragoman } from "../../scripts/dragoman-process.ts";
import { barriersIn, PHONE, sidewaysScrollOf } from "./chromium.ts";
import { type AdminPage, appWithWeather, openAdminPage, weather } from "./kit.ts";

const TEST_MS_MAX = 60_000;

let admin: AdminPage;
beforeAll(async () => {
  admin = await openAdminPage();
}, 120_000);
afterAll(async () => {
  await admin.close();
  expect(admin.complaints).toEqual([]);
});

const rome = { query: "weather in Rome", tool: "get_weather", parameters: { city: "Rome" } };
/** Whoever wrote this meant another city. */
const mistaken = { query: "weather in Oslo", tool: "get_weather", parameters: { city: "Bergen" } };
const alarm = { query: "set an alarm clock", tool: "set_alarm" };
const LINES = [rome, mistaken, alarm].map((one) => JSON.stringify(one)).join("\n");

async function paste(page: Page, cases: string): Promise<void> {
  await page.getByLabel("From a file").check();
  await page.getByRole("textbox", { name: "Cases" }).fill(cases);
  await page.getByRole("button", { name: "Test", exact: true }).click();
}

const report = (page: Page) => page.getByRole("region", { name: "Test of weather-v1" });
const history = (page: Page) => page.getByRole("table", { name: "History" }).getByRole("row");

test(
  "what is judged in the playground is a test case, and the tests page asks it",
  async () => {
    const app = await appWithWeather(admin, "Judged");
    const page = await admin.signedIn(`/tests?app=${app}`);
    await page.getByText("Nothing was tested yet.").waitFor();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("The set was taught nothing yet").waitFor();
    await page.getByRole("link", { name: "Playground" }).click();
    await page.getByLabel("App").selectOption("Judged");
    for (const [sentence, isRight] of [
      ["weather in Lima", true],
      ["is it brolly time in Quito", false],
    ] as const) {
      await page.getByLabel("Sentence").fill(sentence);
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      if (isRight) await page.getByRole("button", { name: "This is right" }).click();
      else {
        await page.getByRole("button", { name: "This is wrong" }).click();
        await page.getByLabel("Tool").selectOption("get_weather");
        await page.getByLabel("Parameters, as JSON").fill('{"city": "Quito"}');
        await page.getByRole("button", { name: "Teach it" }).click();
      }
      await page.getByRole("link", { name: "To its tests" }).waitFor();
    }
    await page.getByRole("link", { name: "To its tests" }).click();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await report(page).getByText("Cases: 2, answered by").waitFor();
    await report(page).getByText("All cases are right.").waitFor();
    // A tool that is gone leaves its cases behind: they are misses then.
    await admin.command("import", {
      app_id: app,
      sets: [{ ...weather, tools: weather.tools.slice(1) }],
      existing: "replace",
    });
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await report(page).getByRole("article", { name: "weather in Lima" }).waitFor();
    expect(await history(page).count()).toBe(3);
  },
  TEST_MS_MAX,
);

test(
  "pasted cases are asked, and the report says what was taken for what, and what was said and wanted, on a telephone and in German too",
  async () => {
    const app = await appWithWeather(admin, "Pasted");
    const page = await admin.signedIn(`/tests?app=${app}`);
    await paste(page, `${LINES}\n{"query": "x", "tool": "get_wether"}`);
    await page.getByRole("alert").getByText('expects "get_wether", and the set has no such tool').waitFor();
    await paste(page, "");
    await page.getByText("Choose a file, or paste cases.").waitFor();
    await paste(page, LINES);
    const shown = report(page);
    await shown.getByText("2 of 3; with 95 % certainty").waitFor();
    await shown.getByText("1 of 3; with 95 % certainty").waitFor();
    const matrix = shown.getByRole("table", { name: "What was taken for what" });
    expect(await matrix.getByRole("row", { name: /^get_weather/ }).textContent()).toContain("✓ right: 2");
    const curve = shown.getByRole("img", { name: /The mean distance is/ });
    await curve.waitFor();
    await shown.getByText("As a table").click();
    expect(
      await shown
        .getByRole("table", { name: /^Confidence/ })
        .getByRole("row")
        .count(),
    ).toBeGreaterThan(1);
    const miss = shown.getByRole("article", { name: "weather in Oslo" });
    await miss.getByText('get_weather {"city":"Bergen"}').waitFor();
    await miss.getByText('get_weather {"city":"Oslo"}').waitFor();
    await miss.getByText("the parameters alone").waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.setViewportSize(PHONE.viewport);
    expect(await sidewaysScrollOf(page)).toBe(0);
    await page.getByLabel("Language").selectOption("Deutsch");
    await page.getByRole("heading", { name: "Was für was gehalten wurde" }).waitFor();
    expect(await sidewaysScrollOf(page)).toBe(0);
    await page.getByLabel("Sprache").selectOption("English");
    await miss.getByRole("link", { name: "Try it in the playground" }).click();
    expect(await page.getByLabel("Sentence").inputValue()).toBe("weather in Oslo");
    expect(await page.getByLabel("App").inputValue()).toBe(app);
  },
  TEST_MS_MAX,
);

test(
  "every test is in the history, whoever made it, and two of them are compared",
  async () => {
    const app = await appWithWeather(admin, "Often");
    const file = join(admin.place.path, "cases.csv");
    writeFileSync(file, LINES);
    const { status } = await runDragoman(["test", "weather-v1", file, "--app", app, "--data", admin.place.path]);
    expect(status).toBe(0);
    const page = await admin.signedIn(`/tests?app=${app}`, { colorScheme: "dark" });
    await history(page)
      .nth(1)
      .getByText(/^user /)
      .waitFor();
    await page.getByLabel("From a file").check();
    await admin.command("teach", { app_id: app, signature: "weather-v1", ...mistaken });
    writeFileSync(file, `${LINES}\n${JSON.stringify({ query: "weather in Bern", tool: "get_weather" })}`);
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.waitForFunction("document.querySelector('form textarea').value.includes('Bern')");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await report(page).getByText("admin page").waitFor();
    expect(await history(page).count()).toBe(3);
    await page.getByRole("heading", { name: "Over time" }).waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    const compared = page.getByRole("region", { name: "Two tests beside each other" });
    await compared.getByText("McNemar's exact test").waitFor();
    const facts = await compared.locator("dl").first().locator("dt, dd").allTextContents();
    expect(facts.join(" ")).toBe(
      "Right in both 2 Better 1 Worse 0 Right in neither 0 Cases of the earlier one alone 0 Cases of the later one alone 1",
    );
    await compared.getByRole("article", { name: "weather in Oslo" }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await history(page).nth(2).getByRole("link").click();
    await report(page).getByText("1 of 3; with 95 % certainty").waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a lost connection stops a test where it is, and it goes on from there; a test can be stopped",
  async () => {
    const app = await appWithWeather(admin, "Shaky");
    const page = await admin.signedIn(`/tests?app=${app}`);
    const froms: number[] = [];
    await page.route("**/admin/api/commands", async (route) => {
      const { command, args } = route.request().postDataJSON();
      if (command === "examine") froms.push(args.from);
      return command === "examine" && froms.length === 2 ? route.abort() : route.continue();
    });
    await paste(page, LINES);
    const alert = page.getByRole("alert");
    await alert.getByText("The server does not answer.").waitFor();
    await alert.getByRole("button", { name: "Try again" }).click();
    await report(page).getByText("Cases: 3, answered by").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Test of weather-v1");
    expect(froms).toEqual([0, 1, 1, 2]);
    const held = Promise.withResolvers<void>();
    await page.unroute("**/admin/api/commands");
    await page.route("**/admin/api/commands", async (route) => {
      if (route.request().postDataJSON().command === "examine") await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("Asked: 0 of 3.").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Stop");
    await page.keyboard.press("Enter");
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    held.resolve();
    expect(await history(page).count()).toBe(2);
  },
  TEST_MS_MAX,
);
