import type { App } from "#app";
import { type Config, loadConfig } from "#config";
import type { ExitStatus, Run } from "./command.ts";
import { onStopSignals, type StopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** After the drain, what is left to do is to close files. */
const CLOSE_MS_MAX = 5_000;

/** The server, until a signal or a model that will never answer ends it: `serve [--print-config]`. */
export const serve: Run = async ({ options, switches, json }, terminal) => {
  const { config, origins, printed } = loadConfig({ flags: options });
  if (switches.has("print-config")) {
    const settings = { data_dir: config.dataDir, settings: origins };
    terminal.out(json ? `${JSON.stringify(settings)}\n` : printed);
    return 0;
  }
  const stop = onStopSignals(["SIGTERM", "SIGINT"]);
  const journal = json ? jsonJournal(terminal) : plainJournal(terminal);
  return serveUntilStopped(config, stop, journal);
};

/** Where a server writes what happens. */
interface Journal {
  readonly log: (message: string) => void;
  readonly started: (facts: StartFacts) => void;
}

interface StartFacts {
  readonly address: string;
  readonly dataFolder: string;
  readonly model: string;
  readonly vectorSearch: App["neighbours"];
  readonly adminToken: string | null;
}

async function serveUntilStopped(config: Config, stop: StopSignals, journal: Journal): Promise<ExitStatus> {
  const { log } = journal;
  const { openApp } = await import("#app");
  const app = await openApp(config, { log });
  try {
    journal.started({
      address: app.server.url,
      dataFolder: config.dataDir,
      model: app.model.id,
      vectorSearch: app.neighbours,
      adminToken: app.newAdminToken,
    });
    const begun = performance.now();
    const modelFailed = app.model.ready().then(
      () => {
        log(`the model is ready (${Math.round(performance.now() - begun)} ms)`);
        return new Promise<never>(() => {});
      },
      () => "model failed" as const,
    );
    const reason = await Promise.race([stop.asked.then(() => "asked" as const), modelFailed]);
    log(
      reason === "asked"
        ? "stopping: requests in flight may finish"
        : "stopping: without its model the server is of no use",
    );
    const status = await closed(app, config, stop, log);
    return reason === "asked" ? status : 1;
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
  log(outcome === "insisted" ? "stopped at once" : "stopped by force: closing took too long");
  return 1;
}

/** A start block on standard output, then lines with the time on standard error. */
function plainJournal(terminal: Terminal): Journal {
  return {
    log: (message) => terminal.err(`${new Date().toISOString()} ${message}\n`),
    started: ({ address, dataFolder, model, vectorSearch, adminToken }) => {
      const search =
        vectorSearch === "hnsw"
          ? "hnsw"
          : "exact (slower for more than 10,000 examples: the native hnsw library is not in use)";
      const token =
        adminToken === null ? "" : `  admin token    ${adminToken}\n                 (shown only now: keep it)\n`;
      terminal.out(
        `dragoman ${VERSION}\n  address        ${address}\n  data folder    ${dataFolder}\n  model          ${model}\n` +
          `  vector search  ${search}\n  network        none\n${token}`,
      );
    },
  };
}

/** Every line is a JSON object on standard output. */
function jsonJournal(terminal: Terminal): Journal {
  const line = (fields: object) => terminal.out(`${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`);
  return {
    log: (message) => line({ event: "log", message }),
    started: ({ address, dataFolder, model, vectorSearch, adminToken }) =>
      line({
        event: "started",
        version: VERSION,
        address,
        data_dir: dataFolder,
        model,
        vector_search: vectorSearch,
        network: "none",
        ...(adminToken !== null && { admin_token: adminToken }),
      }),
  };
}
