import type { App } from "#app";
import { type Config, loadConfig } from "#config";
import { messageOf } from "#core/errors.ts";
import { type ExitStatus, Failure, type Run } from "./command.ts";
import { type Journal, openJournal } from "./journal.ts";
import { dropRights } from "./rights.ts";
import { hostsOf } from "./start-block.ts";
import { onStopSignals, type StopSignals } from "./stop-signals.ts";

/** After the drain, what is left to do is to close files. */
const CLOSE_MS_MAX = 5_000;

/** The server, until a signal or a model that will never answer ends it: `serve [--print-config] [--accept-loss]`. */
export const serve: Run = async ({ options, switches, json }, terminal) => {
  const loaded = loadConfig({ flags: options });
  const { config } = loaded;
  if (switches.has("print-config")) {
    const { origins, printed } = loaded;
    const settings = { data_dir: config.dataDir, settings: origins };
    terminal.out(json ? `${JSON.stringify(settings)}\n` : printed);
    return 0;
  }
  const stop = onStopSignals(["SIGTERM", "SIGINT"]);
  const journal = openJournal(config, json, terminal);
  try {
    return await serveUntilStopped(config, stop, journal, switches.has("accept-loss"));
  } finally {
    await journal.close();
  }
};

async function serveUntilStopped(
  config: Config,
  stop: StopSignals,
  journal: Journal,
  acceptsLoss: boolean,
): Promise<ExitStatus> {
  const { log } = journal;
  const kept = await dropRights();
  if (kept !== null) log(`programs started from here can gain rights: ${kept}`, { level: "debug" });
  const { openApp } = await import("#app");
  const app = await openApp(config, { log, droppedLogLines: journal.dropped, acceptsLoss, signal: stop.signal });
  try {
    journal.started({
      address: app.server.url,
      operationsAddress: app.server.operationsUrl,
      dataFolder: config.dataDir,
      model: app.model.id,
      vectorSearch: app.neighbours,
      hosts: hostsOf(config),
      adminToken: app.newAdminToken,
      adminLink: app.newAdminLink,
    });
    const begun = performance.now();
    const modelFailed = app.model.ready().then(() => {
      log(`the model is ready (${Math.round(performance.now() - begun)} ms)`);
      return new Promise<never>(() => {});
    }, messageOf);
    const reason = await Promise.race([stop.asked.then(() => null), modelFailed]);
    if (reason === null) log("stopping: requests in flight may finish");
    const status = await closed(app, config, stop, log);
    if (reason !== null) throw new Failure(`without its model the server is of no use: ${reason}`);
    return status;
  } catch (failure) {
    await app.close();
    throw failure;
  }
}

async function closed(app: App, config: Config, stop: StopSignals, log: Journal["log"]): Promise<ExitStatus> {
  const msMax = config.server.drainSecondsMax * 1_000 + CLOSE_MS_MAX;
  const outcome = await Promise.race([
    app.close().then(() => "closed" as const),
    stop.insisted.then(() => "insisted" as const),
    Bun.sleep(msMax).then(() => "late" as const),
  ]);
  if (outcome === "closed") {
    log("stopped");
    return 0;
  }
  log(outcome === "insisted" ? "stopped at once" : "stopped by force: closing took too long", { level: "warn" });
  return 1;
}
