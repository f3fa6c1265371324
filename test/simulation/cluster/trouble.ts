/** What goes wrong with nodes, their clocks and the wire, and how each period of it is like. */

import type { SeededRandom } from "../kit/random.ts";
import type { Owner, Scheduler } from "../kit/scheduler.ts";
import { ownerNamed } from "../kit/scheduler.ts";
import type { Wire } from "./wire.ts";

/** A place of a node, in which one life follows the other. */
export interface Seat {
  readonly number: number;
  lives: number;
  life: { readonly owner: Owner } | null;
  aheadMs: number;
}

/**
 * What is done most in a period: of everything something; questions of the app whose minute is soon full; everything but questions; where nodes share a
 * Valkey, the answers that go through that, or calls that do nothing but count.
 */
const THEMES = [
  { weight: 5, theme: "mixed" },
  { weight: 2, theme: "rush" },
  { weight: 3, theme: "beside" },
] as const;
const SHARED = [
  { weight: 16, theme: "shared" },
  { weight: 12, theme: "calls" },
] as const;
export type Theme = (typeof THEMES | typeof SHARED)[number]["theme"];

/** How a period is. */
export interface Weather {
  /** How long things go wrong, before all is left in peace. */
  readonly periodMs: number;
  /** Between two things that a client does, and between two faults: on average. */
  readonly thinksMs: number;
  readonly faultEveryMs: number;
  /** Whether nodes crash, and are stopped. Where none does, nobody may forget what it has told. */
  readonly isDeadly: boolean;
  readonly theme: Theme;
  /** Whether statements are cut off. */
  readonly cutsOff: boolean;
}

const PERIOD_MS = [1_500, 7_000] as const;
const THINKS_MS = 40;
const SHARED_THINKS_MS = 4;
/** Where most goes through what nodes share that has its own faults: others are so much rarer, and statements are cut off in so many periods, of 1. */
const SHARED_FAULTS_TIMES = 6;
const SHARED_CUT_OFF = 0.3;
const FAULT_EVERY_MS = 600;
/** So many periods, of 1, are so much longer, with as much to do: leases end in it, and work is taken over. */
const LONG = 0.25;
const LONG_TIMES = 12;
const DEADLY = 0.5;
/** In so many periods, of 1, in which most goes through what nodes share, their clocks are right as it begins: a window is of one minute. */
const SHARED_CLOCKS = 0.7;
/** And where calls are counted the next minute begins for all nodes, so often on average: the first blocks of numbers are small. */
const MINUTE_EVERY_MS = 120;
const MINUTE_MS = 60_000;
/** Then clocks are put back: no node is farther ahead of the database. */
const AHEAD_MS_MAX = 30 * MINUTE_MS;
const CLOCK_JUMP_MS_MAX = 3_600_000;
/** By which leases are over at once, also of those who live. */
const DATABASE_JUMP_MS_MAX = 60_000;

export function weatherOf(random: SeededRandom, hasValkey: boolean): Weather {
  const times = random.chance(LONG) ? LONG_TIMES : 1;
  const weather = {
    periodMs: random.between(...PERIOD_MS) * times,
    thinksMs: THINKS_MS * times,
    faultEveryMs: FAULT_EVERY_MS * times,
    isDeadly: random.chance(DEADLY),
    theme: random.weighted(hasValkey ? [...THEMES, ...SHARED] : THEMES).theme,
    cutsOff: true,
  };
  if (!isShared(weather)) return weather;
  const faultEveryMs = FAULT_EVERY_MS * SHARED_FAULTS_TIMES;
  return { ...weather, thinksMs: SHARED_THINKS_MS, faultEveryMs, cutsOff: random.chance(SHARED_CUT_OFF) };
}

function isShared({ theme }: Pick<Weather, "theme">): boolean {
  return SHARED.some((shared) => shared.theme === theme);
}

export interface TroubleOptions<Of extends Seat> {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly wire: Wire;
  readonly seats: readonly Of[];
  /** What owners of nodes have as their clock before any of them is ahead, against the simulated time. */
  readonly calendarMs: number;
  readonly count: (what: string) => void;
  /** Called where a node stands still, or clocks go on: leases of those who live may be over. */
  readonly endsLeases: () => void;
  /** The life of a node ends, and its next one begins so much later. */
  readonly crash: (seat: Of, backAfterMs: number) => void;
  /** It is stopped in good order. */
  readonly drain: (seat: Of) => void;
}

export class Trouble<Of extends Seat> {
  readonly #options: TroubleOptions<Of>;
  readonly #random: SeededRandom;
  #databaseAheadMs = 0;
  #weather: Weather | null = null;

