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

const editorOf = (page: Page) => page.getByRole("textbox", { name: "The set, as JSON" });
const show = (page: Page, view: "Form" | "JSON") => page.getByRole("radio", { name: view }).check();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const weatherPage = () => admin.signedIn(`/sets?app=${app}&set=weather-v1`);

const FOCUS_SETTLES_MS = 300;

/** Whoever adds something is put into the field of its name, once that is drawn: a key before it goes elsewhere. */
async function newFieldOf(page: Page): Promise<void> {
  await page.locator("input:focus").waitFor();
  // A list that is drawn anew behind a finding may take the focus for a moment.
  await page.waitForTimeout(FOCUS_SETTLES_MS);
  await page.locator("input:focus").waitFor();
}

/** Shows the set as JSON, and has the text in its place. */
async function write(page: Page, text: string): Promise<void> {
  await show(page, "JSON");
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

/** Waits until the editor shows the text, whose lines it holds apart and only as far as they are near what is seen. */
const shows = (page: Page, text: string) =>
  editorOf(page)
    .filter({ hasText: text.replaceAll("\n", "") })
    .waitFor();

/** As an editor holds the list of tools of a set. */
const toolsText = (tools: readonly unknown[]) => JSON.stringify({ tools }, null, 2).slice(2, -2);

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
  "broken JSON is told by line and column, and what no set can be in the server's words, at its place",
  async () => {
    const page = await weatherPage();
    await write(page, '{\n  "signature": "weather-v1",\n  "tools": [1,]\n}');
    await page.getByText("line 3, column 15, at “]”").waitFor();
    expect(await button(page, "Save").isDisabled()).toBe(true);
    await show(page, "Form");
    await page.getByText("there is no form of it").waitFor();
    await write(page, '{"signature": "weather-v1"');
    await page.getByText("it breaks off at line 1, column 27").waitFor();
    await write(page, "[]");
    await page.getByText("an object with “tools”").waitFor();
    const before = JSON.stringify(weather, null, 2);
    await write(page, before.replace("weather-v1", "other-v1"));
    await page.getByText("The signature stays “weather-v1”").waitFor();
    await write(page, before.replace('"type": "string"', '"type": "strng"'));
    // Without a button: it is checked while it is written.
    await page.getByText("did you mean “string”").or(page.getByText('did you mean "string"')).first().waitFor();
    await editorOf(page).locator("..").locator("..").locator(".cm-lint-marker-error").waitFor();
    await button(page, "Check").click();
    expect(await page.getByRole("alert").textContent()).toContain("strng");
    await button(page, "Go to line 12, column 21").click();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "i"]) await page.keyboard.press(key);
    await page.getByText("Mistake:").waitFor({ state: "detached" });
    await shows(page, toolsText(weather.tools));
    await write(page, before.replace('"type": "string"', '"type": "strng"'));
    await show(page, "Form");
    await page.getByRole("group", { name: "city" }).getByText("Mistake:").waitFor();
    await button(page, "Save").click();
    expect(await page.getByRole("alert").textContent()).toContain("strng");
    await button(page, "Undo all changes").click();
    await show(page, "JSON");
    await shows(page, toolsText(weather.tools));
    expect((await stored()).tools).toEqual(weather.tools);
  },
  TEST_MS_MAX,
);

