/**
 * An hour at half of what the server can do: `bun scripts/bench/soak/hour.ts [--minutes 60]`. It finds the top rate, and then sends half of it:
 * questions that are known, new, in other words, and of classes, while sets are replaced, examples learned, files imported and backups made, the questions are logged, months
 * go by on the server's clock, whose ledger is exported and put into months, and the server is stopped and killed in between. Exit status 1 where an ask fails that met no planned end, where what
 * was charged is not what was answered, where a month is not proven, where a backup cannot be brought back, or where memory, descriptors, threads or files rise.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXECUTABLE, freePort, type RunningServer, startServer, waitUntilReady } from "../../dragoman-process.ts";
import { accessTokenFor, MEASURED_PLAN, writeSettings } from "../../eval/api-client.ts";
import { Calendar, SEEN_MS } from "./hour/calendar.ts";
import type { Ending, HourLook, LoadPart, LoadWhole, Soaked, TopRate, Turn } from "./hour/figures.ts";
import { Ledgers } from "./hour/ledgers.ts";
import { hourLookAt } from "./hour/looks.ts";
import { Owner, type SoakedApp } from "./hour/owner.ts";
import { hourPictureOf } from "./hour/picture.ts";
import { hourComplaintsOf, hourReportOf } from "./hour/verdict.ts";

const OUT = "dist";
const HELP = `Usage: bun scripts/bench/soak/hour.ts [options]
  --minutes N        how long it lasts (default 60)
  --find-seconds N   how long the top rate is looked for (default 20)
  --rate N           asks a second, in place of half of the top rate
  --executable FILE  another build than ${EXECUTABLE}
  --picture FILE     writes the SVG here, too (it stands in ${OUT}/soak-hour.svg)
  --again FILE       only tells and draws once more what stands in such a file (${OUT}/soak-hour.json)
`;
const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    "find-seconds": { type: "string", default: "20" },
    rate: { type: "string" },
    executable: { type: "string", default: EXECUTABLE },
    picture: { type: "string" },
    again: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const APPS = 3;
const LOOK_MS = 5_000;
const WORK_EVERY_MS = 10_000;
const SAVE_EVERY_MS = 60_000;
/** Of the whole: the first life warms up long enough to be judged, two are short, and the last one is the longest. */
const ENDINGS: readonly { readonly at: number; readonly how: Ending["how"] }[] = [
  { at: 0.25, how: "SIGTERM" },
  { at: 1 / 3, how: "SIGKILL" },
  { at: 0.4, how: "SIGTERM" },
  { at: 0.45, how: "SIGKILL" },
];
/** Of the whole, a month is over: three in the first life, four in the last, away from every end. */
const TURNS: readonly number[] = [0.06, 0.12, 0.18, 0.55, 0.65, 0.75, 0.85];
const STARTING_MS_MAX = 60_000;
const STARTED_AGAIN_AFTER_MS = 500;
/** What is begun before a kill is under way by then. */
const CUT_AFTER_MS = 150;
/** What is kept of asks has an end that an hour reaches, or size would say nothing of leaks. */
const BOUNDS = [
  "[limits]",
  "feedback_requests_per_app_max = 2_000",
  "kept_answer_bytes_per_app_max = 1_048_576",
  "[cache]",
  "entries_per_app_max = 300",
  "ttl_seconds = 315_360_000",
  "[storage]",
  "ledger_months_kept = 1",
];
const QUERY_LOG_ROWS = "1000";

if (options.again !== undefined) tell(JSON.parse(readFileSync(options.again, "utf8")) as Soaked);
else await soakForAnHour();

