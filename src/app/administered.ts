/** A running server in its operator's hands: the commands, who is signed in on the admin page, and what the page shows. */
import type { Config } from "#config";
import type { Check } from "#core/doctor/doctor.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Log } from "#core/log.ts";
import type { Heartbeat } from "#core/nodes/heartbeat.ts";
import { type Operator, recordOf } from "#core/operator/operator.ts";
import { adminLinkOf } from "#core/operator/server-commands.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { NodeFigures } from "#core/ports/node-store.ts";
import type { AdminServices } from "#http/services.ts";
import manifest from "../../package.json";
import { backendDeskOf } from "./backend-desk.ts";
import { type openFolder, operatorOf } from "./folder.ts";
import { backendNames, type Models } from "./models.ts";
import { openOverview } from "./overview.ts";
import type { Wired } from "./services.ts";

export interface Administered {
  readonly operator: Operator;
  /** What the routes of the page need. */
  readonly admin: AdminServices;
  /** As `Operator.run`; and it is said in the log. */
  readonly run: (command: string, args: JsonObject, by: string) => Promise<JsonValue>;
  /** A link that signs somebody in once. */
  readonly newLink: () => Promise<string>;
  /** What this node tells others that it does. */
  readonly figures: () => NodeFigures;
  /** Of this node nothing is heard any more. */
  close(): Promise<void>;
}

export interface AdministeredParts {
  readonly folder: Awaited<ReturnType<typeof openFolder>>;
  readonly models: Models;
  readonly wired: Wired;
  readonly checks: readonly Check[];
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the server listens, when it does. */
  readonly address: () => string;
  readonly heartbeat: Pick<Heartbeat, "close" | "id" | "name">;
}

/** What the audit log calls whoever is signed in there. */
const ADMIN_PAGE = "admin page";

export function openAdministered(parts: AdministeredParts): Administered {
  const { folder, wired, models, checks, config, clock, log, address, heartbeat } = parts;
  const { nodes } = folder.storage;
  const { services, cache } = wired;
  const { adminSessions: sessions } = folder;
  const backendDesk = backendDeskOf({ config, book: folder.modelFindings, clock, models });
  const operated = { ...services, backendDesk, settings: config.shown };
  const operator = operatorOf(folder, operated, checks, address);
  const run: Administered["run"] = async (command, args, by) => {
    const result = await operator.run(command, args, by);
    const record = recordOf(command, args, result);
    if (record !== null) log(`operator (${by}): ${record}`);
    return result;
  };
  const { overview, figures, ...counting } = openOverview({ ...services, cache, config, clock, nodes, heartbeat });
  const admin: AdminServices = {
    sessions,
    audit: folder.audit,
    operate: (command, args) => run(command, args, ADMIN_PAGE),
    overview,
    nodes: () => nodes.list(),
    version: manifest.version,
    plans: Object.keys(config.plans),
    backends: backendNames(config),
  };
  const newLink = async () => adminLinkOf(address(), (await sessions.newLink()).code);
  const close = async () => {
    await heartbeat.close();
    counting.close();
  };
  return { operator, admin, run, newLink, figures, close };
}
