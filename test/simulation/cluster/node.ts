/** A node: the real adapter of the cluster's storage and the core's own parts on it, as a request meets them. */
import { Access, checkWindow, type RateWindow } from "#core/access/access.ts";
import { Hits } from "#core/access/hits.ts";
import { Idempotency } from "#core/access/idempotency.ts";
import { Ledger } from "#core/access/ledger.ts";
import { Tenants } from "#core/access/tenants.ts";
import { Tokens } from "#core/access/tokens.ts";
import { RepeatedAnswers } from "#core/answering/repeated-answers.ts";
import { AppError } from "#core/errors.ts";
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import { NOBODY, type SharedMemoryUse } from "#core/ports/observer.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { TokenSigning } from "#core/ports/token-signing.ts";
import type { AppId, Plan, Principal } from "#core/tenant.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { timedId } from "../../cluster/stored-everything.ts";

export interface NodeOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly waitMsMax: number;
  readonly statementMsMax: number;
  readonly hasValkey: boolean;
  readonly plans: Readonly<Record<string, Plan>>;
  readonly log: (message: string) => void;
}

/** A question, as a client sends it. */
export interface Question {
  readonly apiKey: string;
  /** The set, or an alias of one. */
  readonly name: string;
  readonly cost: number;
  /** Its number, of all. */
  readonly request: number;
  readonly idempotencyKey: string | null;
  /** How long the model takes, and whether it fails. */
  readonly modelMs: number;
  readonly fails: boolean;
}

export interface Answer {
  /** The content of the set that it was made from, and what it stands under. */
  readonly text: string;
  readonly revision: number;
  readonly balance: number;
  readonly source: "kept" | "made" | "memory";
  readonly window: RateWindow | null;
}

interface Made {
  readonly text: string;
  readonly revision: number;
}

/** What a repeated question may take from memory, for so long. */
const MEMORY_MS = 3_600_000;
const REQUESTS_PER_APP_MAX = 1_000;
const EXCHANGES_PER_MINUTE = 1_000_000;
const ADDRESS = "192.0.2.7";
/** The address is nobody's: see `SimulatedValkey`. */
const VALKEY = { url: "redis://127.0.0.1:6379", waitMsMax: 200, pauseMsMax: 100 };
const CLOCK = { now: () => Date.now(), monotonicMs: () => performance.now() };

/** Everybody sends their key: how tokens are signed is no matter of nodes. */
const NO_TOKENS: TokenSigning = {
  signed: () => Promise.reject(new Error("nobody asks for a token")),
  keyIdOf: () => null,
  proved: async () => "refused",
};

interface Missed {
  questions: number;
}

export class Node {
  readonly storage: Storage;
  readonly tenants: Tenants;
  readonly #access: Access;
  readonly #ledger: Ledger;
  readonly #hits: Hits;
  readonly #idempotency: Idempotency;
  readonly #repeated: RepeatedAnswers<Made>;
  readonly #hasValkey: boolean;
  readonly #missed: Missed;
  /** What it asks Valkey for since then is nobody's. */
  isClosing = false;

