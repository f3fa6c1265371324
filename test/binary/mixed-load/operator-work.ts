/** What an operator does meanwhile, by the control socket: keys, top-ups, suspensions, imports. */
import { type SetKind, setOf, variantAt, type Work } from "./app-work.ts";
import { type Caller, commanded, type Line } from "./caller.ts";
import { Kept, pick } from "./kept.ts";

const TOOLSETS: SetKind = "toolsets";
const GOOD_KEYS_MAX = 6;
const CREDIT = 1_000;

export class OperatorWork implements Work {
  readonly #line: Line;
  readonly #random: () => number;
  readonly #callers: readonly Caller[];
  /** An app that asks nothing itself: whose keys come and go, and whose calls are stopped and allowed again. */
  readonly #idle: string;
  readonly #keys: Kept;
  /** By the id of the key. */
  readonly #secrets = new Map<string, string>();
  readonly #status: Kept;
  readonly #imported: Kept;
  #count = 0;

  constructor(line: Line, { callers, idle, random }: Apps) {
    this.#line = line;
    this.#callers = callers;
    this.#idle = idle;
    this.#random = random;
    this.#keys = new Kept("the key", random);
    this.#status = new Kept("the app", random);
    this.#imported = new Kept("the imported toolset", random);
  }

  async step(): Promise<void> {
    this.#count += 1;
    const lot = this.#random();
    if (lot < 0.3) return await this.#credit();
    if (lot < 0.6) return await this.#changeKeys();
    if (lot < 0.8) return await this.#import();
    const isStopped = this.#status.stateOf(this.#idle) === "suspended";
    const state = isStopped ? null : "suspended";
    const command = isStopped ? "app.resume" : "app.suspend";
    await this.#status.change(this.#idle, state, () => this.#do(command, { app_id: this.#idle }));
  }

  async faults(all: boolean): Promise<readonly string[]> {
    const idle = await this.#do("app.show", { app_id: this.#idle });
    const statuses = await this.#status.faults(all, async () => (idle.status === "active" ? null : idle.status));
    const keys = await this.#keys.faults(all, (id) => this.#keyAt(id, idle.status === "suspended"));
    const [caller] = this.#callers;
    const imported = caller
      ? await this.#imported.faults(all, (signature) => variantAt(caller, TOOLSETS, signature))
      : [];
    return [...statuses, ...keys, ...imported, ...(await this.#balances())];
  }

  /** To be looked at when all others are done: what they ask costs something. */
  async #balances(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const { appId, balance } of this.#callers) {
      const { requests_remaining } = await this.#do("app.show", { app_id: appId });
      for (const fault of balance.faults(requests_remaining)) faults.push(`${appId}: ${fault}`);
    }
    return faults;
  }

  async #credit(): Promise<void> {
    const { appId, balance } = pick(this.#callers, this.#random);
    await balance.credit(CREDIT, () => this.#do("app.credit", { app_id: appId, requests: CREDIT }));
  }

  async #changeKeys(): Promise<void> {
    const good = this.#keys.present;
    if (good.length > GOOD_KEYS_MAX || (good.length > 0 && this.#random() < 0.5)) {
      const id = pick(good, this.#random);
      return await this.#keys.change(id, null, () => this.#do("key.revoke", { key_id: id }));
    }
    const { key_id, api_key } = await this.#do("key.create", { app_id: this.#idle, name: `key ${this.#count}` });
    this.#secrets.set(key_id, api_key);
    await this.#keys.change(key_id, "good", () => Promise.resolve());
  }

  async #import(): Promise<void> {
    const [caller] = this.#callers;
    const present = this.#imported.present;
    const signature = present.length > 3 ? pick(present, this.#random) : `imported-${this.#count}`;
    const variant = `Switches a lamp, as of import ${this.#count}`;
    const args = {
      app_id: caller?.appId ?? "",
      sets: [JSON.parse(JSON.stringify(setOf(TOOLSETS, signature, variant)))],
      existing: "replace",
    };
    await this.#imported.change(signature, variant, () => this.#do("import", args));
  }

  async #keyAt(id: string, isSuspended: boolean): Promise<string | null> {
    const { status } = await fetch(`${this.#line.url}/v1/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_key: this.#secrets.get(id) }),
    });
    // A good key of an app that is suspended is 403, and one that is not good is 401 all the same.
    return status === (isSuspended ? 403 : 200) ? "good" : status === 401 ? null : `answered with ${status}`;
  }

  #do(command: string, args: Parameters<typeof commanded>[2]) {
    return commanded(this.#line, command, args);
  }
}

export interface Apps {
  readonly callers: readonly Caller[];
  readonly idle: string;
  readonly random: () => number;
}
