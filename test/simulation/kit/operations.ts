/** What clients ask of the server, and what must be true of the answers. */
import { AliasOperations } from "./alias-operations.ts";
import {
  ALIASES,
  type Alias,
  type AppModel,
  CLASS_SETS,
  type Signature,
  TAUGHT_SET,
  TOOLSETS,
  TOPICS,
  type Topic,
  WORDS,
} from "./app-model.ts";
import { Asking, type Operation, type Outcome } from "./asking.ts";
import { GraduatedTools } from "./graduated-tools.ts";
import { KeyedRequests } from "./keyed-requests.ts";
import { LoggedQuestions } from "./logged-questions.ts";
import type { SimulatedModelServer } from "./model-server.ts";
import type { Reply } from "./node.ts";
import type { Call, Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";

/** A sentence, and what it means. */
export interface Question {
  readonly topic: Topic;
  readonly query: string;
}

interface Mood {
  readonly kind: "calm" | "eager" | "restless";
  readonly names: readonly string[];
  readonly topics: readonly Topic[];
  readonly words: readonly string[];
}

const NAMES = [...TOOLSETS, ...TOOLSETS, ...ALIASES];
const EAGER: Mood = { kind: "eager", names: NAMES, topics: TOPICS, words: WORDS };
/** Calls until clients are up to something else. */
const MOOD_CALLS_MAX = 400;
const MOODS = [
  { kind: "calm", weight: 5 },
  { kind: "restless", weight: 3 },
  { kind: "eager", weight: 3 },
] as const;
/** Changes in a calm time, as a share of those in another. */
const CALM_CHANGES = 0.12;
/** What is changed in a calm time is what is asked for, so often. */
const CHANGES_ASKED_SHARE = 0.8;
const ASKED_AGAIN = 2;

export class Operations {
  readonly #oracle: Oracle;
  readonly #random: SeededRandom;
  readonly #calls: Asking;
  readonly keyed: KeyedRequests;
  readonly logged: LoggedQuestions;
  readonly graduated: GraduatedTools;
  readonly aliased: AliasOperations;

  /** What clients are up to for a while: the same question over and over, that and changes of what it is asked of, or many changes. */
  #mood: Mood = EAGER;
  #moodLeft = 0;

  constructor(oracle: Oracle, random: SeededRandom, server: SimulatedModelServer) {
    this.#oracle = oracle;
    this.#random = random;
    this.#calls = new Asking(oracle);
    this.keyed = new KeyedRequests(oracle, random, this.#calls);
    this.logged = new LoggedQuestions(oracle, random, this.#calls);
    this.graduated = new GraduatedTools(oracle, random, this.#calls, server);
    const missing = (app: AppModel, call: Call, alias: Alias) => this.#readMissing(app, call, alias);
    this.aliased = new AliasOperations(oracle, random, this.#calls, missing);
  }

  exchange(app: AppModel): Operation {
    return this.#calls.exchange(app);
  }

  /** The next call of a client of this app, or null where there is nothing to ask. */
  next(app: AppModel): Operation | null {
    this.#oracle.passTime(app);
    if (app.token === null) return this.#calls.exchange(app);
    const follows = app.follows.shift();
    if (follows) return follows();
    if (this.#moodLeft === 0) this.#change();
    this.#moodLeft -= 1;
    return this.#random.weighted(this.#kinds[this.#mood.kind]).make(app);
  }

  #change(): void {
    this.#moodLeft = 1 + this.#random.below(MOOD_CALLS_MAX);
    const { kind } = this.#random.weighted(MOODS);
    this.#mood =
      kind === "eager"
        ? EAGER
        : {
            kind,
            names: [this.#random.pick(kind === "restless" ? [...TOOLSETS, ...ALIASES] : NAMES)],
            topics: [this.#random.pick(TOPICS)],
            words: [this.#random.pick(WORDS)],
          };
  }

  readonly #asking = [
    { weight: 30, make: (app: AppModel) => this.#resolve(app) },
    { weight: 12, make: (app: AppModel) => this.resolveTaught(app, this.#question()) },
    { weight: 12, make: (app: AppModel) => this.#classify(app) },
    { weight: 4, make: (app: AppModel) => this.#useRevoked(app) },
    { weight: 30, make: (app: AppModel) => (app.graduates ? this.graduated.ask(app) : this.#resolve(app)) },
  ];

  readonly #changing = [
    { weight: 8, make: (app: AppModel) => this.#changeSet(app) },
    { weight: 5, make: (app: AppModel) => this.#readSet(app) },
    { weight: 5, make: (app: AppModel) => this.#changeAlias(app) },
    { weight: 3, make: (app: AppModel) => this.aliased.read(app, this.#random.pick(ALIASES)) },
    { weight: 6, make: (app: AppModel) => this.#correct(app) },
    { weight: 12, make: (app: AppModel) => this.keyed.next(app) },
    { weight: 3, make: (app: AppModel) => this.#batch(app) },
    { weight: 2, make: (app: AppModel) => this.#readOthers(app) },
    { weight: 1, make: (app: AppModel) => this.#calls.exchange(app) },
    { weight: 5, make: (app: AppModel) => this.logged.ask(app) },
    { weight: 1, make: (app: AppModel) => this.logged.read(app) },
    { weight: 2, make: (app: AppModel) => (app.graduates ? this.graduated.report(app) : null) },
    { weight: 1, make: (app: AppModel) => this.logged.delete(app) },
  ];

  readonly #kinds = {
    eager: [...this.#asking, ...this.#changing],
    restless: [...this.#asking, { weight: 8, make: (app: AppModel) => this.#changeAsked(app) }],
    calm: [...this.#asking, ...this.#changing.map(({ weight, make }) => ({ weight: weight * CALM_CHANGES, make }))],
  };

  #changeAsked(app: AppModel): Operation {
    const isAlias = this.#mood.names.some((name) => name in app.aliases);
    return isAlias ? this.#changeAlias(app) : this.#changeSet(app);
  }

  /** Mostly what clients ask for at the time, where that is one of them. */
  #oneOf<Name extends string>(names: readonly Name[]): Name {
    const asked = names.filter((name) => this.#mood.names.includes(name));
    const isAsked = asked.length > 0 && this.#random.chance(CHANGES_ASKED_SHARE);
    return this.#random.pick(isAsked ? asked : names);
  }

  #question(): Question {
    const topic = this.#random.pick(this.#mood.topics);
    return { topic, query: `${topic} in ${this.#random.pick(this.#mood.words)}` };
  }

  #resolve(app: AppModel): Operation {
    return this.#resolveBy(app, this.#random.pick(this.#mood.names));
  }

  /** Those who ask the whole time ask right after it has changed. */
  #askedAgain(app: AppModel, name: string): void {
    if (!this.#mood.names.includes(name)) return;
    for (let count = 0; count < ASKED_AGAIN; count += 1) app.follows.push(() => this.#resolveBy(app, name));
  }

  #resolveBy(app: AppModel, name: string): Operation {
    return this.resolve(app, name, this.#question());
  }

  resolve(app: AppModel, name: string, { topic, query }: Question): Operation {
    return this.#calls.ask(app, {
      name: "resolve",
      sent: { method: "POST", path: "/v1/resolve", body: { query, toolsets: [name] } },
      checked: (reply, call) => this.#checkResolved(app, call, { name, topic }, reply.json),
      missing: (_, call) => this.#readMissing(app, call, name),
    });
  }

  #checkResolved(app: AppModel, call: Call, asked: { name: string; topic: Topic }, json: unknown): void {
    const { resolved } = json as { resolved: { tool: string; parameters: { version?: number } } };
    const found = /^zq\d+zq_(s\d)_(\w+)$/.exec(resolved.tool);
    if (!found || found[2] !== asked.topic)
      this.#oracle.violate(call, `${asked.topic} is answered with ${resolved.tool}`);
    const signature = found[1] as (typeof TOOLSETS)[number];
    if (asked.name !== signature) this.#readAliasSide(app, call, asked.name, signature);
    const { version } = resolved.parameters;
    if (version === undefined) this.#oracle.violate(call, "the default is not filled");
    this.#oracle.read(call, `version of ${signature}`, app.sets[signature], version);
  }

  #readAliasSide(app: AppModel, call: Call, name: string, signature: (typeof TOOLSETS)[number]): void {
    const register = app.aliases[name as (typeof ALIASES)[number]];
    const allowed = register.allowed(call.begun);
    if (allowed.includes(signature) && !allowed.includes("split"))
      this.#oracle.read(call, `alias ${name}`, register, signature);
    else if (!allowed.includes("split"))
      this.#oracle.violate(call, `alias ${name} led to ${signature}, and may lead to ${JSON.stringify(allowed)}`);
  }

  #readMissing(app: AppModel, call: Call, name: string): void {
    if (name in app.aliases) {
      const register = app.aliases[name as (typeof ALIASES)[number]];
      // A set that an alias stands for cannot be deleted.
      this.#oracle.glimpsed(call, `alias ${name}`, register, null);
    } else this.#oracle.glimpsed(call, `version of ${name}`, app.sets[name as Signature], 0);
  }

  resolveTaught(app: AppModel, { topic, query }: Question): Operation {
    return this.#calls.ask(app, {
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
    return this.#calls.ask(app, {
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
    return this.#calls.ask(app, {
      name: "classify",
      sent: {
        method: "POST",
        path: "/v1/classify",
        body: { data: query, classification_set: name },
      },
      checked: (reply, call) => {
        const { classifications } = reply.json as { classifications: { label: string }[] };
        const [, signature, version, label] = classifications[0]?.label.split("_") ?? [];
        if (signature !== name || label !== topic)
          this.#oracle.violate(call, `${topic} is labelled ${signature} ${label}`);
        this.#oracle.read(call, `version of ${name}`, app.sets[name], Number(version));
      },
      missing: (_, call) => this.#readMissing(app, call, name),
    });
  }

  #changeSet(app: AppModel): Operation {
    const signature = this.#oneOf<Signature>([...TOOLSETS, ...CLASS_SETS]);
    const register = app.sets[signature];
    const path = signature.startsWith("c") ? "/v1/classification-sets" : "/v1/toolsets";
    app.version += 1;
    const { version } = app;
    const made = signature.startsWith("c")
      ? { classes: app.classesOf(signature, version) }
      : { tools: app.toolsOf(signature, version) };
    const kind = this.#random.weighted([
      { weight: 5, method: "POST" },
      { weight: 6, method: "PUT" },
      { weight: 0.5, method: "DELETE" },
    ]).method;
    const write = register.begin(kind === "DELETE" ? 0 : version, this.#oracle.now());
    const ended = (outcome: Outcome) => this.#oracle.wrote(register, write, outcome);
    const missing = (_: Reply, call: Call) => this.#oracle.read(call, `version of ${signature}`, register, 0);
    if (kind === "POST") {
      const body = { name: `${app.mark} set`, signature, ...made };
      return this.#calls.ask(app, { name: "create", sent: { method: kind, path, body }, ended, mayBe: [409] });
    }
    const sent = { method: kind, path: `${path}/${signature}` };
    if (kind === "DELETE") return this.#calls.ask(app, { name: "delete", sent, ended, missing, mayBe: [409] });
    const body = { name: `${app.mark} set`, ...made };
    const replaced = (outcome: Outcome) => {
      ended(outcome);
      if (outcome === "done") this.#askedAgain(app, signature);
    };
    return this.#calls.ask(app, { name: "replace", sent: { ...sent, body }, ended: replaced, missing });
  }

  #readSet(app: AppModel): Operation {
    return this.readSet(app, this.#random.pick([...TOOLSETS, ...CLASS_SETS]));
  }

  readSet(app: AppModel, signature: Signature): Operation {
    const path = signature.startsWith("c") ? "/v1/classification-sets" : "/v1/toolsets";
    return this.#calls.ask(app, {
      name: "read set",
      sent: { method: "GET", path: `${path}/${signature}` },
      checked: (reply, call) =>
        this.#oracle.read(call, `version of ${signature}`, app.sets[signature], versionIn(reply.json)),
      missing: (_, call) => this.#readMissing(app, call, signature),
    });
  }

  #changeAlias(app: AppModel): Operation {
    const alias = this.#oneOf(ALIASES);
    return this.aliased.change(app, alias, this.aliased.anyTarget(), () => this.#askedAgain(app, alias));
  }

  #batch(app: AppModel): Operation {
    const asked = Array.from({ length: 3 }, () => {
      const topic = this.#random.pick(TOPICS);
      const name = this.#random.pick(TOOLSETS);
      return { name, topic, query: `${topic} in ${this.#random.pick(WORDS)}` };
    });
    const requests = asked.map(({ name, query }) => ({ type: "resolve", body: { query, toolsets: [name] } }));
    return this.#calls.ask(app, {
      name: "batch",
      sent: { method: "POST", path: "/v1/batch", body: { requests } },
      cost: requests.length,
      // As a request of its own that is told of no storage.
      mayBeCharged: (reply) =>
        (reply.json as { results: { status: number }[] }).results.filter(({ status }) => status === 503).length,
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

  /** Something that costs one request, and is always there. */
  pay(app: AppModel): Operation {
    return this.#calls.ask(app, { name: "pay", sent: { method: "GET", path: "/v1/banks" } });
  }

  #readOthers(app: AppModel): Operation | null {
    const other = this.#oracle.apps.find(({ index }) => index !== app.index);
    if (!other || other.bank === "") return null;
    return this.#calls.ask(app, {
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
    return this.#calls.ask(app, {
      name: "use a revoked key",
      sent: { method: "GET", path: "/v1/banks" },
      as: oldToken,
    });
  }
}

function versionIn(json: unknown): number {
  const set = json as {
    classes?: { label: string }[];
    tools?: { parameters: { properties: { version: { default: number } } } }[];
  };
  if (set.tools) return set.tools[0]?.parameters.properties.version.default ?? 0;
  return Number(set.classes?.[0]?.label.split("_")[2]);
}
