/** Misses on the admin page: the log is turned on, and what is in the queue is taken, corrected or dismissed, in Chromium on the built executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { barriersIn } from "./chromium.ts";
import { type AdminPage, appWithWeather, openAdminPage } from "./kit.ts";

const TEST_MS_MAX = 60_000;

let admin: AdminPage;
beforeAll(async () => {
  admin = await openAdminPage();
}, 120_000);
afterAll(async () => {
  await admin.close();
  expect(admin.complaints).toEqual([]);
});

interface Answered {
  readonly resolved: { readonly tool: string; readonly parameters: object };
  readonly metadata: { readonly source: string };
}

/** As the app's own client asks. */
async function ask(app: string, query: string): Promise<Answered> {
  const { access_token } = await admin.command<{ readonly access_token: string }>("app.token", { app_id: app });
  const response = await fetch(`${admin.server.url}/v1/resolve`, {
    method: "POST",
    headers: { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ query, toolsets: ["weather-v1"] }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Answered;
}

/** An app whose log has a question that no tool fits, and one without its city. */
async function appWithMisses(name: string): Promise<string> {
  const app = await appWithWeather(admin, name);
  await admin.command("log.on", { app_id: app });
  for (const query of ["who painted the Mona Lisa", "what will the weather be like"]) await ask(app, query);
  return app;
}

const missOf = (page: Page, sentence: string) => page.getByRole("article", { name: sentence, exact: true });

/** Sentences in the queue. */
async function queue(app: string): Promise<readonly string[]> {
  const { misses } = await admin.command<{ readonly misses: readonly { readonly sentence: string }[] }>("log.misses", {
    app_id: app,
  });
  return misses.map(({ sentence }) => sentence);
}

test(
  "a log that is off says what it would keep, and is turned on and off by a button",
  async () => {
    const app = await appWithWeather(admin, "Quiet");
    const page = await admin.signedIn(`/misses?app=${app}`);
    await page.getByText("The questions of this app are not logged").waitFor();
    await page.getByText("for 30 days, at most 10,000 rows").waitFor();
    await page.getByRole("button", { name: "Turn the log on" }).click();
    await page.getByText("0 rows; kept for 30 days, at most 10,000.").waitFor();
    await page.getByText("Nothing is worth a look.").waitFor();
    await page.getByRole("button", { name: "Turn the log off" }).click();
    await page.getByRole("button", { name: "Turn the log on" }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a miss says what was answered and why it is here; corrected, its words are answered so from then on",
  async () => {
    const app = await appWithMisses("Museum");
    const page = await admin.signedIn(`/misses?app=${app}`);
    const miss = missOf(page, "who painted the Mona Lisa");
    await miss.getByText("weather-v1").waitFor();
    await miss.getByText("nothing fitted").waitFor();
    await miss.getByText("Asked 1×, wordings: 1.").waitFor();
    await miss.getByRole("button", { name: "This is wrong" }).click();
    await miss.getByLabel("Tool").selectOption("get_weather");
    await miss.getByLabel("Parameters, as JSON").fill('{"city": }');
    await miss.getByText("line 1, column 10, at “}”").waitFor();
    await miss.getByLabel("Parameters, as JSON").fill("[]");
    await miss.getByRole("button", { name: "Teach it" }).click();
    await miss.getByText("This is no JSON object.").waitFor();
    await miss.getByLabel("Parameters, as JSON").fill('{"town": "Paris"}');
    await miss.getByRole("button", { name: "Teach it" }).click();
    expect(await miss.getByRole("alert").last().textContent()).toContain("town");
    expect(await barriersIn(page)).toEqual([]);
    await miss.getByLabel("Parameters, as JSON").fill('{"city": "Paris"}');
    await miss.getByRole("button", { name: "Teach it" }).click();
    await miss.getByText("Corrected and taught").waitFor();
    const { resolved, metadata } = await ask(app, "who painted the Mona Lisa");
    expect(resolved).toEqual({ tool: "get_weather", parameters: { city: "Paris" } });
    expect(metadata.source).toBe("taught");
    expect(await queue(app)).not.toContain("who painted the Mona Lisa");
  },
  TEST_MS_MAX,
);

test(
  "a right answer is taught, another miss dismissed, and both are off the list",
  async () => {
    const app = await appWithMisses("Gallery");
    await ask(app, "What will the weather be like?!");
    const page = await admin.signedIn(`/misses?app=${app}`);
    const right = missOf(page, "who painted the Mona Lisa");
    await right.getByRole("button", { name: "This is right" }).click();
    await right.getByText("Noted, and taught").waitFor();
    const dismissed = page.getByRole("article", { name: /weather be like/ });
    await dismissed.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("Dismissed, in all its wordings. Rows that are deleted from the log: 2.").waitFor();
    expect(await queue(app)).toEqual([]);
    await page.reload();
    await page.getByText("Nothing is worth a look.").waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a telephone shows the queue, in German too, without scrolling sideways",
  async () => {
    const app = await appWithMisses("Handy");
    await ask(app, "x".repeat(200));
    const page = await admin.phone(`/misses?app=${app}`);
    await missOf(page, "who painted the Mona Lisa").getByRole("button", { name: "This is wrong" }).click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await page.getByLabel("Language").selectOption("Deutsch");
    await page.getByRole("heading", { name: "Zweifelsfälle" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    expect(await barriersIn(page)).toEqual([]);
  },
  TEST_MS_MAX,
);
