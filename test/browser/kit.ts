/** The admin page of the built executable, in a real browser. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import {
  freePort,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, type Place, requireTools } from "../binary/kit.ts";

/** A page that takes longer for anything has failed. */
const PAGE_MS_MAX = 15_000;
/** Without a sandbox of its own: tests run as root, in containers. */
const CHROMIUM_OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;

export const weather = {
  signature: "weather-v1",
  name: "Weather",
  tools: [
    {
      name: "get_weather",
      description: "Get the weather forecast of a city",
      parameters: {
        type: "object",
        properties: { city: { type: "string", description: "Name of the city" } },
        required: ["city"],
      },
    },
    { name: "set_alarm", description: "Set an alarm clock", parameters: { type: "object", properties: {} } },
  ],
};

export interface AdminPage {
  readonly place: Place;
  readonly server: RunningServer;
  /** The admin token. */
  readonly token: string;
  /** What went wrong in any page: errors, and what the policy forbade. */
  readonly complaints: readonly string[];
  /** A link that signs in once. */
  link(): Promise<string>;
  /** A browser window of its own, as nobody. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** The same, signed in. `path`: below `/admin`. */
  signedIn(path?: string, options?: BrowserContextOptions): Promise<Page>;
  phone(path: string): Promise<Page>;
  /** A command of the operator. */
  command<Result>(command: string, args?: object): Promise<Result>;
  /** Another process on the same folder and port: it knows no session. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function openAdminPage(): Promise<AdminPage> {
  requireTools("chromium");
  ensureExecutable();
  const place = freshPlace();
  const port = await freePort();
  let server = await startServer({ dataDir: place.path, port });
  await waitUntilReady(server);
  const token = /dga_[0-9A-Za-z]{40}/.exec(server.output())?.[0] ?? "";
  const browser = await launched();
  const complaints: string[] = [];
  const open = async (options: BrowserContextOptions = {}) => watched(await browser.newContext(options), complaints);
  const link = async () => {
    const { stdout } = await runDragoman(["admin-link", "--data", place.path, "--json"]);
    return (JSON.parse(stdout) as { readonly link: string }).link;
  };
  const signedIn: AdminPage["signedIn"] = async (path = "", options = {}) => {
    const page = await open(options);
    await page.goto((await link()).replace("/admin#", `/admin${path}#`));
    await page.getByRole("navigation").waitFor();
    return page;
  };
  return {
    place,
    get server() {
      return server;
    },
    token,
    complaints,
    link,
    open,
    signedIn,
    phone: (path) => signedIn(path, PHONE),
    async command(command, args = {}) {
      const response = await fetch(`${server.url}/admin/api/commands`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ command, args }),
      });
      const { result, message } = (await response.json()) as { readonly result: never; readonly message?: string };
      if (!response.ok) throw new Error(`${command}: ${message}`);
      return result;
    },
    async restart() {
      await server.stop();
      server = await startServer({ dataDir: place.path, port });
      await waitUntilReady(server);
    },
    stop: async () => {
      await server.stop();
    },
    async close() {
      await browser.close();
      await server.kill();
      place[Symbol.dispose]();
    },
  };
}

/** An app with a set to ask, and its id. */
export async function appWithWeather(admin: Pick<AdminPage, "command">, name: string): Promise<string> {
  const { app_id } = await admin.command<{ readonly app_id: string }>("app.create", { name, plan: "pro" });
  await admin.command("import", { app_id, sets: [weather] });
  return app_id;
}

function launched(): Promise<Browser> {
  return chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: CHROMIUM_OPTIONS });
}

async function watched(context: BrowserContext, complaints: string[]): Promise<Page> {
  context.setDefaultTimeout(PAGE_MS_MAX);
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A browser writes down each answer that is an error, which the page itself tells in words.
    const isOfAnAnswer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isOfAnAnswer) complaints.push(message.text());
  });
  return page;
}
