import type { Class } from "../../classification-set.ts";
import { NO_LABEL } from "../../classification-set.ts";
import { AppError } from "../../errors.ts";
import type { JsonObject } from "../../json.ts";
import { LIMITS } from "../../limits.ts";
import { NO_TOOL, type Tool } from "../../toolset.ts";
import { fittingText } from "../fitting-text.ts";
import { allowedNames, LABELS, whyChanged } from "../names.ts";
import { counted, type Notes } from "../notes.ts";
import type { Selection } from "../selection.ts";
import { chosenTools } from "../tool-candidate.ts";
import type { Assistant, Intent, Utterance } from "./assistant.ts";
import { Enums, slotsOf } from "./slot-schemas.ts";
import { expectedParameters, fittingUtterances, LeftOut } from "./test-cases.ts";

/** One line of a file of test cases: what is asked, and what has to be answered. */
export type TestCase = JsonObject;

export interface ClassesMade {
  readonly classes: readonly Class[];
  readonly allowNone: boolean;
  readonly cases: readonly TestCase[];
}

export interface ToolsMade {
  readonly tools: readonly Tool[];
  readonly cases: readonly TestCase[];
}

/**
 * A class for each intent, its utterances as examples. An intent for what fits no other makes the set allow `none`.
 * Throws `bad_request` when no intent is left, `class_limit_reached` for more than a set holds.
 */
export function classesFromIntents({ intents }: Assistant, only: Selection, notes: Notes): ClassesMade {
  const { chosen, fallbacks } = chosenIntents(intents, only, notes);
  if (chosen.length > LIMITS.classesMax) {
    throw new AppError(
      "class_limit_reached",
      `the file has ${chosen.length} intents, and a set holds ${LIMITS.classesMax} classes: choose with --only, such as "${chosen[0]?.name}"`,
    );
  }
  const labels = allowedNames(
    chosen.map(({ name }) => name),
    LABELS,
  );
  const material = new Material(notes);
  const classes = chosen.map((intent, index): Class => {
    const label = labels[index] ?? intent.name;
    const { examples } = material.of(intent, label);
    notes.kept(label, counted(examples.length, "example"));
    if (label !== intent.name) notes.renamed(intent.name, label, whyChanged(intent.name, LABELS));
    if (examples.length === 0)
      notes.changed(label, "has no examples: a few sentences that mean it make answers better");
    const description = fittingText(intent.description, LIMITS.descriptionCharactersMax);
    return { label, ...(description !== "" && { description }), ...(examples.length > 0 && { examples }) };
  });
  const cases = chosen.flatMap((intent, index) =>
    material.testsOf(intent).map(({ text }): TestCase => ({ query: text, label: labels[index] ?? "" })),
  );
  const none = noteFallbacks(fallbacks, notes, "the set has `allow_none` for that").map(
    ({ text }): TestCase => ({ query: text, label: NO_LABEL }),
  );
  material.noteLeftOut();
  return { classes, allowNone: fallbacks.length > 0, cases: notedCases([...cases, ...none], classes, notes) };
}

/**
 * A tool for each intent, its slots as parameters and its utterances as examples. Throws `bad_request` when no intent is
 * left, and what `chosenTools` throws.
 */
