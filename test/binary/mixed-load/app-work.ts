/** What an app changes all day, each with its own names: sets, aliases, banks, and what it teaches. */
import { contentHashOf } from "#core/json.ts";
import { runDragoman } from "../../../scripts/dragoman-process.ts";
import { INTENT_SET, lampToolset } from "../kit.ts";
import type { Caller } from "./caller.ts";
import { Kept, pick } from "./kept.ts";

/** Sets that everybody asks, and nobody changes. */
export const BASE_SETS = ["lamps-v1", "lamps-v2"] as const;

export interface Work {
  /** Asks for one thing. Rejects with Unanswered when the server goes away. */
  step(): Promise<void>;
  /** What was acknowledged and is not so, in words: of the last steps and some before, or of all. */
  faults(all: boolean): Promise<readonly string[]>;
}

export interface Worker {
  readonly caller: Caller;
  /** In the names of what it makes. */
  readonly name: string;
  readonly random: () => number;
}

const LIVE_SETS_MIN = 2;
const LIVE_SETS_MAX = 5;

/** A set in one of its variants, which can be read off it. */
export function setOf(kind: SetKind, signature: string, variant: string) {
  if (kind === "classification-sets") {
    const [first, ...classes] = INTENT_SET.classes;
    return { ...INTENT_SET, signature, classes: [{ ...first, description: variant }, ...classes] };
  }
  const { tools, ...set } = lampToolset(signature);
  const [first, ...others] = tools;
  return { ...set, tools: [{ ...first, description: variant }, ...others] };
}

export type SetKind = "toolsets" | "classification-sets";

/** The variant of a set as it stands there; null for none. */
export async function variantAt(caller: Caller, kind: SetKind, signature: string): Promise<string | null> {
  const { status, body } = await caller.send("GET", `/v1/${kind}/${signature}`, { wanted: [200, 404] });
  if (status === 404) return null;
  const parts = body.tools ?? body.classes;
  return body.content_hash === contentHashOf(parts) ? parts[0].description : `of a wrong hash: ${body.content_hash}`;
}

/** Sets of one kind: created, replaced, deleted. */
export class SetWork implements Work {
  readonly #kept: Kept;
  readonly #worker: Worker;
  readonly #kind: SetKind;
  #made = 0;

  constructor(worker: Worker, kind: SetKind) {
    this.#worker = worker;
    this.#kind = kind;
    this.#kept = new Kept(`one of the ${kind},`, worker.random);
  }

  async step(): Promise<void> {
    const { caller, name, random } = this.#worker;
    const live = this.#kept.present;
    this.#made += 1;
    const variant = `Switches a lamp, as of change ${this.#made}`;
    const lot = random();
    if (live.length < LIVE_SETS_MIN || (live.length < LIVE_SETS_MAX && lot < 0.4)) {
      const signature = `${name}-${this.#made}`;
      const body = setOf(this.#kind, signature, variant);
      const created = () => caller.send("POST", `/v1/${this.#kind}`, { body, wanted: [201] });
      return await this.#kept.change(signature, variant, created);
    }
    const signature = pick(live, random);
    const path = `/v1/${this.#kind}/${signature}`;
    if (lot < 0.7) {
      const { signature: _, ...body } = setOf(this.#kind, signature, variant);
      return await this.#kept.change(signature, variant, () => caller.send("PUT", path, { body, wanted: [200] }));
    }
    await this.#kept.change(signature, null, () => caller.send("DELETE", path, { wanted: [204] }));
  }

  faults(all: boolean): Promise<readonly string[]> {
    return this.#kept.faults(all, (signature) => variantAt(this.#worker.caller, this.#kind, signature));
  }

  /** The sets that are there for certain, with their variants. */
  get present(): ReadonlyMap<string, string | null | undefined> {
    return new Map(this.#kept.present.map((signature) => [signature, this.#kept.stateOf(signature)]));
  }

  /** What of those `before` is not in another folder, in words; but for what was changed since. */
  async missingIn(data: string, before: SetWork["present"]): Promise<readonly string[]> {
    const { appId } = this.#worker.caller;
    const { stdout, stderr } = await runDragoman(["export", "--app", appId, "--data", data]);
    const missing = [...before].filter(
      ([signature, variant]) =>
        this.#kept.stateOf(signature) === variant && !(stdout.includes(signature) && stdout.includes(`${variant}"`)),
    );
    return missing.map(([signature, variant]) => `${signature} with "${variant}" is not in the backup: ${stderr}`);
  }
}

const ALIASES = 4;

/** A few aliases, put and removed again. */
export class AliasWork implements Work {
  readonly #worker: Worker;
  readonly #kept: Kept;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#kept = new Kept("the alias", worker.random);
  }

  async step(): Promise<void> {
    const { caller, name, random } = this.#worker;
    const alias = `${name}-alias-${Math.floor(random() * ALIASES)}`;
    const path = `/v1/aliases/${alias}`;
    if ((this.#kept.stateOf(alias) ?? null) !== null && random() < 0.3) {
      return await this.#kept.change(alias, null, () => caller.send("DELETE", path, { wanted: [204] }));
    }
    const signature = pick(BASE_SETS, random);
    await this.#kept.change(alias, signature, () =>
      caller.send("PUT", path, { body: { signature }, wanted: [200, 201] }),
    );
  }

  faults(all: boolean): Promise<readonly string[]> {
    return this.#kept.faults(all, async (alias) => {
      const { status, body } = await this.#worker.caller.send("GET", `/v1/aliases/${alias}`, { wanted: [200, 404] });
      return status === 404 ? null : body.signature;
    });
  }
}

