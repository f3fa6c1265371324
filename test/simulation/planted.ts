/**
 * Bugs that the simulation has to find: each is a patch of one source, which is made while that is loaded and nowhere else.
 */

export interface Planted {
  readonly name: string;
  /** Below `src`. */
  readonly file: string;
  /** Stands there once. */
  readonly find: string;
  readonly replace: string;
  /** What is true no more. */
  readonly breaks: string;
}

/** Of the server that stores in its folder. */
export const PLANTED_EMBEDDED: readonly Planted[] = [
  {
    name: "answered before the disk has it",
    file: "storage/embedded/commits/group-commit.ts",
    find: "else if (!isForced) this.#disk.add(waiting);",
    replace: "else if (!isForced) waiting.onDisk();",
    breaks: "what was acknowledged is there after a power cut",
  },
  {
    name: "a look is for what came after it, too",
    file: "storage/embedded/commits/disk-wait.ts",
    find: "this.#tell(failure ? this.#came : upTo, failure);",
    replace: "this.#tell(this.#came, failure);",
    breaks: "what was acknowledged is there after a power cut",
  },
  {
    name: "a disk that failed is believed",
    file: "storage/embedded/commits/disk-wait.ts",
    find: "this.#tell(failure ? this.#came : upTo, failure);",
    replace: "this.#tell(failure ? this.#came : upTo, null);",
    breaks: "what was acknowledged is there after a power cut",
  },
  {
    name: "the disk is not waited for when the log is moved",
    file: "storage/embedded/commits/group-commit.ts",
    find: 'database.run("PRAGMA synchronous = NORMAL")',
    replace: 'database.run("PRAGMA synchronous = OFF")',
    breaks: "the database is sound after a power cut",
  },
  {
    name: "charges that were noted are forgotten at a start",
    file: "storage/embedded/ledger/ledger.ts",
    find: "      this.#noted.push(entry);\n",
    replace: "",
    breaks: "each acknowledged charge is in the ledger",
  },
  {
    name: "the journal begins again too early",
    file: "storage/embedded/commits/journal.ts",
    find: "    this.#used += parts;\n",
    replace: "    this.#used = parts;\n",
    breaks: "each acknowledged charge is in the ledger",
  },
  {
    name: "the log that is emptied counts as a loss",
    file: "storage/embedded/watched-files.ts",
    find: "found.size < known.bytes && found.size < bytesLeft()",
    replace: "found.size < known.bytes",
    breaks: "after the disk failed once the server goes on (it was a bug of ours: the simulation found it)",
  },
  {
    name: "a charge is not held while it is under way",
    file: "storage/embedded/ledger/ledger.ts",
    find: "    this.#held.add(app, bucket, fromMonth);\n    this.#held.add(app, CREDITS, fromCredits);\n    return",
    replace: "    return",
    breaks: "nobody spends what is not there",
  },
  {
    name: "what was held is never let go",
    file: "storage/embedded/ledger/ledger.ts",
    find: '    hold.state = "given back";\n    this.#letGo(hold);',
    replace: '    hold.state = "given back";',
    breaks: "nobody is refused who can pay",
  },
  {
    name: "the answer under a key is kept after its charge",
    file: "storage/embedded/ledger/ledger.ts",
    find: "      this.#keepFor(hold.app, keep(balance));\n",
    replace:
      "      const kept = keep(balance);\n      void this.#commits.write(() => this.#keepFor(hold.app, kept)).catch(() => {});\n",
    breaks: "what is sent again under a key is not charged again",
  },
  {
    name: "two under one key do not wait for each other",
    file: "core/access/idempotency.ts",
    find: "      if (!underWay) break;",
    replace: "      if (!underWay || underWay) break;",
    breaks: "the same key has one answer",
  },
  {
    name: "the charge of an answer from memory is not waited for",
    file: "storage/embedded/ledger/ledger.ts",
    find: '    charged.catch(() => {\n      if (hold.state === "held") this.#letGo(hold);\n    });\n    return charged;',
    replace:
      '    charged.catch(() => {\n      if (hold.state === "held") this.#letGo(hold);\n    });\n    return Promise.resolve(this.#balanceAfter(hold, at) - hold.fromMonth - hold.fromCredits);',
    breaks: "each acknowledged charge is in the ledger",
  },
  {
    name: "a set that was replaced is not told of",
    file: "storage/embedded/definitions.ts",
    find: "return this.#commits.write(operation, () => this.#changes.raise(app));",
    replace: "return this.#commits.write(operation);",
    breaks: "no stale answer after an acknowledged PUT",
  },
  {
    name: "an alias that was put is not told of",
    file: "storage/embedded/aliases.ts",
    find: "return this.#commits.write(put, () => this.#changes.raise(app));",
    replace: "return this.#commits.write(put);",
    breaks: "an alias stands for what was acknowledged",
  },
  {
    name: "a suspension is not told of",
    file: "storage/embedded/apps.ts",
    find: "return this.#commits.write(update, () => this.#changes.raise(id));",
    replace: "return this.#commits.write(update);",
    breaks: "a suspended app is refused from the next call on",
  },
  {
    name: "a revoked key is not told of",
    file: "storage/embedded/keys.ts",
    find: "(key) => key && this.#changes.raise(key.app)",
    replace: "() => {}",
    breaks: "a revoked key opens nothing from the next call on",
  },
  {
    name: "answers are given again to whoever asks the same",
    file: "core/fair-cache.ts",
    find: "    const line = this.#lines.get(app);\n    const entry = line?.entries.get(key);\n    if (!line || !entry) return undefined;\n    line.entries.delete",
    replace:
      "    const line = [...this.#lines.values()].find(({ entries }) => entries.has(key));\n    const entry = line?.entries.get(key);\n    if (!line || !entry) return undefined;\n    line.entries.delete",
    breaks: "no app sees what is another's",
  },
  {
    name: "one more than the minute has",
    file: "storage/embedded/windows.ts",
    find: "return count < countMax ? this.countNow(subject, at) : null;",
    replace: "return count <= countMax ? this.countNow(subject, at) : null;",
    breaks: "no more calls in a minute than the plan has",
  },
  {
    name: "counts of the minute that were noted are forgotten at a start",
    file: "storage/embedded/windows.ts",
    find: "        entryOf(this.#counts, minute, () => new Map<Subject, number>()).set(subject, count);\n        this.#changed(minute, subject);",
    replace: "",
    breaks: "no more calls in a minute than the plan has",
  },
];

/** Has the source of the bug read with its patch from now on, in this process. Throws where the patch does not fit any more. */
export async function plant(name: string): Promise<void> {
  const planted = PLANTED_EMBEDDED.find((one) => one.name === name);
  if (!planted) throw new Error(`no bug is called "${name}": ${PLANTED_EMBEDDED.map((one) => one.name).join(", ")}`);
  const path = `${import.meta.dir.replace(/test\/simulation$/, "src")}/${planted.file}`;
  const contents = patched(await Bun.file(path).text(), planted);
  Bun.plugin({
    name: "planted",
    setup: (build) => {
      const filter = new RegExp(`${RegExp.escape(path)}$`);
      build.onLoad({ filter }, () => ({ contents, loader: "ts" }));
    },
  });
}

/** The source with its bug. Throws where it does not stand there once. */
export function patched(source: string, { name, find, replace }: Planted): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`"${name}" does not fit: ${parts.length - 1} places`);
  return parts.join(replace);
}
