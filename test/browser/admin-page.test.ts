/** What an owner does on the admin page, each from the beginning to its end, in Chromium on the built executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AdminPage, appWithWeather, openAdminPage } from "./kit.ts";

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

test(
  "a link signs in once, and is not in the address any more",
  async () => {
    const link = await admin.link();
    const page = await admin.open();
    await page.goto(link);
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    expect(page.url()).toBe(`${admin.server.url}/admin`);
    const other = await admin.open();
    await other.goto(link);
    await other.getByText("the link was used already").waitFor();
    expect(await other.getByRole("navigation").count()).toBe(0);
  },
  TEST_MS_MAX,
);

test(
  "a wrong token is refused in words, the right one opens the page that was asked for",
  async () => {
    const page = await admin.open();
    await page.goto(`${admin.server.url}/admin/audit`);
    const field = page.getByLabel("Admin token");
    await field.fill("hello");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("An admin token begins with dga_").waitFor();
    await field.fill("dga_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("the admin token is wrong").waitFor();
    await field.fill(admin.token);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await page.getByRole("cell", { name: /session\.open by="token"/ }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "the playground shows the call and where its value was said, and is taught what is right",
  async () => {
    const page = await admin.signedIn(`/playground?app=${app}`);
    await page.getByLabel("Sentence").fill("how is the weather in Lisbon");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByText("get_weather", { exact: true }).waitFor();
    expect(await answer.locator("mark").allTextContents()).toEqual(["Lisbon"]);
    await answer.getByText("Why the cache did or did not answer").click();
    expect(await answer.getByRole("group").first().locator("p").first().textContent()).not.toBe("");
    await answer.getByText("What came next").click();
    await answer.getByText(/Next came |does not tell what came next/).waitFor();
    await answer.getByText("Heard as English.").waitFor();
    await page.getByLabel("Said in").selectOption("German");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await answer.getByText("Heard as German.").waitFor();
    await page.getByLabel("Said in").selectOption("what its words tell");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await answer.getByText("Heard as English.").waitFor();

    await answer.getByRole("button", { name: "This is wrong" }).click();
    await answer.getByLabel("Parameters, as JSON").fill("{");
    await answer.getByRole("button", { name: "Teach it" }).click();
    await answer.getByText("This is no JSON: it breaks off at line 1, column 2.").waitFor();
    await answer.getByLabel("Tool").selectOption("none of them");
    await answer.getByRole("button", { name: "Teach it" }).click();
    await answer.getByText("Corrected and taught").waitFor();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await answer.getByText("No tool fits").waitFor();
    await answer.getByText(/Answered by taught by you/).waitFor();
    await answer.getByRole("button", { name: "This is right" }).click();
    await answer.getByText("Noted, and taught").waitFor();
  },
  TEST_MS_MAX,
);

test(
  "the overview counts what was asked",
  async () => {
    const page = await admin.signedIn();
    await page.getByRole("heading", { name: "Who answered" }).waitFor();
    const row = page.getByRole("row", { name: /^taught by you/ });
    await row.waitFor();
    expect(Number((await row.getByRole("cell").allTextContents())[1])).toBeGreaterThan(0);
    expect(await page.locator(".chart canvas").count()).toBe(3);
  },
  TEST_MS_MAX,
);

test(
  "the overview of a cluster lists its nodes, and says of whom figures are",
  async () => {
    const page = await admin.signedIn("/audit");
    await page.route("**/admin/api/overview", async (route) => {
      const answer = await (await route.fetch()).json();
      const gone = { code: "node_gone", app: null, subject: "south", amount: null };
      await route.fulfill({ json: { ...answer, node: "north", nodes: 2, attention: [gone] } });
    });
    await page.route("**/admin/api/nodes", async (route) => {
      const { data } = await (await route.fetch()).json();
      const nodes = ["ready", "draining", "gone"].map((state, at) => {
        const latency_ms = { p50: 4, p95: 9, p99: 12 };
        return {
          ...data[0],
          name: ["north", "east", "south"][at],
          node_id: `${at}`,
          state,
          clock_ahead_ms: -1_500,
          latency_ms,
          // The one that started later knows less.
          minutes: [
            { requests: 7, failed: 0, p95_ms: 9 },
            { requests: 3, failed: 0, p95_ms: null },
            { requests: 40, failed: 2, p95_ms: 12 },
          ].slice(at),
        };
      });
      await route.fulfill({ json: { data: nodes } });
    });
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText(/^2 nodes together/).waitFor();
    await page.getByText("Nothing is heard of the node south").waitFor();
    await page.getByRole("heading", { name: "The last hour (node north)" }).waitFor();
    const told = async (name: RegExp) =>
      (await page.getByRole("row", { name }).getByRole("cell").allTextContents()).join(" | ");
    expect(await told(/^north \(answers this page\)/)).toMatch(/ready.*4 ms \/ 12 ms.*−1\.5 sec/);
    expect(await told(/^east/)).toContain("stopping");
    expect(await told(/^south/)).toContain("gone, last heard");
    await page.getByRole("heading", { name: "The last hour by nodes" }).waitFor();
    expect(await page.locator("section:has(> h3) .legend li").allTextContents()).toEqual([
      ...["north 40", "east 40"],
      ...["north 2", "east 2"],
      ...["north 12 ms", "east 12 ms"],
    ]);
  },
  TEST_MS_MAX,
);

