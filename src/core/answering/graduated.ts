/** A question to a language model that the model inside may answer in its place. */
import { messageOf } from "../errors.ts";
import type { Graduation, SetCourses } from "../graduation/graduation.ts";
import type { Log } from "../log.ts";
import type { LanguageModel } from "../ports/models.ts";
import { type Said, saysTheSame } from "../semantic-cache/said.ts";
import type { Verification } from "../semantic-cache/trust/verification.ts";
import type { CallQuestion } from "./call-reuse.ts";
import { checkedDraft, type Drafted } from "./drafted-call.ts";

export interface GraduatedOptions {
  readonly graduation: Graduation;
  readonly inside: () => LanguageModel;
  /** Asks the other model behind an answer, of a share of what the model inside answers alone. */
  readonly verification: Pick<Verification, "offer">;
  /** Asks the model inside behind an answer of the other, of all of them that there is time for. */
  readonly shadow: Pick<Verification, "offer">;
  readonly log: Log;
}

/** Asks one of the two models. Rejects as it does. */
export type AskModel = (model: LanguageModel, until: AbortSignal) => Promise<Drafted>;

export interface AskedOne {
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

  async ask(question: CallQuestion, askModel: AskModel, signal: AbortSignal): Promise<AskedOne> {
    const courses = await this.#coursesOf(question);
    const { model } = question;
    if (!courses) return { drafted: await askModel(model, signal), isGraduated: false };
    const { shadow, verification } = this.#options;
    const inside = this.#options.inside();
    if (!courses.hasGraduates) {
      // Nobody waits for what could not be given.
      const drafted = await this.#askedOf(courses, question, askModel, signal);
      shadow.offer(async (until) => {
        const own = saidIn(question, await askModel(inside, until));
        await compare(courses, question, { own, drafted, wasGiven: false });
      });
      return { drafted, isGraduated: false };
    }
    const proposed = await this.#proposed(question, askModel, signal);
    if (proposed?.own.tool && courses.mayAnswer(proposed.own.tool, proposed.own.confidence)) {
      const { own } = proposed;
      courses.answered(proposed.own.tool);
      verification.offer(async (until) => {
        const drafted = await this.#askedOf(courses, question, askModel, until);
        await compare(courses, question, { own, drafted, wasGiven: true });
      });
      return { drafted: saidBy(inside, proposed.drafted), isGraduated: true };
    }
    const drafted = await this.#askedOf(courses, question, askModel, signal);
    if (proposed) await compare(courses, question, { own: proposed.own, drafted, wasGiven: false });
    return { drafted, isGraduated: false };
  }

  /** Null where the model inside fails, or says what cannot be: then the other is asked, as it would be without it. */
  async #proposed(question: CallQuestion, askModel: AskModel, signal: AbortSignal) {
    try {
      const drafted = await askModel(this.#options.inside(), signal);
      return { drafted, own: saidIn(question, drafted) };
    } catch (failure) {
      signal.throwIfAborted();
      this.#options.log(`the model inside could not stand in for another: ${messageOf(failure)}`, { level: "warn" });
      return null;
    }
  }

  /** Null where nobody wants it, where no other model is asked, and for what depends on more than the sentence and one set. */
  async #coursesOf({ app, model, toolsets, request, persona }: CallQuestion): Promise<SetCourses | null> {
    const { graduation, inside } = this.#options;
    const [set, ...others] = toolsets;
    const { history, context, toolChoice } = request;
    const isAlone = history.length === 0 && context === null && toolChoice.name === null && !toolChoice.mustCall;
    if (!graduation.isOn || !set || others.length > 0 || !isAlone || persona !== null) return null;
    if (model.id === inside().id) return null;
    return graduation.of(app, set.contentHash, { inside: inside(), model });
  }

  async #askedOf(
    courses: SetCourses,
    question: CallQuestion,
    askModel: AskModel,
    until: AbortSignal,
  ): Promise<Drafted> {
    const drafted = await askModel(question.model, until);
    if (isOwn(question.model, drafted)) courses.asked(drafted.modelMs, drafted.draft.usage?.money ?? 0);
    return drafted;
  }
}

/**
 * Of what the model inside would call: that it would call nothing stays the other's to say. Where another stood in for that one nobody
 * knows what it would have said; often it is the model inside, which agrees with itself. Rejects with
 * `llm_processing_error`, and where an answer was given as the store does.
 */
async function compare(
  courses: SetCourses,
  question: CallQuestion,
  { own, drafted, wasGiven }: { readonly own: SaidOfTool; readonly drafted: Drafted; readonly wasGiven: boolean },
): Promise<void> {
  const { tool, confidence, said } = own;
  if (tool === null || !isOwn(question.model, drafted)) return;
  await courses.compared({ tool, confidence, agrees: saysTheSame(said, saidIn(question, drafted).said), wasGiven });
}

/** Whether the model that was asked is the one that answered. */
function isOwn(model: LanguageModel, { draft }: Drafted): boolean {
  return draft.model === undefined || draft.model === model.id;
}

interface SaidOfTool {
  /** Null for none, and for several calls. */
  readonly tool: string | null;
  readonly confidence: number;
  readonly said: Said;
}

/** As it would be given. Throws `llm_processing_error`. */
function saidIn(question: CallQuestion, drafted: Drafted): SaidOfTool {
  const { said, answer } = checkedDraft(question, drafted);
  const { tool } = drafted.draft;
  const name = tool === null || answer.others ? null : (question.tools[tool]?.name ?? null);
  return { tool: name, confidence: answer.confidence, said };
}

/** The answer tells whose it is. */
function saidBy(model: LanguageModel, drafted: Drafted): Drafted {
  return { ...drafted, draft: { ...drafted.draft, model: drafted.draft.model ?? model.id } };
}
