import { messageOf } from "../errors.ts";
import { growingCache } from "../growing-cache.ts";
import type { ContentHash } from "../json.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { DefinitionStore } from "../ports/definition-store.ts";
import type { Course, GraduationStore } from "../ports/graduation-store.ts";
import type { LanguageModel } from "../ports/models.ts";
import type { Observer } from "../ports/observer.ts";
import type { AppId } from "../tenant.ts";
import { EDGES, type Standing, slipStepOf, standingOf, stretchOf } from "./member-agreement.ts";

export interface GraduationOptions {
  readonly store: GraduationStore;
  readonly definitions: Pick<DefinitionStore, "holds">;
  readonly changes: Pick<ChangeCounter, "of">;
  readonly clock: Pick<Clock, "monotonicMs">;
  /** The least agreement, 0–1; null where nobody wants any of it. */
  readonly agreementMin: number | null;
  readonly observer: Pick<Observer, "graduateJudged" | "graduateAnswered">;
  /** Of what an operator should read. */
  readonly log: (message: string) => void;
}

/** Apps whose counts are kept in memory; the least recently used is read again. */
const APPS_MAX = 10_000;
/** So long what is counted by all processes is not known here, while the app is asked for. A slip is a change of the app, and known at once. */
const RENEWED_EVERY_MS = 2_000;
/** Of the last answers of the language model, by which what is saved is told: so many count. */
const TOOK_WINDOW = 50;

/** How sure the model inside was, and whether the language model said the same. */
export interface Compared {
  /** The tool that it would call, or the class that it would give. */
  readonly member: string;
  readonly confidence: number;
  readonly agrees: boolean;
  /** Whether the model inside had answered alone. */
  readonly wasGiven: boolean;
}

/** What an app's tools and classes have shown, as it was read. */
interface Read {
  readonly courses: Promise<AppCourses>;
  /** By the monotonic clock. */
  readonly atMs: number;
  /** The app's changes by then. */
  readonly changes: number;
}

/** The tools and classes that no longer need a language model, by what both were seen to say. */
export class Graduation {
  readonly #options: GraduationOptions;
  readonly #apps = growingCache<AppId, Read>(APPS_MAX);

  constructor(options: GraduationOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options.agreementMin !== null;
  }

  /** Of one set's content, between these two models. Rejects as the store does. */
  async of(
    app: AppId,
    contentHash: ContentHash,
    { inside, model }: { readonly inside: LanguageModel; readonly model: LanguageModel },
  ): Promise<SetCourses> {
    const { agreementMin, ...options } = this.#options;
    const courses = await this.#coursesOf(app);
    const models = modelsOf(inside.id, model.id);
    return new SetCourses(app, { contentHash, models }, courses, { ...options, bar: agreementMin ?? 1 });
  }

  /** Of a content that no set of the app has any more. Never rejects: what is left over is a few numbers. */
  async forget(app: AppId, contentHash: ContentHash): Promise<void> {
    const { store, definitions, log } = this.#options;
    try {
      if (await definitions.holds(app, contentHash)) return;
      await store.forget(app, contentHash);
      this.#apps.delete(app);
    } catch (failure) {
      log(`what was found of a replaced set stays: ${messageOf(failure)}`);
    }
  }

  async #coursesOf(app: AppId): Promise<AppCourses> {
    const known = this.#apps.get(app);
    const read = known && !this.#hasChanged(app, known) ? known : this.#read(app, known);
    try {
      return await read.courses;
    } catch (failure) {
      // Tried again with the next request.
      if (this.#apps.peek(app) === read) this.#apps.delete(app);
      throw failure;
    }
  }

