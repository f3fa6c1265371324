/** Sets on the admin page: seen, made, changed with care, and deleted, in Chromium on the built executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { barriersIn } from "./chromium.ts";
import { type AdminPage, appWithWeather, openAdminPage, weather } from "./kit.ts";

const TEST_MS_MAX = 60_000;

let admin: AdminPage;
let app: string;
beforeAll(async () => {
  admin = await openAdminPage();
  app = await appWithWeather(admin, "Shop");
}, 120_000);
afterAll(async () => {
  await admin.close();
  expect(admin.complaints).toEqual([]);
});

const editorOf = (page: Page) => page.getByLabel("The set, as JSON");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const weatherPage = () => admin.signedIn(`/sets?app=${app}&set=weather-v1`);

/** What is stored now. */
async function stored(): Promise<typeof weather> {
  const [set] = await admin.command<[typeof weather]>("export", { app_id: app, signature: "weather-v1" });
  return set;
}

test(
  "an app without sets says so, and a set of each kind begins with a template that is valid",
  async () => {
    const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", { name: "New", plan: "pro" });
    const page = await admin.signedIn(`/sets?app=${app_id}`);
    await page.getByText("This app has no sets yet.").waitFor();
    const dialog = page.getByRole("dialog");
    for (const [kind, name, signature] of [
      ["toolset", "Küche & Bad", "kuche-bad-v1"],
      ["classification set", "Mail", "mail-v1"],
    ] as const) {
      await button(page, "New set").click();
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("A set needs a name").waitFor();
      await dialog.getByLabel("Kind").selectOption(kind);
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByText(`Left empty: ${signature}.`).waitFor();
      await dialog.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name, level: 2 }).waitFor();
      expect(page.url()).toContain(`set=${signature}`);
      await button(page, "Check").click();
      await page.getByText("It can be saved").waitFor();
      await page.getByRole("link", { name: "All sets" }).click();
      await page.getByRole("row", { name: new RegExp(`${signature} ${kind} [12] `) }).waitFor();
    }
    await button(page, "New set").click();
    await dialog.getByLabel("Kind").selectOption("classification set");
    await dialog.getByLabel("Name").fill("Mail");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("There is a set “mail-v1” already").waitFor();
  },
  TEST_MS_MAX,
);

test(
  "broken JSON is told by line and column, and what no set can be in the server's words",
  async () => {
    const page = await weatherPage();
    const editor = editorOf(page);
    const before = await editor.inputValue();
    await editor.fill('{\n  "signature": "weather-v1",\n  "tools": [1,]\n}');
    await page.getByText("line 3, column 15, at “]”").waitFor();
    expect(await button(page, "Save").isDisabled()).toBe(true);
    await editor.fill('{"signature": "weather-v1"');
    await page.getByText("it breaks off at line 1, column 27").waitFor();
    await editor.fill("[]");
    await page.getByText("an object with “tools”").waitFor();
    await editor.fill(before.replace("weather-v1", "other-v1"));
    await page.getByText("The signature stays “weather-v1”").waitFor();
    await editor.fill(before.replace('"type": "string"', '"type": "strng"'));
    await button(page, "Check").click();
    expect(await page.getByRole("alert").textContent()).toContain("strng");
    await button(page, "Save").click();
    expect(await page.getByRole("alert").textContent()).toContain("strng");
    await button(page, "Undo all changes").click();
    expect(await editor.inputValue()).toBe(before);
    expect((await stored()).tools).toEqual(weather.tools);
  },
  TEST_MS_MAX,
);

test(
  "what linting finds stands beside the tool that it is about",
  async () => {
    const page = await weatherPage();
    const alarm = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "set_alarm" }) });
    await alarm.waitFor();
    expect(await alarm.getByText("Warning:").count()).toBe(0);
    const changed = { ...weather, tools: weather.tools.map((tool) => ({ ...tool, description: "" })) };
    await editorOf(page).fill(JSON.stringify(changed));
    await button(page, "Check").click();
    await alarm.getByText("Warning:").waitFor();
    expect(await alarm.textContent()).toContain("/tools/1/description");
  },
  TEST_MS_MAX,
);

