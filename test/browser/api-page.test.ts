/** The API page of the built executable in a real browser: it is read, searched, and every way of trying an operation is tried. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, type Place } from "../binary/kit.ts";
import { barriersIn, openBrowser, PHONE, sidewaysScrollOf, type TestBrowser } from "./chromium.ts";

const TEST_MS_MAX = 60_000;

let place: Place;
let server: RunningServer;
let browser: TestBrowser;
let apiKey: string;
beforeAll(async () => {
  ensureExecutable();
  place = freshPlace();
  server = await startServer({ dataDir: place.path });
  await waitUntilReady(server);
  const created = await runDragoman(["app", "create", "Shop", "--data", place.path, "--json"]);
  apiKey = (JSON.parse(created.stdout) as { readonly api_key: string }).api_key;
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server.kill();
  place[Symbol.dispose]();
  expect(browser.complaints).toEqual([]);
});

/** `path`: of the server. */
async function open({ path = "/docs/api", ...options }: BrowserContextOptions & { readonly path?: string } = {}) {
  const page = await browser.newPage(options);
  await page.goto(server.url + path);
  return page;
}

/** The part of the page about an operation, its form open. */
async function trying(page: Page, operation: string): Promise<Locator> {
  const part = page.locator(`article[id="${operation}"]`);
  await part.getByText("Try it", { exact: true }).click();
  return part;
}

const send = (part: Locator) => part.getByRole("button", { name: "Send" }).click();

/** In the dialog that asks for it. */
async function give(page: Page, secret: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(secret);
  await dialog.getByRole("button", { name: "Use it" }).click();
}

/** Until an answer of that status is shown. */
async function answered(part: Locator, status: number): Promise<string> {
  await part.getByRole("status").getByText(String(status), { exact: true }).waitFor();
  return (await part.locator(".outcome").textContent()) ?? "";
}

/** The documented toolset, for another test's page. */
async function withToolset(page: Page): Promise<void> {
  const creation = await trying(page, "createToolset");
  await send(creation);
  await give(page, apiKey);
  await creation
    .getByRole("status")
    .getByText(/^(201|409)$/)
    .waitFor();
}

test(
  "the page about the admin page shows its pictures, which the policy allows",
  async () => {
    const page = await open({ path: "/docs/admin-page" });
    const widths = (await page.evaluate(`Promise.all([...document.images].map(async (picture) => {
      picture.loading = "eager";
      await picture.decode();
      return picture.naturalWidth;
    }))`)) as readonly number[];
    expect(widths.length).toBeGreaterThan(5);
    expect(Math.min(...widths)).toBeGreaterThan(300);
  },
  TEST_MS_MAX,
);

test(
  "the search finds an operation, and leads to it",
  async () => {
    const page = await open({ path: "/docs" });
    await page.getByRole("searchbox").fill("POST /v1/resolve");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Resolve a query to a tool call: POST /v1/resolve", exact: true }).click();
    await page.waitForURL("**/docs/api#resolve");
    await page.getByRole("heading", { name: "Resolve a query to a tool call" }).waitFor();
    const operations = page.getByRole("complementary", { name: "Operations" });
    await operations.locator("summary", { hasText: "Personas" }).click();
    await operations.getByRole("link", { name: "DELETE Delete a persona" }).click();
    expect(page.url()).toEndWith("#deletePersona");
  },
  TEST_MS_MAX,
);

test(
  "with an API key the documented toolset is registered, and a sentence of one's own resolved",
  async () => {
    const page = await open();
    await withToolset(page);
    const part = await trying(page, "resolve");
    await part.getByLabel("Body, as JSON").fill('{"query": "will it rain in Oslo?", "toolsets": ["weather-v1"]}');
    await send(part);
    const shown = await answered(part, 200);
    expect(shown).toMatch(/^200 in \d+ ms\. X-Request-Id/);
    expect(shown).toContain("X-RateLimit-Remaining");
    expect(shown).toMatch(/"tool": "get_weather",\s+"parameters": {\s+"city": "Oslo"/);
    expect(await part.getByText("A success costs 1 request").count()).toBe(2);
  },
  TEST_MS_MAX,
);

test(
  "the command beside the form follows what is typed, is copied, and names no token",
  async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await withToolset(page);
    const part = await trying(page, "toolsetsLint");
    await part.getByLabel("signature").fill("it's new");
    await part.getByText("May be left out").click();
    await part.getByLabel("with").fill("a&b");
    await part.getByRole("button", { name: "Copy" }).click();
    await part.getByRole("button", { name: "Copied" }).waitFor();
    const command = await page.evaluate("navigator.clipboard.readText()");
    expect(command).toBe(
      `curl -X POST "${server.url}/v1/toolsets/it%27s%20new/lint?with=a%26b" \\\n  -H "Authorization: Bearer $TOKEN"`,
    );
    await send(part);
    expect(await answered(part, 404)).toContain("it's new");
  },
  TEST_MS_MAX,
);