  constructor(options: TroubleOptions<Of>) {
    this.#options = options;
    this.#random = options.random;
  }

  /** By how much the database's clock has jumped. */
  get databaseAheadMs(): number {
    return this.#databaseAheadMs;
  }

  /** A new life in a seat: its clock is as far ahead as that of the one before. */
  ownerOf(seat: Of): Owner {
    const owner = ownerNamed(`node ${seat.number}.${seat.lives}`);
    owner.aheadMs = this.#options.calendarMs + seat.aheadMs;
    return owner;
  }

  begin(weather: Weather): void {
    this.#weather = weather;
    if (isShared(weather) && this.#random.chance(SHARED_CLOCKS))
      for (const seat of this.#options.seats) this.#setClock(seat, 0);
    if (weather.theme === "calls") this.#endMinutes(weather);
    this.#trouble();
    this.#next();
  }

  #endMinutes(weather: Weather): void {
    const { scheduler, seats } = this.#options;
    const delayMs = -Math.log(1 - this.#random.next()) * MINUTE_EVERY_MS;
    scheduler.at(delayMs, "a minute ends", () => {
      if (this.#weather !== weather) return;
      for (const seat of seats) this.#setClock(seat, seat.aheadMs < AHEAD_MS_MAX ? seat.aheadMs + MINUTE_MS : 0);
      this.#endMinutes(weather);
    });
  }

  /** Nothing more goes wrong; what is shut or stands still is so for its time. */
  end(): void {
    this.#weather = null;
    Object.assign(this.#options.wire.troubles, { before: 0, hanging: 0, after: 0 });
  }

  #next(): void {
    const weather = this.#weather;
    if (!weather) return;
    const delayMs = -Math.log(1 - this.#random.next()) * weather.faultEveryMs;
    const { scheduler } = this.#options;
    scheduler.at(delayMs, "a fault", () => {
      if (this.#weather !== weather) return;
      this.#fault(weather);
      this.#next();
    });
  }

  #fault({ isDeadly }: Weather): void {
    const random = this.#random;
    const { seats, wire, crash, drain, count, scheduler } = this.#options;
    const seat = random.pick(seats);
    const kinds = [
      {
        weight: isDeadly ? 4 : 0,
        name: "crash",
        work: () => crash(seat, random.chance(0.8) ? random.between(1, 1_500) : random.between(1_500, 70_000)),
      },
      { weight: isDeadly ? 2 : 0, name: "drain", work: () => drain(seat) },
      { weight: 4, name: "pause", work: () => this.#pause(seat, this.#howLong()) },
      { weight: 4, name: "partition", work: () => this.#partition(seat, this.#howLong()) },
      { weight: 4, name: "cut", work: () => seat.life && wire.cutAll(seat.life.owner) },
      {
        weight: 2,
        name: "clock",
        work: () => this.#setClock(seat, random.between(-CLOCK_JUMP_MS_MAX, CLOCK_JUMP_MS_MAX) / 2),
      },
      {
        weight: 2,
        name: "database's clock",
        work: () => {
          this.#databaseAheadMs += random.between(0, DATABASE_JUMP_MS_MAX);
          this.#options.endsLeases();
        },
      },
      { weight: 4, name: "trouble", work: () => this.#trouble() },
    ];
    const { name, work } = random.weighted(kinds);
    count(`fault: ${name}`);
    scheduler.note(`${name} ${seat.number}`);
    work();
  }

  #howLong(): number {
    const random = this.#random;
    return random.chance(0.7) ? random.between(5, 3_000) : random.between(3_000, 90_000);
  }

  /** How likely it is that a statement is cut off, until it changes again. */
  #trouble(): void {
    const random = this.#random;
    const often = () => (random.chance(0.5) || !this.#weather?.cutsOff ? 0 : random.between(0, 0.03));
    Object.assign(this.#options.wire.troubles, { before: often(), hanging: often() / 2, after: often() });
  }

  #setClock(seat: Of, aheadMs: number): void {
    seat.aheadMs = aheadMs;
    if (seat.life) seat.life.owner.aheadMs = this.#options.calendarMs + aheadMs;
  }

  #pause({ life }: Seat, forMs: number): void {
    this.#options.endsLeases();
    if (life) life.owner.pausedUntilMs = this.#options.scheduler.nowMs + forMs;
  }

  /** Half of the time connections end with it: then nobody knows what became of what was under way. */
  #partition({ life }: Seat, forMs: number): void {
    if (!life) return;
    const { wire } = this.#options;
    if (this.#random.chance(0.5)) wire.cutAll(life.owner);
    wire.partition(life.owner, forMs);
  }
}
