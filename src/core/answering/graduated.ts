/** A question to a language model that the model inside may answer in its place. */
import { messageOf } from "../errors.ts";
import type { Graduation, SetCourses } from "../graduation/graduation.ts";
import type { ContentHash } from "../json.ts";
import type { Log } from "../log.ts";
import type { DraftCall, LanguageModel } from "../ports/models.ts";
import { type Said, saysTheSame } from "../semantic-cache/said.ts";
import type { Verification } from "../semantic-cache/trust/verification.ts";
import type { AppId } from "../tenant.ts";

export interface GraduatedOptions {
  readonly graduation: Graduation;
  readonly inside: () => LanguageModel;
  /** Asks the other model behind an answer, of a share of what the model inside answers alone. */
  readonly verification: Pick<Verification, "offer">;
  /** Asks the model inside behind an answer of the other, of all of them that there is time for. */
  readonly shadow: Pick<Verification, "offer">;
  readonly log: Log;
}

/** What was asked, and how what models say to it is read. */
export interface GraduatingQuestion<Drafted> {
  readonly app: AppId;
  /** Of its set. */
  readonly model: LanguageModel;
  /** Of its set; null where the answer depends on more than the sentence and one set. */
  readonly contentHash: ContentHash | null;
  /** As it would be given. Throws `llm_processing_error`. */
  read(drafted: Drafted): SaidOfMember;
  /** What an answer tells of how it came about. */
  told(drafted: Drafted): Told;
  /** The same, and whose it is. */
  saidBy(model: LanguageModel, drafted: Drafted): Drafted;
}

export interface SaidOfMember {
  /** The tool that is called, or the class that is given; null for none, and for several. */
  readonly member: string | null;
  readonly confidence: number;
  readonly said: Said;
}

/** `model`: who answered, where that is not the one that was asked. */
export interface Told extends Pick<DraftCall, "model" | "usage"> {
  readonly modelMs: number;
}

/** Asks one of the two models. Rejects as it does. */
export type AskModel<Drafted> = (model: LanguageModel, until: AbortSignal) => Promise<Drafted>;

export interface AskedOne<Drafted> {
  readonly drafted: Drafted;
  /** Whether the model inside answered alone. */
  readonly isGraduated: boolean;
}

/** Asks the model of the sets, or lets the model inside answer where that has shown itself to say the same. */
export class Graduated {
  readonly #options: GraduatedOptions;

  constructor(options: GraduatedOptions) {
    this.#options = options;
  }

  async ask<Drafted>(
    question: GraduatingQuestion<Drafted>,
    askModel: AskModel<Drafted>,
    signal: AbortSignal,
  ): Promise<AskedOne<Drafted>> {
    const courses = await this.#coursesOf(question);
    const { model } = question;
    if (!courses) return { drafted: await askModel(model, signal), isGraduated: false };
    const { shadow, verification } = this.#options;
    const inside = this.#options.inside();
    if (!courses.hasGraduates) {
      // Nobody waits for what could not be given.
      const drafted = await askedOf(courses, question, askModel, signal);
      shadow.offer(async (until) => {
        const own = question.read(await askModel(inside, until));
        await compare(courses, question, { own, drafted, wasGiven: false });
      });
      return { drafted, isGraduated: false };
    }
    const proposed = await this.#proposed(question, askModel, signal);
    if (proposed?.own.member && courses.mayAnswer(proposed.own.member, proposed.own.confidence)) {
      const { own } = proposed;
      courses.answered(proposed.own.member);
      verification.offer(async (until) => {
        const drafted = await askedOf(courses, question, askModel, until);
        await compare(courses, question, { own, drafted, wasGiven: true });
      });
      return { drafted: question.saidBy(inside, proposed.drafted), isGraduated: true };
    }
    const drafted = await askedOf(courses, question, askModel, signal);
    if (proposed) await compare(courses, question, { own: proposed.own, drafted, wasGiven: false });
    return { drafted, isGraduated: false };
  }

  /** Null where the model inside fails, or says what cannot be: then the other is asked, as it would be without it. */
  async #proposed<Drafted>(
    question: GraduatingQuestion<Drafted>,
    askModel: AskModel<Drafted>,
    signal: AbortSignal,
  ): Promise<{ readonly drafted: Drafted; readonly own: SaidOfMember } | null> {
    try {
      const drafted = await askModel(this.#options.inside(), signal);
      return { drafted, own: question.read(drafted) };
    } catch (failure) {
      signal.throwIfAborted();
      this.#options.log(`the model inside could not stand in for another: ${messageOf(failure)}`, { level: "warn" });
      return null;
    }
  }

  /** Null where nobody wants it, where no other model is asked, and for what depends on more than the sentence and one set. */
  async #coursesOf<Drafted>({ app, model, contentHash }: GraduatingQuestion<Drafted>): Promise<SetCourses | null> {
    const { graduation, inside } = this.#options;
    if (!graduation.isOn || contentHash === null || model.id === inside().id) return null;
    return graduation.of(app, contentHash, { inside: inside(), model });
  }
}

async function askedOf<Drafted>(
  courses: SetCourses,
  question: GraduatingQuestion<Drafted>,
  askModel: AskModel<Drafted>,
  until: AbortSignal,
): Promise<Drafted> {
  const drafted = await askModel(question.model, until);
  const { modelMs, usage } = question.told(drafted);
  if (isOwn(question, drafted)) courses.asked(modelMs, usage?.money ?? 0);
  return drafted;
}

/**
 * Of what the model inside would say: that it would call nothing, or give no class, stays the other's to say. Where another stood in for
 * that one nobody knows what it would have said; often it is the model inside, which agrees with itself. Rejects with
 * `llm_processing_error`, and where an answer was given as the store does.
 */
async function compare<Drafted>(
  courses: SetCourses,
  question: GraduatingQuestion<Drafted>,
  { own, drafted, wasGiven }: { readonly own: SaidOfMember; readonly drafted: Drafted; readonly wasGiven: boolean },
): Promise<void> {
  const { member, confidence, said } = own;
  if (member === null || !isOwn(question, drafted)) return;
  await courses.compared({ member, confidence, agrees: saysTheSame(said, question.read(drafted).said), wasGiven });
}

/** Whether the model that was asked is the one that answered. */
function isOwn<Drafted>(question: GraduatingQuestion<Drafted>, drafted: Drafted): boolean {
  const { model } = question.told(drafted);
  return model === undefined || model === question.model.id;
}
