import type { LedgerMonth } from "../access/ledger-months.ts";
import type { BankDefinition, Memory } from "../bank.ts";
import type { ClassificationSetDefinition } from "../classification-set.ts";
import type { ContentHash, JsonObject } from "../json.ts";
import type { PersonaDefinition } from "../persona.ts";
import type { TaughtKind } from "../teaching/taught-case.ts";
import type { ApiKey, App, AppId, Instant, KeyId } from "../tenant.ts";
import type { ToolsetDefinition } from "../toolset.ts";
import type { ValueListDefinition } from "../value-list.ts";
import type { AdminSessionStore } from "./admin-session-store.ts";
import type { AliasStore } from "./alias-store.ts";
import type { AliasTallyStore } from "./alias-tally-store.ts";
import type { AnswerStore, ReuseRecordStore } from "./answers.ts";
import type { AuditStore } from "./audit-store.ts";
import type { GraduationStore } from "./graduation-store.ts";
import type { LogFollowing } from "./log-following.ts";
import type { NodeStore } from "./node-store.ts";
import type { QueryLogStore } from "./query-log-store.ts";
import type { QuestionStore } from "./question-store.ts";
import type { SharedLearning } from "./shared-learning.ts";
import type { TaughtCaseStore } from "./taught-case-store.ts";
import type { TestRunStore } from "./test-run-store.ts";

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

/**
 * Tells what an app was answered before from what it would be answered now. A change is whatever may make an answer another
 * one: of a definition, an alias, a memory, the app or its keys, or of an answer that was kept already (replaced, taken back, dropped
 * with its content). An answer that is new, or makes room for others, is none.
 */
export interface ChangeCounter {
  /**
   * How many changes of the app there were. Counted when the change can be read, and before it is acknowledged: what was read
   * between two equal counts is still so.
   */
  of(app: AppId): number;
  /**
   * Resolves when `of` counts every change that was acknowledged, here or by another node, before it was called. Null where it
   * always does. Each request asks once, before anything of the app is read. Rejects with `service_unavailable`.
   */
  renew(app: AppId): Promise<void> | null;
}

export interface AppStore {
  create(app: App): Promise<void>;
  /** As it is durable: who was let in, or refused, by what this shows is so after a power cut, too. */
  find(id: AppId): Promise<App | null>;
  /** Oldest first. */
  list(): Promise<readonly App[]>;
  /** Changes the given fields; `raiseEpoch` makes every token of the app invalid. Null when there is no such app. */
  update(
    id: AppId,
    change: { readonly status?: App["status"]; readonly plan?: string; readonly raiseEpoch?: true },
  ): Promise<App | null>;
  /** Removes the app and all it owns: keys, sets, answers, embeddings, logged questions. Its ledger entries stay. False when unknown. */
  remove(id: AppId): Promise<boolean>;
}

export interface KeyStore {
  create(key: ApiKey): Promise<void>;
  /** The one look-up without a tenant: it is what finds the tenant. Revoked and expired keys are found too. */
  find(id: KeyId): Promise<ApiKey | null>;
  /** Oldest first, revoked ones included. */
  list(app: AppId): Promise<readonly ApiKey[]>;
  /**
   * Marks the key as revoked and, in the same change, raises the epoch of its app: every token dies at once. Revoking again
   * changes nothing and keeps the first time. Null when there is no such key.
   */
  revoke(id: KeyId, at: Instant): Promise<ApiKey | null>;
}

/** What each kind defines. The storage keeps it as JSON and does not look inside. */
export interface Definitions {
  toolset: ToolsetDefinition;
  classification_set: ClassificationSetDefinition;
  persona: PersonaDefinition;
  bank: BankDefinition;
  value_list: ValueListDefinition;
}
export type DefinitionKind = keyof Definitions;

/** What an owner gives when creating or replacing a set. */
export interface DefinitionDraft<Kind extends DefinitionKind> {
  readonly name: string;
  readonly description: string | null;
  readonly definition: Definitions[Kind];
  readonly contentHash: ContentHash;
}

/** One of several that are written in one change. */
export interface NamedDraft<Kind extends DefinitionKind> {
  readonly kind: Kind;
  readonly signature: string;
  readonly draft: DefinitionDraft<Kind>;
}

export interface WrittenDefinition<Kind extends DefinitionKind> {
  readonly set: StoredDefinition<Kind>;
  /** What was replaced; null where it was created. */
  readonly previous: ReplacedDefinition | null;
}

