/** A folder of its own, for what is tried before anything is written where it counts. */
import { mkdirSync } from "node:fs";
import type { Trial } from "#core/bundle/bundles.ts";
import { Unpacking } from "#core/bundle/unpacking.ts";
import { Exchange } from "#core/exchange/exchange.ts";
import type { Log } from "#core/log.ts";
import { NOBODY } from "#core/ports/observer.ts";
import { UNTRACED } from "#core/ports/tracer.ts";
import { Metrics } from "#metrics/metrics.ts";
import { lockFolder } from "#storage/embedded/index.ts";
import manifest from "../../package.json";
import { openFolder, removeTrial, trialFolderIn } from "./folder.ts";
import { type Parts, wire } from "./services.ts";

/** What of a server goes on in a trial: its settings, its clock and its models. */
export type TriedWith = Pick<
  Parts,
  | "backends"
  | "clock"
  | "config"
  | "embedder"
  | "labelEmbedder"
  | "log"
  | "model"
  | "neighbours"
  | "prior"
  | "searchEmbedders"
  | "standing"
>;

/** Nothing is counted of what the server asks itself. */
const PLAN = { name: "trial", limits: { requestsPerMinute: 1, requestsPerMonth: 1 } } as const;

/** Whoever calls it holds the lock of the data folder, and closes one trial before the next. */
export async function openTrial(parts: TriedWith): Promise<Trial> {
  const dataDir = trialFolderIn(parts.config);
  removeTrial(parts.config);
  mkdirSync(dataDir, { mode: 0o700 });
  const closers: (() => Promise<void> | void)[] = [() => removeTrial(parts.config)];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  // What goes wrong is said by what is tried; the rest of a log is of no folder that anybody has.
  const log: Log = (message, more) => {
    if (more?.level === "error") parts.log(`in a trial: ${message}`, more);
  };
  try {
    const config = { ...parts.config, dataDir, plans: { [PLAN.name]: PLAN.limits } };
    const folder = await openFolder(config, log, parts.clock, lockFolder(dataDir, "a trial"), { observer: NOBODY });
    closers.push(folder.close);
    const refused = () => Promise.reject(new Error("a trial was begun within a trial"));
    const watched = { metrics: new Metrics(manifest.version), tracer: UNTRACED };
    const wired = wire({ ...parts, ...folder, ...watched, config, log, freeText: null, openTrial: refused });
    closers.push(wired.close);
    const { toolsets, classificationSets, valueLists, personas, banks, teaching, examiner } = wired.services;
    const { definitions, aliases } = folder.storage;
    const exchange = new Exchange({ definitions, aliases, toolsets, classificationSets, clock: parts.clock });
    const { app } = await folder.tenants.createApp("a trial", PLAN.name);
    const unpacking = new Unpacking({
      ...{ exchange, toolsets, classificationSets, valueLists: valueLists.registry },
      ...{ personas, banks, teaching },
    });
    return { app: app.id, unpacking, examiner, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}
