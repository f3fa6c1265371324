/** The admin page when the server is slow, gone, or has forgotten who is signed in. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AdminPage, appWithWeather, openAdminPage } from "./kit.ts";

const TEST_MS_MAX = 60_000;

let admin: AdminPage;
let app: string;
beforeAll(async () => {
  admin = await openAdminPage();
  app = await appWithWeather(admin, "Shop");
}, 120_000);
afterAll(() => admin.close());

test(
  "a slow server is said to be one, and what it answers is shown",
  async () => {
    const page = await admin.signedIn();
    await page.route("**/admin/api/audit", async (route) => {
      await Bun.sleep(5_000);
      await route.continue();
    });
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByText("Loading …").waitFor();
    await page.getByText("The server takes its time.").waitFor();
    await page
      .getByRole("cell", { name: /session\.open/ })
      .first()
      .waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a lost connection is said in words, what was there stays, and trying again works",
  async () => {
    const page = await admin.signedIn();
    await page.getByRole("heading", { name: "Who answered" }).waitFor();
    await page.context().setOffline(true);
    await page.getByText("The server does not answer at the moment").waitFor();
    expect(await page.getByRole("heading", { name: "Who answered" }).count()).toBe(1);
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("alert").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await page
      .getByRole("cell", { name: /session\.open/ })
      .first()
      .waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a server that is not there is said before anybody has signed in, too",
  async () => {
    const page = await admin.open();
    await page.route("**/admin/api/session", (route) => route.abort());
    await page.goto(`${admin.server.url}/admin`);
    await page.getByText("The server does not answer.").waitFor();
    await page.unroute("**/admin/api/session");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "a session that ends is opened anew in place: what was typed is there, and what was asked is answered",
  async () => {
    const page = await admin.signedIn(`/playground?app=${app}`);
    await page.getByLabel("Sentence").fill("weather in Oslo");
    await admin.restart();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Your session is over" });
    await dialog.getByLabel("Admin token").fill(admin.token);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("region", { name: "Answer" }).getByText("get_weather", { exact: true }).waitFor();
    expect(await page.getByLabel("Sentence").inputValue()).toBe("weather in Oslo");
  },
  TEST_MS_MAX,
);

test(
  "what the server refuses is shown in its own words",
  async () => {
    const page = await admin.signedIn(`/playground?app=${app}`);
    await page.getByLabel("Sentence").fill("x".repeat(600));
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    expect(await page.getByRole("alert").textContent()).toContain("500");
  },
  TEST_MS_MAX,
);