export interface StoredDefinition<Kind extends DefinitionKind> extends DefinitionDraft<Kind> {
  readonly signature: string;
  /** Unique to every version of every set, growing: what an ETag is made of. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What is known of a definition that was replaced or removed: also of one that was damaged and could not be read. */
export type ReplacedDefinition = Pick<DefinitionDraft<DefinitionKind>, "contentHash">;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page starts; null after the last item. */
  readonly next: number | null;
}

/**
 * Toolsets and classification sets of an app; the two kinds have signatures of their own. One that is no longer what was written is
 * never given: whoever asks for it, or for a page with it, is rejected with `service_unavailable` by name. It can be replaced and removed.
 */
export interface DefinitionStore {
  /** Null, and nothing changed, when the signature is taken: by another of its kind, or of a set by an alias. */
  create<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
  ): Promise<StoredDefinition<Kind> | null>;
  find<Kind extends DefinitionKind>(app: AppId, kind: Kind, signature: string): Promise<StoredDefinition<Kind> | null>;
  /**
   * Oldest first. A set that existed when the first page was read appears exactly once, whatever is created meanwhile. A page
   * ends before `limit` where its definitions have more than `LIMITS.pageCharactersMax` together; one is always on it.
   */
  list<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<StoredDefinition<Kind>>>;
  /**
   * Signatures of the app's sets of this kind, the first `limit` in the order of their characters; with `after` of those behind it. Reads
   * no definition, however large they are.
   */
  signatures(app: AppId, kind: DefinitionKind, limit: number, after?: string): Promise<readonly string[]>;
  /** The first `limit` with the revision of each. */
  revisions(
    app: AppId,
    kind: DefinitionKind,
    limit: number,
  ): Promise<readonly Pick<StoredDefinition<DefinitionKind>, "revision" | "signature">[]>;
  /**
   * Replaces everything but signature and creation time. With `ifRevision`, only that revision.
   * `previous` is what was replaced: its answers have to go.
   */
  replace<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
    ifRevision: number | null,
  ): Promise<{ readonly set: StoredDefinition<Kind>; readonly previous: ReplacedDefinition } | "not_found" | "stale">;
  /** `aliases`: those that stand for the set, by name. Nothing is changed then. */
  remove<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    ifRevision: number | null,
  ): Promise<
    { readonly previous: ReplacedDefinition } | { readonly aliases: readonly string[] } | "not_found" | "stale"
  >;
  /**
   * Creates all of them, in their order, and where it may replaces those that are there, as `create` and `replace` do: in one change, all or
   * none. `taken`: the positions of those that cannot be written; nothing is changed then. None may be named twice.
   */
  writeAll<Kind extends DefinitionKind>(
    app: AppId,
    sets: readonly NamedDraft<Kind>[],
    how: { readonly at: Instant; readonly mayReplace: boolean },
  ): Promise<readonly WrittenDefinition<Kind>[] | { readonly taken: readonly number[] }>;
  /** Whether any set of the app still has this content: while one has, its answers and embeddings are worth keeping. */
  holds(app: AppId, contentHash: ContentHash): Promise<boolean>;
}

/** The right to spend: taken before the work, settled or given back after it. */
export interface Reservation {
  readonly app: AppId;
  readonly cost: number;
  readonly id: number;
}

/** One change of what an app may spend. */
export interface LedgerEntry {
  readonly id: number;
  readonly at: Instant;
  /** The month whose allowance changed, as `2026-11`; null for credits. */
  readonly month: string | null;
  readonly kind: "allowance" | "charge" | "credit";
  /**
   * In requests; negative for a charge, and for an allowance that a smaller plan cut. A charge above 0 takes one back whose request
   * was told that the storage is not there before it was known that it had been made.
   */
  readonly amount: number;
}

/**
 * The requests an app may still spend: what is left of the month's allowance, and credits, which outlive the month.
 * One entry for every change, never updated; a balance is the sum of its entries. The allowance is spent before credits.
 * A reservation lives as long as the process that made it: a crash gives it back, since nothing was answered.
 */