test(
  "a change that alters answers is shown before it is saved, and saved when that is confirmed",
  async () => {
    const query = "weather in Porto";
    const taught = { query, tool: "get_weather", parameters: { city: "Porto" } };
    await admin.command("teach", { app_id: app, signature: "weather-v1", ...taught });
    const page = await weatherPage();
    const changed = { ...weather, tools: weather.tools.slice(1) };
    await editorOf(page).fill(JSON.stringify(changed, null, 2));
    await button(page, "What would change").click();
    await page.getByText("1 of 1 answers would change: 1 that were right").waitFor();
    await page.getByRole("row", { name: /weather in Porto get_weather .* was right/ }).waitFor();
    const dialog = page.getByRole("dialog", { name: "Save it all the same?" });
    await button(page, "Save").click();
    await dialog.getByText("1 of 1 answers would change").waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await stored()).tools).toHaveLength(2);
    await button(page, "Save").click();
    await dialog.getByRole("button", { name: "Save it" }).click();
    await page.getByText("Saved. It answers so from now on.").waitFor();
    expect((await stored()).tools).toEqual(changed.tools);
    await page.getByRole("button", { name: "Save", exact: true, disabled: true }).waitFor();
    // What alters no answer is saved without a question.
    await editorOf(page).fill(JSON.stringify({ ...changed, name: "Clock" }));
    await button(page, "Save").click();
    await page.getByRole("heading", { name: "Clock", level: 2 }).waitFor();
    await admin.command("import", { app_id: app, sets: [weather], existing: "replace" });
  },
  TEST_MS_MAX,
);

test(
  "a classification set is saved although nobody can say what would change, when that is confirmed",
  async () => {
    const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", { name: "Away" });
    const mail = { signature: "mail-v1", name: "Mail", classes: [{ label: "refund", description: "Money back" }] };
    await admin.command("import", { app_id, sets: [mail] });
    await admin.command("app.suspend", { app_id });
    const page = await admin.signedIn(`/sets?app=${app_id}&set=mail-v1`);
    await editorOf(page).fill(JSON.stringify({ ...mail, classes: [{ label: "refunds", description: "Money back" }] }));
    await button(page, "Save").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("What would change could not be found out: the app is suspended").waitFor();
    await dialog.getByRole("button", { name: "Save it" }).click();
    await page.getByText("Saved. It answers so from now on.").waitFor();
    await page.getByRole("heading", { name: "refunds" }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "what somebody else changed meanwhile is not overwritten",
  async () => {
    const page = await weatherPage();
    await editorOf(page).fill(JSON.stringify({ ...weather, name: "Mine" }));
    await admin.command("import", { app_id: app, sets: [{ ...weather, name: "Theirs" }], existing: "replace" });
    await button(page, "Save").click();
    // Where answers differ by chance it asks first.
    const confirmed = page.getByRole("dialog").getByRole("button", { name: "Save it" });
    const told = page.getByText("Somebody else has changed the set meanwhile.");
    await told.or(confirmed).first().waitFor();
    if ((await confirmed.count()) > 0) await confirmed.click();
    await told.waitFor();
    expect((await stored()).name).toBe("Theirs");
    await admin.command("import", { app_id: app, sets: [weather], existing: "replace" });
  },
  TEST_MS_MAX,
);

test(
  "a set under an alias says so and stays; without it, it is deleted with what it was taught",
  async () => {
    const copy = { ...weather, signature: "weather-v2", name: "Weather two" };
    await admin.command("import", { app_id: app, sets: [copy] });
    const split = [
      { signature: "weather-v1", percent: 90 },
      { signature: "weather-v2", percent: 10 },
    ];
    await admin.command("alias.set", { app_id: app, name: "weather-live", split });
    await admin.command("teach", { app_id: app, signature: "weather-v2", query: "hello", tool: "none" });
    const page = await admin.signedIn(`/sets?app=${app}&set=weather-v2`);
    await page.getByText("10% of its callers").waitFor();
    const dialog = page.getByRole("dialog", { name: "Delete Weather two?" });
    await button(page, "Delete").click();
    await dialog.getByText("So is what it was taught: 1.").waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete" }).click();
    expect(await dialog.getByRole("alert").textContent()).toContain("weather-live");
    await admin.command("alias.remove", { app_id: app, name: "weather-live" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("row", { name: /weather-v2/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /weather-v1/ }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a telephone shows a set with its findings and changes without scrolling sideways",
  async () => {
    const page = await admin.phone(`/sets?app=${app}&set=weather-v1`);
    const long = { ...weather, description: "x".repeat(300), tools: [{ name: "y".repeat(120), description: "" }] };
    await editorOf(page).fill(JSON.stringify(long));
    await button(page, "Check").click();
    await page.getByText("It can be saved").waitFor();
    await page.getByText("Warning:").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  },
  TEST_MS_MAX,
);
