/**
 * Bugs that the simulation has to find: each is a patch of one source, which is made while that is loaded and nowhere else.
 */
import type { Sought } from "./seeking.ts";

export interface Planted extends Patch, Sought {
  /** Made with it: a second guard would hide the bug, or the workload does not come to it. */
  readonly guard?: Patch;
}

/** A patch of one source. */
export interface Patch {
  /** Below `src`. */
  readonly file: string;
  /** Stands there once. */
  readonly find: string;
  readonly replace: string;
}

/** Limits by which the few apps of the simulation are a crowd: their rows are written in rounds. */
export const CROWD: Patch = {
  file: "storage/embedded/commits/rounds.ts",
  find: "export const ROUND_LIMITS: RoundLimits = {",
  replace: [
    "export const ROUND_LIMITS: RoundLimits = { fewOwnersMax: 0, ownersAtOnceMax: 1, roundMs: 10_000, journalRowsMax: 12 };",
    "export const LIMITS_THAT_SHIP: RoundLimits = {",
  ].join("\n"),
};

/** A month of the simulation has few entries: pieces of it are made as small, so that a month is put together in several. */
export const SMALL_PIECES: Patch = {
  file: "storage/embedded/ledger/months.ts",
  find: "const ENTRIES_AT_ONCE = 1_000;",
  replace: "const ENTRIES_AT_ONCE = 100;",
};

/** What checks say: of amounts; of a value that was put; of either, and of all else that was acknowledged; of the files as they are opened. */
const MONEY =
  /answer says that \d+ are left|credited in the ledger, where|where the entries make|were left, and call|refused as unpaid/;
