/**
 * A cluster in a simulated time, answering from memory: nodes, of which each does one thing at a time; their turns at Postgres, one under way
 * for each node; Postgres with so many processors, one disk, and rows that a commit holds.
 */
import { percentile } from "#core/examination/statistics.ts";
import { randomFrom } from "../../eval/statistics.ts";
import { Agenda } from "./agenda.ts";
import type { Costs } from "./costs.ts";

/** What is assumed of machines and of who asks. */
export interface Assumed {
  readonly nodes: number;
  readonly postgresCores: number;
  /** Asked with Zipf's law: the second half as often as the first, the third a third as often. */
  readonly apps: number;
  /** From a node to Postgres and back. */
  readonly roundtripMs: number;
  /** Until a disk has what was written; commits that come meanwhile go together with the next. */
  readonly diskMs: number;
}

export interface Outcome {
  /** Of what came in the second half of the time; infinite for what was not answered a second after its end. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly nodeBusy: number;
  readonly postgresBusy: number;
  readonly chargesPerTurn: number;
}

/** For what is under way at the end. */
const GRACE_MS = 1_000;

interface Request {
  readonly app: number;
  readonly cameMs: number;
}

/** Requests come independently of each other (Poisson), and to any node. The same seed gives the same outcome. */
export function simulated(
  assumed: Assumed,
  costs: Costs,
  { perSecond, seconds, seed }: { readonly perSecond: number; readonly seconds: number; readonly seed: number },
): Outcome {
  const agenda = new Agenda();
  const random = randomFrom(seed);
  const appOf = zipf(assumed.apps, random);
  const postgres = new Postgres(agenda, assumed, costs);
  const nodes = Array.from({ length: assumed.nodes }, () => new Node(agenda, postgres, assumed, costs));
  const endsMs = seconds * 1_000;
  const isCounted = ({ cameMs }: Request) => cameMs >= endsMs / 2;
  const waits: number[] = [];
  let came = 0;
  let isOver = false;

  const comes = () => {
    if (isOver) return;
    const request = { app: appOf(), cameMs: agenda.now };
    if (isCounted(request)) came += 1;
    const node = nodes[Math.floor(random() * nodes.length)] as Node;
    node.ask(request, () => {
      if (isCounted(request)) waits.push(agenda.now - request.cameMs);
    });
    agenda.after((-Math.log(1 - random()) / perSecond) * 1_000, comes);
  };
  agenda.after(0, comes);
  agenda.run(endsMs);
  const busyMs = nodes.reduce((sum, node) => sum + node.thread.busyMs, 0);
  const postgresBusyMs = postgres.processors.busyMs;
  isOver = true;
  agenda.run(endsMs + GRACE_MS);

  const all = [...waits, ...new Array<number>(came - waits.length).fill(Number.POSITIVE_INFINITY)];
  return {
    p50Ms: percentile(all, 50) ?? 0,
    p99Ms: percentile(all, 99) ?? 0,
    nodeBusy: busyMs / endsMs / nodes.length,
    postgresBusy: postgresBusyMs / endsMs / assumed.postgresCores,
    chargesPerTurn: postgres.charges / Math.max(1, postgres.turns),
  };
}

/** Processors that take what comes in its order. */
class Processors {
  readonly #agenda: Agenda;
  /** When each is free. */
  readonly #freeMs: number[];
  busyMs = 0;

  constructor(agenda: Agenda, cores: number) {
    this.#agenda = agenda;
    this.#freeMs = new Array(cores).fill(0);
  }

  do(us: number, then: () => void): void {
    const core = this.#freeMs.indexOf(Math.min(...this.#freeMs));
    const endsMs = Math.max(this.#agenda.now, this.#freeMs[core] as number) + us / 1_000;
    this.#freeMs[core] = endsMs;
    this.busyMs += us / 1_000;
    this.#agenda.at(endsMs, then);
  }
}

class Node {
  readonly thread: Processors;
  readonly #agenda: Agenda;
  readonly #postgres: Postgres;
  readonly #roundtripMs: number;
  readonly #halfUs: number;
  #waiting: { readonly request: Request; readonly answered: () => void }[] = [];
  #hasTurn = false;