async function soakForAnHour(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "dragoman-hour-"));
  const dataDir = join(place, "data");
  writeSettings(dataDir, BOUNDS);
  const port = await freePort();
  const calendar = new Calendar(join(place, "clock"));
  const { environment } = calendar;
  const start = () => startedAgain({ dataDir, port, executable: options.executable, environment });
  let server = await start();
  try {
    const belongings = { executable: options.executable, dataDir, workDir: place, environment };
    const apps = await makeApps(server, new Owner(belongings, []));
    const owner = new Owner(belongings, apps);
    const ledgers = new Ledgers(owner, apps, place);
    await owner.registerSets(server);
    for (const { id } of apps) await owner.command(["log", "on", "--app", id, "--rows", QUERY_LOG_ROWS]);
    const soak = new Soak(server, start, { owner, apps, ledgers, calendar, dataDir });
    const soaked = await soak.run();
    server = soak.server;
    const money = { ...soak.owed(), charged: await ledgers.charged() };
    let monthsProven = 0;
    await owner.noted("proof of all months", async () => (monthsProven = await ledgers.proven()));
    const troubles = [...owner.troubles, ...(await troublesAtTheEnd(server, owner, place))];
    tell({ ...soaked, money, monthsProven, troubles });
  } finally {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * As a supervisor starts a service until it runs: a command that was cut off from its server works on the folder itself, and holds it for
 * a moment. Throws what the last start said after `STARTING_MS_MAX`.
 */
async function startedAgain(options: Parameters<typeof startServer>[0]): Promise<RunningServer> {
  const giveUpAt = performance.now() + STARTING_MS_MAX;
  for (;;) {
    try {
      const started = await startServer({ ...options, timeoutMs: STARTING_MS_MAX });
      await waitUntilReady(started);
      return started;
    } catch (failure) {
      if (performance.now() > giveUpAt) throw failure;
      await Bun.sleep(STARTED_AGAIN_AFTER_MS);
    }
  }
}

async function makeApps(server: RunningServer, owner: Owner): Promise<readonly SoakedApp[]> {
  const apps: SoakedApp[] = [];
  for (let number = 0; number < APPS; number += 1) {
    const { stdout } = await owner.command(["app", "create", `soaked ${number}`, "--plan", MEASURED_PLAN, "--json"]);
    const { app_id, api_key } = JSON.parse(stdout) as { readonly app_id: string; readonly api_key: string };
    apps.push({ id: app_id, apiKey: api_key, token: await accessTokenFor(server.url, api_key) });
  }
  return apps;
}

interface Stage {
  readonly owner: Owner;
  readonly apps: readonly SoakedApp[];
  readonly ledgers: Ledgers;
  readonly calendar: Calendar;
  readonly dataDir: string;
}

class Soak {
  server: RunningServer;
  readonly #start: () => Promise<RunningServer>;
  readonly #stage: Stage;
  readonly #looks: HourLook[] = [];
  readonly #parts: (LoadPart & { readonly atSeconds: number })[] = [];
  readonly #endings: Ending[] = [];
  readonly #turns: Turn[] = [];
  #startedAt = performance.now();
  #isAway = false;
  #whole: LoadWhole | null = null;
  #paidBefore = 0;

  constructor(server: RunningServer, start: () => Promise<RunningServer>, stage: Stage) {
    this.server = server;
    this.#start = start;
    this.#stage = stage;
  }

  async run(): Promise<Soaked> {
    const loadBefore = loadavg()[0] ?? Number.NaN;
    const found = this.#load("find", options["find-seconds"]);
    const foundText = await found.stdout.text();
    if ((await found.exited) !== 0) throw new Error("the top rate was not found");
    const { perSecond: topRate, paid } = JSON.parse(foundText) as TopRate;
    this.#paidBefore = paid;
    const rate = options.rate === undefined ? topRate / 2 : Number(options.rate);
    process.stdout.write(`top rate ${topRate.toFixed(0)}/s; ${rate.toFixed(0)}/s for ${options.minutes} minutes\n`);
    const soaked = (): Soaked => ({
      minutes: Number(options.minutes),
      topRate,
      rate,
      loadAverages: [loadBefore, loadavg()[0] ?? Number.NaN],
      looks: this.#looks,
      parts: this.#parts,
      endings: this.#endings,
      turns: this.#turns,
      monthsProven: null,
      whole: this.#whole,
      money: null,
      done: this.#stage.owner.done,
      troubles: this.#stage.owner.troubles,
    });
    const load = this.#load("steady", String(rate));
    this.#startedAt = performance.now();
    const told = this.#listen(load.stdout);
    const looking = setInterval(() => this.#look(), LOOK_MS);
    const saving = setInterval(() => save(soaked()), SAVE_EVERY_MS);
    await this.#live(load.stdin);
    clearInterval(looking);
    clearInterval(saving);
    await load.stdin.end();
    await told;
    if ((await load.exited) !== 0) throw new Error("the load ended with a failure");
    return soaked();
  }

  /** The owner's work, the months and the planned ends, until the time is over. */
  async #live(load: Bun.FileSink): Promise<void> {
    const wholeMs = 60_000 * Number(options.minutes);
    const endings = [...ENDINGS];
    const turns = [...TURNS];
    while (this.#seconds() * 1_000 < wholeMs) {
      const [next] = endings;
      if (next && this.#seconds() * 1_000 >= next.at * wholeMs) {
        endings.shift();
        await this.#endAndStart(next.how, load);
      }
      if (this.#seconds() * 1_000 >= (turns[0] ?? Number.POSITIVE_INFINITY) * wholeMs) {
        turns.shift();
        await this.#turnMonth(load);
      }
      const startedAt = performance.now();
      await this.#stage.owner.work(this.server, this.#seconds());
      await Bun.sleep(Math.max(0, WORK_EVERY_MS - (performance.now() - startedAt)));
    }
  }

  /** A month goes by: tokens are exchanged again, and what is old in the ledgers becomes months. */
  async #turnMonth(load: Bun.FileSink): Promise<void> {
    const { owner, apps, ledgers, calendar } = this.#stage;
    const atSeconds = this.#seconds();
    load.write("turning\n");
    await load.flush();
    calendar.turn();
    await Bun.sleep(SEEN_MS);
    for (const app of apps) app.token = await accessTokenFor(this.server.url, app.apiKey);
    load.write(`tokens ${apps.map(({ token }) => token).join(",")}\n`);
    await load.flush();
    // What is past its time is removed each full hour, and after a month at once the doctor finds it until then.
    await owner.noted("doctor --fix", () => owner.command(["doctor", "--fix"]));
    await owner.noted("months", async () => this.#turns.push({ atSeconds, entries: await ledgers.putIntoMonths() }));
  }

  async #endAndStart(how: Ending["how"], load: Bun.FileSink): Promise<void> {
    const atSeconds = this.#seconds();
    if (how === "SIGKILL") {
      this.#stage.owner.beginWhatWillBeCut(this.server);
      await Bun.sleep(CUT_AFTER_MS);
    }
    this.#isAway = true;
    load.write("stopping\n");
    await load.flush();
    if (how === "SIGKILL") await this.server.kill();
    else if ((await this.server.stop()) !== 0)
      this.#stage.owner.troubles.push(`SIGTERM: ${this.server.output().slice(-500)}`);
    this.server = await this.#start();
    load.write("up\n");
    await load.flush();
    this.#isAway = false;
    this.#endings.push({ atSeconds, how, awaySeconds: this.#seconds() - atSeconds });
  }

  #look(): void {
    if (this.#isAway) return;
    const look = hourLookAt(this.server.pid, this.#stage.dataDir, {
      atSeconds: this.#seconds(),
      life: this.#endings.length,
    });
    this.#looks.push(look);
    const part = this.#parts.at(-1);
    if (this.#looks.length % 12 === 0)
      process.stdout.write(
        `${look.atSeconds.toFixed(0).padStart(5)} s: ${look.residentMib.toFixed(0)} MiB, ${look.descriptors} descriptors, ${look.threads} threads, ${look.files} files of ${look.folderMib.toFixed(0)} MiB, p99 ${part?.p99Ms?.toFixed(1)} ms, failed ${part?.failed}, troubles ${this.#stage.owner.troubles.length}\n`,
      );
  }

  async #listen(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of output) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const told = JSON.parse(line) as LoadPart | LoadWhole;
        if ("times" in told) this.#whole = told;
        else this.#parts.push({ ...told, atSeconds: this.#seconds() });
      }
    }
  }

  /** How many requests have to be charged at least, and at most. */
  owed(): { readonly least: number; readonly most: number } {
    const least = this.#paidBefore + (this.#whole?.paid ?? 0) + this.#stage.owner.paid;
    return { least, most: least + (this.#whole?.unanswered ?? 0) + this.#stage.owner.unanswered };
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1_000;
  }

  #load(mode: string, number: string) {
    const tokens = this.#stage.apps.map(({ token }) => token).join(",");
    const script = join(import.meta.dir, "hour/load.ts");
    return Bun.spawn([process.execPath, script, this.server.url, tokens, mode, number], {
      stdio: ["pipe", "pipe", "inherit"],
    });
  }
}

/** The doctor, and the last backup brought back. In words, what does not hold. */
async function troublesAtTheEnd(server: RunningServer, owner: Owner, place: string): Promise<readonly string[]> {
  const troubles: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (failure) {
      troubles.push(`${what}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  };
  await attempt("the last backup", () => owner.command(["backup", owner.backupFile, "--force"]));
  await attempt("doctor beside the server", () => owner.command(["doctor"]));
  await attempt("restore", () => owner.command(["restore", owner.backupFile, "--verify"], join(place, "restored")));
  if ((await server.stop()) !== 0) troubles.push(`the last SIGTERM: ${server.output().slice(-500)}`);
  await attempt("doctor on the folder", () => owner.command(["doctor"]));
  return troubles;
}

function save(soaked: Soaked): void {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, "soak-hour.json"), JSON.stringify(soaked));
}

function tell(soaked: Soaked): void {
  if (options.again === undefined) save(soaked);
  const picture = hourPictureOf(soaked);
  for (const file of [join(OUT, "soak-hour.svg"), options.picture ?? []].flat()) writeFileSync(file, picture);
  process.stdout.write(hourReportOf(soaked));
  process.exitCode = hourComplaintsOf(soaked).length > 0 ? 1 : 0;
}
