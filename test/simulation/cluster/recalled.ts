import type { Node } from "./node.ts";
import type { AppTruth } from "./oracle.ts";

/** Of all that is remembered here. */
export const PARTITION = "p".repeat(64);

/** What is remembered of a question, and what is wrong with it: it is of before a correction that had been acknowledged. */
export async function recalled(node: Node, truth: AppTruth, key: string) {
  const floor = truth.acknowledgedCorrections.get(key) ?? 0;
  await node.hear(truth.id);
  const { entry, corrections } = await node.storage.answers.find(truth.id, PARTITION, key);
  const said = Number(entry?.answer.said);
  const isForeign = entry !== null && entry.answer.owner !== truth.name;
  const fault = isForeign
    ? `was given an answer of ${entry.answer.owner}`
    : `the answer ${said} was given after correction ${floor}`;
  return { entry, corrections, fault: isForeign || said < floor ? `${truth.name}: ${fault}` : null };
}
