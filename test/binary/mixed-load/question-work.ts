/** Questions, under idempotency keys and without, that were asked before and that were not. */

import { INTENT_SET } from "../kit.ts";
import type { Work, Worker } from "./app-work.ts";
import { BASE_SETS } from "./app-work.ts";
import type { Answer, Caller } from "./caller.ts";
import { pick } from "./kept.ts";

interface Question {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  readonly cost: number;
  /** Null while nobody knows. */
  answer: Pick<Answer, "status" | "text"> | null;
}

const RESOLVED = {
  path: "/v1/resolve",
  body: { query: "switch on the lamp in the kitchen", toolsets: [BASE_SETS[0]] },
  cost: 1,
};
const CLASSIFIED = {
  path: "/v1/classify",
  body: { data: "where is my parcel", classification_set: INTENT_SET.signature },
  cost: 1,
};
/** What the cache answers, once it was asked. */
const KNOWN = [RESOLVED, CLASSIFIED, { ...RESOLVED, path: "/v1/resolve-respond", cost: 2 }];
/** Of the questions, that were not asked before. Without its model a server has them wait until it is there. */
const NEW_SHARE = 0.3;
const NEW_SHARE_WITHOUT_MODEL = 0.01;
/** Questions of before that are repeated after each crash. */
const OLD_ONES_REPEATED = 3;

/** Asks what every worker will ask again. */
export async function askKnown(caller: Caller): Promise<void> {
  for (const { path, body, cost } of KNOWN) await caller.send("POST", path, { body, cost, wanted: [200] });
}

/** Who asks again under the same key gets the answer that was given, and has paid once. */
export class QuestionWork implements Work {
  readonly #worker: Worker;
  readonly #old: Question[] = [];
  #asked: Question[] = [];
  #count = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  async step(): Promise<void> {
    const { caller, name, random } = this.#worker;
    this.#count += 1;
    const number = `${name}-${this.#count}`;
    if (random() < 0.3) {
      await caller.send("POST", "/v1/resolve", { body: RESOLVED.body, wanted: [200] });
      return;
    }
    const question: Question = { key: number, answer: null, ...this.#another(number) };
    this.#asked.push(question);
    question.answer = await this.#send(question);
    this.#paid(question);
  }

  async faults(all: boolean): Promise<readonly string[]> {
    const { random } = this.#worker;
    const asked = this.#asked;
    this.#asked = [];
    const old = this.#old;
    const repeated = all
      ? old
      : Array.from({ length: Math.min(OLD_ONES_REPEATED, old.length) }, () => pick(old, random));
    const faults: string[] = [];
    for (const question of [...asked, ...repeated]) faults.push(...(await this.#faultsOf(question)));
    this.#old.push(...asked);
    return faults;
  }

  async #faultsOf(question: Question): Promise<readonly string[]> {
    const first = question.answer;
    const again = await this.#send(question);
    if (first === null) {
      question.answer = again;
      this.#paid(question);
      const third = await this.#send(question);
      const isSame = third.isReplayed && third.text === again.text;
      return isSame ? [] : [`${question.path} under ${question.key}: ${third.text} after ${again.text}`];
    }
    const isSame = again.isReplayed && again.status === first.status && again.text === first.text;
    return isSame ? [] : [`${question.path} under ${question.key}: ${again.text} instead of ${first.text}`];
  }

  #paid({ answer, cost }: Question): void {
    if (answer?.status === 200) this.#worker.caller.balance.charged(cost);
  }

  #send({ path, body, key }: Question): Promise<Answer> {
    return this.#worker.caller.send("POST", path, { body, key, wanted: [200, 404] });
  }

  #another(number: string): Pick<Question, "path" | "body" | "cost"> {
    const { caller, random } = this.#worker;
    const isNew = random() < (caller.isModelReady ? NEW_SHARE : NEW_SHARE_WITHOUT_MODEL);
    if (!isNew) return pick([...KNOWN, { ...RESOLVED, body: { ...RESOLVED.body, toolsets: ["unknown-v1"] } }], random);
    const other = { ...RESOLVED, body: { ...RESOLVED.body, query: `dim lamp ${number} in the hall` } };
    return pick([other, { ...CLASSIFIED, body: { ...CLASSIFIED.body, data: `where is parcel ${number}` } }], random);
  }
}
