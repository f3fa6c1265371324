import type { AdminSessionStore } from "./admin-session-store.ts";
import type { AliasStore } from "./alias-store.ts";
import type { AliasTallyStore } from "./alias-tally-store.ts";
import type { AnswerStore, ReuseRecordStore } from "./answers.ts";
import type { AppStore, KeyStore } from "./app-store.ts";
import type { AuditStore } from "./audit-store.ts";
import type { ChangeCounter } from "./change-counter.ts";
import type { DefinitionStore } from "./definition-store.ts";
import type { EmbeddingStore } from "./embedding-store.ts";
import type { GraduationStore } from "./graduation-store.ts";
import type { HitStore } from "./hit-store.ts";
import type { KeptAnswerStore } from "./kept-answer-store.ts";
import type { KeyedWorkStore } from "./keyed-work-store.ts";
import type { LedgerStore } from "./ledger-store.ts";
import type { LogFollowing } from "./log-following.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { ModelFindingStore } from "./model-finding-store.ts";
import type { NodeStore } from "./node-store.ts";
import type { QueryLogStore } from "./query-log-store.ts";
import type { QuestionStore } from "./question-store.ts";
import type { RequestStore } from "./request-store.ts";
import type { SecretStore } from "./secret-store.ts";
import type { SharedLearning } from "./shared-learning.ts";
import type { TaughtCaseStore } from "./taught-case-store.ts";
import type { TestRunStore } from "./test-run-store.ts";
import type { WindowStore } from "./window-store.ts";

/**
 * Everything durable. A promise of a writing method resolves when the change would survive a power cut; a reading method
 * sees every change that was acknowledged before it was called: of an app's changes that another node made, every one that was
 * acknowledged before the app's last `ChangeCounter.renew` was called. Safe to call from many requests at once. A method that
 * cannot do its work because the engine failed (disk full, file damaged) rejects with `service_unavailable`.
 */
export interface Storage {
  readonly apps: AppStore;
  readonly keys: KeyStore;
  readonly definitions: DefinitionStore;
  readonly ledger: LedgerStore;
  readonly windows: WindowStore;
  readonly answers: AnswerStore;
  readonly reuse: ReuseRecordStore;
  readonly graduation: GraduationStore;
  readonly embeddings: EmbeddingStore;
  readonly memories: MemoryStore;
  readonly aliases: AliasStore;
  /** Null where no other process answers the same apps: then they are counted in memory (`AliasTallies`). */
  readonly aliasTallies: AliasTallyStore | null;
  readonly taught: TaughtCaseStore;
  readonly testRuns: TestRunStore;
  readonly kept: KeptAnswerStore;
  readonly keyedWork: KeyedWorkStore;
  readonly learning: SharedLearning;
  readonly questions: QuestionStore;
  readonly requests: RequestStore;
  readonly queryLog: QueryLogStore;
  readonly hits: HitStore;
  readonly secrets: SecretStore;
  readonly modelFindings: ModelFindingStore;
  readonly audit: AuditStore;
  readonly adminSessions: AdminSessionStore;
  readonly nodes: NodeStore;
  /** Null where what is written is followed by other means. */
  readonly following: LogFollowing | null;
  readonly changes: ChangeCounter;
  /**
   * Whether changes reach the disk: false from a change that the machine refused (a full disk, an I/O error) until one is taken
   * again, which is tried at most once a second, and when it is closed. Returns at once but for that.
   */
  isWritable(): boolean;
  /** Makes what is queued durable, then closes. Every later call rejects. */
  close(): Promise<void>;
}