  private constructor(storage: Storage, tokens: Tokens, missed: Missed, { plans, hasValkey }: NodeOptions) {
    this.#missed = missed;
    const clock = CLOCK;
    this.#hasValkey = hasValkey;
    this.storage = storage;
    const { apps, keys, windows, changes, ledger } = storage;
    this.#access = new Access({
      apps,
      keys,
      windows,
      changes,
      clock,
      plans,
      tokens,
      exchangesPerMinute: EXCHANGES_PER_MINUTE,
    });
    this.tenants = new Tenants({ apps, keys, ledger, clock, plans });
    this.#ledger = new Ledger(ledger, clock);
    this.#hits = new Hits({
      store: storage.hits,
      failedWork: { isOver: () => false },
      clock,
      requestsPerAppMax: REQUESTS_PER_APP_MAX,
    });
    this.#idempotency = new Idempotency(storage.kept, storage.keyedWork, clock);
    this.#repeated = new RepeatedAnswers({ changes, clock });
  }

  static async open(options: NodeOptions): Promise<Node> {
    const { url, connectionsMax, waitMsMax, statementMsMax, hasValkey, log } = options;
    const limits = { url, connectionsMax, waitMsMax, statementMsMax, ...(hasValkey && { valkey: VALKEY }) };
    const missed = { questions: 0 };
    const sharedMemoryMissed = (use: SharedMemoryUse) => {
      if (use === "questions") missed.questions += 1;
    };
    const storage = await openClusterStorage({ ...limits, log, observer: { ...NOBODY, sharedMemoryMissed } });
    const tokens = await Tokens.open({
      secrets: storage.secrets,
      signing: NO_TOKENS,
      clock: CLOCK,
      lifetimeSeconds: 3_600,
    });
    return new Node(storage, tokens, missed, options);
  }

  /** How often it went without Valkey where it looks for others that ask a model. */
  get questionsMissed(): number {
    return this.#missed.questions;
  }

  close(): Promise<void> {
    this.isClosing = true;
    return this.storage.close();
  }

  /** Throws an AppError, as the server answers with one. */
  async ask(question: Question): Promise<Answer> {
    const { apiKey, idempotencyKey } = question;
    if (idempotencyKey === null) {
      // Without a look at what is new: the charge itself says whether it may be given.
      const again = await this.#again(apiKey, question);
      if (again) return again;
    }
    const principal = await this.admit(apiKey);
    const window = await this.#access.countCall(principal);
    checkWindow(window, CLOCK.now(), principal.app);
    if (idempotencyKey === null) return this.#charged(principal, question, window, null);
    const fingerprint = question.name;
    const claim = await this.#idempotency.claim(principal.app, idempotencyKey, fingerprint);
    if (!("end" in claim)) return { ...JSON.parse(claim.body ?? ""), source: "kept", window };
    try {
      return await this.#charged(principal, question, window, idempotencyKey);
    } finally {
      claim.end();
    }
  }

  /** So many calls at once that count in their minute, and cost nothing. Those that are above its limit are left out. */
  async count(apiKey: string, calls: number): Promise<readonly RateWindow[]> {
    const principal = await this.admit(apiKey);
    const windows = await Promise.all(Array.from({ length: calls }, () => this.#access.countCall(principal)));
    return windows.filter(({ exceeded }) => !exceeded);
  }

  /** What was acknowledged of an app is known from then on, as to a request that comes: answers in Valkey are looked for by that. */
  async hear(app: AppId): Promise<void> {
    if (this.#hasValkey) await this.#access.renew(app);
  }

  /** Who sends the key, as of a moment after this was called. */
  async admit(apiKey: string): Promise<Principal> {
    const known = this.#access.knownByKey(apiKey);
    if (known) {
      await this.#access.renew(known.app);
      const still = this.#access.knownByKey(apiKey);
      if (still) return still;
    }
    return this.#access.authenticateByKey(apiKey, ADDRESS);
  }

  /** What a set, or an alias, has for an app by now: its text, or null. */
  async read(app: AppId, name: string): Promise<Made | null> {
    const alias = await this.storage.aliases.find(app, name);
    const [side] = alias?.sides ?? [];
    const set = await this.storage.definitions.find(app, "toolset", side?.signature ?? name);
    return set && { text: set.description ?? "", revision: set.revision };
  }

  async #again(apiKey: string, { name, cost, request }: Question): Promise<Answer | null> {
    // At once, of one count of the app's changes.
    const principal = this.#access.knownByKey(apiKey);
    if (!principal) return null;
    const changes = this.storage.changes.of(principal.app);
    const again = this.#repeated.find(principal.app, name);
    if (!again) return null;
    const trace = { entry: null, reuse: null, text: name, answer: { text: again.made.text }, asked: null };
    const counted = await this.#hits.charge(principal, { cost, changes, requestId: requestIdOf(request), trace });
    if (!counted) return null;
    return { ...again.made, balance: await counted.balance, source: "memory", window: counted.window };
  }

  async #charged(principal: Principal, question: Question, window: RateWindow, key: string | null): Promise<Answer> {
    const { app } = principal;
    const { name, cost, request, modelMs, fails } = question;
    const requestId = requestIdOf(request);
    const reservation = await this.#ledger.reserve(principal, cost);
    try {
      const end = this.#repeated.begin(app, name);
      const made = await this.read(app, name);
      if (!made) throw new AppError("not_found", `there is no set "${name}"`);
      await new Promise((resolve) => setTimeout(resolve, modelMs));
      if (fails) throw new AppError("bad_gateway", "the model has failed");
      const repeat = { count() {}, endsAt: CLOCK.now() + MEMORY_MS, madeAt: CLOCK.now() };
      end({ made, repeat, characters: made.text.length });
      const trace = { entry: null, reuse: null, text: name, answer: { text: made.text }, asked: null };
      await this.storage.requests.record(app, { ...trace, requestId, createdAt: CLOCK.now() }, REQUESTS_PER_APP_MAX);
      if (key === null) return { ...made, balance: await this.#ledger.settle(reservation), source: "made", window };
      const balance = await this.#ledger.settle(reservation, (left) =>
        this.#keptAnswer(app, key, name, { ...made, balance: left }),
      );
      return { ...made, balance, source: "made", window };
    } catch (failure) {
      await this.#ledger.giveBack(reservation).catch(() => {});
      throw failure;
    }
  }

  #keptAnswer(app: AppId, key: string, fingerprint: string, answer: Made & { readonly balance: number }): KeptAnswer {
    return { app, key, fingerprint, status: 200, headers: {}, body: JSON.stringify(answer), createdAt: CLOCK.now() };
  }
}

/** Most say when they were made, as those do that the server gives; the others are in an index. */
function requestIdOf(request: number): string {
  return request % 4 === 0 ? `request ${request}` : timedId(CLOCK.now(), request);
}
