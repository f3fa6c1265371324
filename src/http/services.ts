import type { Access } from "#core/access/access.ts";
import type { AdminSessions } from "#core/access/admin-sessions.ts";
import type { AdminToken } from "#core/access/admin-token.ts";
import type { AuditLog } from "#core/access/audit-log.ts";
import type { FailedWork } from "#core/access/failed-work.ts";
import type { Hits } from "#core/access/hits.ts";
import type { Idempotency } from "#core/access/idempotency.ts";
import type { Ledger } from "#core/access/ledger.ts";
import type { Tenants } from "#core/access/tenants.ts";
import type { Assistant } from "#core/answering/chat-assistant.ts";
import type { Classifier } from "#core/answering/classification.ts";
import type { Feedback } from "#core/answering/feedback.ts";
import type { Resolver } from "#core/answering/resolution.ts";
import type { Bundles } from "#core/bundle/bundles.ts";
import type { Examiner } from "#core/examination/examiner.ts";
import type { Proposals } from "#core/examination/proposals.ts";
import type { TestRuns } from "#core/examination/test-runs.ts";
import type { GraduationReports } from "#core/graduation/graduation-report.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { SetLint } from "#core/linting/set-lint.ts";
import type { MainThread } from "#core/main-thread.ts";
import type { Overview } from "#core/overview/overview.ts";
import type { AliasTallyStore } from "#core/ports/alias-tally-store.ts";
import type { ChangeCounter } from "#core/ports/change-counter.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { FreeTextModel } from "#core/ports/free-text.ts";
import type { KnownNode } from "#core/ports/node-store.ts";
import type { Observer } from "#core/ports/observer.ts";
import type { Tracer } from "#core/ports/tracer.ts";
import type { MissQueue } from "#core/query-log/misses.ts";
import type { QueryLog } from "#core/query-log/query-log.ts";
import type { Aliases } from "#core/sets/aliases.ts";
import type { Banks } from "#core/sets/banks.ts";
import type { Personas } from "#core/sets/personas.ts";
import type { Registry } from "#core/sets/registry.ts";
import type { Backends } from "#core/sets/set-backend.ts";
import type { ToolsetNames } from "#core/sets/toolset-names.ts";
import type { ValueLists } from "#core/sets/value-lists.ts";
import type { Teaching } from "#core/teaching/teaching.ts";
import type { ToolSearch } from "#core/tool-search/tool-search.ts";

/** The slice of the core that requests reach. The composition root hands it in. */
export interface Services {
  readonly access: Pick<
    Access,
    | "authenticate"
    | "authenticateByKey"
    | "countCall"
    | "countExchange"
    | "exchange"
    | "known"
    | "knownByKey"
    | "renew"
    | "windowOf"
    | "windowOfAddress"
  >;
  readonly failedWork: Pick<FailedWork, "add" | "check">;
  readonly ledger: Pick<Ledger, "balance" | "entries" | "giveBack" | "months" | "requireAny" | "reserve" | "settle">;
  readonly idempotency: Pick<Idempotency, "claim" | "keep">;
  readonly adminToken: Pick<AdminToken, "matches">;
  readonly tenants: Pick<Tenants, "showApp">;
  readonly admin: AdminServices;
  readonly toolsets: Pick<Registry<"toolset">, "create" | "get" | "list" | "remove" | "replace">;
  readonly classificationSets: Pick<Registry<"classification_set">, "create" | "get" | "list" | "remove" | "replace">;
  readonly toolsetNames: Pick<ToolsetNames, "check" | "list">;
  readonly aliases: Pick<Aliases, "get" | "list" | "put" | "remove">;
  readonly aliasTallies: Pick<AliasTallyStore, "add">;
  readonly setLint: Pick<SetLint, "classificationSet" | "toolsets">;
  readonly personas: Pick<Personas, "create" | "get" | "list" | "remove" | "replace">;
  readonly banks: Pick<Banks, "addMemory" | "listMemories" | "registry" | "removeMemory">;
  readonly teaching: Pick<Teaching, "list" | "remove" | "teach">;
  readonly proposals: Pick<Proposals, "compare">;
  readonly graduationReports: Pick<GraduationReports, "of" | "ofClasses" | "ofTools">;
  readonly bundles: Pick<Bundles, "bringIn" | "make">;
  readonly valueLists: Pick<ValueLists, "nearest" | "registry">;
  readonly hits: Pick<Hits, "charge">;
  readonly queryLog: Pick<QueryLog, "configure" | "list" | "note" | "remove" | "state">;
  readonly missQueue: Pick<MissQueue, "find">;
  readonly feedback: Pick<Feedback, "give" | "record">;
  readonly resolver: Pick<Resolver, "resolve" | "resolveQuick" | "respond">;
  readonly assistant: Pick<Assistant, "next">;
  /** Answers what is no tool call; null where the owner wants nobody to. */
  readonly freeText: FreeTextModel | null;
  /** The models that may be named. */
  readonly backends: Pick<Backends, "names">;
  readonly toolSearch: Pick<ToolSearch, "search">;
  readonly classifier: Pick<Classifier, "classify">;
  readonly examiner: Pick<Examiner, "examine" | "examined" | "onceLearned">;
  readonly testRuns: Pick<TestRuns, "keep" | "list">;
  /** What has changed since an answer was made. */
  readonly changes: ChangeCounter;
  readonly clock: Clock;
  readonly mainThread: Pick<MainThread, "asked" | "isShared" | "piece" | "request" | "steps">;
  readonly observer: Observer;
  readonly tracer: Tracer;
  /** All that was counted, in the text format of Prometheus. */
  readonly metricsPage: () => string;
  /** Whether a request could be answered now; else what is not there yet, in words. */
  readonly readiness: () => Readiness;
}

/** What the admin page needs beside the rest. */
export interface AdminServices {
  readonly sessions: Pick<AdminSessions, "close" | "find" | "open">;
  readonly audit: Pick<AuditLog, "list" | "record">;
  /** Has a command of the operator done, as the control socket does; it is in the audit log then. */
  readonly operate: (command: string, args: JsonObject) => Promise<JsonValue>;
  readonly overview: () => Promise<Overview>;
  readonly nodes: () => Promise<readonly KnownNode[]>;
  readonly version: string;
  /** Of the settings, by name. */
  readonly plans: readonly string[];
  /** The models that can be asked, by name. */
  readonly backends: readonly string[];
}

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly waitingFor: string };
