/** Banks, personas, backends, settings, and several backends side by side, in Chromium on the built executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type FaultServer, openFaultServer, said } from "../fault-server.ts";
import { barriersIn, PHONE, sidewaysScrollOf } from "./chromium.ts";
import { type AdminPage, appWithWeather, openAdminPage } from "./kit.ts";

const TEST_MS_MAX = 60_000;
const SECRET = "S3cretS3cret";

let admin: AdminPage;
let app: string;
let upstream: FaultServer;
/** Signed in once, for all tests. */
let page: Page;
beforeAll(async () => {
  upstream = openFaultServer();
  const address = upstream.baseUrl.replace("http://", `http://me:${SECRET}@`);
  const backend = [
    'provider = "openai"',
    `base_url = "${address}"`,
    'name = "big-1"',
    'mode = "json"',
    "input_price = 5",
  ];
  const telemetry = ["[telemetry]", `headers = ["api-key: ${SECRET}"]`];
  admin = await openAdminPage(["[backends.big]", ...backend, ...telemetry].join("\n"));
  app = await appWithWeather(admin, "Shop");
  page = await admin.signedIn();
}, 120_000);
afterAll(async () => {
  await admin.close();
  await upstream.close();
  expect(admin.complaints).toEqual([]);
});

const adminAt = (path: string) => `${admin.server.url}/admin${path}`;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });

test(
  "a bank is made, remembers, forgets, is called otherwise, and is deleted with what it remembered",
  async () => {
    await page.goto(adminAt(`/banks?app=${app}`));
    await page.getByText("This app has no memory banks yet.").waitFor();
    const dialog = page.getByRole("dialog");
    await button("New bank").click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("A bank needs a name.").waitFor();
    await dialog.getByLabel("Name").fill("x".repeat(200));
    await dialog.getByRole("button", { name: "Create" }).click();
    expect(await dialog.getByRole("alert").textContent()).toContain("128");
    await dialog.getByLabel("Name").fill("Home");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "Home", level: 2 }).waitFor();

    await page.getByText("It remembers nothing yet.").waitFor();
    const remember = button("Remember it");
    await remember.click();
    await page.getByText("Write the sentence that holds.").waitFor();
    await page.getByLabel("Fact").fill("home is Berlin");
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /home is Berlin fact/ }).waitFor();
    await page.getByLabel("Kind").selectOption("example");
    await remember.click();
    await page.getByText("An example needs a sentence and a tool.").waitFor();
    await page.getByLabel("Sentence").fill("brolly or not");
    await page.getByLabel("Tool").fill("get_weather");
    await page.getByLabel("Parameters, as JSON").fill("[]");
    await remember.click();
    await page.getByText("This is no JSON object.").waitFor();
    await page.getByLabel("Parameters, as JSON").fill('{"city": "Berlin"}');
    await remember.click();
    await page.getByRole("row", { name: /brolly or not get_weather \{"city":"Berlin"\}/ }).waitFor();
    expect(await barriersIn(page)).toEqual([]);

    await button("Forget: home is Berlin").click();
    await dialog.getByText("Gone for good: “home is Berlin”.").waitFor();
    await dialog.getByRole("button", { name: "Forget" }).click();
    await page.getByRole("row", { name: /home is Berlin/ }).waitFor({ state: "detached" });

    await button("Change").click();
    await dialog.getByLabel("Name").fill("House");
    await dialog.getByLabel("Description").fill("Where people live");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "House", level: 2 }).waitFor();

    await button("Delete").click();
    await dialog.getByText("What it remembers is gone for good: 1.").waitFor();
    expect(await barriersIn(page, "dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("This app has no memory banks yet.").waitFor();
  },
  TEST_MS_MAX,
);

