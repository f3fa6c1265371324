/** A server at work: several apps and an operator, until it goes; then what is left of what was acknowledged. */
import { rmSync } from "node:fs";
import { type RunningServer, runDragoman } from "../../../scripts/dragoman-process.ts";
import { randomFrom } from "../../../scripts/eval/statistics.ts";
import { createApp, exchanged, INTENT_SET, LARGE_PLAN, lampToolset, type Place } from "../kit.ts";
import { AliasWork, BASE_SETS, BankWork, SetWork, TeachingWork, type Work } from "./app-work.ts";
import { Caller, type Line } from "./caller.ts";
import { Balance, pick, Unanswered } from "./kept.ts";
import { OperatorWork } from "./operator-work.ts";
import { askKnown, QuestionWork } from "./question-work.ts";

const APPS = 3;
const WORKERS = 4;
/** Of a backup it is looked at the sets of so many workers: of two apps, and of both kinds. */
const SETS_IN_BACKUP = 2;
const REQUESTS = 1_000_000_000;

/** Tokens outlive the longest run, and nobody is refused for coming too often. */
export const MIXED_LOAD_SETTINGS = [
  ...LARGE_PLAN,
  "[auth]",
  "token_lifetime_seconds = 86_400",
  "exchanges_per_minute = 1_000_000",
];

/** Over all servers of one folder. */
export class MixedLoad {
  readonly #line: Line;
  readonly #workers: readonly (readonly Work[])[];
  readonly #sets: readonly SetWork[];
  readonly #random: () => number;
  /** Requests and commands that were under way when their server went. */
  unanswered = 0;

  private constructor(line: Line, random: () => number, callers: readonly Caller[], idle: string) {
    this.#line = line;
    this.#random = random;
    const workers = Array.from({ length: WORKERS }, (_, id) => {
      const caller = callers[id % callers.length];
      if (!caller) throw new Error("there is no app");
      return { caller, name: `w${id}`, random };
    });
    this.#sets = workers.map((worker, id) => new SetWork(worker, id % 2 === 0 ? "toolsets" : "classification-sets"));
    this.#workers = [
      ...workers.map((worker, id) => [
        ...this.#sets.slice(id, id + 1),
        new QuestionWork(worker),
        new AliasWork(worker),
        new BankWork(worker),
        new TeachingWork(worker),
      ]),
      // The last one: it looks at the balances when all others have looked.
      [new OperatorWork(line, { callers, idle, random })],
    ];
  }

  /** Makes apps, and sets that they ask, at a server that is ready. @param data its folder, with MIXED_LOAD_SETTINGS. */
  static async begin(data: string, server: RunningServer, seed: number): Promise<MixedLoad> {
    const line: Line = { data, url: server.url, isModelReady: true, answers: 0 };
    const callers = await Promise.all(
      Array.from({ length: APPS }, async () => {
        const account = await createApp(data);
        const token = await exchanged(server.url, account);
        return new Caller(line, { appId: account.appId, token, balance: new Balance(REQUESTS) });
      }),
    );
    for (const caller of callers) {
      for (const signature of BASE_SETS) {
        await caller.send("POST", "/v1/toolsets", { body: lampToolset(signature), wanted: [201] });
      }
      await caller.send("POST", "/v1/classification-sets", { body: INTENT_SET, wanted: [201] });
      // Until its examples are learned nothing of a set is cached.
      while ((await caller.send("GET", "/v1/toolsets/lamps-v1", { wanted: [200] })).body.learning) await Bun.sleep(20);
      await askKnown(caller);
    }
    const { appId } = await createApp(data);
    return new MixedLoad(line, randomFrom(seed), callers, appId);
  }

  /** How much was acknowledged so far. */
  get acknowledged(): number {
    return this.#line.answers;
  }

  /**
   * Works until `count` more are answered, then ends the server while others are under way. Resolves with what `end` does; rejects when
   * anything is refused, or not answered, before it.
   */
  async workUntil<Ended>(server: RunningServer, count: number, end: () => Promise<Ended>): Promise<Ended> {
    this.#line.url = server.url;
    let isEnding = false;
    const worker = async (works: readonly Work[]) => {
      while (!isEnding) {
        try {
          await pick(works, this.#random).step();
        } catch (failure) {
          if (!(isEnding && failure instanceof Unanswered)) throw failure;
          this.unanswered += 1;
        }
      }
    };
    const workers = Promise.all(this.#workers.map(worker));
    const enough = this.#line.answers + count;
    while (this.#line.answers < enough) await Promise.race([Bun.sleep(1), workers]);
    isEnding = true;
    const ended = await end();
    await workers;
    return ended;
  }

  /** What was acknowledged and is not so at this server, in words: of the last work and some before, or of `all`. */
  async faults(server: RunningServer, all = false): Promise<readonly string[]> {
    this.#line.url = server.url;
    this.#line.isModelReady = (await fetch(`${server.url}/readyz`)).ok;
    const apps = this.#workers.slice(0, WORKERS);
    const faults = await Promise.all(
      apps.map(async (works) => {
        const found: string[] = [];
        for (const work of works) found.push(...(await work.faults(all)));
        return found;
      }),
    );
    for (const work of this.#workers.slice(WORKERS).flat()) faults.push([...(await work.faults(all))]);
    return faults.flat();
  }

  /**
   * Backs up what is there while others change it, and restores that. Resolves with what was acknowledged before and is not in it, in words;
   * with null where no backup was made: the server may go meanwhile, and take it along.
   */
  async backup(place: Place): Promise<readonly string[] | null> {
    const { data } = this.#line;
    const looked = this.#sets.slice(0, SETS_IN_BACKUP).map((work) => ({ work, before: work.present }));
    const [file, restored] = [place.at("one.dragoman"), place.at("restored")];
    if ((await runDragoman(["backup", file, "--data", data])).status !== 0) return null;
    try {
      const { status, stderr } = await runDragoman(["restore", file, "--data", restored]);
      if (status !== 0) return [`a backup cannot be restored: ${stderr}`];
      const missing = looked.map(({ work, before }) => work.missingIn(restored, before));
      return (await Promise.all(missing)).flat();
    } finally {
      for (const path of [file, restored]) rmSync(path, { recursive: true, force: true });
    }
  }
}
