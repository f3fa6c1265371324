import { randomBase62 } from "../access/api-key.ts";
import { checkParameters } from "../answering/tool-call.ts";
import { NO_LABEL } from "../classification-set.ts";
import { AppError, invalid } from "../errors.ts";
import { contentHashOf } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Page } from "../page.ts";
import type { Clock } from "../ports/clock.ts";
import type { StoredDefinition, WordedCase } from "../ports/definition-store.ts";
import type { Embedder } from "../ports/models.ts";
import type { AskedSets } from "../ports/request-store.ts";
import type { TaughtCaseStore, TaughtSet } from "../ports/taught-case-store.ts";
import { sameWordsOf } from "../semantic-cache/words/same-words.ts";
import { embeddingKeyOf } from "../sets/embedding-key.ts";
import type { KeptVectors } from "../sets/kept-vectors.ts";
import { meantHint } from "../sets/nearest-name.ts";
import type { Registry } from "../sets/registry.ts";
import { unknownSet } from "../sets/set-finder.ts";
import { languageNamed } from "../spoken-language/asked-in.ts";
import type { AppId, Principal } from "../tenant.ts";
import type { Tool } from "../toolset.ts";
import { isCounted } from "./counted-days.ts";
import { refusedValue } from "./refused-value.ts";
import {
  type RightAnswer,
  rightAnswer,
  type TaughtCase,
  type TaughtInput,
  type TaughtKind,
  taughtText,
} from "./taught-case.ts";

/** Where the definitions of sets are found. */
export interface SetsTaught {
  readonly toolsets: FindsDefinition<"toolset">;
  readonly classificationSets: FindsDefinition<"classification_set">;
}

export interface FindsDefinition<Kind extends TaughtKind> {
  /** Throws `not_found`. */
  find(app: AppId, signature: string): Promise<Pick<StoredDefinition<Kind>, "definition">>;
}

export interface TeachingOptions {
  readonly store: TaughtCaseStore;
  readonly toolsets: Registry<"toolset">;
  readonly classificationSets: Registry<"classification_set">;
  readonly clock: Clock;
  /** Null where nothing answers: whoever does has them embedded. */
  readonly embedding: {
    readonly embedder: Embedder;
    readonly vectors: Pick<KeptVectors, "sweepSoon" | "write">;
  } | null;
}

/** What owners teach their sets: kept, shown, and taken back. `CaseBooks` has it ready for whoever asks. */
export class Teaching {
  readonly #options: TeachingOptions;

  constructor(options: TeachingOptions) {
    this.#options = options;
  }

  /**
   * From the next request on the sentence is answered so, and other words for the same where that can be shown. Replaces a case of
   * the same words. `beside`: the toolsets that were asked together. Throws `not_found`, `bad_request`, or `validation_error` for
   * what the set could never answer and when it is full.
   */
  async teach(
    { app }: Pick<Principal, "app">,
    set: TaughtSet,
    input: TaughtInput,
    beside: readonly string[] = [set.signature],
  ): Promise<TaughtCase> {
    const { words, ...taught } = await this.drafted(app, set, input, beside);
    const outcome = await this.#options.store.teach(app, set, { ...taught, words }, LIMITS.taughtCasesPerSetMax);
    if (outcome === "not_found") throw await this.#unknown(app, set);
    if (outcome === "full") throw tooManyCases(set.signature);
    return taught;
  }

  /** The first of the set's tools of these names that takes parameters; null where none does. Throws `not_found`. */
  async takingParameters(
    { app }: Pick<Principal, "app">,
    signature: string,
    names: readonly string[],
  ): Promise<string | null> {
    if (names.length === 0) return null;
    const { definition } = await this.#options.toolsets.find(app, signature);
    const takesSome = ({ parameters }: Tool) => Object.keys(parameters?.properties ?? {}).length > 0;
    return definition.tools.find((tool) => names.includes(tool.name) && takesSome(tool))?.name ?? null;
  }

  /** What would be stored, embedded already; nothing is. `sets`: as they are, or will be. Throws as `teach`. */
  async drafted(
    app: AppId,
    set: TaughtSet,
    input: TaughtInput,
    beside: readonly string[],
    sets: SetsTaught = this.#options,
  ): Promise<WordedCase> {
    const text = taughtText(set.kind, input.query);
    const said = input.language === undefined ? {} : { language: languageNamed(input.language) };
    const right = rightAnswer(set.kind, input);
    await checkFitting(sets, app, set, right, beside);
    await this.#embed(app, text);
    const taughtAt = this.#options.clock.now();
    const { saidAt } = input;
    const counted = saidAt !== undefined && isCounted({ text, right }, saidAt) ? { saidAt } : {};
    const words = sameWordsOf(text).key;
    return { id: `case_${randomBase62(20)}`, text, ...said, right, beside, taughtAt, ...counted, words };
  }

