/** A scenario that one rule of the cache alone stops: what is known, what is asked, and what would be given without the rule. */
import type { JsonObject } from "#core/json.ts";
import type { Place } from "#core/semantic-cache/rules/rule.ts";
import type { RULES, RuleId } from "#core/semantic-cache/rules/table.ts";
import type { TradeTool } from "./trades.ts";

/** Sentences with their values marked, see `marked`; those of a tool in the order in which they are learned. */
export type KnownLines = { readonly [Tool in TradeTool | "none"]?: readonly string[] };

export interface CallScenario {
  readonly known: KnownLines;
  readonly asked: string;
  /** Days between what is known and what is asked. */
  readonly daysLater?: number;
  /** The setting `error_bound`, where it is not the default. */
  readonly errorBound?: number;
  /** What would be given: not what was asked for, or nobody can tell. `none`: that no tool fits. */
  readonly wrongly: readonly [tool: TradeTool, parameters: JsonObject] | "none";
}

export interface LabelScenario {
  /** By label. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly asked: string;
  readonly wrongly: string;
}

type RowOf<Id extends RuleId> = Extract<(typeof RULES)[number], { readonly id: Id }>;

/** The places in which a rule refuses. */
export type PlaceOf<Id extends RuleId> = Extract<keyof RowOf<Id>, Place>;

/** For each rule, and each place in which it refuses, one scenario at least: a rule without one does not compile. */
export type Scenarios<Id extends RuleId> = {
  readonly [One in Id]: {
    readonly [At in PlaceOf<One>]: readonly [ScenarioAt<At>, ...ScenarioAt<At>[]];
  };
};

type ScenarioAt<At extends Place> = At extends "label" ? LabelScenario : CallScenario;

/** The pattern with each row's values in the place of its marks: "Order {2} {rye}" with the marks' names kept. */
export function lines(pattern: string, ...rows: readonly string[]): readonly string[] {
  return rows.map((row) => {
    const values = row.split("|");
    let next = 0;
    return pattern.replace(/\[(\w+)\]/g, (_, name: string) => {
      const value = values[next] ?? "";
      next += 1;
      return `[${name}:${value}]`;
    });
  });
}