test(
  "an app is made, and its key is shown once; a key more is made and revoked",
  async () => {
    const page = await admin.signedIn("/apps");
    await page.getByRole("button", { name: "New app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("An app needs a name.").waitFor();
    await dialog.getByLabel("Name").fill("Bakery");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("dialog", { name: "Bakery is there" }).waitFor();
    const key = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
    const exchanged = await fetch(`${admin.server.url}/v1/auth`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ api_key: key }),
    });
    expect(exchanged.status).toBe(200);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Bakery" }).click();
    await page.getByRole("heading", { name: "Bakery" }).waitFor();
    await page.getByRole("definition").filter({ hasText: "free" }).waitFor();
    expect(await page.content()).not.toContain(key);

    await page.getByRole("button", { name: "New key" }).click();
    await dialog.getByLabel("What it is for").fill("ci");
    await dialog.getByLabel("Good until").selectOption("in 30 days");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Revoke: ci" }).click();
    await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("row", { name: /ci .* revoked/ }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "where there are no apps it says so, and the first one is offered the plan that a command would give it",
  async () => {
    const page = await admin.signedIn();
    await page.route("**/admin/api/commands", (route) =>
      route.request().postDataJSON().command === "app.list"
        ? route.fulfill({ json: { result: [] } })
        : route.continue(),
    );
    await page.getByRole("link", { name: "Apps and keys" }).click();
    await page.getByText("There are no apps yet.").waitFor();
    await page.getByRole("button", { name: "New app" }).click();
    expect(await page.getByRole("dialog").getByLabel("Plan").inputValue()).toBe("unlimited");
  },
  TEST_MS_MAX,
);

test(
  "an app without a limit has no number of requests left",
  async () => {
    const made = { name: "Endless", plan: "unlimited" };
    const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", made);
    const page = await admin.signedIn(`/apps?app=${app_id}`);
    await page
      .getByRole("definition")
      .filter({ hasText: /^unlimited · Ledger$/ })
      .waitFor();
    await page.getByRole("link", { name: "All apps" }).click();
    await page.getByRole("row", { name: /Endless unlimited active unlimited/ }).waitFor();
    await admin.command("app.delete", { app_id });
  },
  TEST_MS_MAX,
);

test(
  "an app gets another plan and more requests, is suspended, let in again, and deleted by its name only",
  async () => {
    const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", { name: "Gone soon" });
    const page = await admin.signedIn(`/apps?app=${app_id}`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Change plan" }).click();
    await dialog.getByLabel("Plan").selectOption("pro");
    await dialog.getByRole("button", { name: "Change plan" }).click();
    await page.getByRole("definition").filter({ hasText: "pro" }).waitFor();
    await page.getByRole("button", { name: "Add requests" }).click();
    await dialog.getByLabel("Requests").fill("many");
    await dialog.getByRole("button", { name: "Add requests" }).click();
    await dialog.getByText("A whole number of at least 1.").waitFor();
    await dialog.getByLabel("Requests").fill("7");
    await dialog.getByRole("button", { name: "Add requests" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Ledger" }).last().click();
    await page.getByRole("row", { name: /credit \+7/ }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Suspend" }).click();
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("suspended").waitFor();
    await page.getByRole("button", { name: "Let it call again" }).click();
    await page.getByText("active").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    expect(await dialog.getByRole("alert").textContent()).toContain("Gone soon");
    await dialog.getByRole("textbox").fill("Gone soon");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Shop" }).waitFor();
    // The list of before stands there until the new one has come.
    await page.getByRole("link", { name: "Gone soon" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("cell", { name: `app.delete app_id="${app_id}"` }).waitFor();
  },
  TEST_MS_MAX,
);

test(
  "shows what is hostile as text",
  async () => {
    const name = `<img src=x onerror="document.title='taken'">"'&`;
    const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", { name });
    await admin.command("import", {
      app_id,
      sets: [{ signature: "a-v1", name, tools: [{ name: "x", description: name }] }],
    });
    for (const path of [
      "/apps",
      `/apps?app=${app_id}`,
      "/audit",
      `/ledger?app=${app_id}`,
      `/playground?app=${app_id}`,
      `/sets?app=${app_id}`,
      `/sets?app=${app_id}&set=a-v1`,
      `/misses?app=${app_id}`,
    ]) {
      const page = await admin.signedIn(path);
      await page.getByText("<img src=x").first().waitFor({ state: "attached" });
      expect(await page.locator("img").count()).toBe(0);
      expect(await page.title()).not.toBe("taken");
      await page.close();
    }
    await admin.command("app.delete", { app_id });
  },
  TEST_MS_MAX,
);
