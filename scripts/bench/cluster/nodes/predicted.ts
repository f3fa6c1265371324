/** What the sum on `docs/explanation/scale.md` says of the nodes that were measured. */
import type { Costs } from "../../scale/costs.ts";
import type { PlacedRow, Placing } from "./figures.ts";

const MICROSECONDS = 1_000_000;

export interface Predicted {
  /** Answers. */
  readonly perSecond: number;
  /** Answers for a second on a processor, whoever's: this no neighbour takes away. */
  readonly perProcessorSecond: number;
}

/** Microseconds of Postgres for an answer where so many of so many apps share a turn. */
export function postgresUs({ turnUs, chargeUs, appUs }: Costs, chargesPerTurn: number, apps: number): number {
  const ofTurn = turnUs + appUs * (Math.min(apps, chargesPerTurn) - 1);
  return ofTurn / chargesPerTurn + chargeUs;
}

/** What the client takes and how many share a turn is as it was seen: the sum does not know of them. */
export function predicted(
  costs: Costs,
  { placing, client_cpu_us: clientUs, charges_per_turn: chargesPerTurn }: PlacedRow,
  apps: number,
): Predicted {
  const besideUs = postgresUs(costs, chargesPerTurn, apps) + clientUs;
  const allUs = costs.nodeUs + besideUs;
  return { perSecond: PER_SECOND[placing](costs.nodeUs, besideUs), perProcessorSecond: MICROSECONDS / allUs };
}

/** All of one processor is the nodes', all of the other is everybody else's; or both are everybody's. */
const PER_SECOND: Readonly<Record<Placing, (nodeUs: number, besideUs: number) => number>> = {
  one: apart,
  "two on one": apart,
  two: (nodeUs, besideUs) => (2 * MICROSECONDS) / (nodeUs + besideUs),
};

function apart(nodeUs: number, besideUs: number): number {
  return MICROSECONDS / Math.max(nodeUs, besideUs);
}
