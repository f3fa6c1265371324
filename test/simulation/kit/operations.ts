/** What clients ask of the server, and what must be true of the answers. */
import {
  ALIASES,
  type AliasTarget,
  type AppModel,
  CLASS_SETS,
  type KeyedRequest,
  type Signature,
  TAUGHT_SET,
  TOOLSETS,
  TOPICS,
  type Topic,
  WORDS,
} from "./app-model.ts";
import type { Reply, Sent } from "./node.ts";
import type { Call, Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";

/** What a client does with one call. Exactly one of the three ends it. */
export interface Operation {
  readonly name: string;
  readonly app: AppModel;
  readonly sent: Sent;
  /** May be sent twice. */
  readonly isKeyed: boolean;
  answered(reply: Reply): void;
  /** It came to the server, and nobody will hear what came of it. */
  lost(): void;
  /** It never came to the server. */
  never(): void;
}

/** How an answer ends a change. */
type Outcome = "done" | "failed" | "lost" | "refused";

interface Asked {
  readonly name: string;
  readonly sent: Omit<Sent, "headers"> & { readonly headers?: Readonly<Record<string, string>> };
  readonly cost?: number;
  /** What has to be there for it, where that is something else. */
  readonly price?: number;
  /** Of a 2xx. */
  readonly checked?: (reply: Reply, call: Call) => void;
  /** Of a 404, which is as good as an answer. */
  readonly missing?: (reply: Reply, call: Call) => void;
  readonly ended?: (outcome: Outcome) => void;
  /** In the place of the app's own. */
  readonly as?: { readonly token: string; readonly apiKey: string };
  /** Statuses besides 2xx and those that anything may be answered with. */
  readonly mayBe?: readonly number[];
}

/** May be answered to any call: who asks is known no more, cannot pay, was too quick, or the disk fails. */
const ANY_CALL = [401, 402, 403, 429, 503];
/** Memories of one bank. */
const MEMORIES_MAX = 90;
/** Requests under keys that are remembered, to be sent again. */
const KEYED_MAX = 12;

interface Mood {
  readonly isCalm: boolean;
  readonly names: readonly string[];
  readonly topics: readonly Topic[];
  readonly words: readonly string[];
}

const NAMES = [...TOOLSETS, ...TOOLSETS, ...ALIASES];
const EAGER: Mood = { isCalm: false, names: NAMES, topics: TOPICS, words: WORDS };
/** Calls until clients are up to something else. */
const MOOD_CALLS_MAX = 400;
const CALM_SHARE = 0.6;
/** Changes in a calm time, as a share of those in another. */
const CALM_CHANGES = 0.12;

export class Operations {
  readonly #oracle: Oracle;
  readonly #random: SeededRandom;

  /** What clients are up to for a while: the same few questions over and over, or many changes. */
  #mood: Mood = EAGER;
  #moodLeft = 0;

  constructor(oracle: Oracle, random: SeededRandom) {
    this.#oracle = oracle;
    this.#random = random;
  }

  /** The next call of a client of this app, or null where there is nothing to ask. */
  next(app: AppModel): Operation | null {
    if (app.token === null) return this.exchange(app);
    if (this.#moodLeft === 0) this.#change();
    this.#moodLeft -= 1;
    return this.#random.weighted(this.#kinds[this.#mood.isCalm ? "calm" : "eager"]).make(app);
  }

  #change(): void {
    this.#moodLeft = 1 + this.#random.below(MOOD_CALLS_MAX);
    this.#mood = this.#random.chance(CALM_SHARE)
      ? { isCalm: true, names: [this.#random.pick(NAMES)], topics: [this.#random.pick(TOPICS)], words: [this.#random.pick(WORDS)] }
      : EAGER;
  }

  readonly #asking = [
    { weight: 30, make: (app: AppModel) => this.#resolve(app) },
    { weight: 12, make: (app: AppModel) => this.#resolveTaught(app) },
    { weight: 12, make: (app: AppModel) => this.#classify(app) },
  ];

  readonly #changing = [
    { weight: 8, make: (app: AppModel) => this.#changeSet(app) },
    { weight: 5, make: (app: AppModel) => this.#readSet(app) },
    { weight: 5, make: (app: AppModel) => this.#changeAlias(app) },
    { weight: 3, make: (app: AppModel) => this.#readAlias(app) },
    { weight: 6, make: (app: AppModel) => this.#correct(app) },
    { weight: 12, make: (app: AppModel) => this.#keyedAgain(app) },
    { weight: 3, make: (app: AppModel) => this.#batch(app) },
    { weight: 2, make: (app: AppModel) => this.#readOthers(app) },
    { weight: 2, make: (app: AppModel) => this.#useRevoked(app) },
    { weight: 1, make: (app: AppModel) => this.exchange(app) },
  ];

  readonly #kinds = {
    eager: [...this.#asking, ...this.#changing],
    calm: [...this.#asking, ...this.#changing.map(({ weight, make }) => ({ weight: weight * CALM_CHANGES, make }))],
  };

  exchange(app: AppModel): Operation {
    const { apiKey } = app;
    const oracle = this.#oracle;
    const call = oracle.begin(app, "exchange");
    return {
      name: call.what,
      app,
      isKeyed: false,
      sent: { method: "POST", path: "/v1/auth", headers: {}, body: { api_key: apiKey } },
      answered: (reply) => {
        oracle.checkAnswer(call, reply);
        if (reply.status === 200) {
          this.#checkKey(call, apiKey);
          oracle.read(call, "the status", app.status, "active");
          const { access_token } = reply.json as { readonly access_token: string };
          if (app.apiKey === apiKey) app.token = access_token;
        } else if (reply.status === 403) oracle.read(call, "the status", app.status, "suspended");
        else if (reply.status === 401 && app.apiKey === apiKey && !app.revoked.has(apiKey))
          oracle.violate(call, "a good key is refused");
        else if (![401, 429, 503].includes(reply.status)) oracle.violate(call, `answered with ${reply.status}`);
        oracle.end(call);
      },
      lost: () => oracle.end(call),
      never: () => oracle.end(call),
    };
  }

  /** A request of a key that was sent before, word for word. */
  repeat(app: AppModel, keyed: KeyedRequest): Operation {
    const sent = { method: "POST", path: keyed.path, body: keyed.body, headers: { "Idempotency-Key": keyed.key } };
    if (!keyed.isSent) app.money.suspect(keyed.cost);
    keyed.isSent = true;
    return this.#ask(app, {
      name: keyed.path === "/v1/resolve" ? "keyed resolve" : "keyed memory",
      sent,
      cost: 0,
      price: keyed.cost,
      ended: (outcome) => {
        if (outcome === "done") keyed.isOpen = false;
        if (outcome !== "lost" && outcome !== "failed") return;
        keyed.isOpen = true;
        keyed.timesCut += 1;
      },
      checked: (reply, call) => this.#checkKeyed(app, keyed, reply, call),
    });
  }

  #checkKeyed(app: AppModel, keyed: KeyedRequest, reply: Reply, call: Call): void {
    if (!keyed.isPaid) app.money.known(keyed.cost);
    keyed.isPaid = true;
    if (reply.headers["idempotency-replayed"] !== "true") {
      if (keyed.isMade) this.#oracle.violate(call, "what was answered under this key was worked on again");
      keyed.isMade = true;
    }
    const text = JSON.stringify(reply.json);
    if (keyed.answer === null) keyed.answer = { status: reply.status, text };
    else if (keyed.answer.status !== reply.status || keyed.answer.text !== text) {
      this.#oracle.violate(call, `the same key was answered ${keyed.answer.status} ${keyed.answer.text}, and now ${reply.status} ${text}`);
    }
  }

  #keyedAgain(app: AppModel): Operation | null {
    if (app.keyed.length > 0 && this.#random.chance(0.6)) return this.repeat(app, this.#random.pick(app.keyed));
    const settled = app.keyed.findIndex(({ isOpen }) => !isOpen);
    if (app.keyed.length >= KEYED_MAX && settled >= 0) app.keyed.splice(settled, 1);
    const keyed = this.#newKeyed(app);
    app.keyed.push(keyed);
    return this.repeat(app, keyed);
  }

  #newKeyed(app: AppModel): KeyedRequest {
    app.version += 1;
    const key = `${app.mark}-${app.version}`;
    const common = { key, answer: null, isPaid: false, isMade: false, isSent: false, isOpen: false, timesCut: 0, cost: 1 };
    if (app.memories < MEMORIES_MAX && this.#random.chance(0.3)) {
      app.memories += 1;
      const keyed = { ...common, path: `/v1/banks/${app.bank}/memories`, body: { fact: `${key} is a fact` } };
      app.facts.push(keyed);
      return keyed;
    }
    const query = `${this.#random.pick(TOPICS)} in ${this.#random.pick(WORDS)}`;
    return { ...common, path: "/v1/resolve", body: { query, toolsets: [TAUGHT_SET] } };
  }

  #question(): { readonly topic: Topic; readonly query: string } {
    const topic = this.#random.pick(this.#mood.topics);
    return { topic, query: `${topic} in ${this.#random.pick(this.#mood.words)}` };
  }

  #resolve(app: AppModel): Operation {
    const name = this.#random.pick(this.#mood.names);
    const { topic, query } = this.#question();
    return this.#ask(app, {
      name: "resolve",
      sent: { method: "POST", path: "/v1/resolve", body: { query, toolsets: [name] } },
      checked: (reply, call) => this.#checkResolved(app, call, { name, topic }, reply.json),
      missing: (_, call) => this.#readMissing(app, call, name),
    });
  }

  #checkResolved(app: AppModel, call: Call, asked: { name: string; topic: Topic }, json: unknown): void {
    const { resolved } = json as { resolved: { tool: string; parameters: { version?: number } } };
    const found = /^zq\d+zq_(s\d)_(\w+)$/.exec(resolved.tool);
    if (!found || found[2] !== asked.topic) return this.#oracle.violate(call, `${asked.topic} is answered with ${resolved.tool}`);
    const signature = found[1] as (typeof TOOLSETS)[number];
    if (asked.name !== signature) this.#readAliasSide(app, call, asked.name, signature);
    const { version } = resolved.parameters;
    if (version === undefined) return this.#oracle.violate(call, "the default is not filled");
    this.#oracle.read(call, `version of ${signature}`, app.sets[signature], version);
  }

  #readAliasSide(app: AppModel, call: Call, name: string, signature: (typeof TOOLSETS)[number]): void {
    const register = app.aliases[name as (typeof ALIASES)[number]];
    const allowed = register.allowed(call.begun);
    if (allowed.includes(signature) && !allowed.includes("split")) this.#oracle.read(call, `alias ${name}`, register, signature);
    else if (!allowed.includes("split"))
      this.#oracle.violate(call, `alias ${name} led to ${signature}, and may lead to ${JSON.stringify(allowed)}`);
  }

  #readMissing(app: AppModel, call: Call, name: string): void {
    if (name in app.aliases) {
      const register = app.aliases[name as (typeof ALIASES)[number]];
      // A set that an alias stands for cannot be deleted.
      this.#oracle.read(call, `alias ${name}`, register, null);
    } else this.#oracle.read(call, `version of ${name}`, app.sets[name as Signature], 0);
  }

  #resolveTaught(app: AppModel): Operation {
    const { topic, query } = this.#question();
    return this.#ask(app, {
      name: "resolve taught",
      sent: { method: "POST", path: "/v1/resolve", body: { query, toolsets: [TAUGHT_SET] } },
      checked: (reply, call) => {
        const { resolved } = reply.json as { resolved: { tool: string } };
        const answer = resolved.tool.split("_")[2] as Topic;
        this.#oracle.read(call, `answer to "${query}"`, app.correction(query, topic), answer);
        const requestId = reply.headers["x-request-id"];
        if (requestId !== undefined) app.answered.set(query, requestId);
      },
    });
  }

  #correct(app: AppModel): Operation | null {
    const questions = [...app.answered];
    if (questions.length === 0) return null;
    const [query, requestId] = this.#random.pick(questions);
    app.answered.delete(query);
    const topic = this.#random.pick(TOPICS);
    const register = app.correction(query, query.split(" ")[0] as Topic);
    const write = register.begin(topic, this.#oracle.now());
    return this.#ask(app, {
      name: "correct",
      sent: {
        method: "POST",
        path: "/v1/feedback",
        body: { request_id: requestId, correct: false, tool: `${app.mark}_${TAUGHT_SET}_${topic}`, parameters: {} },
      },
      mayBe: [404],
      ended: (outcome) => this.#oracle.wrote(register, write, outcome),
    });
  }

  #classify(app: AppModel): Operation {
    const name = this.#random.pick(CLASS_SETS);
    const { topic, query } = this.#question();
    return this.#ask(app, {
      name: "classify",
      sent: {
        method: "POST",
        path: "/v1/classify",
        body: { data: query, classification_set: name },
      },
      checked: (reply, call) => {
        const { classifications } = reply.json as { classifications: { label: string }[] };
        const [, signature, version, label] = classifications[0]?.label.split("_") ?? [];
        if (signature !== name || label !== topic) this.#oracle.violate(call, `${topic} is labelled ${signature} ${label}`);
        this.#oracle.read(call, `version of ${name}`, app.sets[name], Number(version));
      },
      missing: (_, call) => this.#readMissing(app, call, name),
    });
  }

  #changeSet(app: AppModel): Operation {
    const signature = this.#random.pick([...TOOLSETS, ...CLASS_SETS]);
    const register = app.sets[signature];
    const path = signature.startsWith("c") ? "/v1/classification-sets" : "/v1/toolsets";
    app.version += 1;
    const { version } = app;
    const made = signature.startsWith("c")
      ? { classes: app.classesOf(signature, version) }
      : { tools: app.toolsOf(signature, version) };
    const kind = this.#random.weighted([
      { weight: 2, method: "POST" },
      { weight: 6, method: "PUT" },
      { weight: 1, method: "DELETE" },
    ]).method;
    const write = register.begin(kind === "DELETE" ? 0 : version, this.#oracle.now());
    const ended = (outcome: Outcome) => this.#oracle.wrote(register, write, outcome);
    const missing = (_: Reply, call: Call) => this.#oracle.read(call, `version of ${signature}`, register, 0);
    if (kind === "POST") {
      const body = { name: `${app.mark} set`, signature, ...made };
      return this.#ask(app, { name: "create", sent: { method: kind, path, body }, ended, mayBe: [409] });
    }
    const sent = { method: kind, path: `${path}/${signature}` };
    if (kind === "DELETE") return this.#ask(app, { name: "delete", sent, ended, missing, mayBe: [409] });
    const body = { name: `${app.mark} set`, ...made };
    return this.#ask(app, { name: "replace", sent: { ...sent, body }, ended, missing });
  }

  #readSet(app: AppModel): Operation {
    return this.readSet(app, this.#random.pick([...TOOLSETS, ...CLASS_SETS]));
  }

  readSet(app: AppModel, signature: Signature): Operation {
    const path = signature.startsWith("c") ? "/v1/classification-sets" : "/v1/toolsets";
    return this.#ask(app, {
      name: "read set",
      sent: { method: "GET", path: `${path}/${signature}` },
      checked: (reply, call) =>
        this.#oracle.read(call, `version of ${signature}`, app.sets[signature], versionIn(reply.json)),
      missing: (_, call) => this.#oracle.read(call, `version of ${signature}`, app.sets[signature], 0),
    });
  }

  #changeAlias(app: AppModel): Operation {
    const alias = this.#random.pick(ALIASES);
    const register = app.aliases[alias];
    const target = this.#random.pick<AliasTarget>(["s0", "s0", "s1", "s1", "split", null]);
    const write = register.begin(target, this.#oracle.now());
    const ended = (outcome: Outcome) => this.#oracle.wrote(register, write, outcome);
    const path = `/v1/aliases/${alias}`;
    if (target === null) {
      const missing = (_: Reply, call: Call) => this.#oracle.read(call, `alias ${alias}`, register, null);
      return this.#ask(app, { name: "delete alias", sent: { method: "DELETE", path }, ended, missing });
    }
    const split = [
      { signature: "s0", percent: 50 },
      { signature: "s1", percent: 50 },
    ];
    const body = target === "split" ? { split } : { signature: target };
    return this.#ask(app, { name: "put alias", sent: { method: "PUT", path, body }, ended, mayBe: [404] });
  }

  #readAlias(app: AppModel): Operation {
    return this.readAlias(app, this.#random.pick(ALIASES));
  }

  readAlias(app: AppModel, alias: (typeof ALIASES)[number]): Operation {
    const register = app.aliases[alias];
    return this.#ask(app, {
      name: "read alias",
      sent: { method: "GET", path: `/v1/aliases/${alias}` },
      checked: (reply, call) => this.#oracle.read(call, `alias ${alias}`, register, targetIn(reply.json)),
      missing: (_, call) => this.#oracle.read(call, `alias ${alias}`, register, null),
    });
  }

  /** All facts that were acknowledged are there once; those that were cut off may be there again. */
  readMemories(app: AppModel): Operation {
    return this.#ask(app, {
      name: "read memories",
      sent: { method: "GET", path: `/v1/banks/${app.bank}/memories?limit=100` },
      checked: (reply, call) => {
        const { data } = reply.json as { data: { fact: string }[] };
        for (const { key, isPaid, timesCut, path } of app.facts) {
          if (path === "/v1/resolve") continue;
          const count = data.filter(({ fact }) => fact.startsWith(`${key} `)).length;
          const isRight = count <= 1 + timesCut && (count > 0 || !isPaid);
          if (!isRight) this.#oracle.violate(call, `the memory ${key} is there ${count} times, and was cut off ${timesCut} times`);
        }
      },
    });
  }

  #batch(app: AppModel): Operation {
    const asked = Array.from({ length: 3 }, () => {
      const topic = this.#random.pick(TOPICS);
      const name = this.#random.pick(TOOLSETS);
      return { name, topic, query: `${topic} in ${this.#random.pick(WORDS)}` };
    });
    const requests = asked.map(({ name, query }) => ({ type: "resolve", body: { query, toolsets: [name] } }));
    return this.#ask(app, {
      name: "batch",
      sent: { method: "POST", path: "/v1/batch", body: { requests } },
      cost: requests.length,
      checked: (reply, call) => {
        const { results } = reply.json as { results: { status: number; body: unknown }[] };
        for (const [index, { status, body }] of results.entries()) {
          const one = asked[index];
          if (one && status === 200) this.#checkResolved(app, call, one, body);
          else if (one && status === 404) this.#readMissing(app, call, one.name);
          else if (![402, 403, 503].includes(status)) this.#oracle.violate(call, `an item is answered with ${status}`);
        }
      },
    });
  }

  #readOthers(app: AppModel): Operation | null {
    const other = this.#oracle.apps.find(({ index }) => index !== app.index);
    if (!other || other.bank === "") return null;
    return this.#ask(app, {
      name: "read another's",
      sent: { method: "GET", path: `/v1/banks/${other.bank}` },
      checked: (_, call) => this.#oracle.violate(call, "another app's bank is shown"),
      missing: () => {},
    });
  }

  /** Whoever has a token of a key that was revoked is let in nowhere. */
  #useRevoked(app: AppModel): Operation | null {
    const { oldToken } = app;
    if (oldToken === null) return null;
    return this.#ask(app, { name: "use a revoked key", sent: { method: "GET", path: "/v1/banks" }, as: oldToken });
  }

  /** Everything that is the same for all calls of an app. */
  #ask(app: AppModel, asked: Asked): Operation {
    const { name, sent, cost = 1, price = cost, mayBe = [], ended = () => {} } = asked;
    const oracle = this.#oracle;
    const call = oracle.begin(app, name);
    const { apiKey, token } = asked.as ?? app;
    const money = app.money.begin(cost);
    const key = sent.headers?.["Idempotency-Key"];
    const end = (outcome: Outcome) => {
      ended(outcome);
      oracle.end(call);
    };
    const answered = (reply: Reply) => {
      const { status } = reply;
      oracle.checkAnswer(call, reply);
      if (status === 503) {
        money.lost();
        return end("failed");
      }
      if (status >= 200 && status < 300) {
        this.#checkKey(call, apiKey);
        oracle.read(call, "the status", app.status, "active");
        const used = usedIn(reply.json) ?? cost;
        const isReplayed = reply.headers["idempotency-replayed"] === "true";
        const remaining = remainingIn(reply.json);
        if (!isReplayed && remaining !== null && key === undefined) {
          const fault = money.fault(remaining, used);
          if (fault !== null) oracle.violate(call, fault);
        }
        if (used > cost && key === undefined) oracle.violate(call, `${used} are charged for what costs ${cost}`);
        if (!isReplayed && used > 0) oracle.countInWindow(call, reply);
        money.answered(key === undefined ? used : 0);
        asked.checked?.(reply, call);
        return end("done");
      }
      money.answered(0);
      if (status === 404 && asked.missing) asked.missing(reply, call);
      else if (!ANY_CALL.includes(status) && !mayBe.includes(status))
        oracle.violate(call, `answered with ${status}: ${JSON.stringify(reply.json)}`);
      if (status === 402 && !money.mayBeRefused(price)) oracle.violate(call, "refused as unpaid, and there is enough");
      if (status === 403) oracle.read(call, "the status", app.status, "suspended");
      if (status === 401 && app.token === token) app.token = null;
      end("refused");
    };
    return {
      name,
      app,
      isKeyed: key !== undefined,
      sent: { ...sent, headers: { ...sent.headers, Authorization: `Bearer ${token}` } },
      answered,
      lost: () => {
        money.lost();
        end("lost");
      },
      never: () => {
        money.answered(0);
        ended("refused");
        oracle.end(call);
      },
    };
  }

  #checkKey(call: Call, apiKey: string): void {
    const revoked = call.app.revoked.get(apiKey);
    if (revoked !== undefined && revoked < call.begun) this.#oracle.violate(call, "a revoked key is good");
  }
}

function versionIn(json: unknown): number {
  const set = json as { classes?: { label: string }[]; tools?: { parameters: { properties: { version: { default: number } } } }[] };
  if (set.tools) return set.tools[0]?.parameters.properties.version.default ?? 0;
  return Number(set.classes?.[0]?.label.split("_")[2]);
}

function targetIn(json: unknown): AliasTarget {
  const { signature, split } = json as { signature?: string | null; split?: unknown };
  return split ? "split" : (signature as AliasTarget);
}

function usedIn(json: unknown): number | null {
  return (json as { metadata?: { requests_used?: number } } | null)?.metadata?.requests_used ?? null;
}

function remainingIn(json: unknown): number | null {
  return (json as { metadata?: { requests_remaining?: number } } | null)?.metadata?.requests_remaining ?? null;
}
