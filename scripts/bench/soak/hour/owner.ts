/** What the owner of the soaked server does beside those who ask: sets are replaced and learned, files imported, backups made. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lampToolset } from "../../../../test/binary/kit.ts";
import type { Finished, RunningServer } from "../../../dragoman-process.ts";
import { CHANGING, INTENTS, LAMPS } from "./asks.ts";

export interface SoakedApp {
  readonly id: string;
  readonly apiKey: string;
  /** Another one when a month has gone by. */
  token: string;
}

export interface OwnersPlace {
  readonly executable: string;
  readonly dataDir: string;
  /** Beside the data folder. */
  readonly workDir: string;
  /** Of each command. */
  readonly environment: Readonly<Record<string, string>>;
}

const EXAMPLES_MIN = 12;
const EXAMPLES_MAX = 60;
const SENTENCES = [
  (number: number) => `where is parcel ${number}`,
  (number: number) => `order ${number} has not come yet`,
  (number: number) => `I want my money for order ${number} back`,
  (number: number) => `hello, this is customer ${number}`,
];
const LABELS = ["delivery", "delivery", "refund", "greeting"];

/** Counts what it did, and what did not go as it should. */
export class Owner {
  readonly done: Record<string, number> = {};
  readonly troubles: string[] = [];
  /** Management calls that were answered, each of which is charged, and those that were cut off. */
  paid = 0;
  unanswered = 0;
  readonly #place: OwnersPlace;
  readonly #apps: readonly SoakedApp[];
  #turn = 0;

  constructor(place: OwnersPlace, apps: readonly SoakedApp[]) {
    this.#place = place;
    this.#apps = apps;
  }

  get backupFile(): string {
    return join(this.#place.workDir, "soak.backup");
  }

  /** Rejects where a set is refused: without it nothing can be asked. */
  async registerSets(server: RunningServer): Promise<void> {
    for (const { token } of this.#apps) {
      await this.#send(server, token, "POST", "/v1/toolsets", lampToolset(LAMPS), 201);
      await this.#send(server, token, "POST", "/v1/toolsets", lampToolset(CHANGING), 201);
      await this.#send(server, token, "POST", "/v1/classification-sets", intents(0), 201);
    }
  }

  /** The works in turn; what fails is noted, in words. `seconds` is how long the soak lasts so far. */
  async work(server: RunningServer, seconds: number): Promise<void> {
    this.#turn += 1;
    const app = this.#apps[this.#turn % this.#apps.length] as SoakedApp;
    await this.noted("learn", () =>
      this.#send(server, app.token, "PUT", `/v1/classification-sets/${INTENTS}`, intents(this.#turn), 200),
    );
    if (this.#turn % 2 === 0) await this.noted("replace", () => this.#replace(server, app));
    if (this.#turn % 6 === 0) await this.noted("import", () => this.#import(app));
    if (this.#turn % 12 === 0) await this.backUp();
    if (this.#turn % 30 === 0) await this.noted("doctor", () => this.command(["doctor"]));
    this.done.seconds = Math.round(seconds);
  }

  /** Not waited for by anybody, and cut off by what comes: their failures are nobody's. */
  beginWhatWillBeCut(server: RunningServer): void {
    const app = this.#apps[0] as SoakedApp;
    void this.#replace(server, app).catch(() => (this.unanswered += 1));
    void this.command(["backup", join(this.#place.workDir, "cut.backup"), "--force"]).catch(() => {});
  }

  backUp(): Promise<void> {
    return this.noted("backup", () => this.command(["backup", this.backupFile, "--force"]));
  }

  /** One of the executable's own. Rejects with what it said unless its exit status is 0, or another of those. */
  async command(args: readonly string[], dataDir = this.#place.dataDir, statuses = [0]): Promise<Finished> {
    const child = Bun.spawn([this.#place.executable, ...args, "--data", dataDir], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...this.#place.environment },
    });
    const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (!statuses.includes(status))
      throw new Error(`dragoman ${args.join(" ")}: ${status} ${stderr.trim()} ${stdout.trim()}`);
    return { status, stdout, stderr };
  }

  /** Counts the work by its name, or notes in words that it failed. */
  async noted(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.done[what] = (this.done[what] ?? 0) + 1;
    } catch (failure) {
      this.troubles.push(`${what}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }

  async #replace(server: RunningServer, { token }: SoakedApp): Promise<void> {
    const set = { ...lampToolset(CHANGING), name: `Lamps ${this.#turn % 7}` };
    const tools = set.tools.map((tool) => ({ ...tool, description: `${tool.description}, as of ${this.#turn % 7}` }));
    await this.#send(server, token, "PUT", `/v1/toolsets/${CHANGING}`, { ...set, tools }, 200);
  }

  async #import({ id }: SoakedApp): Promise<void> {
    const file = join(this.#place.workDir, "tools.json");
    const { tools } = lampToolset("imported");
    const openai = tools.map((tool) => ({
      type: "function",
      function: { ...tool, description: `${tool.description} ${this.#turn}` },
    }));
    writeFileSync(file, JSON.stringify(openai));
    await this.command(["import", file, "--app", id, "--signature", "imported-v1", "--replace"]);
  }

  async #send(server: RunningServer, token: string, method: string, path: string, body: unknown, expected: number) {
    const response = await fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok) this.paid += 1;
    if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  }
}

/** With more examples from turn to turn, until there are enough and it begins anew. */
function intents(turn: number): object {
  const count = EXAMPLES_MIN + (turn % (EXAMPLES_MAX - EXAMPLES_MIN));
  const classes = [...new Set(LABELS)].map((label) => ({
    label,
    description: `The customer writes about ${label}`,
    examples: Array.from({ length: count }, (_, at) => ({ at, kind: (at + turn) % SENTENCES.length }))
      .filter(({ kind }) => LABELS[kind] === label)
      .map(({ at, kind }) => SENTENCES[kind]?.(at + turn) ?? ""),
  }));
  return { signature: INTENTS, name: "Intents", classes };
}
