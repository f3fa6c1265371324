import type { JsonValue } from "#core/json.ts";
import type { WindowStore } from "#core/ports/window-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import type { NotingParticipant, Owner } from "./commits/participant.ts";

type Subject = AppId | `address:${string}`;

const MINUTE_MS = 60_000;

/** Subjects remembered at once. One more costs a flush and a look at the disk for each, never a wrong count. */
const SUBJECTS_MAX = 50_000;

/**
 * Counts in memory, written along with the next commit: a call that changes nothing else costs no fsync. The minute of the
 * latest call and its neighbours stay in memory (calls of two minutes mix at the edge); older ones are deleted.
 */
export class EmbeddedWindows implements WindowStore, NotingParticipant {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #counts = new Map<number, Map<Subject, number>>();
  /** What the table does not know yet. */
  #unwritten = new Map<number, Set<Subject>>();
  /** What no note knows either. */
  #unnoted = new Map<number, Set<Subject>>();
  #minute = 0;
  #cleanedBefore = 0;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
    commits.joinNoting(this, "windows");
  }

  async count(subject: Subject, at: Instant): Promise<number> {
    return this.countNow(subject, at);
  }

  /** Null, and nothing counted, where it would be over `countMax`. */
  countWithin(subject: Subject, at: Instant, countMax: number): number | null {
    const count = this.#commits.read(() => this.#known(Math.floor(at / MINUTE_MS), subject));
    return count < countMax ? this.countNow(subject, at) : null;
  }

  countNow(subject: Subject, at: Instant): number {
    const minute = Math.floor(at / MINUTE_MS);
    this.#minute = minute;
    if ((this.#counts.get(minute)?.size ?? 0) >= SUBJECTS_MAX) {
      this.#commits.writeAll();
      this.#counts.delete(minute);
    }
    const count = this.#commits.read(() => this.#known(minute, subject)) + 1;
    entryOf(this.#counts, minute, () => new Map<Subject, number>()).set(subject, count);
    this.#changed(minute, subject);
    return count;
  }

  async peek(subject: Subject, at: Instant): Promise<number> {
    return this.#commits.read(() => this.#known(Math.floor(at / MINUTE_MS), subject));
  }

  get ownerCount(): number {
    let most = 0;
    for (const subjects of this.#unwritten.values()) most = Math.max(most, subjects.size);
    return most;
  }

  *owners(): Generator<Owner> {
    for (const subjects of this.#unwritten.values()) yield* subjects;
  }

  write(): void {
    for (const [minute, subjects] of this.#unwritten) {
      for (const subject of subjects) this.#put(minute, subject);
    }
    this.#drop();
  }

  writeOf(owners: ReadonlySet<Owner>): void {
    for (const [minute, subjects] of this.#unwritten) {
      for (const owner of owners) {
        const subject = owner as Subject;
        if (subjects.has(subject)) this.#put(minute, subject);
      }
    }
    this.#drop();
  }

  writtenOf(owners: ReadonlySet<Owner>): void {
    for (const [minute, subjects] of this.#unwritten) {
      for (const owner of owners) subjects.delete(owner as Subject);
      // What the clock has left behind goes from the table, too; a minute that is ahead may come again.
      if (subjects.size === 0 || minute < this.#minute - 1) this.#unwritten.delete(minute);
    }
    this.#forgetOld();
  }

  #put(minute: number, subject: Subject): void {
    this.#statements.put.run(minute, subject, this.#counts.get(minute)?.get(subject) ?? 0);
  }

  #drop(): void {
    if (this.#minute > this.#cleanedBefore + 1) this.#statements.drop.run(this.#minute - 1);
  }

  note(): JsonValue | null {
    if (this.#unnoted.size === 0) return null;
    const countsOf = (minute: number, subjects: Iterable<Subject>) =>
      Array.from(subjects, (subject) => [subject, this.#counts.get(minute)?.get(subject) ?? 0]);
    // The minute it is stands last: a clock may have been put back since the first.
    const minutes = [...this.#unnoted.keys()].filter((minute) => minute !== this.#minute);
    const ordered = this.#unnoted.has(this.#minute) ? [...minutes, this.#minute] : minutes;
    return ordered.map((minute) => [minute, countsOf(minute, this.#unnoted.get(minute) ?? [])]);
  }

  noted(): void {
    if (this.#unnoted.size > 0) this.#unnoted = new Map();
  }

  takeUp(note: JsonValue): void {
    for (const [minute, counts] of note as readonly (readonly [number, readonly (readonly [Subject, number])[]])[]) {
      this.#minute = minute;
      for (const [subject, count] of counts) {
        entryOf(this.#counts, minute, () => new Map<Subject, number>()).set(subject, count);
        this.#changed(minute, subject);
      }
    }
  }

  committed(): void {
    this.noted();
    if (this.#unwritten.size > 0) this.#unwritten = new Map();
    this.#forgetOld();
  }

  #forgetOld(): void {
    this.#cleanedBefore = this.#minute - 1;
    for (const minute of this.#counts.keys()) {
      const isAway = Math.abs(minute - this.#minute) > 1;
      if (isAway && !this.#unwritten.has(minute)) this.#counts.delete(minute);
    }
  }

  #changed(minute: number, subject: Subject): void {
    entryOf(this.#unwritten, minute, () => new Set<Subject>()).add(subject);
    entryOf(this.#unnoted, minute, () => new Set<Subject>()).add(subject);
  }

  #known(minute: number, subject: Subject): number {
    const known = this.#counts.get(minute)?.get(subject);
    if (known !== undefined) return known;
    return this.#statements.find.get(minute, subject)?.count ?? 0;
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    find: commits.prepare<{ count: number }, [number, string]>(
      "SELECT count FROM windows WHERE minute = ? AND subject = ?",
    ),
    put: commits.prepare<null, [number, string, number]>(`
      INSERT INTO windows (minute, subject, count) VALUES (?, ?, ?)
      ON CONFLICT (minute, subject) DO UPDATE SET count = excluded.count`),
    drop: commits.prepare<null, [number]>("DELETE FROM windows WHERE minute < ?"),
  };
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
