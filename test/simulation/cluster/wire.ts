/** The network between simulated nodes and a real Postgres: every message is an event, and one statement at a time is at the server. */
import { createRequire } from "node:module";
import type { SeededRandom } from "../kit/random.ts";
import type { Owner, Scheduler } from "../kit/scheduler.ts";
import { type Control, SHADOWS } from "./database.ts";
import { isTurn, type Troubles, troublesOf } from "./fates.ts";
import { type Answered, type Asked, Asking, failed, startupWith } from "./frames.ts";
import { isWaiting, RealServer, type Released, type Waiting } from "./real-server.ts";
import { type Network, SimulatedSocket } from "./simulated-socket.ts";

/** A message is on its way for so long, most of the time; one in so many for longer. */
const LATENCY_MS = [0.1, 1.5] as const;
const LATE_MS = [5, 400] as const;
const LATE_ONE_IN = 60;
/** How long a process of the server hangs whose client is gone. */
const HANGING_MS = [50, 8_000] as const;
/** So often the way to the database is gone with the answer of a turn, and for so long: nobody waits for its outcome any more then. */
const AWAY = 0.4;
const AWAY_MS = [5_500, 20_000] as const;
/** Behind the end of a partition. */
const AFTERWARDS_MS = 5;
/** The server finds those who wait for each other, as it does by itself: `deadlock_timeout`. */
const DEADLOCK_MS = 1_000;
const LOCK_NOT_HAD = { code: "55P03", words: "canceling statement due to lock timeout" };
const DEADLOCK = { code: "40P01", words: "deadlock detected" };
const CANCELLED = "57014";

export interface WireOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly control: Control;
  readonly port: number;
  /** How long a statement may wait for a lock, and a transaction for its next statement. */
  readonly statementMsMax: number;
  /** The time that the database tells, in milliseconds since 1970. */
  readonly databaseNow: () => number;
}

/** A connection, from the node to its session of the server. */
interface Session {
  readonly socket: SimulatedSocket;
  readonly asking: Asking;
  readonly number: number;
  readonly queue: Asked[];
  /** A message of it is on its way, at the server, or its answer on the way back. */
  isBusy: boolean;
  /** The node hears nothing of it any more. */
  isLeft: boolean;
  /** The server has ended its session. */
  isOver: boolean;
  blockedBy: Asked | null;
  /** Of what it did: an end that was planned for one of them holds for no other. */
  turn: number;
}

export class Wire implements Network {
  readonly troubles: Troubles = { before: 0, hanging: 0, after: 0 };
  /** How many statements were cut off, in which way; and how many waited for a lock. */
  readonly counts = {
    before: 0,
    hanging: 0,
    after: 0,
    away: 0,
    statements: 0,
    blocked: 0,
    lockTimeouts: 0,
    deadlocks: 0,
  };
  readonly #options: WireOptions;
  readonly #sessions = new Map<SimulatedSocket, Session>();
  /** Until when nothing goes between a node and the database. */
  readonly #partitions = new Map<Owner, number>();
  readonly #server: RealServer<Session>;
  #numbers = 0;

  constructor(options: WireOptions) {
    this.#options = options;
    this.#server = new RealServer(options);
  }

  /** From now on the sockets of this process are of this network. */
  install(): void {
    const network = this;
    class NodeSocket extends SimulatedSocket {
      constructor() {
        super(network);
      }
    }
    createRequire(import.meta.url)("node:net").Socket = NodeSocket;
  }

  get owner(): Owner {
    return this.#options.scheduler.owner;
  }

  /** Connections between a node and the database are as if there were none, for so long. */
  partition(owner: Owner, forMs: number): void {
    this.#partitions.set(owner, this.#options.scheduler.nowMs + forMs);
  }