export interface LedgerStore {
  /**
   * Takes `cost` out of what may be spent. Null, and nothing changed, when less than `cost` is left.
   * `allowance` is the plan's requests per month; when it differs from what the month was given, the difference is
   * entered first, so a plan changed in mid-month keeps what was used.
   */
  reserve(app: AppId, cost: number, allowance: number, at: Instant): Promise<Reservation | null>;
  /**
   * Makes a reservation final. Returns the balance after it. Settling twice is the same as once.
   * `keep`, given that balance, makes an answer that is kept in the same change: after a crash either both are there or
   * neither is.
   */
  settle(reservation: Reservation, at: Instant, keep?: (balance: number) => KeptAnswer): Promise<number>;
  /**
   * The app's entries, newest first, that are not in `months`. `after`: the `next` of the page before. Throws `bad_request` where the
   * entries behind it have been put together into months since: some of them would be told twice, or never.
   */
  entries(app: AppId, page: { readonly limit: number; readonly after: number | null }): Promise<Page<LedgerEntry>>;
  /** The app's months that stand for their entries, oldest first. */
  months(app: AppId): Promise<readonly LedgerMonth[]>;
  /**
   * Puts the oldest entries made before `before` into months, some thousands of them in one change: after a crash either they are there
   * or they are in their month, and every sum stays what it was. Resolves with how many they were: 0 when all is done.
   * Throws an Error, and changes nothing, where what it would write is not the sum of what it would take.
   */
  compact(before: Instant): Promise<number>;
  /** Undoes a reservation. Giving back twice is the same as once; giving back what was settled throws: that would be a bug of ours. */
  giveBack(reservation: Reservation): Promise<void>;
  /** Adds `requests` (> 0) that do not expire with the month. */
  credit(app: AppId, requests: number, at: Instant): Promise<void>;
  /** The sum of the entries that count at `at`, never below 0. Reservations in flight are no entries yet. */
  balance(app: AppId, allowance: number, at: Instant): Promise<number>;
}

/** An app's bucket whose balance is not the sum of its months and entries: somebody else wrote into the storage. */
export interface LedgerDiscrepancy {
  readonly app: string;
  readonly bucket: string;
  readonly entered: number;
  readonly balance: number;
}

/** Counts calls in fixed windows of one UTC minute. */
export interface WindowStore {
  /**
   * Adds one call of the subject (an app, or `address:` and a client address) to the window of `at` and returns the count
   * with it. Durable no later than the next change that this storage acknowledges. Old windows are dropped.
   */
  count(subject: AppId | `address:${string}`, at: Instant): Promise<number>;
  /** The count of the window of `at`, nothing added. */
  peek(subject: AppId | `address:${string}`, at: Instant): Promise<number>;
}

/** Which vector of an app's it is. */
export interface EmbeddingName {
  /** `Embedder.id` */
  readonly embedder: string;
  readonly key: string;
}

