import type { Tenants } from "../access/tenants.ts";
import type { Classifier } from "../answering/classification.ts";
import type { Resolver } from "../answering/resolution.ts";
import { messageOf } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { DefinitionStore } from "../ports/definition-store.ts";
import { type AppId, nobodyOf, type Principal } from "../tenant.ts";
import type { Check } from "./doctor.ts";

export interface SamplesOptions {
  readonly tenants: Tenants;
  readonly definitions: DefinitionStore;
  readonly resolver: Pick<Resolver, "resolve">;
  readonly classifier: Pick<Classifier, "classify">;
  /** For each answer. */
  readonly timeoutMs: number;
}

/** Apps that are asked for; a server of thousands need not answer for each. */
const APPS_MAX = 10;
const FIRST_OF_ALL = { limit: 1, after: null };
/** Nothing is found in the cache, and nothing is kept in it. */
const WITHOUT_CACHE = { read: false, write: false };

/** One question to the first toolset and the first classification set of some apps. No app pays for it. */
export function samplesCheck(options: SamplesOptions): Check {
  return {
    name: "samples",
    examine: async () => {
      const apps = (await options.tenants.listApps()).slice(0, APPS_MAX);
      const outcomes: Outcome[] = [];
      for (const { id } of apps) outcomes.push(...(await askedToolset(options, id)), ...(await askedSet(options, id)));
      const answers = outcomes.flatMap(({ answer }) => answer ?? []);
      const problems = outcomes.flatMap(({ problem }) => problem ?? []);
      return {
        problems,
        well: answers.length === 0 ? "there are no sets to ask yet" : answers.join("; "),
        means: "requests for these sets fail",
        advice: "see what it says of each, and whether the other checks say why",
      };
    },
  };
}

interface Outcome {
  readonly answer?: string;
  readonly problem?: string;
}

async function askedToolset(options: SamplesOptions, app: AppId): Promise<readonly Outcome[]> {
  const { definitions, resolver } = options;
  const [set] = (await definitions.list(app, "toolset", FIRST_OF_ALL)).items;
  const [tool] = set?.definition.tools ?? [];
  if (!set || !tool) return [];
  const query = shortened(tool.description, tool.name, LIMITS.queryCharactersMax);
  return outcomeOf(options, app, set.signature, query, async (principal, signal) => {
    const request = { query, toolsets: [set.signature] };
    return (await resolver.resolve(principal, request, WITHOUT_CACHE, signal)).resolved.tool;
  });
}

async function askedSet(options: SamplesOptions, app: AppId): Promise<readonly Outcome[]> {
  const { definitions, classifier } = options;
  const [set] = (await definitions.list(app, "classification_set", FIRST_OF_ALL)).items;
  const [known] = set?.definition.classes ?? [];
  if (!set || !known) return [];
  const data = shortened(known.examples?.[0] ?? "", known.label, LIMITS.dataCharactersMax);
  return outcomeOf(options, app, set.signature, data, async (principal, signal) => {
    const request = { data, classificationSet: set.signature };
    const { classifications } = await classifier.classify(principal, request, WITHOUT_CACHE, signal);
    return classifications.map(({ label }) => label).join(", ");
  });
}

async function outcomeOf(
  { timeoutMs }: SamplesOptions,
  app: AppId,
  signature: string,
  words: string,
  ask: (principal: Principal, signal: AbortSignal) => Promise<string>,
): Promise<readonly Outcome[]> {
  try {
    const answer = await ask(nobodyOf(app), AbortSignal.timeout(timeoutMs));
    return [{ answer: `${signature}: "${words.slice(0, 60)}" is ${answer}` }];
  } catch (failure) {
    return [{ problem: `${app} ${signature}: ${messageOf(failure)}` }];
  }
}

/** Words that a request may have. */
function shortened(words: string, otherwise: string, charactersMax: number): string {
  const trimmed = words.trim();
  return [...(trimmed === "" ? otherwise : trimmed)].slice(0, charactersMax).join("");
}