export function toolsFromIntents({ intents, entities }: Assistant, only: Selection, notes: Notes): ToolsMade {
  const { chosen, fallbacks } = chosenIntents(intents, only, notes);
  const slots = new Map(chosen.map((intent) => [intent, slotsOf(intent, entities)]));
  // Made when the first tool is: too many of them are refused before.
  let made: Enums | null = null;
  const enums = () => {
    made ??= new Enums(entities, [...slots.values()], notes);
    return made;
  };
  const material = new Material(notes);
  const candidates = chosen.map((intent) => ({
    intent,
    name: intent.name,
    origin: `the intent ${intent.name}`,
    choosableBy: [],
    description: intent.description,
    examples: () => material.of(intent, intent.name).examples,
    parameters: () => {
      const own = slots.get(intent) ?? [];
      if (own.length === 0) return undefined;
      const required = own.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      const properties = Object.fromEntries(own.map((slot) => [slot.name, enums().schemaOf(slot)]));
      return { type: "object", properties, ...(required.length > 0 && { required }) };
    },
  }));
  const chosenOnes = chosenTools(candidates, only, notes);
  const cases = chosenOnes.flatMap(({ tool, candidate: { intent } }) =>
    material.testsOf(intent).map((utterance): TestCase => {
      const parameters = expectedParameters(utterance, slots.get(intent) ?? [], enums());
      return { query: utterance.text, tool: tool.name, ...(parameters !== null && { parameters }) };
    }),
  );
  const none = noteFallbacks(fallbacks, notes, `a toolset answers \`${NO_TOOL}\` by itself`).map(
    ({ text }): TestCase => ({ query: text, tool: NO_TOOL }),
  );
  material.noteLeftOut();
  const tools = chosenOnes.map(({ tool }) => tool);
  return { tools, cases: notedCases([...cases, ...none], tools, notes) };
}

function chosenIntents(intents: readonly Intent[], only: Selection, notes: Notes) {
  const proper = intents.filter(({ isFallback }) => !isFallback);
  const chosen = proper.filter(({ name }) => only.takes([name]));
  only.refuseUnmatched();
  if (chosen.length === 0) {
    const nothing = "the file has no intent: nothing in it says what sentences mean";
    throw new AppError("bad_request", [nothing, ...notes.reasons].join("; "));
  }
  const left = proper.length - chosen.length;
  if (left > 0) notes.dropped(counted(left, "intent"), "not chosen by --only");
  return { chosen, fallbacks: intents.filter(({ isFallback }) => isFallback) };
}

/** Examples and tests of intents, as far as they fit. */
class Material {
  readonly #notes: Notes;
  readonly #examplesLeft = new LeftOut();
  readonly #testsLeft = new LeftOut();

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  of({ utterances }: Intent, title: string): { readonly examples: readonly string[] } {
    const { examplesMax, exampleCharactersMax } = LIMITS;
    const fitting = fittingUtterances(utterances, exampleCharactersMax, this.#examplesLeft).map(({ text }) => text);
    if (fitting.length > examplesMax) {
      this.#notes.changed(
        title,
        `${examplesMax} of its ${fitting.length} examples are kept, evenly spread: it holds no more`,
      );
    }
    return { examples: spread(fitting, examplesMax) };
  }

  testsOf({ tests }: Intent): readonly Utterance[] {
    return fittingUtterances(tests, LIMITS.queryCharactersMax, this.#testsLeft);
  }

  noteLeftOut(): void {
    this.#examplesLeft.note(this.#notes, "example");
    this.#testsLeft.note(this.#notes, "test case");
  }
}

/** At most `most` of the items, from the first to the last: what stands together in a file is often said alike. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item);
}

/** What fits nothing needs no examples here; as test cases they say that nothing is to be answered. */
function noteFallbacks(fallbacks: readonly Intent[], notes: Notes, instead: string): readonly Utterance[] {
  const left = new LeftOut();
  return fallbacks.flatMap(({ name, utterances, tests }) => {
    const usable = fittingUtterances([...utterances, ...tests], LIMITS.queryCharactersMax, left);
    const became =
      usable.length === 0 ? "" : `; its ${counted(usable.length, "example")} became test cases of \`none\``;
    notes.changed(name, `stands for what fits no other intent: ${instead}${became}`);
    return usable;
  });
}

function notedCases(
  cases: readonly TestCase[],
  taught: readonly { readonly examples?: readonly string[] }[],
  notes: Notes,
): readonly TestCase[] {
  if (cases.length > 0)
    notes.kept(counted(cases.length, "test case"), "for the file that --cases names, and in no set");
  const examples = new Set(taught.flatMap(({ examples: own = [] }) => own));
  const known = cases.filter(({ query }) => typeof query === "string" && examples.has(query)).length;
  if (known > 0)
    notes.changed(counted(known, "test case"), "says what an example says: it tests nothing that is not taught");
  return cases;
}
