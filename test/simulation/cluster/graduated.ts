/** A tool of each app that is about to do without its language model, and what is counted for and against that. */
import { contentHashOf } from "#core/json.ts";
import type { Course } from "#core/ports/graduation-store.ts";
import type { Node } from "./node.ts";
import type { AppTruth } from "./oracle.ts";

/** The sum of verified answers that is a slip. */
const SLIP = { step: 1, slippedAt: 2 };

/** Both answers to a call were compared. */
export function observed(node: Node, truth: AppTruth, agrees: boolean): null {
  truth.observed += 1;
  node.storage.graduation.observe(truth.id, courseOf(truth), 0, 9_000, agrees);
  return null;
}

/** An answer was verified. Gives what is wrong with how often the tool has slipped by then. */
export async function verified(node: Node, truth: AppTruth, speaksFor: boolean): Promise<string | null> {
  const [before, floor] = [truth.slips, truth.slips];
  if (speaksFor) truth.verifiedFor += 1;
  const step = { ...SLIP, step: speaksFor ? SLIP.step : -SLIP.step };
  const slips = await node.storage.graduation.verify(truth.id, courseOf(truth), before, step);
  truth.slips = Math.max(truth.slips, slips);
  if (slips < floor) return `${truth.name}: slipped ${slips} times, and had ${floor} times`;
  const most = Math.floor(truth.verifiedFor / SLIP.slippedAt);
  return slips > most ? `${truth.name}: slipped ${slips} times by ${truth.verifiedFor} verified answers` : null;
}

function courseOf({ name }: AppTruth): Course {
  return { contentHash: contentHashOf(name), member: "switch", models: "inside/outside" };
}