const VALUE = / is .*, and may be \[| led to .*, and may lead to/;
const KEYED = /under this key was worked on again|the same key was answered/;
const MINUTE = /two calls of one minute|calls are left in the minute/;
const LACKING = /is older than it was/;
const THERE = new RegExp([LACKING, MONEY, VALUE, KEYED, MINUTE].map(({ source }) => source).join("|"));
const SOUND = new RegExp(`${LACKING.source}|is damaged`);
/** Where nothing fails any more. */
const GOES_ON = /the storage cannot be written or read|refused, and nothing fails any more/;
/** The key of the table is the second guard: what is written twice cannot be written. */
const TWICE = new RegExp(`${MONEY.source}|${GOES_ON.source}`);
const KEY = /a revoked key is good/;
const FOREIGN = /what belongs to another app/;
const DELETED = /was deleted, and/;
const COMPARED = /a tool does without a language model that has said|are compared, and/;
const SLIP = /does without a language model that says otherwise/;
const MONTHS = /is not what its entries make|what is stored is wrong: an entry/;

/** Of the server that stores in its folder. */
export const PLANTED_EMBEDDED: readonly Planted[] = [
  {
    name: "answered before the disk has it",
    file: "storage/embedded/commits/group-commit.ts",
    find: "else if (!isForced) this.#disk.add(waiting);",
    replace: "else if (!isForced) waiting.onDisk();",
    breaks: "what was acknowledged is there after a power cut",
    reports: THERE,
  },
  {
    name: "a look is for what came after it, too",
    file: "storage/embedded/commits/disk-wait.ts",
    find: "this.#tell(failure ? this.#came : upTo, failure);",
    replace: "this.#tell(this.#came, failure);",
    breaks: "what was acknowledged is there after a power cut",
    reports: THERE,
  },
  {
    name: "a disk that failed is believed",
    file: "storage/embedded/commits/disk-wait.ts",
    find: "this.#tell(failure ? this.#came : upTo, failure);",
    replace: "this.#tell(failure ? this.#came : upTo, null);",
    breaks: "what was acknowledged is there after a power cut",
    reports: THERE,
  },
  {
    name: "the disk is not waited for when the log is moved",
    file: "storage/embedded/commits/group-commit.ts",
    find: 'database.run("PRAGMA synchronous = NORMAL")',
    replace: 'database.run("PRAGMA synchronous = OFF")',
    breaks: "the database is sound after a power cut",
    reports: SOUND,
  },
  {
    name: "charges that were noted are forgotten at a start",
    file: "storage/embedded/ledger/ledger.ts",
    find: "      this.#noted.push(entry);\n",
    replace: "",
    breaks: "each acknowledged charge is in the ledger",
    reports: THERE,
  },
  {
    name: "the journal begins again too early",
    file: "storage/embedded/commits/journal.ts",
    find: "    this.#used += parts;\n",
    replace: "    this.#used = parts;\n",
    breaks: "each acknowledged charge is in the ledger",
    reports: THERE,
  },
  {
    name: "the log that is emptied counts as a loss",
    file: "storage/embedded/watched-files.ts",
    find: "found.size < known.bytes && found.size < bytesLeft()",
    replace: "found.size < known.bytes",
    breaks: "after the disk failed once the server goes on (it was a bug of ours: the simulation found it)",
    reports: GOES_ON,
  },
  {
    name: "a charge is not held while it is under way",
    file: "storage/embedded/ledger/ledger.ts",
    find: "    this.#held.add(app, bucket, fromMonth);\n    this.#held.add(app, CREDITS, fromCredits);\n    return",
    replace: "    return",
    breaks: "nobody spends what is not there",
    reports: MONEY,
  },
  {
    name: "what was held is never let go",
    file: "storage/embedded/ledger/ledger.ts",
    find: '    hold.state = "given back";\n    this.#letGo(hold);',
    replace: '    hold.state = "given back";',
    breaks: "nobody is refused who can pay",
    reports: MONEY,
  },
  {
    name: "the answer under a key is kept after its charge",
    file: "storage/embedded/ledger/ledger.ts",
    find: "      this.#keepFor(hold.app, keep(balance));\n",
    replace:
      "      const kept = keep(balance);\n      void this.#commits.write(() => this.#keepFor(hold.app, kept)).catch(() => {});\n",
    breaks: "what is sent again under a key is not charged again",
    reports: KEYED,
  },
  {
    name: "two under one key do not wait for each other",
    file: "core/access/idempotency.ts",
    find: "      if (!underWay) break;",
    replace: "      if (!underWay || underWay) break;",
    breaks: "the same key has one answer",
    reports: KEYED,
  },
  {
    name: "the charge of an answer from memory is not waited for",
    file: "storage/embedded/ledger/ledger.ts",
    find: '    charged.catch(() => {\n      if (hold.state === "held") this.#letGo(hold);\n    });\n    return charged;',
    replace:
      '    charged.catch(() => {\n      if (hold.state === "held") this.#letGo(hold);\n    });\n    return Promise.resolve(this.#balanceAfter(hold, at) - hold.fromMonth - hold.fromCredits);',
    breaks: "each acknowledged charge is in the ledger",
    reports: THERE,
  },
  {
    name: "a set that was replaced is not told of",
    file: "storage/embedded/definitions.ts",
    find: "return this.#commits.write(operation, () => this.#changes.raise(app));",
    replace: "return this.#commits.write(operation);",
    breaks: "no stale answer after an acknowledged PUT",
    reports: VALUE,
    guard: {
      file: "storage/embedded/answers.ts",
      find: "return this.#commits.write(forget, () => this.#changes.raise(app));",
      replace: "return this.#commits.write(forget);",
    },
  },
  {
    name: "an alias that was put is not told of",
    file: "storage/embedded/aliases.ts",
    find: "return this.#commits.write(put, () => this.#changes.raise(app));",
    replace: "return this.#commits.write(put);",
    breaks: "an alias stands for what was acknowledged",
    reports: VALUE,
  },
  {
    name: "a suspension is not told of",
    file: "storage/embedded/apps.ts",
    find: "return this.#commits.write(update, () => this.#changes.raise(id));",
    replace: "return this.#commits.write(update);",
    breaks: "a suspended app is refused from the next call on",
    reports: VALUE,
  },
  {
    name: "what became of an app is told before the disk has it",
    file: "storage/embedded/apps.ts",
    find: "if (!known || !app || !isSame(known.app, app)) await this.#commits.durable();",
    replace: "",
    breaks: "what somebody was told is there after a power cut (it was a bug of ours: the simulation found it)",
    reports: VALUE,
  },
  {
    name: "a revoked key is not told of",
    file: "storage/embedded/keys.ts",
    find: "(key) => key && this.#changes.raise(key.app)",
    replace: "() => {}",
    breaks: "a revoked key opens nothing from the next call on",
    reports: KEY,
  },
  {
    name: "answers are given again to whoever asks the same",
    file: "core/fair-cache.ts",
    find: "    const line = this.#lines.get(app);\n    const entry = line?.entries.get(key);\n    if (!line || !entry) return undefined;\n    line.entries.delete",
    replace:
      "    const line = [...this.#lines.values()].find(({ entries }) => entries.has(key));\n    const entry = line?.entries.get(key);\n    if (!line || !entry) return undefined;\n    line.entries.delete",
    breaks: "no app sees what is another's",
    reports: FOREIGN,
  },
  {
    name: "one more than the minute has",
    file: "storage/embedded/windows.ts",
    find: "return count < countMax ? this.countNow(subject, at) : null;",
    replace: "return count <= countMax ? this.countNow(subject, at) : null;",
    breaks: "no more calls in a minute than the plan has",
    reports: MINUTE,
  },
  {
    name: "counts of the minute that were noted are forgotten at a start",
    file: "storage/embedded/windows.ts",
    find: "        entryOf(this.#counts, minute, () => new Map<Subject, number>()).set(subject, count);\n        this.#changed(minute, subject);",
    replace: "",
    breaks: "no more calls in a minute than the plan has",
    reports: MINUTE,
  },
  {
    name: "the log is moved before the disk has it",
    file: "storage/embedded/commits/group-commit.ts",
    find: "    if (this.#mayLogLack) this.#sync?.renew();\n",
    replace: "",
    breaks: "the database is sound after a power cut (it was a bug of ours: the simulation found it)",
    reports: SOUND,
  },
  {
    name: "what is deleted of a log of questions stays in its file",
    file: "storage/embedded/query-log.ts",
    find: "    await this.sweep();\n    return gone;",
    replace: "    return gone;",
    breaks: "no file has a byte of what was deleted",
    reports: DELETED,
  },
  {
    name: "rows of a log of questions are everybody's",
    file: "storage/embedded/query-log.ts",
    find: "FROM questions WHERE app = ? AND id < ?",
    replace: "FROM questions WHERE (app = ? OR TRUE) AND id < ?",
    breaks: "no app sees what is another's",
    reports: FOREIGN,
  },
  {
    name: "what was compared is written twice",
    file: "storage/embedded/graduation.ts",
    find: "    if (this.#counts.size > 0) this.#counts = new Map();\n",
    replace: "",
    breaks: "what a language model said is counted once",
    reports: COMPARED,
  },
  {
    name: "a tool is let go without a bet",
    file: "core/graduation/member-agreement.ts",
    find: "Math.log(EDGES.length / BROKEN_SHARE_MAX)",
    replace: "Math.log(1.3)",
    breaks: "a tool does without its language model only when enough was seen",
    reports: COMPARED,
  },
  {
    name: "a slip is not noticed",
    file: "storage/embedded/graduation.ts",
    find: "const after = slips + Number(hasSlipped);",
    replace: "const after = slips;",
    breaks: "a tool is sent back when its answers are found wrong",
    reports: SLIP,
    guard: {
      file: "core/graduation/graduation.ts",
      find: 'EDGES[stretch] as number), agrees);\n    observer.graduateJudged(wasGiven ? "given" : "asked", agrees);\n    if (!store.isShared) {\n      const tally = counted.tallies[stretch] as MutableTally;\n      tally.observed += 1;\n      tally.agreed += Number(agrees);',
      replace:
        'EDGES[stretch] as number), agrees || wasGiven);\n    observer.graduateJudged(wasGiven ? "given" : "asked", agrees);\n    if (!store.isShared) {\n      const tally = counted.tallies[stretch] as MutableTally;\n      tally.observed += 1;\n      tally.agreed += Number(agrees || wasGiven);',
    },
  },
  {
    name: "the allowance of a month is spent in the next one, too",
    file: "storage/embedded/ledger/ledger.ts",
    find: "    const bucket = bucketOf(at);\n    const hold = this.#commits.read",
    replace: "    const bucket = bucketOf(Math.min(at, 1774000000000));\n    const hold = this.#commits.read",
    breaks: "each month has its own allowance, and no other",
    reports: MONEY,
  },
  {
    name: "what was credited is in no chain",
    file: "core/access/ledger-months.ts",
    find: "    growing.chain = chainedTo(growing.chain, lineOf(entry));\n",
    replace: '    if (entry.kind !== "credit") growing.chain = chainedTo(growing.chain, lineOf(entry));\n',
    breaks: "the chain of a month is over all of its entries",
    reports: MONTHS,
  },
  {
    name: "entries become months too early",
    file: "core/access/ledger-months.ts",
    find: "return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsKept, 1);",
    replace: "return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsKept + 1, 1);",
    breaks: "entries of the last full month stay single",
    reports: MONTHS,
  },
  {
    name: "a month that was begun is begun anew",
    file: "core/access/ledger-months.ts",
    find: "    this.#growing = newest ? { ...newest, sums: new Sums(newest.sums) } : null;\n",
    replace:
      "    this.#growing = newest ? { ...newest, entries: 0, chain: chainBegun(app), sums: new Sums([]) } : null;\n",
    breaks: "a month has the sums of all of its entries",
    reports: MONTHS,
    guard: {
      file: "storage/embedded/ledger/months.ts",
      find: "if (grown !== taken) throw",
      replace: "if (grown !== taken && taken < 0) throw",
    },
  },
  {
    name: "a note names nobody whose rows were written with it",
    file: "storage/embedded/commits/noting.ts",
    find: "if (written.size > 0) byName[WRITTEN] = [...written];",
    replace: "",
    breaks: "a charge is in the ledger once, whenever its rows were written",
    reports: TWICE,
    guard: CROWD,
  },
  {
    name: "a note says too early that those before it are done with",
    file: "storage/embedded/commits/noting.ts",
    find: "const since = turn?.ends?.change ?? this.#since;",
    replace: "const since = turn ? change - 1 : this.#since;",
    breaks: "each acknowledged charge is in the ledger",
    reports: THERE,
    guard: CROWD,
  },
];

/** The bug of that name. Throws where there is none. */
export function plantedNamed(name: string): Planted {
  const planted = PLANTED_EMBEDDED.find((one) => one.name === name);
  if (!planted) throw new Error(`no bug is called "${name}": ${PLANTED_EMBEDDED.map((one) => one.name).join(", ")}`);
  return planted;
}

/** Has each source read with its patches from now on, in this process. To be called once. Throws where one does not fit any more. */
export async function patch(patches: readonly Patch[]): Promise<void> {
  for (const [file, own] of Map.groupBy(new Set(patches), (one) => one.file)) {
    const path = `${import.meta.dir.replace(/test\/simulation$/, "src")}/${file}`;
    const contents = own.reduce(patched, await Bun.file(path).text());
    Bun.plugin({
      name: "patched",
      setup: (build) => {
        const filter = new RegExp(`${RegExp.escape(path)}$`);
        build.onLoad({ filter }, () => ({ contents, loader: "ts" }));
      },
    });
  }
}

/** What has to be patched for it. */
export function patchesOf(planted: Planted): readonly Patch[] {
  return planted.guard ? [planted, planted.guard] : [planted];
}

/** The source with its bug. Throws where it does not stand there once. */
export function patched(source: string, { file, find, replace }: Patch): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`"${find}" stands in ${parts.length - 1} places of ${file}`);
  return parts.join(replace);
}
