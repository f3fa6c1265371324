import type { AdminSessions } from "../access/admin-sessions.ts";
import type { AdminToken } from "../access/admin-token.ts";
import type { AuditLog } from "../access/audit-log.ts";
import type { LedgerCompaction } from "../access/ledger-compaction.ts";
import type { Tenants } from "../access/tenants.ts";
import type { Tokens } from "../access/tokens.ts";
import type { Bundles } from "../bundle/bundles.ts";
import type { Doctor } from "../doctor/doctor.ts";
import type { TestRuns } from "../examination/test-runs.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { GraduationReports } from "../graduation/graduation-report.ts";
import type { JsonValue } from "../json.ts";
import type { SetLint } from "../linting/set-lint.ts";
import type { ModelFindings } from "../model-findings.ts";
import type { Clock } from "../ports/clock.ts";
import type { LedgerStore } from "../ports/ledger-store.ts";
import type { LogFollowing } from "../ports/log-following.ts";
import type { NodeStore } from "../ports/node-store.ts";
import type { MissQueue } from "../query-log/misses.ts";
import type { QueryLog } from "../query-log/query-log.ts";
import type { CacheReports } from "../semantic-cache/trust/report.ts";
import type { Aliases } from "../sets/aliases.ts";
import type { Registry } from "../sets/registry.ts";
import type { Teaching } from "../teaching/teaching.ts";
import type { Arguments } from "./arguments.ts";
import type { Asking } from "./asking.ts";
import type { BackendDesk } from "./backend-desk.ts";
import type { ShownSetting } from "./shown-setting.ts";

export interface OperatorOptions {
  readonly tenants: Tenants;
  readonly tokens: Tokens;
  readonly adminToken: AdminToken;
  readonly adminSessions: Pick<AdminSessions, "closeAll" | "newLink">;
  /** Where the admin page is, as in `http://127.0.0.1:8420`; null where no server runs. */
  readonly adminAddress: (() => string) | null;
  readonly audit: Pick<AuditLog, "record">;
  readonly clock: Pick<Clock, "now">;
  readonly doctor: Doctor;
  readonly cacheReports: CacheReports;
  readonly modelFindings: ModelFindings;
  readonly exchange: Exchange;
  readonly graduationReports: Pick<GraduationReports, "of">;
  readonly teaching: Teaching;
  readonly aliases: Aliases;
  readonly valueLists: Pick<Registry<"value_list">, "check" | "create" | "find" | "replace">;
  readonly setLint: Pick<SetLint, "named">;
  readonly queryLog: Pick<QueryLog, "configure" | "list" | "remove" | "state">;
  readonly missQueue: Pick<MissQueue, "find">;
  readonly testRuns: TestRuns;
  /** Null where no model was opened. */
  readonly asking: Asking | null;
  readonly ledger: Pick<LedgerStore, "entries" | "months">;
  readonly compaction: Pick<LedgerCompaction, "compact">;
  readonly nodes: Pick<NodeStore, "list">;
  /** Null where nobody follows what is written in this way. */
  readonly following: LogFollowing | null;
  readonly settings: readonly ShownSetting[];
  readonly backendDesk: BackendDesk;
  /** As `asking`. */
  readonly bundles: Bundles | null;
}

export interface OperatorCommand {
  /** The names of the arguments it takes; any other is refused before anything is done. */
  readonly takes: readonly string[];
  /**
   * What a record of it names, of its result and its arguments: nothing secret. Null for what changes nothing and shows no
   * data of an app.
   */
  readonly records: readonly string[] | null;
  /** `by`: who wants it, in words. */
  readonly run: (options: OperatorOptions, args: Arguments, by: string) => Promise<JsonValue>;
}