  /** What this process counts alone is up to date in memory. */
  #hasChanged(app: AppId, { atMs, changes }: Read): boolean {
    const { store, clock, changes: counter } = this.#options;
    return store.isShared && (counter.of(app) !== changes || clock.monotonicMs() - atMs >= RENEWED_EVERY_MS);
  }

  #read(app: AppId, before: Read | undefined): Read {
    const { store, clock, changes: counter } = this.#options;
    const [atMs, changes] = [clock.monotonicMs(), counter.of(app)];
    const reading = async () => {
      const counts = await store.counts(app);
      const earlier = await before?.courses.catch(() => undefined);
      const courses = new AppCourses(counts, earlier?.took);
      this.#tellLost(earlier, courses);
      return courses;
    };
    const read = { courses: reading(), atMs, changes };
    this.#apps.set(app, read);
    return read;
  }

  /** Of what other processes counted. A slip is told by the process that saw it. */
  #tellLost(earlier: AppCourses | undefined, courses: AppCourses): void {
    const bar = this.#options.agreementMin ?? 1;
    for (const { course, counted } of earlier?.all ?? []) {
      const now = courses.of(course);
      if (counted.standing === null || counted.standing.opensAt === null || now.slips !== counted.slips) continue;
      const standing = standingOf(now.tallies, bar);
      // Of a content that is gone nothing is counted any more.
      const isLost = standing.opensAt === null && standing.observed > counted.standing.observed;
      if (isLost) this.#options.log(sentBack(course.member, lostBy(standing, bar)));
    }
  }
}

/** As the store tells them apart. */
function modelsOf(inside: string, model: string): string {
  return JSON.stringify([inside, model]);
}

/** Of one tool or class, how it stands between two models. */
export interface CourseStanding extends Course {
  readonly slips: number;
  readonly standing: Standing;
  /** Ids of the models. */
  readonly inside: string;
  readonly model: string;
}

/** How all tools and classes of an app stand, by what the store has of them. */
export function standingsOf(
  counts: Awaited<ReturnType<GraduationStore["counts"]>>,
  bar: number,
): readonly CourseStanding[] {
  return new AppCourses(counts).all.map(({ course, counted: { slips, tallies } }) => {
    const [inside = "", model = ""] = JSON.parse(course.models) as readonly string[];
    return { ...course, slips, standing: standingOf(tallies, bar), inside, model };
  });
}

interface Counted {
  slips: number;
  tallies: MutableTally[];
  standing: Standing | null;
}

interface MutableTally {
  observed: number;
  agreed: number;
}

/** What an app's tools and classes have shown, in memory. */
class AppCourses {
  readonly #sets = new Map<string, { readonly of: Omit<Course, "member">; readonly members: Map<string, Counted> }>();
  /** By set and models: what the language model takes and costs, as a mean of the last answers here. */
  readonly took: Map<string, { ms: number; cost: number }>;

  constructor(counts: Awaited<ReturnType<GraduationStore["counts"]>>, took: AppCourses["took"] = new Map()) {
    this.took = took;
    for (const count of counts) {
      const counted = this.of(count);
      // What was counted before a slip says nothing any more.
      if (count.slips < counted.slips) continue;
      if (count.slips > counted.slips) Object.assign(counted, begun(), { slips: count.slips });
      const tally = counted.tallies[EDGES.findIndex((edge) => keptEdge(edge) === count.edge)];
      if (!tally) continue;
      tally.observed += count.observed;
      tally.agreed += count.agreed;
    }
  }

  of({ contentHash, member, models }: Course): Counted {
    const members = this.membersOf({ contentHash, models });
    const counted = members.get(member) ?? begun();
    members.set(member, counted);
    return counted;
  }

  /** By name. Asked with each question, so an app's other sets cost nothing. */
  membersOf({ contentHash, models }: Omit<Course, "member">): Map<string, Counted> {
    const name = setNameOf({ contentHash, models });
    const { members } = this.#sets.get(name) ?? { members: new Map<string, Counted>() };
    this.#sets.set(name, { of: { contentHash, models }, members });
    return members;
  }

  get all(): readonly { readonly course: Course; readonly counted: Counted }[] {
    return [...this.#sets.values()].flatMap(({ of, members }) =>
      [...members].map(([member, counted]) => ({ course: { ...of, member }, counted })),
    );
  }
}

function setNameOf({ contentHash, models }: Omit<Course, "member">): string {
  return `${contentHash} ${models}`;
}

function begun(): Counted {
  return { slips: 0, tallies: EDGES.map(() => ({ observed: 0, agreed: 0 })), standing: null };
}