/** Sentence embeddings that were computed once. Keys are made by `embeddingKeyOf`. What was damaged since counts as not there. */
export interface EmbeddingStore {
  /** Those that are there, by key. */
  read(app: AppId, embedder: string, keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Nothing is kept for an app that was removed meanwhile. */
  write(app: AppId, embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** What is kept of the app, by embedder and key, behind a name or from the first. */
  list(
    app: AppId,
    page: { readonly limit: number; readonly after: EmbeddingName | null },
  ): Promise<readonly EmbeddingName[]>;
  /**
   * Removes those that are not used by the time of the writing: `isUsed` is asked in the transaction, after all writes that
   * were asked for before. How many there were.
   */
  remove(app: AppId, names: readonly EmbeddingName[], isUsed: (name: EmbeddingName) => boolean): Promise<number>;
}

/**
 * What banks remember. Every change gives the bank a new revision: answers made from it before are out of date. A memory that is no
 * longer what was written is `service_unavailable` to whoever reads its bank, by its id, with which it can be removed.
 */
export interface MemoryStore {
  /** Nothing is changed when there is no such bank, or when it holds `memoriesMax` already. */
  add(app: AppId, bank: string, memory: Memory, memoriesMax: number): Promise<"added" | "full" | "not_found">;
  /** Oldest first; null when there is no such bank. */
  list(
    app: AppId,
    bank: string,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Memory> | null>;
  /** All of a bank, oldest first; none when there is no such bank. */
  all(app: AppId, bank: string): Promise<readonly Memory[]>;
  /** False when bank or memory are unknown. */
  remove(app: AppId, bank: string, memory: string, at: Instant): Promise<boolean>;
}

/** An answer that is given again to whoever repeats the request under the same idempotency key. */
export interface KeptAnswer {
  readonly app: AppId;
  /** The idempotency key, as the client chose it. */
  readonly key: string;
  /** Hex digest of method, path and body: another one under the same key is a mistake of the client. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for no body. */
  readonly body: string | null;
  readonly createdAt: Instant;
}

/**
 * An answer that is no longer what was written is as good as not there.
 * What an app has here has a bound in bytes, which the storage is opened with. Over it the app's oldest go, whichever way
 * they came; an answer that is larger by itself is not kept.
 */
export interface KeptAnswerStore {
  find(app: AppId, key: string): Promise<KeptAnswer | null>;
  /** Keeps an answer that cost nothing; one that cost something is kept by `LedgerStore.settle`. Replaces an older one. */
  keep(answer: KeptAnswer): Promise<void>;
  /** What is kept for all apps takes so many bytes, as far as this process knows. */
  bytes(): number;
  /** Drops those of all apps made before `before`. Returns how many went. */
  expire(before: Instant): Promise<number>;
}

/** Which work is being done, by this process or by another node: see `Idempotency`. */
export interface KeyedWorkStore {
  /**
   * The right to do the work under a key, until it is ended or the node is gone for a while; null while another node has it. Of one
   * process nobody asks twice for the same.
   */
  begin(app: AppId, key: string): Promise<KeyedWork | null>;
}

export interface KeyedWork {
  /** What was kept of it is to be found by then. Never rejects: what cannot be ended ends by itself. */
  end(): Promise<void>;
}

/** A request that was answered, for the feedback that may come. */
export interface AnsweredRequest {
  /** As the client knows it from `X-Request-Id`: it may choose the same one twice, then the newest counts. */
  readonly requestId: string;
  /** The cache entry that answered or was made; null where there is none. */
  readonly entry: { readonly partition: string; readonly key: string } | null;
  /** How the answer was made from one to other words; null when it was not. The core alone looks inside. */
  readonly reuse: JsonObject | null;
  /** The query or the data. */
  readonly text: string;
  readonly answer: JsonObject;
  /** Whom the right answer would teach; null where definitions came along, or something was said before. */
  readonly asked: AskedSets | null;
  readonly createdAt: Instant;
}

/** The sets that answered a request, in the order named. A type, not an interface: so the compiler sees that it is JSON. */
export type AskedSets = {
  readonly kind: TaughtKind;
  readonly signatures: readonly string[];
  /** What the request said that it is in; left out where its words told. */
  readonly language?: string;
};

/** A question that memory answers: what that takes of its app, and leaves behind. */
export interface Hit {
  readonly app: AppId;
  /** Calls of a minute. */
  readonly callsMax: number;
  readonly cost: number;
  /** Of the month. */
  readonly allowance: number;
  readonly at: Instant;
  /**
   * `ChangeCounter.of` the app, when the answer and whoever asks were found in memory: an answer is given only while no node has changed
   * the app since.
   */
  readonly changes: number;
  readonly requestId: string;
  /** The same object for the same answer: what is made of it to be stored is made once. */
  readonly trace: Omit<AnsweredRequest, "createdAt" | "requestId">;
  /** As of `RequestStore.record`. */
  readonly requestsMax: number;
}

export interface ChargedHit {
  /** Calls of this minute, this one among them. */
  readonly count: number;
  /** What may still be spent, as `LedgerStore.settle` has it: durable when this resolves, and the record with it. */
  readonly balance: Promise<number>;
}

/** All that an answer from memory writes, in one step: the count of its minute, its charge, and its record for feedback. */
export interface HitStore {
  /**
   * Null, with nothing done, where it is not certain that the call is within its minute, can be paid, and is answered as the app
   * is now: then the steps one by one say what is the matter. At once where all of it is in memory, else a promise.
   */
  charge(hit: Hit): ChargedHit | null | Promise<ChargedHit | null>;
}

export interface RequestStore {
  /** Durable no later than the next change that this storage acknowledges. Over `requestsMax` of the app the oldest go. */
  record(app: AppId, request: AnsweredRequest, requestsMax: number): Promise<void>;
  find(app: AppId, requestId: string): Promise<AnsweredRequest | null>;
  /** Drops those of all apps made before `before`. Returns how many went. */
  expire(before: Instant): Promise<number>;
}

/** Secrets of the server itself: signing keys, the hash of the admin token. No tenant. */
export interface SecretStore {
  find(name: string): Promise<string | null>;
  put(name: string, value: string): Promise<void>;
  /** Puts `value` in the place of `previous`, or where nothing stands (null). False, and nothing changed, where something else does. */
  exchange(name: string, previous: string | null, value: string): Promise<boolean>;
}

/** What was found out about one model server, by asking it. */
export interface KeptFindings {
  /** Tells a server and the model that it is asked for from others. Holds no secret. */
  readonly key: string;
  /** The models alone look inside. */
  readonly findings: JsonObject;
  readonly foundAt: Instant;
}

/** Findings of the server itself. No tenant. */
export interface ModelFindingStore {
  find(key: string): Promise<KeptFindings | null>;
  list(): Promise<readonly KeptFindings[]>;
  /** Replaces older ones of the same key. Of very many servers the oldest go. */
  keep(found: KeptFindings): Promise<void>;
}
