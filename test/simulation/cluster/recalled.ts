import type { Node } from "./node.ts";
import type { AppTruth } from "./oracle.ts";
import type { Tenant } from "./tenants.ts";

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

const LIMITS = { entriesMax: 1_000, bytesMax: 1_000_000 };

/** An answer of the cache, or of a model that says what is right when it is asked; that is remembered, and looked for again. Gives what is wrong with it. */
export async function recalledOrLearned(
  node: Node,
  { truth, asking }: Tenant,
  { key, modelMs }: { readonly key: string; readonly modelMs: number },
): Promise<string | null> {
  const { entry, corrections, fault } = await recalled(node, truth, key);
  if (entry) return fault;
  const said = truth.corrections.get(key) ?? 0;
  asking.add(key);
  await new Promise((resolve) => setTimeout(resolve, modelMs));
  asking.delete(key);
  const answer = {
    ...{ partition: PARTITION, key, contentHashes: [], answer: { said, owner: truth.name } },
    ...{ createdAt: Date.now(), sentence: key, lesson: null, modelMs: 1, modelCost: 0 },
  };
  await node.storage.answers.remember(truth.id, answer, LIMITS, corrections);
  return (await recalled(node, truth, key)).fault;
}