test(
  "the editor proposes what may stand there and says what it means; by keyboard alone, and Tab leaves it",
  async () => {
    const page = await weatherPage();
    await write(page, JSON.stringify(weather, null, 2));
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type('"req');
    await page.getByRole("option", { name: /require_evidence/ }).waitFor();
    await page.getByText("Count a value that comes from nowhere").first().waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option", { name: "true" }).click();
    await page.keyboard.type(",");
    await shows(page, '{\n  "require_evidence": true,\n  "signature": "weather-v1"');
    // Within a schema they are its keywords, and of those that are there none.
    await page.getByText('"Name of the city"').click();
    await page.keyboard.press("End");
    await page.keyboard.type(',\n"x-');
    await page.getByRole("option", { name: /x-synonyms/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await editorOf(page).evaluate((element) => element.matches(":focus"))).toBe(false);
  },
  TEST_MS_MAX,
);

test(
  "a tool is made in the form, by keyboard, and what the form does not know stays; findings stand beside their fields",
  async () => {
    const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", { name: "Forms", plan: "pro" });
    const city = { type: "string", description: "Name of the city", minLength: 2, anyOf: [{ minLength: 1 }] };
    const [forecast, alarm] = weather.tools;
    const own = { ...weather, tools: [{ ...forecast, parameters: { type: "object", properties: { city } } }, alarm] };
    await admin.command("import", { app_id, sets: [own] });
    const page = await admin.signedIn(`/sets?app=${app_id}&set=weather-v1`);
    await page.getByText("Left to JSON: minLength, anyOf.").waitFor();
    await button(page, "Add a tool").press("Enter");
    await newFieldOf(page);
    await page.keyboard.type("play_music");
    const music = page.getByRole("group", { name: "play_music" });
    await music.getByText("Warning:").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("Play a song");
    await music.getByText("Warning:").waitFor({ state: "detached" });
    await music.getByLabel("Examples").fill("play some jazz\nput on a song");
    await music.getByRole("button", { name: "Add a parameter" }).press("Enter");
    await newFieldOf(page);
    await page.keyboard.type("style");
    await page.keyboard.press("Tab");
    const style = music.getByRole("group", { name: "style" });
    await style.getByLabel("Required").press("Space");
    await style.getByLabel("Description").fill("Kind of music");
    await style.getByText("More about its values").click();
    await style.getByLabel("Allowed values").fill("jazz\nrock");
    await style.getByLabel("Other words for values").fill("jazz: swing, bebop");
    await music.getByRole("button", { name: "Add a parameter" }).press("Enter");
    await newFieldOf(page);
    await page.keyboard.type("style");
    await page.keyboard.press("Tab");
    await music.getByText("Another parameter is called “style” already").waitFor();
    await music.getByRole("button", { name: "Remove parameter" }).click();
    await music.getByRole("button", { name: "Move play_music up" }).press("Enter");
    await page.getByText("play_music is number 2 of 3 now.").waitFor();
    await page.getByLabel("Least confidence").fill("2");
    await page.getByText("Mistake:").waitFor();
    await page.getByLabel("Least confidence").fill("0.5");
    expect(await barriersIn(page)).toEqual([]);
    await button(page, "Save").click();
    const saved = page.getByText("Saved. It answers so from now on.");
    const confirmed = page.getByRole("dialog").getByRole("button", { name: "Save it" });
    await saved.or(confirmed).first().waitFor();
    if ((await confirmed.count()) > 0) await confirmed.click();
    await saved.waitFor();
    const [now] = await admin.command<[typeof weather]>("export", { app_id, signature: "weather-v1" });
    const values = {
      type: "string",
      description: "Kind of music",
      enum: ["jazz", "rock"],
      "x-synonyms": { jazz: ["swing", "bebop"] },
    };
    expect(now).toMatchObject({ min_confidence: 0.5 });
    expect(now.tools as readonly unknown[]).toEqual([
      own.tools[0],
      {
        name: "play_music",
        description: "Play a song",
        parameters: { type: "object", properties: { style: values }, required: ["style"] },
        examples: ["play some jazz", "put on a song"],
      },
      alarm,
    ]);
  },
  TEST_MS_MAX,
);

test(
  "an alias is made, shared out, promoted after a look at what would change, and deleted",
  async () => {
    const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", { name: "Names", plan: "pro" });
    const next = { ...weather, signature: "weather-v2", name: "Weather two", tools: weather.tools.slice(0, 1) };
    await admin.command("import", { app_id, sets: [weather, next] });
    const taught = { query: "wake me at seven", tool: "set_alarm", parameters: {} };
    await admin.command("teach", { app_id, signature: "weather-v1", ...taught });
    const page = await admin.signedIn(`/sets?app=${app_id}`);
    await page.getByText("This app has no aliases.").waitFor();
    await button(page, "New alias").click();
    const dialog = page.getByRole("dialog");
    const save = dialog.getByRole("button", { name: "Save the alias" });
    await save.click();
    await dialog.getByText("An alias needs a name.").waitFor();
    await dialog.getByLabel("Alias", { exact: true }).fill("weather-v2");
    await save.click();
    await dialog.getByText("A set has the name “weather-v2”").waitFor();
    await dialog.getByLabel("Alias", { exact: true }).fill("weather-live");
    await save.click();
    await page.getByRole("row", { name: /weather-live toolset weather-v1 100% of its callers/ }).waitFor();
    await button(page, "Change weather-live").click();
    await dialog.getByLabel("Share its callers out with").selectOption({ label: "Weather two (weather-v2)" });
    await dialog.getByLabel("Percent of the callers").fill("101");
    await save.click();
    await dialog.getByText("a whole number from 0 to 100").waitFor();
    await dialog.getByLabel("Percent of the callers").fill("25");
    expect(await barriersIn(page)).toEqual([]);
    await save.click();
    await page.getByRole("row", { name: /weather-v1 75% of its callers.*weather-v2 25% of its callers/ }).waitFor();
    await button(page, "Promote a set for weather-live").click();
    await dialog.getByText("Now most of them are answered by weather-v1").waitFor();
    await dialog.getByRole("button", { name: "Show what would change" }).click();
    await dialog.getByText("1 of 1 answers would change: 1 that were right").waitFor();
    await dialog.getByRole("row", { name: /tools › set_alarm/ }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Send all callers to weather-v2" }).click();
    await page.getByRole("row", { name: /weather-live toolset weather-v2 100% of its callers/ }).waitFor();
    await button(page, "Delete weather-live").click();
    await dialog.getByText("Questions that name it are refused").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("This app has no aliases.").waitFor();
    expect(await admin.command<unknown>("alias.list", { app_id })).toEqual([]);
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
    await write(page, JSON.stringify(changed, null, 2));
    await button(page, "What would change").click();
    await page.getByText("1 of 1 answers would change: 1 that were right").waitFor();
    await page.getByRole("row", { name: /weather in Porto get_weather .* was right/ }).waitFor();
    await page.getByRole("row", { name: /tools › get_weather/ }).waitFor();
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
    await write(page, JSON.stringify({ ...changed, name: "Clock" }));
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
    await write(page, JSON.stringify({ ...mail, classes: [{ label: "refunds", description: "Money back" }] }));
    await button(page, "Save").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("What would change could not be found out: the app is suspended").waitFor();
    await dialog.getByRole("button", { name: "Save it" }).click();
    await page.getByText("Saved. It answers so from now on.").waitFor();
    await show(page, "Form");
    await page.getByRole("group", { name: "refunds" }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "what somebody else changed meanwhile is not overwritten",
  async () => {
    const page = await weatherPage();
    await write(page, JSON.stringify({ ...weather, name: "Mine" }));
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
    await write(page, JSON.stringify(long));
    await button(page, "Check").click();
    await page.getByText("It can be saved").waitFor();
    await page.getByText("Warning:").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await show(page, "Form");
    await page.getByText("Warning:").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  },
  TEST_MS_MAX,
);
