/** The admin page of the built executable, in a real browser. */
import { writeFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import {
  adminTokenIn,
  freePort,
  operatorCommand,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, type Place } from "../binary/kit.ts";
import { openBrowser, PHONE, type TestBrowser } from "./chromium.ts";

/** Tests sign in more often in a minute than people do. */
const ENVIRONMENT = { DRAGOMAN_AUTH_EXCHANGES_PER_MINUTE: "1000" };

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
  readonly browser: TestBrowser["browser"];
  readonly complaints: TestBrowser["complaints"];
  /** A link that signs in once. */
  link(): Promise<string>;
  /** As nobody. */
  readonly open: TestBrowser["newPage"];
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

/** @param toml the settings file of the server, where it has one. */
export async function openAdminPage(toml = ""): Promise<AdminPage> {
  const opened = await openBrowser();
  const { browser, newPage: open, complaints } = opened;
  ensureExecutable();
  const place = freshPlace();
  if (toml !== "") writeFileSync(place.at("dragoman.toml"), toml);
  const port = await freePort();
  let server = await startServer({ dataDir: place.path, port, environment: ENVIRONMENT });
  await waitUntilReady(server);
  const token = adminTokenIn(server.output());
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
    browser,
    complaints,
    link,
    open,
    signedIn,
    phone: (path) => signedIn(path, PHONE),
    command: (command, args) => operatorCommand(server, token, command, args),
    async restart() {
      await server.stop();
      server = await startServer({ dataDir: place.path, port, environment: ENVIRONMENT });
      await waitUntilReady(server);
    },
    stop: async () => {
      await server.stop();
    },
    async close() {
      await opened.close();
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