  /** Whether all ways are open. */
  get isWhole(): boolean {
    const { nowMs } = this.#options.scheduler;
    return [...this.#partitions].every(([{ isDead }, untilMs]) => isDead || untilMs <= nowMs);
  }

  /** Resolves when nothing is under way at the server. While no event happens nothing is then. */
  idle(): Promise<void> {
    return this.#server.idle();
  }

  /** All connections of a node end at once. */
  cutAll(owner: Owner): void {
    for (const session of [...this.#sessions.values()]) if (session.socket.owner === owner) this.#cut(session);
  }

  /** The node is no more. What it has sent may arrive yet; the server may hear of its end at once, or only later. */
  abandon(owner: Owner): void {
    const { random, scheduler, statementMsMax } = this.#options;
    for (const session of [...this.#sessions.values()]) {
      if (session.socket.owner !== owner) continue;
      this.#sessions.delete(session.socket);
      session.isLeft = true;
      if (random.chance(0.5)) session.queue.length = 0;
      const endMs = random.chance(0.7) ? random.between(0, 5) : random.between(0, statementMsMax);
      scheduler.at(endMs, "a session without a client ends", () => this.#end(session), scheduler.world);
    }
  }

  connect(socket: SimulatedSocket): void {
    const { scheduler } = this.#options;
    this.#numbers += 1;
    const session: Session = {
      ...{ socket, asking: new Asking(), number: this.#numbers, queue: [], turn: 0 },
      ...{ isBusy: false, isLeft: false, isOver: false, blockedBy: null },
    };
    this.#sessions.set(socket, session);
    const delayMs = this.#latencyMs(socket.owner) + this.#latencyMs(socket.owner);
    scheduler.at(delayMs, "connected", () => socket.writable && socket.emit("connect"), socket.owner);
  }

  send(socket: SimulatedSocket, bytes: Uint8Array): void {
    const session = this.#sessions.get(socket);
    if (!session) return;
    session.queue.push(...session.asking.add(bytes));
    this.#depart(session);
  }

  leave(socket: SimulatedSocket): void {
    const session = this.#sessions.get(socket);
    if (!session) return;
    this.#sessions.delete(socket);
    // One that was cut off has an end of its own.
    if (session.isLeft) return;
    session.isLeft = true;
    // What the driver says last ends it; without that the end of the connection does.
    const { scheduler } = this.#options;
    scheduler.at(this.#latencyMs(socket.owner), "hung up", () => this.#end(session), scheduler.world);
  }

  soon(socket: SimulatedSocket, work: () => void): void {
    this.#options.scheduler.at(0, "soon", work, socket.owner);
  }

  #latencyMs(owner: Owner): number {
    const { random, scheduler } = this.#options;
    const heldMs = (this.#partitions.get(owner) ?? 0) - scheduler.nowMs;
    const [least, most] = random.chance(1 / LATE_ONE_IN) ? LATE_MS : LATENCY_MS;
    return random.between(least, most) + (heldMs > 0 ? heldMs + random.between(0, AFTERWARDS_MS) : 0);
  }

  #depart(session: Session): void {
    if (session.isBusy || session.isOver) return;
    const asked = session.queue.shift();
    if (!asked) return;
    session.isBusy = true;
    session.turn += 1;
    const { scheduler } = this.#options;
    scheduler.at(this.#latencyMs(session.socket.owner), "sent", () => this.#arrive(session, asked), scheduler.world);
  }

  #arrive(session: Session, asked: Asked): void {
    if (session.isOver) return;
    if (asked.kind === "end") {
      this.#end(session);
      return;
    }
    const { random, scheduler } = this.#options;
    const { before, hanging, after } = troublesOf(asked, this.troubles);
    const fate = asked.kind === "startup" || session.isLeft ? 1 : random.next();
    if (fate < before) {
      this.counts.before += 1;
      this.#cut(session);
      return;
    }
    if (fate < before + hanging) {
      this.counts.hanging += 1;
      this.#cutOff(session);
      this.#perhapsAway(session, asked);
      const [least, most] = HANGING_MS;
      scheduler.at(random.between(least, most), "done after all", () => this.#execute(session, asked, true));
      return;
    }
    const isAnswerLost = fate < before + hanging + after;
    if (isAnswerLost) {
      this.counts.after += 1;
      this.#perhapsAway(session, asked);
    }
    this.#execute(session, asked, isAnswerLost);
  }

  #perhapsAway({ socket }: Session, asked: Asked): void {
    const { random } = this.#options;
    if (!isTurn(asked) || !random.chance(AWAY)) return;
    this.counts.away += 1;
    this.partition(socket.owner, random.between(...AWAY_MS));
  }

  #execute(session: Session, asked: Asked, isAnswerLost: boolean): void {
    if (session.isOver) return;
    this.counts.statements += 1;
    if (asked.kind === "startup") {
      const begun = this.#atServer(() => this.#server.begin(session, startupWith(asked.bytes, simulated)));
      void begun.then((answered) => this.#answered(session, asked, answered, isAnswerLost));
      return;
    }
    const now = this.#options.databaseNow();
    void this.#atServer(() => this.#server.ask(session, asked.bytes, now)).then(({ answered, released }) => {
      if (isWaiting(answered)) this.#hold(session, asked, answered);
      else this.#answered(session, asked, answered, isAnswerLost);
      this.#release(released);
    });
  }

  /** Its end is the next event, whenever it really comes: nothing else is decided until then. */
  #atServer<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#options.scheduler.external("at the server", work);
  }

  /** They had waited for a lock, and wait no more. */
  #release(released: readonly Released<Session>[]): void {
    for (const { client, answered } of released) this.#answered(client, client.blockedBy, answered, client.isLeft);
  }

  #hold(session: Session, asked: Asked, how: Waiting): void {
    this.counts.blocked += 1;
    session.blockedBy = asked;
    const { scheduler, statementMsMax } = this.#options;
    scheduler.note(`${session.socket.owner.name} #${session.number} waits for a lock`);
    const lockMs = asked.lockMs ?? statementMsMax;
    const isDeadlock = how === "deadlocked" && lockMs > DEADLOCK_MS;
    const { code, words } = isDeadlock ? DEADLOCK : LOCK_NOT_HAD;
    scheduler.at(isDeadlock ? DEADLOCK_MS : lockMs, "a lock was not had", () => {
      if (session.blockedBy !== asked) return;
      void this.#atServer(() => this.#server.giveUp(session)).then((gaveUp) => {
        if (!gaveUp) return;
        this.counts[isDeadlock ? "deadlocks" : "lockTimeouts"] += 1;
        const answered = isWaiting(gaveUp.answered) ? null : gaveUp.answered;
        const late =
          answered?.errorCode === CANCELLED
            ? { ...answered, bytes: failed(code, words, answered.status), errorCode: code }
            : answered;
        this.#answered(session, asked, late, session.isLeft);
        this.#release(gaveUp.released);
      });
    });
  }

  #answered(session: Session, asked: Asked | null, answered: Answered | null, isLost: boolean): void {
    session.blockedBy = null;
    const { scheduler, statementMsMax } = this.#options;
    const { socket } = session;
    const outcome = answered ? (answered.errorCode ?? answered.tag) : "gone";
    scheduler.note(
      `${socket.owner.name} #${session.number} ${asked?.text.slice(0, 40).replaceAll(/\s+/g, " ")} ${outcome}`,
    );
    if (!answered || isLost) {
      this.#cut(session);
      return;
    }
    const { turn } = session;
    if (answered.status !== "I") {
      scheduler.at(
        statementMsMax,
        "idle in transaction",
        () => session.turn === turn && !session.isOver && this.#cut(session),
        scheduler.world,
      );
    }
    const deliver = () => {
      session.isBusy = false;
      if (!session.isLeft) socket.emit("data", answered.bytes);
      this.#depart(session);
    };
    // What comes behind it goes even where nobody hears the answer.
    const owner = session.isLeft ? scheduler.world : socket.owner;
    scheduler.at(this.#latencyMs(socket.owner), "answered", deliver, owner);
  }

  /** Both sides hear of it. */
  #cut(session: Session): void {
    this.#cutOff(session);
    this.#end(session);
  }

  /** The node hears of it. */
  #cutOff(session: Session): void {
    const { scheduler } = this.#options;
    const { socket } = session;
    session.isLeft = true;
    scheduler.at(this.#latencyMs(socket.owner), "cut", () => socket.cut(), socket.owner);
  }

  /** The server hears of it: it rolls back what was open. One that is at work goes on to its end first. */
  #end(session: Session): void {
    if (session.isOver) return;
    session.isOver = true;
    this.#sessions.delete(session.socket);
    void this.#atServer(() => this.#server.end(session)).then((released) => this.#release(released));
  }
}

/** Where functions are shadowed, and without limits that the server would tell by its own clock. */
function simulated(parameters: Map<string, string>): void {
  for (const limit of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
    parameters.delete(limit);
  const options = parameters.get("options") ?? "";
  parameters.set("options", options.replace("search_path=dragoman", `search_path=${SHADOWS},pg_catalog,dragoman`));
}
