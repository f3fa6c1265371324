import type { Database } from "bun:sqlite";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { Journal, type NewNote, notesAfter } from "./journal.ts";
import type { NotingParticipant, Owner } from "./participant.ts";
import { ROUND_LIMITS, type RoundLimits, Rounds, type Turn } from "./rounds.ts";

/** Under this name a note has those of whom everything is in its tables that was noted so far. */
const WRITTEN = "written";

/** What one commit notes, and whose rows it writes. */
interface UnderWay {
  readonly parts: number;
  readonly since: number;
  readonly turn: Turn;
  readonly written: ReadonlySet<Owner>;
}

/** What is on the disk because it was noted, until it is in its tables. */
export class Noting {
  readonly #limits: RoundLimits;
  readonly #journal: Journal;
  readonly #rounds: Rounds;
  readonly #participants = new Map<string, NotingParticipant>();
  /** Changes that are noted since everything was in its tables. */
  #count = 0;
  /** All notes up to this change are in their tables. */
  #since = 0;
  #underWay: UnderWay | null = null;

  constructor(prepare: ConstructorParameters<typeof Journal>[0], limits: RoundLimits = ROUND_LIMITS) {
    this.#limits = limits;
    this.#journal = new Journal(prepare, limits.journalRowsMax);
    this.#rounds = new Rounds(limits);
  }

  /** `name`: under which its notes are found again. */
  join(name: string, participant: NotingParticipant): void {
    this.#participants.set(name, participant);
  }

  get count(): number {
    return this.#count;
  }

  /** How many owners wait for their rows, where writing them all would hold up everybody; 0 where it would not. */
  get crowd(): number {
    const most = Math.max(...Array.from(this.#participants.values(), ({ ownerCount }) => ownerCount));
    return most > this.#limits.fewOwnersMax ? most : 0;
  }

  /**
   * Inside the transaction: notes what came, and writes the rows of those whose turn it is, and of `named`. False where the journal
   * has no room: nothing is noted, and all has to be written.
   */
  note(change: number, named: ReadonlySet<Owner>, nowMs: number): boolean {
    const isOfCrowd = this.crowd > 0;
    const turn = isOfCrowd ? this.#turn(change, nowMs) : null;
    const written = turn ? new Set([...named, ...turn.owners]) : named;
    const byName: Record<string, JsonValue> = {};
    for (const [name, participant] of this.#participants) {
      const note = participant.note();
      if (note !== null) byName[name] = note;
    }
    if (written.size > 0) byName[WRITTEN] = [...written];
    const since = turn?.ends?.change ?? this.#since;
    const note: NewNote = { change, text: JSON.stringify(byName), since, hasMarks: written.size > 0 };
    const parts = this.#journal.put(note, isOfCrowd);
    if (parts === null) return false;
    if (written.size > 0) for (const participant of this.#participants.values()) participant.writeOf(written);
    this.#underWay = { parts, since, turn: turn ?? NO_TURN, written };
    return true;
  }

  /** What was noted is committed. `count`: how many changes that were. */
  noted(count: number): void {
    const underWay = this.#underWay;
    if (!underWay) return;
    this.#underWay = null;
    const { parts, since, turn, written } = underWay;
    this.#journal.keep(parts);
    this.#rounds.done(turn);
    if (turn.ends) this.#journal.free(turn.ends.used);
    this.#since = since;
    this.#count += count;
    for (const participant of this.#participants.values()) participant.noted();
    if (written.size > 0) for (const participant of this.#participants.values()) participant.writtenOf(written);
  }

  /** Inside the transaction: everything, of everybody. */
  writeAll(): void {
    for (const participant of this.#participants.values()) participant.write(Number.POSITIVE_INFINITY);
  }

  /** All of it is in its tables, and committed. */
  written(): void {
    this.#underWay = null;
    for (const participant of this.#participants.values()) participant.committed();
    this.#journal.clear();
    this.#rounds.clear();
    this.#count = 0;
  }

  /** Of the transaction under way nothing is on the disk. */
  abandoned(): void {
    this.#underWay = null;
    for (const participant of this.#participants.values()) participant.abandoned?.();
  }

  /**
   * Takes up what was noted behind a change, before a crash: it is to be written at once. Returns the last change, and how many
   * commits had noted something that is no longer what they wrote.
   */
  takeUp(database: Database, after: number): { readonly change: number; readonly lost: number } {
    let [change, lost] = [after, 0];
    for (const note of notesAfter(database, after)) {
      change = note.change;
      this.#count += 1;
      if (note.text !== null) this.#takeUp(JSON.parse(note.text) as JsonObject);
      else {
        lost += 1;
        // Nobody knows whose rows were written with it: what they had noted might be charged twice.
        if (note.hasMarks) this.#forget();
      }
    }
    return { change, lost };
  }

  #turn(change: number, ms: number): Turn {
    return this.#rounds.next(() => this.#owners(), { ms, change: change - 1, used: this.#journal.used });
  }

  *#owners(): Generator<Owner> {
    for (const participant of this.#participants.values()) yield* participant.owners();
  }

  #takeUp(byName: JsonObject): void {
    for (const [name, participant] of this.#participants) {
      const note = byName[name];
      if (note !== undefined) participant.takeUp(note);
    }
    const written = byName[WRITTEN];
    if (!Array.isArray(written)) return;
    const owners = new Set(written as readonly Owner[]);
    for (const participant of this.#participants.values()) participant.writtenOf(owners);
  }

  #forget(): void {
    const owners = new Set(this.#owners());
    for (const participant of this.#participants.values()) participant.writtenOf(owners);
  }
}

const NO_TURN: Turn = { owners: new Set(), taken: 0, ends: null };
