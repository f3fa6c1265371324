/** Whose examples are learned next: of each app one set after the other, of several apps side by side. */
import type { AppId } from "../tenant.ts";

/**
 * UTF-16 code units that one app may have waiting to be learned, or in learning: four sets of the longest. A set beyond that
 * is learned when it is looked up and there is room again.
 */
const UNLEARNED_UNITS_PER_APP_MAX = 4 * 1_048_576;

/** Something to learn. */
export interface Queued {
  /** UTF-16 code units of what is to be learned. */
  readonly units: number;
  /** Aborted when nobody wants it any more: what waits is dropped, and what is being learned has to look itself. */
  readonly gone: AbortController;
  /** Resolved when it was learned, has failed, or is gone. */
  readonly finished: PromiseWithResolvers<void>;
}

/** One app with a hundred sets gets no more of the server at once than another with one. */
export class LessonLines<Lesson extends Queued> {
  readonly #learn: (app: AppId, lesson: Lesson) => Promise<void>;
  /** Of each app the first is being learned. */
  readonly #lines = new Map<AppId, Lesson[]>();

  /** `learn` must not reject. */
  constructor(learn: (app: AppId, lesson: Lesson) => Promise<void>) {
    this.#learn = learn;
  }

  /** Whether the app may have so much more to learn; always where it has nothing. */
  hasRoom(app: AppId, units: number): boolean {
    const waiting = (this.#lines.get(app) ?? []).reduce((sum, lesson) => sum + lesson.units, 0);
    return waiting === 0 || waiting + units <= UNLEARNED_UNITS_PER_APP_MAX;
  }

  add(app: AppId, lesson: Lesson): void {
    const known = this.#lines.get(app);
    const line = known ?? [];
    line.push(lesson);
    lesson.gone.signal.addEventListener("abort", () => leave(line, lesson), { once: true });
    if (known) return;
    this.#lines.set(app, line);
    void this.#follow(app, line);
  }

  /** Resolves when all that is there now is finished. */
  async idle(): Promise<void> {
    await Promise.all([...this.#lines.values()].flat().map(({ finished }) => finished.promise));
  }

  async #follow(app: AppId, line: Lesson[]): Promise<void> {
    for (let [lesson] = line; lesson; [lesson] = line) {
      await this.#learn(app, lesson);
      line.shift();
      lesson.finished.resolve();
    }
    this.#lines.delete(app);
  }
}

/** What waits behind the first has not begun; the first ends by itself. */
function leave<Lesson extends Queued>(line: Lesson[], lesson: Lesson): void {
  if (line.indexOf(lesson) <= 0) return;
  line.splice(line.indexOf(lesson), 1);
  lesson.finished.resolve();
}