  /** Teaches the set that the right answer is of, among those that were asked together; where nothing is to be called, the first. */
  async teachAsked(
    principal: Pick<Principal, "app">,
    { kind, signatures, language }: AskedSets,
    input: TaughtInput,
  ): Promise<TaughtCase> {
    const [first = ""] = signatures;
    const named = input.calls?.[0]?.tool ?? input.tool;
    let signature = first;
    for (const asked of kind === "toolset" ? signatures : []) {
      const { definition } = await this.#options.toolsets.find(principal.app, asked);
      if (!definition.tools.some(({ name }) => name === named)) continue;
      signature = asked;
      break;
    }
    return this.teach(principal, { kind, signature }, { language, ...input }, signatures);
  }

  /** Oldest first. */
  async list(
    { app }: Pick<Principal, "app">,
    set: TaughtSet,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<TaughtCase>> {
    const found = await this.#options.store.list(app, set, page);
    if (!found) throw await this.#unknown(app, set);
    return found;
  }

  /** The newest, oldest of them first, and how many more there are. */
  async newest(
    { app }: Pick<Principal, "app">,
    set: TaughtSet,
    casesMax: number,
  ): Promise<{ readonly cases: readonly TaughtCase[]; readonly leftOut: number }> {
    const all = await this.#options.store.all(app, set);
    return { cases: all.slice(-casesMax), leftOut: Math.max(0, all.length - casesMax) };
  }

  /** Takes a case back. Throws `not_found`. */
  async remove({ app }: Pick<Principal, "app">, set: TaughtSet, id: string): Promise<void> {
    const { store, embedding } = this.#options;
    if (!(await store.remove(app, set, id))) {
      await this.#find(app, set);
      throw new AppError("not_found", `the case "${id}" does not exist in "${set.signature}"`);
    }
    embedding?.vectors.sweepSoon(app);
  }

  /** Throws `not_found`. */
  async #find(app: AppId, { kind, signature }: TaughtSet): Promise<void> {
    const { toolsets, classificationSets } = this.#options;
    await (kind === "toolset" ? toolsets : classificationSets).find(app, signature);
  }

  async #unknown(app: AppId, set: TaughtSet): Promise<AppError> {
    // It says what else the name may be.
    await this.#find(app, set);
    return unknownSet(set.kind, set.signature, null);
  }

  /** Ahead of the first question, which would have to wait for it. */
  async #embed(app: AppId, text: string): Promise<void> {
    const { embedding } = this.#options;
    if (!embedding) return;
    const { embedder, vectors } = embedding;
    const [vector] = await embedder.embed([text], "interactive", app);
    if (vector) await vectors.write(app, embedder.id, new Map([[embeddingKeyOf(text), vector]]));
  }
}

/** Whether the set could answer so. A required parameter may be left out: then it is asked for. */
async function checkFitting(
  { toolsets, classificationSets }: SetsTaught,
  app: AppId,
  { kind, signature }: TaughtSet,
  right: RightAnswer,
  beside: readonly string[],
): Promise<void> {
  if (kind === "classification_set") {
    const { definition } = await classificationSets.find(app, signature);
    if (right.kind !== "label") return;
    const { label } = right;
    const isNone = label === NO_LABEL && definition.allowNone;
    if (isNone || definition.classes.some((one) => one.label === label)) return;
    const hint = meantHint(
      label,
      definition.classes.map((one) => one.label),
    );
    throw invalid("label", `"${label}" is none of the classes of "${signature}"${hint}`);
  }
  // The set that is taught comes first: of tools with one name its own is meant.
  const names = [signature, ...beside.filter((name) => name !== signature)];
  const sets = await Promise.all(names.map((name) => toolsets.find(app, name)));
  const tools = sets.flatMap(({ definition }) => definition.tools);
  if (right.kind !== "calls") return;
  for (const call of right.calls) {
    const tool = tools.find(({ name }) => name === call.tool);
    if (!tool) throw unknownTool(call.tool, tools, names);
    const { parameters } = checkParameters(tool, call.parameters);
    const changed = Object.keys(call.parameters).find(
      (name) =>
        !Object.hasOwn(parameters, name) ||
        contentHashOf(parameters[name] ?? null) !== contentHashOf(call.parameters[name] ?? null),
    );
    if (changed !== undefined)
      throw invalid("parameters", refusedValue(changed, call.parameters[changed] ?? null, tool));
  }
}

/** Of a set that has as many as it may. */
export function tooManyCases(signature: string): AppError {
  const { taughtCasesPerSetMax: max } = LIMITS;
  return invalid("query", `is one too many: "${signature}" was taught ${max} cases, take some back first`);
}

function unknownTool(written: string, tools: readonly Tool[], sets: readonly string[]): AppError {
  const hint = meantHint(
    written,
    tools.map(({ name }) => name),
  );
  return invalid("tool", `"${written}" is none of the tools of ${sets.map((set) => `"${set}"`).join(", ")}${hint}`);
}