test(
  "what a bank remembers comes a page at a time, and a bank that is not there is said to be none",
  async () => {
    const { access_token } = await admin.command<{ readonly access_token: string }>("app.token", { app_id: app });
    const asApp = async (path: string, body: object) => {
      const headers = { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" };
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      return (await (await fetch(`${admin.server.url}${path}`, sent)).json()) as { readonly id: string };
    };
    const { id } = await asApp("/v1/banks", { name: "Many" });
    const facts = Array.from({ length: 51 }, (_, number) => ({ fact: `fact ${number}` }));
    await Promise.all(facts.map((fact) => asApp(`/v1/banks/${id}/memories`, fact)));
    await page.goto(adminAt(`/banks?app=${app}&bank=${id}`));
    const rows = page.getByRole("row", { name: /^fact/ });
    await rows.nth(49).waitFor();
    await button("Delete").click();
    await page.getByRole("dialog").getByText("gone for good: 50 and more.").waitFor();
    await page.keyboard.press("Escape");
    await button("Show more").click();
    await rows.nth(50).waitFor();
    expect(await button("Show more").count()).toBe(0);
    await page.goto(adminAt(`/banks?app=${app}&bank=bank_nope`));
    expect(await page.getByRole("alert").textContent()).toContain("bank_nope");
  },
  TEST_MS_MAX,
);

test(
  "a persona is made, changed in its form, heard, and deleted; the default stays",
  async () => {
    await page.goto(adminAt(`/personas?app=${app}`));
    const dialog = page.getByRole("dialog");
    await button("New persona").click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("A persona needs a name.").waitFor();
    await dialog.getByLabel("Name").fill("butler");
    await dialog.getByLabel("Language").fill("no language");
    await dialog.getByRole("button", { name: "Create" }).click();
    expect(await dialog.getByRole("alert").textContent()).toContain("no language");
    await dialog.getByLabel("Language").fill("en");
    await dialog.getByLabel("Instructions").fill("Be brief.");
    expect(await barriersIn(page, "dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "butler", level: 2 }).waitFor();

    expect(await button("Save").isDisabled()).toBe(true);
    await page.getByLabel("Instructions").fill("x".repeat(2_001));
    await button("Save").click();
    expect(await page.getByRole("alert").textContent()).toContain("2000");
    await page.getByLabel("Instructions").fill("Be formal.");
    await button("Save").click();
    await page.getByText("Saved. It answers so from now on.").waitFor();

    await button("Ask").click();
    await page.getByText("Write a sentence first.").waitFor();
    await page.getByLabel("Sentence").fill("weather in Rome");
    await page.keyboard.press("Enter");
    await page.getByText("get_weather", { exact: true }).waitFor();
    await page.getByText("It says").waitFor();
    expect(await barriersIn(page)).toEqual([]);

    await button("Delete").click();
    await dialog.getByText("Requests that name it are refused from then on.").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await button("New persona").waitFor();
    expect(await page.getByRole("link", { name: "butler" }).count()).toBe(0);
    await page.goto(adminAt(`/personas?app=${app}&persona=default`));
    await page.getByText("Every app has this one").waitFor();
    expect(await button("Delete").count()).toBe(0);
  },
  TEST_MS_MAX,
);

test(
  "each backend is there with what is known of it and without its secrets, answers a small question, and says why not",
  async () => {
    await page.goto(adminAt(`/backends`));
    const own = page.getByRole("article", { name: "The server's own model" });
    const big = page.getByRole("article", { name: "big" });
    await own.getByText("healthy").waitFor();
    await own.getByRole("button", { name: "Try it" }).click();
    await own.getByText("light_on", { exact: true }).waitFor();
    await own.getByText("That is right.").waitFor();
    await big.getByText("not asked since the start").waitFor();
    await big.getByText("OPENAI_API_KEY is not set").waitFor();
    await big.getByText("http://me:***@127.0.0.1").waitFor();
    await big.getByText("5 for a million tokens read").waitFor();
    upstream.answer = () => new Response("out of order", { status: 500 });
    await big.getByRole("button", { name: "Try it" }).click();
    await big.getByRole("alert").waitFor();
    await big.getByText(/Last failure: .*out of order/).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    upstream.answer = () => said('{"call": {"tool": "weather", "parameters": {}}}');
    await big.getByRole("button", { name: "Try it" }).click();
    await big.getByText("That is wrong").waitFor();
    expect(await page.content()).not.toContain(SECRET);
  },
  TEST_MS_MAX,
);

test(
  "settings can be searched and filtered, say where they came from, and have no secret in them",
  async () => {
    await page.goto(adminAt(`/settings`));
    await page.getByRole("row", { name: /cache\.error_bound/ }).waitFor();
    const answer = await admin.command("settings");
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    await page.getByLabel("Show").selectOption("from the file");
    const headers = page.getByRole("row", { name: /telemetry\.headers/ });
    expect(await headers.textContent()).toContain("with a secret, which is not shown");
    expect(await headers.textContent()).toContain("dragoman.toml");
    expect(await page.content()).not.toContain(SECRET);
    await page.getByLabel("Show").selectOption("from the environment");
    expect(await page.getByRole("row", { name: /auth\.exchanges_per_minute/ }).textContent()).toContain(
      "DRAGOMAN_AUTH_EXCHANGES_PER_MINUTE",
    );
    await page.getByLabel("Show").selectOption("all");
    await page.getByLabel("Search").fill("MODEL timeout");
    await page.getByText(/^1 of \d+ settings$/).waitFor();
    await page.getByRole("cell", { name: "milliseconds" }).waitFor();
    await page.getByLabel("Search").fill("nonsense");
    await page.getByText("No setting fits.").waitFor();
    await page.getByRole("link", { name: "All settings, with what each accepts" }).click();
    await page.waitForURL("**/docs/settings");
    await page.getByRole("heading", { name: /^Settings/, level: 1 }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "one question, several backends beside each other: what differs is marked, and one that fails is no hindrance",
  async () => {
    await page.goto(adminAt(`/playground?app=${app}`));
    upstream.answer = () => said('{"call": {"tool": "get_weather", "parameters": {"city": "Bonn"}}}');
    await page.locator("summary", { hasText: "Ask others beside it" }).click();
    await page.getByLabel("big").check();
    await page.getByLabel("the server's own model, without the cache").check();
    await page.getByLabel("Sentence").fill("weather in Rome");
    await button("Ask").click();
    const side = page.getByRole("region", { name: "Side by side" });
    await side.getByText("Others than the first say something else: 1.").waitFor();
    const cardOf = (title: string) =>
      side.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    expect(await cardOf("As your app is answered").textContent()).toContain("requests of the app: 1");
    expect(await cardOf("big").locator("mark").textContent()).toBe('differs: "Bonn"');
    expect(await cardOf("big").textContent()).toContain("tokens read");
    expect(await cardOf("without the cache").locator("mark").count()).toBe(0);
    expect(await barriersIn(page)).toEqual([]);
    expect(await sidewaysScrollOf(page)).toBe(0);

    upstream.answer = () => new Response("out of order", { status: 500 });
    await page.getByLabel("Sentence").fill("weather in Oslo");
    await button("Ask").click();
    await cardOf("big").getByRole("alert").waitFor();
    await side.getByText("All who answered say the same.").waitFor();
  },
  TEST_MS_MAX,
);

test(
  "each page is there for everybody: in the dark, on a telephone in German, and by the keyboard",
  async () => {
    await page.goto(adminAt(""));
    for (const name of ["Memory banks", "Personas", "Backends", "Settings"]) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1_280, height: 900 });
      await link(name).focus();
      await page.keyboard.press("Enter");
      // Where one is now has the focus.
      await page.locator("h1:focus", { hasText: name }).waitFor();
      await page.waitForLoadState("networkidle");
      // A hundred rows are as one to axe, and take it seconds.
      const search = page.getByLabel("Search");
      if ((await search.count()) > 0) await search.fill("error_bound");
      expect({ name, barriers: await barriersIn(page, "main") }).toEqual({ name, barriers: [] });
      await page.emulateMedia({ colorScheme: "dark" });
      expect({ name, barriers: await barriersIn(page, "main") }).toEqual({ name, barriers: [] });
      if ((await search.count()) > 0) await search.fill("");
      await page.setViewportSize(PHONE.viewport);
      expect({ name, scroll: await sidewaysScrollOf(page) }).toEqual({ name, scroll: 0 });
      await page.getByLabel("Language").first().selectOption("Deutsch");
      await page.getByRole("navigation", { name: "Seiten" }).waitFor();
      expect({ name, scroll: await sidewaysScrollOf(page) }).toEqual({ name, scroll: 0 });
      await page.getByLabel("Sprache").first().selectOption("English");
    }
  },
  TEST_MS_MAX,
);

test(
  "a slow server and a lost connection are said on each of them, and trying again works",
  async () => {
    await page.goto(adminAt(""));
    for (const [name, asked] of [
      ["Memory banks", "**/v1/banks"],
      ["Personas", "**/v1/personas"],
      ["Backends", "**/admin/api/commands"],
      ["Settings", "**/admin/api/commands"],
    ] as const) {
      const held = Promise.withResolvers<void>();
      await page.route(asked, async (route) => {
        await held.promise;
        await route.abort();
      });
      await link(name).click();
      await page.getByText("Loading …").waitFor();
      held.resolve();
      await page.getByText("The server does not answer.").waitFor();
      await page.unroute(asked);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("The server does not answer.").waitFor({ state: "detached" });
      await page.getByRole("main").getByRole("table").or(page.getByRole("article")).first().waitFor();
    }
  },
  TEST_MS_MAX,
);
