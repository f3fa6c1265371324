/** The rules in force, by the place where they refuse. */
import type { Applies, Facts, Place, Places } from "./rule.ts";
import { RULES, type RuleId } from "./table.ts";

interface Refusing<At extends Place> {
  readonly id: RuleId;
  readonly applies: Applies<At>;
}

type ByPlace = { readonly [At in Place]: readonly Refusing<At>[] };

/** What was not proposed, of which known answer, and by which rule. */
export interface Refusal {
  readonly entry: { readonly id: number };
  readonly path: "template" | "rewording" | "none";
  readonly rule: RuleId;
}

export class Rules {
  readonly #byPlace: ByPlace;

  /** `off`: rules that refuse nothing. No setting reaches it: it is there to show what each rule is for. */
  constructor(off: ReadonlySet<RuleId> = new Set()) {
    const inForce = RULES.filter(({ id }) => !off.has(id));
    this.#byPlace = {
      sentence: refusingAt("sentence", inForce),
      template: refusingAt("template", inForce),
      rewording: refusingAt("rewording", inForce),
      candidate: refusingAt("candidate", inForce),
      none: refusingAt("none", inForce),
      label: refusingAt("label", inForce),
    };
  }

  /** The first rule, in the order of the table, that refuses here; null where none does. */
  against<At extends Place>(place: At, facts: Facts[At]): RuleId | null {
    const rules: readonly Refusing<At>[] = this.#byPlace[place];
    for (const { id, applies } of rules) if (applies(facts)) return id;
    return null;
  }
}

export const ALL_RULES = new Rules();

/**
 * For what an owner says is right: one case is enough, and most sets are taught few. These rules ask for many answers, or for words
 * that the tool was asked with before, and would refuse nearly all.
 */
export const RULES_FOR_CASES = new Rules(
  new Set([
    "young-partition",
    "young-tool",
    "strange-at-value",
    "constant-of-gone-word",
    "constant-of-new-word",
  ] satisfies RuleId[]),
);

function refusingAt<At extends Place>(
  place: At,
  rules: readonly (Places & { readonly id: RuleId })[],
): readonly Refusing<At>[] {
  return rules.flatMap((rule) => {
    const places: Places = rule;
    const applies = places[place];
    return applies ? [{ id: rule.id, applies }] : [];
  });
}
