/** Each rule of the cache is there for something: a scenario that it stops, and that nothing else would. */
import { describe, expect, test } from "bun:test";
import type { Place } from "#core/semantic-cache/rules/rule.ts";
import { ALL_RULES, Rules } from "#core/semantic-cache/rules/rules.ts";
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { openRealModels } from "../../models/real-weights.ts";
import { SCENARIOS } from "./rule-scenarios/all.ts";
import { askCall, askLabel, remembering } from "./rule-scenarios/asking.ts";
import type { CallScenario, LabelScenario } from "./rule-scenarios/scenario.ts";

const models = await openRealModels();
const embed = remembering(models.embedder);

/** The way that a refusal names. */
const PATHS = {
  sentence: "rewording",
  template: "template",
  rewording: "rewording",
  candidate: "rewording",
  none: "none",
  label: "label",
} as const satisfies Readonly<Record<Place, string>>;

const ROWS = Object.entries(SCENARIOS).flatMap(([id, places]) =>
  Object.entries(places).flatMap(([place, scenarios]) =>
    (scenarios as readonly (CallScenario | LabelScenario)[]).map((scenario) => ({
      id: id as RuleId,
      place: place as Place,
      asked: scenario.asked,
      scenario,
    })),
  ),
);

function ask(scenario: CallScenario | LabelScenario, rules: Rules) {
  return "labels" in scenario ? askLabel(scenario, rules, embed) : askCall(scenario, rules, embed);
}

function wronglyGiven({ wrongly }: CallScenario | LabelScenario) {
  if (typeof wrongly === "string") return wrongly;
  const [tool, parameters] = wrongly;
  return { [tool]: parameters };
}

describe("what one rule stops", () => {
  test.each(ROWS)("$id ($place): $asked", async ({ id, place, scenario }) => {
    const { given, considered } = await ask(scenario, ALL_RULES);
    expect(given).toBeNull();
    expect(considered.refused.map(({ path, rule }) => `${path} ${rule}`)).toContain(`${PATHS[place]} ${id}`);
    const without = await ask(scenario, new Rules(new Set([id])));
    expect(without.given).toEqual(wronglyGiven(scenario));
  });
});