  constructor(agenda: Agenda, postgres: Postgres, { roundtripMs }: Assumed, { nodeUs }: Costs) {
    this.thread = new Processors(agenda, 1);
    this.#agenda = agenda;
    this.#postgres = postgres;
    this.#roundtripMs = roundtripMs;
    this.#halfUs = nodeUs / 2;
  }

  /** Half of the work is before the turn, half after it. */
  ask(request: Request, answered: () => void): void {
    this.thread.do(this.#halfUs, () => {
      this.#waiting.push({ request, answered });
      this.#takeTurn();
    });
  }

  #takeTurn(): void {
    if (this.#hasTurn || this.#waiting.length === 0) return;
    this.#hasTurn = true;
    const inTurn = this.#waiting;
    this.#waiting = [];
    const halfwayMs = this.#roundtripMs / 2;
    const back = () => {
      this.#hasTurn = false;
      for (const { answered } of inTurn) this.thread.do(this.#halfUs, answered);
      this.#takeTurn();
    };
    const apps = new Set(inTurn.map(({ request }) => request.app));
    this.#agenda.after(halfwayMs, () =>
      this.#postgres.turn(apps, inTurn.length, () => this.#agenda.after(halfwayMs, back)),
    );
  }
}

/** A turn that is ready to be committed, once nobody else holds the rows of its apps. */
interface Holding {
  readonly apps: ReadonlySet<number>;
  readonly go: () => void;
}

class Postgres {
  readonly processors: Processors;
  readonly #agenda: Agenda;
  readonly #assumed: Assumed;
  readonly #costs: Costs;
  turns = 0;
  charges = 0;
  /** Rows of apps that a turn holds until its commit, and who waits for them. */
  readonly #held = new Set<number>();
  #queue: Holding[] = [];
  /** Commits that wait for the disk. */
  #unwritten: (() => void)[] = [];
  #isWriting = false;

  constructor(agenda: Agenda, assumed: Assumed, costs: Costs) {
    this.processors = new Processors(agenda, assumed.postgresCores);
    this.#agenda = agenda;
    this.#assumed = assumed;
    this.#costs = costs;
  }

  turn(apps: ReadonlySet<number>, charges: number, committed: () => void): void {
    this.turns += 1;
    this.charges += charges;
    // The rows of minutes are locked last: what else a turn does, is done by then.
    const { turnUs, chargeUs, appUs } = this.#costs;
    this.processors.do(turnUs + chargeUs * charges + appUs * (apps.size - 1), () =>
      this.#hold(apps, () =>
        this.#write(() => {
          for (const app of apps) this.#held.delete(app);
          committed();
          this.#letIn();
        }),
      ),
    );
  }

  #hold(apps: ReadonlySet<number>, go: () => void): void {
    this.#queue.push({ apps, go });
    this.#letIn();
  }

  /** In the order in which they came, past those that wait for a row that another one holds. */
  #letIn(): void {
    const wanted = new Set(this.#held);
    const left: Holding[] = [];
    const free: (() => void)[] = [];
    for (const waiting of this.#queue) {
      const isFree = !waiting.apps.values().some((app) => wanted.has(app));
      if (isFree) {
        for (const app of waiting.apps) this.#held.add(app);
        free.push(waiting.go);
      } else left.push(waiting);
      for (const app of waiting.apps) wanted.add(app);
    }
    this.#queue = left;
    for (const go of free) go();
  }

  #write(done: () => void): void {
    this.#unwritten.push(done);
    if (this.#isWriting) return;
    this.#isWriting = true;
    const together = this.#unwritten;
    this.#unwritten = [];
    this.#agenda.after(this.#assumed.diskMs, () => {
      this.#isWriting = false;
      for (const each of together) each();
      const next = this.#unwritten.pop();
      if (next) this.#write(next);
    });
  }
}

/** Draws from 0 to under `count`, each `n`th as often as the first divided by `n`. */
function zipf(count: number, random: () => number): () => number {
  const sums: number[] = [];
  for (let n = 1; n <= count; n += 1) sums.push((sums.at(-1) ?? 0) + 1 / n);
  const all = sums.at(-1) ?? 0;
  return () => {
    const drawn = random() * all;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
