/** Whose turn it is, by the work that each app has had: start-time fair queuing. */

/** Less is not measured; it still counts, so that no app is served for nothing. */
const WORK_MS_MIN = 0.01;

/** What waits in turns. */
export interface Waiting {
  /** Whose work it is; "" for the server's own. */
  readonly app: string;
  /** What it holds in memory while it waits. */
  readonly bytes: number;
}

interface Line<Job> {
  /** Work that the app has had, in milliseconds, never less than where those stood who were served when it came. */
  workedMs: number;
  readonly jobs: Job[];
  bytes: number;
}

/**
 * Jobs of several apps. The app that had least work comes first, its jobs one after the other. While two apps have
 * something waiting all the time, what they get differs by no more than one step of either, whatever they send.
 */
export class Turns<Job extends Waiting> {
  readonly #lines = new Map<string, Line<Job>>();
  /** Where the app stood that was served last: whoever comes anew begins there, and brings no credit from before. */
  #standMs = 0;
  #jobs = 0;
  #bytes = 0;

  get jobs(): number {
    return this.#jobs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  jobsOf(app: string): number {
    return this.#lines.get(app)?.jobs.length ?? 0;
  }

  bytesOf(app: string): number {
    return this.#lines.get(app)?.bytes ?? 0;
  }

  /** Whether anybody but that app waits. */
  hasOthersThan(app: string): boolean {
    return this.#jobs > this.jobsOf(app);
  }

  /** The app with most of them waiting; null while none does. */
  longest(): string | null {
    const lines = [...this.#lines].toSorted(([, one], [, other]) => other.jobs.length - one.jobs.length);
    return lines[0]?.[0] ?? null;
  }

  add(job: Job): void {
    const line = this.#line(job.app);
    if (line.jobs.length === 0) line.workedMs = Math.max(line.workedMs, this.#standMs);
    line.jobs.push(job);
    this.#count(line, job, 1);
  }

  /** The app whose turn it is; undefined when none waits. */
  next(): string | undefined {
    let next: [app: string, line: Line<Job>] | undefined;
    for (const [app, line] of this.#lines) {
      if (line.jobs.length > 0 && (next === undefined || line.workedMs < next[1].workedMs)) next = [app, line];
    }
    return next?.[0];
  }

  /** The next job; undefined when none waits. */
  take(): Job | undefined {
    if (this.#jobs === 0) {
      // Nobody waited for anybody: nothing is owed.
      this.#lines.clear();
      this.#standMs = 0;
      return undefined;
    }
    const line = this.#lines.get(this.next() ?? "");
    const job = line?.jobs.shift();
    if (!line || !job) return undefined;
    for (const [app, other] of this.#lines)
      if (other !== line && other.jobs.length === 0 && other.workedMs <= this.#standMs) this.#lines.delete(app);
    this.#standMs = line.workedMs;
    this.#count(line, job, -1);
    return job;
  }

  /** A step of the app took so much work. */
  worked(app: string, ms: number): void {
    this.#line(app).workedMs += Math.max(WORK_MS_MIN, ms);
  }

  /** False when it does not wait here. */
  drop(job: Job): boolean {
    const line = this.#lines.get(job.app);
    const at = line?.jobs.indexOf(job) ?? -1;
    if (!line || at < 0) return false;
    line.jobs.splice(at, 1);
    this.#count(line, job, -1);
    return true;
  }

  /** Takes away what the app would be served last. */
  dropLast(app: string): Job | undefined {
    const last = this.#lines.get(app)?.jobs.at(-1);
    if (last) this.drop(last);
    return last;
  }

  /** Takes all that wait. */
  clear(): readonly Job[] {
    const all = [...this.#lines.values()].flatMap(({ jobs }) => jobs);
    this.#lines.clear();
    this.#standMs = 0;
    this.#jobs = 0;
    this.#bytes = 0;
    return all;
  }

  #line(app: string): Line<Job> {
    const line = this.#lines.get(app) ?? { workedMs: this.#standMs, jobs: [], bytes: 0 };
    this.#lines.set(app, line);
    return line;
  }

  #count(line: Line<Job>, { bytes }: Job, sign: 1 | -1): void {
    line.bytes += sign * bytes;
    this.#bytes += sign * bytes;
    this.#jobs += sign;
  }
}
