/** What must be true of a cluster, by what was acknowledged, and by what nobody was told. */
import type { AppId } from "#core/tenant.ts";
import type { AppFacts } from "./database.ts";

/** A charge that is under way, or was acknowledged, or of which nobody knows. */
export interface Charge {
  readonly truth: AppTruth;
  readonly cost: number;
  /** Repetitions of a request under a key are one charge. */
  readonly key: string | null;
}

/** Something that is written anew from time to time, and never becomes older for whoever reads it. */
export class Register {
  /** The highest revision that was acknowledged, or seen. */
  floor = 0;
  readonly #values = new Map<number, string>();
  readonly #underWay = new Set<string>();

  begin(value: string): void {
    this.#underWay.add(value);
  }

  /** A writing of which nobody knows stays possible. */
  acknowledge(value: string, revision: number): void {
    this.#values.set(revision, value);
    this.floor = Math.max(this.floor, revision);
  }

  /** What is wrong with what was read, by whoever began to read when the floor was that; null for nothing. */
  faultOf(value: string, revision: number, floor: number): string | null {
    if (revision < floor) return `revision ${revision} was read, and ${floor} had been acknowledged`;
    const known = this.#values.get(revision);
    if (known === undefined ? !this.#underWay.has(value) : known !== value)
      return `revision ${revision} reads "${value}", which nobody wrote so`;
    this.#values.set(revision, value);
    this.floor = Math.max(this.floor, revision);
    return null;
  }

  /** Whether something may have been put under a revision from `floor` on. */
  mayBe(value: string, floor: number): boolean {
    if (this.#underWay.has(value)) return true;
    for (const [revision, known] of this.#values) if (revision >= floor && known === value) return true;
    return false;
  }

  /** A writing that was refused, and did nothing. */
  refuse(value: string): void {
    this.#underWay.delete(value);
  }

  done(value: string): void {
    this.#underWay.delete(value);
  }
}

/** A switch that is on or off, as far as anybody can know. */
export class Switch {
  #state: boolean | null;
  #changes = 0;
  #underWay = 0;

  constructor(state: boolean) {
    this.#state = state;
  }

  /** Null while it is not certain. */
  get state(): boolean | null {
    return this.#state;
  }

  /** How often it was begun to be changed. */
  get changes(): number {
    return this.#changes;
  }

  /** What is called when it was done, and what is called in any case: of two at once nobody knows which was the later. */
  begin(): { acknowledge(state: boolean): void; end(): void } {
    this.#changes += 1;
    this.#state = null;
    const [number, isAlone] = [this.#changes, this.#underWay === 0];
    this.#underWay += 1;
    return {
      acknowledge: (state) => {
        if (isAlone && this.#changes === number) this.#state = state;
      },
      end: () => {
        this.#underWay -= 1;
      },
    };
  }
}

/** What is known of an app. */
export class AppTruth {
  readonly id: AppId;
  readonly name: string;
  readonly sets = new Map<string, Register>();
  readonly alias = new Register();
  readonly isActive = new Switch(true);
  /** By question: the answer that its owner holds right. */
  readonly corrections = new Map<string, number>();
  readonly acknowledgedCorrections = new Map<string, number>();
  /** Sums of costs: acknowledged; under way; told to have failed, and to be taken back; of which nobody knows. */
  acknowledged = 0;
  underWay = 0;
  lost = 0;
  credited = 0;
  creditsUnknown = 0;
  /** Calls of which both answers were compared. */
  observed = 0;
  /** Those of them that a crash may have forgotten. */
  observationsLost = 0;
  /** How often its tool has slipped, and by how many answers that spoke for it. */
  slips = 0;
  verifiedFor = 0;
  /** Whether each charge comes with a kept answer. */
  readonly isKeyed: boolean;
  /** When it was looked last with nothing under way. */
  #chargedBefore = 0;
  readonly #keys = new Map<string, "acknowledged" | "lost" | "under way">();

  constructor(id: AppId, name: string, isKeyed: boolean) {
    this.id = id;
    this.name = name;
    this.isKeyed = isKeyed;
  }

  begin({ cost, key }: Charge): void {
    if (key !== null) {
      const known = this.#keys.get(key);
      if (known === "acknowledged" || known === "under way") return;
      this.#keys.set(key, "under way");
      if (known === "lost") this.lost -= cost;
    }
    this.underWay += cost;
  }

  acknowledge({ cost, key }: Charge): void {
    if (key !== null) {
      const known = this.#keys.get(key);
      if (known === "acknowledged") return;
      if (known === "lost") this.lost -= cost;
      else this.underWay -= cost;
      this.#keys.set(key, "acknowledged");
    } else this.underWay -= cost;
    this.acknowledged += cost;
  }

  /** Nothing of it is done, or it will be taken back. */
  fail({ cost, key }: Charge): void {
    // Under a key it may be kept, and is given to whoever repeats it.
    if (key === null) this.underWay -= cost;
    else this.lose({ truth: this, cost, key });
  }

  lose({ cost, key }: Charge): void {
    if (key !== null) {
      if (this.#keys.get(key) !== "under way") return;
      this.#keys.set(key, "lost");
    }
    this.underWay -= cost;
    this.lost += cost;
  }

  /** What of the ledger cannot be, at any moment. `pending`: told to have failed, by nodes that may yet take it back. */
  faultsAtAnyTime({ charged, charges, kept, credited }: AppFacts, pending: number): readonly string[] {
    const faults: string[] = [];
    const since = charged - this.#chargedBefore;
    const most = this.acknowledged + this.underWay + this.lost + pending;
    if (since < this.acknowledged) faults.push(`${this.acknowledged} was acknowledged, and ${since} charged`);
    if (since > most) faults.push(`${since} was charged, and no more than ${most} asked for`);
    if (this.isKeyed && kept !== charges) faults.push(`there are ${kept} kept answers, and ${charges} charges`);
    if (credited < this.credited || credited > this.credited + this.creditsUnknown)
      faults.push(`${this.credited} was credited, ${this.creditsUnknown} perhaps, and ${credited} entered`);
    return faults.map((words) => `${this.name}: ${words}`);
  }

  /** The same when nothing is under way; what was not certain is from then on. */
  faultsAtRest(facts: AppFacts, observed: number): readonly string[] {
    const faults = [...this.faultsAtAnyTime(facts, 0)];
    const least = this.observed - this.observationsLost;
    if (observed < least || observed > this.observed)
      faults.push(
        `${this.name}: ${this.observed} calls were compared, ${this.observationsLost} perhaps forgotten, and ${observed} counted`,
      );
    this.observationsLost = this.observed - observed;
    if (this.underWay !== 0) throw new Error(`${this.name}: ${this.underWay} is under way`);
    this.#chargedBefore = facts.charged;
    this.acknowledged = 0;
    this.lost = 0;
    this.credited = facts.credited;
    this.creditsUnknown = 0;
    // What nobody was told is told to whoever repeats it: no further charge.
    for (const [key, state] of this.#keys) if (state === "lost") this.#keys.delete(key);
    return faults;
  }
}
