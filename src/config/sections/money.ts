/** What calls cost, and what an app may use in a minute and a month. */
import { UNLIMITED, wholeNumber, wholeNumberOrUnlimited } from "../setting.ts";

const cost = (value: number, describes: string) =>
  wholeNumber({ default: value, unit: "requests", min: 0, max: 1_000, describes });

/** `[costs]`. */
export const COSTS = {
  manage: cost(1, "What creating, listing, reading, replacing and deleting costs, each, and feedback."),
  resolve: cost(1, "What a resolve or a resolve-quick costs."),
  classify: cost(1, "What a classify costs."),
  resolve_respond: cost(2, "What a resolve-respond costs."),
} as const;

const rate = (unit: string, describes: string) =>
  wholeNumberOrUnlimited({ default: 0, unit, min: 0, max: 1_000_000_000_000, describes });

/** `[plans.<name>]`: the keys of every plan. They have no defaults: a new plan names both. */
export const PLAN_SETTINGS = {
  requests_per_minute: rate("requests", "How many calls an app of this plan may make in one minute."),
  requests_per_month: rate("requests", "How many requests an app of this plan is given in one calendar month (UTC)."),
} as const;

type PlanValues = Readonly<Record<keyof typeof PLAN_SETTINGS, number | typeof UNLIMITED>>;

export const PLAN_DEFAULTS: Readonly<Record<string, PlanValues>> = {
  free: { requests_per_minute: 60, requests_per_month: 1_000 },
  pro: { requests_per_minute: 600, requests_per_month: 100_000 },
  scale: { requests_per_minute: 6_000, requests_per_month: 10_000_000 },
  unlimited: { requests_per_minute: UNLIMITED, requests_per_month: UNLIMITED },
};