interface SetCoursesOptions extends Pick<GraduationOptions, "log" | "observer" | "store"> {
  readonly bar: number;
}

/** The tools, or the classes, of one set. */
export class SetCourses {
  readonly #app: AppId;
  readonly #of: Omit<Course, "member">;
  readonly #courses: AppCourses;
  readonly #options: SetCoursesOptions;

  constructor(app: AppId, of: Omit<Course, "member">, courses: AppCourses, options: SetCoursesOptions) {
    this.#app = app;
    this.#of = of;
    this.#courses = courses;
    this.#options = options;
  }

  /** Whether any of them needs no language model. */
  get hasGraduates(): boolean {
    return [...this.#courses.membersOf(this.#of).keys()].some((member) => this.standing(member).opensAt !== null);
  }

  /** Whether the model inside may answer with the tool or class, where it is so sure of it. */
  mayAnswer(member: string, confidence: number): boolean {
    const { opensAt } = this.standing(member);
    return opensAt !== null && confidence >= opensAt;
  }

  standing(member: string): Standing {
    const counted = this.#courses.of({ ...this.#of, member });
    counted.standing ??= standingOf(counted.tallies, this.#options.bar);
    return counted.standing;
  }

  /**
   * Both models have answered. What was let go, and is often found wrong now, is sent back. Rejects as the store
   * does where an answer was given.
   */
  async compared({ member, confidence, agrees, wasGiven }: Compared): Promise<void> {
    const { store, observer } = this.#options;
    const course = { ...this.#of, member };
    const counted = this.#courses.of(course);
    const wasOpen = this.standing(member).opensAt !== null;
    const stretch = stretchOf(confidence);
    store.observe(this.#app, course, counted.slips, keptEdge(EDGES[stretch] as number), agrees);
    observer.graduateJudged(wasGiven ? "given" : "asked", agrees);
    if (!store.isShared) {
      const tally = counted.tallies[stretch] as MutableTally;
      tally.observed += 1;
      tally.agreed += Number(agrees);
      counted.standing = null;
    }
    const hasSlipped = wasGiven && (await this.#verified(course, counted, agrees));
    const { log, bar } = this.#options;
    if (hasSlipped) log(sentBack(member, "the answers without it were often found wrong"));
    else if (wasOpen && this.standing(member).opensAt === null)
      log(sentBack(member, lostBy(this.standing(member), bar)));
  }

  async #verified(course: Course, counted: Counted, agrees: boolean): Promise<boolean> {
    const { store, bar } = this.#options;
    const slips = await store.verify(this.#app, course, counted.slips, slipStepOf(agrees, bar));
    if (slips <= counted.slips) return false;
    Object.assign(counted, { ...begun(), slips });
    return true;
  }

  /** The language model has answered, and that took so long and cost so much. */
  asked(ms: number, cost: number): void {
    const name = setNameOf(this.#of);
    const before = this.#courses.took.get(name);
    const part = 1 / TOOK_WINDOW;
    this.#courses.took.set(
      name,
      before
        ? { ms: before.ms + part * (ms - before.ms), cost: before.cost + part * (cost - before.cost) }
        : { ms, cost },
    );
  }

  /** The model inside has answered alone. */
  answered(member: string): void {
    const { store, observer } = this.#options;
    const saved = this.#courses.took.get(setNameOf(this.#of)) ?? { ms: 0, cost: 0 };
    store.answered(this.#app, { ...this.#of, member }, saved);
    observer.graduateAnswered({ seconds: saved.ms / 1000, money: saved.cost });
  }
}

function sentBack(member: string, why: string): string {
  return `"${member}" of an app's set needs its language model again: ${why}`;
}

/** The bet of what was let go stands lower than it did then. */
function lostBy({ observed, agreed }: Standing, bar: number): string {
  return `${agreed} of ${observed} answers were the same, which no longer shows that more than ${bar} of them are`;
}

/** How a stretch that begins there is kept: another version may number them otherwise. */
function keptEdge(edge: number): number {
  return Math.round(edge * 10_000);
}
