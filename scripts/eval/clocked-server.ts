/**
 * The server on another clock: what "tomorrow" means depends on the day. The executable has no clock that can be set, so
 * this is the same server from source, in this process, over real HTTP and with the same models.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp } from "#app";
import { loadConfig } from "#config";
import type { Instant } from "#core/tenant.ts";
import { freePort } from "../dragoman-process.ts";
import { ApiClient, accessTokenFor, MEASURED_PLAN, writeSettings } from "./api-client.ts";

export interface ClockedServer {
  readonly model: string;
  /** Stops the clock at `now`, and gives a client of a new app. Clients of before lose their token's time. */
  clientAt(now: Instant): Promise<ApiClient>;
  /** The server's page of metrics. */
  metrics(): Promise<string>;
  /** Nothing of it is left. */
  close(): Promise<void>;
}

/** `settings`: lines of the settings file, as for `writeSettings`. Resolves when the model can answer. */
export async function openClockedServer(settings: readonly string[] = []): Promise<ClockedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-eval-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    return await openIn(dataDir, settings, remove);
  } catch (failure) {
    remove();
    throw failure;
  }
}

async function openIn(dataDir: string, settings: readonly string[], remove: () => void): Promise<ClockedServer> {
  writeSettings(dataDir, settings);
  const { config } = loadConfig({ flags: { data: dataDir, host: "127.0.0.1", port: String(await freePort()) } });
  let now = Date.now();
  const clock = { now: () => now, monotonicMs: () => performance.now() };
  const app = await openApp(config, {
    log: (message, { level } = {}) => {
      if (level === "warn" || level === "error") process.stderr.write(`${message}\n`);
    },
    substitutes: { clock },
  });
  try {
    await app.model.ready();
  } catch (failure) {
    await app.close();
    throw failure;
  }
  const { url } = app.server;
  return {
    model: app.model.id,
    async clientAt(instant) {
      now = instant;
      const { apiKey } = await app.tenants.createApp("measured", MEASURED_PLAN);
      return new ApiClient(url, await accessTokenFor(url, apiKey));
    },
    metrics: async () => (await fetch(`${url}/metrics`)).text(),
    async close() {
      await app.close();
      remove();
    },
  };
}
