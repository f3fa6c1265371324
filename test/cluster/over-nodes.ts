/** Which tests of HTTP run over three nodes (`three-nodes.ts`): all of `test/http`, but for those that are listed here. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = "test/http";

export interface NotOverNodes {
  /** In `test/http`. */
  readonly file: string;
  /** Words of their names that no other test of HTTP has; all tests of the file when left out. */
  readonly tests?: readonly string[];
  readonly why: string;
}

/** Of each: what it is about is of one process, or of a data folder. Where nodes have something else in its place, it says which test has that. */
export const NOT_OVER_NODES: readonly NotOverNodes[] = [
  { file: "metrics", why: "a page of metrics counts what its own process did; test/cluster/nodes.test.ts has several" },
  {
    file: "draining",
    why: "it stops one process, and looks at what that had in flight; test/cluster/failover.test.ts stops nodes",
  },
  {
    file: "operations-listener",
    tests: ["its metrics count the requests of both", "while requests come to their end it lives on"],
    why: "it looks at the metrics of one process, and at what that has in flight when it stops",
  },
  {
    file: "admin-api",
    tests: [
      "has the server that runs on the folder",
      "a node tells its last hour by minutes",
      "counts what apps ask, by who answered, and what needs attention",
    ],
    why: "it says what stands there where the server is the only one; test/cluster/nodes.test.ts has several",
  },
  {
    file: "failed-work",
    why: "work that failed is counted by each node for itself: it guards the node's own processor",
  },
  {
    file: "chat-keys",
    tests: ["that is wrong counts by address"],
    why: "which keys are known, and so looked at without a count, each node remembers for itself",
  },
  {
    file: "chat-readings",
    tests: ["each sentence is read once, and each request is charged once", "and after half an hour it is read anew"],
    why: "how often a sentence is read: what was read of a conversation each node remembers for itself",
  },
  {
    file: "semantic-cache",
    tests: [
      "are answered by the cache, checked and proven like a model's answer",
      "are put into words anew",
      "are left to the model where a memory of a named bank is near",
      "a correction takes it back, and the words are a model's",
      "is answered by the cache, and charged like a model's answer",
      "is put into words anew, in the persona's language",
      "is a model's again once the answer was corrected",
      "a text of the same meaning gets the label that was given",
      "names the answer that was near, and the rule that forbade it",
      "shows of an answer in other words what it is made from",
    ],
    why: "a node reads what is known for other words behind the first question that it gets, so the second question of a test is a model's; test/cluster/cache-on-two-nodes.test.ts goes on from there",
  },
  {
    file: "following",
    tests: ["in other words, in either order"],
    why: "as in semantic-cache: it asks once, and looks for what was said in other words",
  },
  {
    file: "semantic-cache",
    tests: ["ask the model once, and each pays", "share a failure, and none is charged for it"],
    why: "each node asks once of those that it has in flight; with a Valkey all nodes ask once, and test/cluster/valkey-answers.test.ts has that",
  },
  {
    file: "left-comparisons",
    tests: [
      "where it was not learned in time, and nobody asks again for ten minutes",
      "unless the set has become what was proposed meanwhile",
    ],
    why: "each node gives up what was proposed to it, and the test has only the first one do it",
  },
  {
    file: "graduation",
    tests: [
      "[Q-36] is answered by the language model until enough was compared",
      "learns from what the language model said to a sentence that is near",
      "a tool whose answers are found wrong is sent back, until it says the same again",
    ],
    why: "it counts what is compared question by question, and nodes see each other's counts some seconds later; test/cluster/learning.test.ts has what they count together",
  },
  {
    file: "graduated-classes",
    tests: [
      "[Q-38] is answered by the language model until enough was compared",
      "a class that was not compared often enough, and what is none of them",
      "a class whose answers are found wrong is sent back",
    ],
    why: "as in graduation",
  },
  {
    file: "set-diffs-learning",
    tests: ["the first that ends leaves the other what it has learned"],
    why: "it asks for work that is saved, and not for an answer: a node keeps what a proposal teaches in its own memory until its own comparison ends, so another that ends first takes nothing from it, and one that begins later learns again",
  },
  {
    file: "query-log",
    tests: ["nothing personal is written to the log, and what is deleted is in none of its files"],
    why: "it looks into the files of the data folder",
  },
  {
    file: "bundles",
    tests: ["many at once: some wait, and the others come again"],
    why: "how many are brought in at once is each node's own bound",
  },
];

/** All files with tests of HTTP, by the root of the repository. */
export function filesOfHttp(): readonly string[] {
  const names = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith(".test.ts"));
  return names.sort().map((name) => `${FOLDER}/${name}`);
}

export function pathOf({ file }: NotOverNodes): string {
  return `${FOLDER}/${file}.test.ts`;
}

/** Of names of tests, with those of their groups before them: all that are run over nodes. */
export function patternOverNodes(): string {
  const names = NOT_OVER_NODES.flatMap(({ tests = [] }) => tests.map(RegExp.escape));
  return `^(?!.*(?:${names.join("|")}))`;
}

/** What `bun test` is told, to run all but what is listed: once for each of so many processes, which have a database each. */
export function argumentsOverNodes(processes: number): readonly (readonly string[])[] {
  const whole = NOT_OVER_NODES.filter(({ tests }) => tests === undefined).map(pathOf);
  const files = filesOfHttp().filter((path) => !whole.includes(path));
  const how = ["--preload", "./test/cluster/three-nodes.ts", "--test-name-pattern", patternOverNodes()];
  return Array.from({ length: processes }, (_, process) => [
    ...how,
    ...files.filter((_, at) => at % processes === process),
  ]);
}