test(
  "a key and a token are nowhere but in the page's memory, and a reload forgets them",
  async () => {
    const page = await open();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await withToolset(page);
    const kept = "JSON.stringify([localStorage, sessionStorage, document.cookie, location.href, history.state])";
    expect(await page.evaluate(kept)).toBe(`[{},{},"","${server.url}/docs/api",null]`);
    const secret = /dgm_[0-9A-Za-z]{12}_(?!0123)|eyJ[\w-]+\.[\w-]+\.(?!c2ln)/;
    expect(await page.content()).not.toMatch(secret);
    expect(asked.length).toBeGreaterThan(1);
    for (const url of asked) expect(url).not.toMatch(secret);
    await page.reload();
    const part = await trying(page, "listToolsets");
    await send(part);
    await page.getByRole("dialog", { name: "Your access token" }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a wrong key is refused where it is typed, a wrong token where it is used, both in the server's words",
  async () => {
    const page = await open();
    const part = await trying(page, "listToolsets");
    await send(part);
    const dialog = page.getByRole("dialog");
    await give(page, "two words");
    await dialog.getByText("It holds a space or a letter that no token has").waitFor();
    await give(page, "hello");
    await dialog
      .getByText(/API key/)
      .nth(2)
      .waitFor();
    await give(page, "eyJhbGciOiJFZERTQSJ9.e30.c2ln");
    expect(await answered(part, 401)).toContain("Give another token, then send it again.");
    await part.getByRole("button", { name: "Use another access token" }).click();
    await give(page, apiKey);
    await send(part);
    expect(await answered(part, 200)).toContain('"data"');
  },
  TEST_MS_MAX,
);

test(
  "who gives no token sends nothing, and the operator's routes want the admin token",
  async () => {
    const page = await open();
    const part = await trying(page, "listPersonas");
    await send(part);
    await page.keyboard.press("Escape");
    await part.getByText("It was not sent: it asks for an access token.").waitFor();
    const ledger = await trying(page, "listAdminLedger");
    await ledger.getByRole("button", { name: "Give an admin token" }).click();
    await give(page, "dga_wrong");
    await send(ledger);
    await answered(ledger, 401);
  },
  TEST_MS_MAX,
);

test(
  "deleting asks first: no leaves what is there, yes takes it away",
  async () => {
    const page = await open();
    await withToolset(page);
    const part = await trying(page, "deleteToolset");
    const dialog = page.getByRole("dialog", { name: "Delete for good?" });
    await send(part);
    await dialog.getByText("DELETE /v1/toolsets/weather-v1 takes away what is there.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await part.locator(".outcome").textContent()).toBe("");
    await send(part);
    await dialog.getByRole("button", { name: "Delete" }).click();
    expect(await answered(part, 204)).toContain("There is no body.");
  },
  TEST_MS_MAX,
);

test(
  "a slow server, one that is stopped waiting for, and one that is gone are told apart in words",
  async () => {
    const page = await open();
    const part = await trying(page, "getLivez");
    await page.route("**/livez", async (route) => {
      await Bun.sleep(4_000);
      // Whoever stopped waiting is gone.
      await route.continue().catch(() => undefined);
    });
    await send(part);
    await part.getByText("No answer yet: the server takes its time. It is waited for.").waitFor();
    await answered(part, 200);
    await send(part);
    await part.getByRole("button", { name: "Stop" }).click();
    await part.getByText("Stopped. The server may have done it all the same.").waitFor();
    await page.unroute("**/livez");
    await page.context().setOffline(true);
    await send(part);
    await part.getByText("The server does not answer").waitFor();
    await page.context().setOffline(false);
    await send(part);
    await answered(part, 200);
  },
  TEST_MS_MAX,
);

test(
  "without a script it is the whole reference, and shows no form that could do nothing",
  async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.getByText("Try it", { exact: true }).first().isVisible()).toBe(false);
    expect(await page.locator("#resolve pre.curl").textContent()).toStartWith('curl -X POST "$BASE_URL/v1/resolve"');
    await page.locator("#resolve").getByText("Fields of the body").click();
    expect(await page.locator("#resolve").getByText("calls_max").first().isVisible()).toBe(true);
  },
  TEST_MS_MAX,
);

describe.each(["light", "dark"] as const)("in the %s", (colorScheme) => {
  test(
    "axe finds nothing on the page, in its dialog and beside an answer, nor on the pages beside it",
    async () => {
      const page = await open({ colorScheme });
      // One of each chapter, and the one that is tried, show what all are like; axe would take minutes for the rest.
      const others = "article:nth-of-type(n+2):not(#listToolsets)";
      await page.evaluate(`for (const one of document.querySelectorAll('${others}')) one.remove()`);
      const part = await trying(page, "listToolsets");
      await send(part);
      await page.getByRole("dialog").waitFor();
      expect(await barriersIn(page, "dialog")).toEqual([]);
      await give(page, apiKey);
      await answered(part, 200);
      expect(await part.getByRole("status").count()).toBe(1);
      expect(await barriersIn(page)).toEqual([]);
      for (const path of ["/docs/backup", "/docs/search?q=proxy"]) {
        await page.goto(server.url + path);
        expect({ path, barriers: await barriersIn(page) }).toEqual({ path, barriers: [] });
      }
    },
    2 * TEST_MS_MAX,
  );
});

test(
  "a telephone shows all of it without scrolling sideways",
  async () => {
    const page = await open(PHONE);
    await page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true");
    expect(await sidewaysScrollOf(page)).toBe(0);
    await send(page.locator("#getLivez"));
    await answered(page.locator("#getLivez"), 200);
    expect(await sidewaysScrollOf(page)).toBe(0);
  },
  TEST_MS_MAX,
);

test(
  "the keyboard alone is enough: open the form, give a token, send",
  async () => {
    const page = await open();
    await page.locator("#listToolsets h3 a").focus();
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 20; steps += 1) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate("document.activeElement.textContent")) === name) return;
      }
      throw new Error(`Tab never comes to ${name}`);
    };
    await tabTo("Try it");
    await page.keyboard.press("Enter");
    await tabTo("Send");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(apiKey);
    await page.keyboard.press("Enter");
    await answered(page.locator("#listToolsets"), 200);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Send");
  },
  TEST_MS_MAX,
);