const MEMORIES_MAX = 20;

/** Facts in memory banks, one bank after the other. */
export class BankWork implements Work {
  readonly #worker: Worker;
  readonly #kept: Kept;
  #bank: string | null = null;
  /** By the fact, which no other memory has. */
  readonly #paths = new Map<string, string>();
  #made = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#kept = new Kept("the memory of", worker.random);
  }

  async step(): Promise<void> {
    const { caller, name, random } = this.#worker;
    if (this.#bank === null || this.#made % MEMORIES_MAX === MEMORIES_MAX - 1) {
      this.#made += 1;
      const { body } = await caller.send("POST", "/v1/banks", { body: { name: `bank of ${name}` }, wanted: [201] });
      this.#bank = body.id;
    }
    const memories = `/v1/banks/${this.#bank}/memories`;
    const old = this.#kept.present.filter((fact) => this.#paths.get(fact)?.startsWith(memories));
    if (old.length > 3 && random() < 0.4) {
      const fact = pick(old, random);
      const path = this.#paths.get(fact) ?? "";
      return await this.#kept.change(fact, null, () => caller.send("DELETE", path, { wanted: [204] }));
    }
    this.#made += 1;
    const fact = `lamp ${this.#made} of ${name} is in the kitchen`;
    this.#paths.set(fact, memories);
    await this.#kept.change(fact, "there", async () => {
      const { body } = await caller.send("POST", memories, { body: { fact }, wanted: [201] });
      this.#paths.set(fact, `${memories}/${body.id}`);
    });
  }

  faults(all: boolean): Promise<readonly string[]> {
    return this.#kept.faults(all, async (fact) => {
      const [memories = ""] = /^.*\/memories/.exec(this.#paths.get(fact) ?? "") ?? [];
      const { body } = await this.#worker.caller.send("GET", `${memories}?limit=100`, { wanted: [200] });
      const found = body.data.find((memory: { readonly fact?: string }) => memory.fact === fact);
      if (found) this.#paths.set(fact, `${memories}/${found.id}`);
      return found ? "there" : null;
    });
  }
}

/** Of corrections, so many are taken back: whether they still answer, a model has to say. */
const TAKEN_BACK = 0.05;

/** Corrections: some as cases, some as feedback on an answer; some taken back. */
export class TeachingWork implements Work {
  readonly #worker: Worker;
  readonly #kept: Kept;
  /** By the sentence that was taught. */
  readonly #cases = new Map<string, string>();
  #made = 0;
  /** An answer on which no word was said yet. */
  #lastAnswer: string | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#kept = new Kept("what was taught of", worker.random);
  }

  async step(): Promise<void> {
    const { caller, name, random } = this.#worker;
    // A server that has just started has those who teach wait for its model.
    if (!caller.isModelReady) return;
    const lot = random();
    const taught = this.#kept.present;
    const cases = `/v1/toolsets/${BASE_SETS[0]}/cases`;
    this.#made += 1;
    const right = { tool: "get_weather", parameters: { city: `City ${this.#made}` } };
    if (taught.length === 0 || lot < 0.5) {
      const query = `the errand ${this.#made} of ${name}`;
      return await this.#kept.change(query, JSON.stringify(right), async () => {
        const { body } = await caller.send("POST", cases, { body: { query, ...right }, wanted: [201] });
        this.#cases.set(query, body.id);
      });
    }
    const query = pick(taught, random);
    if (lot > 1 - TAKEN_BACK) {
      const path = `${cases}/${this.#cases.get(query)}`;
      return await this.#kept.change(query, null, () => caller.send("DELETE", path, { wanted: [204] }));
    }
    const { requestId } = await this.#ask(query);
    this.#lastAnswer = requestId;
    if (lot > 0.8) return;
    await this.#kept.change(query, JSON.stringify(right), async () => {
      const body = { request_id: requestId, correct: false, ...right };
      const answer = await caller.send("POST", "/v1/feedback", { body, wanted: [200] });
      this.#cases.set(query, answer.body.taught);
    });
  }

  /** What was taught while there was no model is looked at when there is one. */
  async faults(all: boolean): Promise<readonly string[]> {
    if (!this.#worker.caller.isModelReady) return [];
    const faults = await this.#kept.faults(all, async (query) => {
      const { body } = await this.#ask(query);
      const isTaught = body.metadata.source === "taught" && body.metadata.taught.similarity === 1;
      if (!isTaught) return null;
      this.#cases.set(query, body.metadata.taught.case);
      const { tool, parameters } = body.resolved;
      return JSON.stringify({ tool, parameters });
    });
    const answer = this.#lastAnswer;
    this.#lastAnswer = null;
    if (answer === null) return faults;
    const body = { request_id: answer, correct: true };
    const { status } = await this.#worker.caller.send("POST", "/v1/feedback", { body, wanted: [200, 404] });
    return status === 200 ? faults : [...faults, `nobody remembers that the request ${answer} was answered`];
  }

  #ask(query: string) {
    const body = { query, toolsets: [BASE_SETS[0]] };
    return this.#worker.caller.send("POST", "/v1/resolve", { body, wanted: [200] });
  }
}
