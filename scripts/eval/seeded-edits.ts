/**
 * Whether trying an edit says what replacing the set does, over HTTP:
 *
 *     bun scripts/eval/seeded-edits.ts --data FOLDER [--edits 200] [--seed 1] [--out FILE] [--of tools|classes]
 *
 * FOLDER holds the data as docs/how-to/measure.md describes it: the everyday sources, each a toolset with what people say to it, and
 * banking77 and clinc150, of each some classes with examples and sentences that are none of them. What people say is asked with the
 * log on, and what the data calls right is said to be right. Then each edit is tried with `POST …/diff` and `"log": true`, and, in
 * another app, the set is replaced for good and everything is asked again. A regression is a sentence that the data calls right before
 * and wrong after; found is one that the trial named as broken. What else changes is counted as well, and what was named and did not
 * come. `--of` tries the edits of one kind alone, which are the same as without it; FILE has a line for each edit as soon as it was tried.
 */
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { shareOf } from "#core/examination/statistics.ts";
import { contentHashOf, type JsonObject } from "#core/json.ts";
import type { Answer, ApiClient } from "./api-client.ts";
import { type ClockedServer, openClockedServer } from "./clocked-server.ts";
import { divide, readLabelled } from "./data-sets.ts";
import { type EverydaySource, readEveryday } from "./everyday-data.ts";
import { judgedAnswer } from "./everyday-figures.ts";
import { classifiedFrom } from "./labels.ts";
import { refusalIn } from "./outcome.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import { Progress } from "./progress.ts";
import { resolvedFrom } from "./resolving.ts";
import { classEdits, type Edit, type EditedClass, type EditedTool, toolEdits } from "./set-edits.ts";
import { randomFrom } from "./statistics.ts";

/** As many sentences as one comparison over HTTP takes. */
const SENTENCES_MAX = 100;
/** On a busy machine examples are not learned in the seconds that one trial waits for them. */
const TRIALS_MAX = 20;
const CLASSES = 30;
const EXAMPLES_PER_CLASS = 8;
/** On a busy machine it takes minutes. */
const LEARNING_MS_MAX = 600_000;
/** Of the edits, those of tools: the everyday sources are eight, the sets of classes two. */
const SHARE_OF_TOOLS = 0.6;

/** What is asked of one set, and how its answers are read. */
interface Subject<Item> {
  readonly name: string;
  readonly path: "classification-sets" | "toolsets";
  readonly items: readonly Item[];
  readonly sentences: readonly string[];
  setOf(items: readonly Item[]): JsonObject;
  ask(client: ApiClient, sentence: string, requestId: string): Promise<Answer>;
  read(position: number, answer: Answer): Omit<Said, "requestId">;
  edits(count: number, random: () => number): readonly Edit<Item>[];
}

interface Said {
  /** What would be carried out, or the labels, in a form that can be compared. */
  readonly what: string;
  readonly isRight: boolean;
  readonly requestId: string;
}

interface Found {
  readonly subject: string;
  readonly kind: string;
  readonly says: string;
  readonly regressions: number;
  readonly regressionsFound: number;
  readonly changes: number;
  readonly changesFound: number;
  readonly announced: number;
}

const SIGNATURE = "edited-v1";

async function tried<Item>(server: ClockedServer, now: number, subject: Subject<Item>, count: number, seed: number) {
  const { name, path, items } = subject;
  const [asked, replaced] = [await server.clientAt(now), await server.clientAt(now)];
  for (const client of [asked, replaced]) {
    const made = await client.post(`/v1/${path}`, { signature: SIGNATURE, ...subject.setOf(items) });
    if (made.status !== 201) throw new Error(`${name}: ${JSON.stringify(made.body)}`);
    await learned(client, subject);
  }
  await asked.put("/v1/query-log", { enabled: true });
  const before = await answersOf(asked, subject);
  for (const { requestId } of before.filter(({ isRight }) => isRight)) {
    const told = await asked.post("/v1/feedback", { request_id: requestId, correct: true });
    if (told.status !== 200) throw new Error(`${name}: ${JSON.stringify(told.body)}`);
  }
  await asked.put("/v1/query-log", { enabled: false });
  const found: Found[] = [];
  for (const { kind, says, edited } of subject.edits(count, randomFrom(seed))) {
    const proposed = subject.setOf(edited);
    const trial = await trialOf(asked, subject, proposed);
    if (trial.status !== 200) throw new Error(`${name}, ${kind} ${says}: ${JSON.stringify(trial.body)}`);
    const announced = new Map(
      (trial.body.changes as unknown as readonly { query: string; turn: string }[]).map((one) => [one.query, one.turn]),
    );
    const put = await replaced.put(`/v1/${path}/${SIGNATURE}`, proposed);
    if (put.status !== 200) throw new Error(`${name}, ${kind} ${says}: ${JSON.stringify(put.body)}`);
    await learned(replaced, subject);
    const after = await answersOf(replaced, subject);
    await replaced.put(`/v1/${path}/${SIGNATURE}`, subject.setOf(items));
    const at = (is: (was: Said, now: Said) => boolean) =>
      subject.sentences.filter((_, position) => is(before[position] as Said, after[position] as Said));
    const regressions = at((was, now) => was.isRight && !now.isRight);
    const changes = at((was, now) => was.what !== now.what);
    if (values.show)
      for (const change of trial.body.changes as never[])
        console.log(JSON.stringify([name, kind, says, change, changes.includes((change as { query: string }).query)]));
    const missed = changes.filter((sentence) => !announced.has(sentence));
    for (const sentence of regressions.filter((one) => announced.has(one) && announced.get(one) !== "broken"))
      process.stderr.write(`announced as ${announced.get(sentence)}: ${name}, ${kind} ${says}: ${sentence}\n`);
    for (const sentence of missed) process.stderr.write(`not announced: ${name}, ${kind} ${says}: ${sentence}\n`);
    const one: Found = {
      subject: name,
      kind,
      says,
      regressions: regressions.length,
      regressionsFound: regressions.filter((sentence) => announced.get(sentence) === "broken").length,
      changes: changes.length,
      changesFound: changes.length - missed.length,
      announced: announced.size,
    };
    found.push(one);
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(one)}\n`);
    progress.show(name, found.length, count);
  }
  return found;
}

/** Again, where the examples of the proposed set were not learned in time. */
async function trialOf<Item>(client: ApiClient, { path }: Subject<Item>, proposed: JsonObject): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const trial = await client.post(`/v1/${path}/${SIGNATURE}/diff`, { proposed, log: true });
    if (trial.status !== 503 || tries === TRIALS_MAX) return trial;
  }
}

async function answersOf<Item>(client: ApiClient, subject: Subject<Item>): Promise<readonly Said[]> {
  const answers = await inParallel(
    subject.sentences,
    CONCURRENCY,
    async (sentence) => {
      const requestId = crypto.randomUUID();
      const answer = await subject.ask(client, sentence, requestId);
      if (answer.status !== 200) throw new Error(`${subject.name}, "${sentence}": ${refusalIn(answer)}`);
      return { answer, requestId };
    },
    () => {},
  );
  return answers.map(({ answer, requestId }, position) => ({ ...subject.read(position, answer), requestId }));
}

async function learned<Item>(client: ApiClient, { name, path }: Subject<Item>): Promise<void> {
  const endsAt = performance.now() + LEARNING_MS_MAX;
  for (;;) {
    const { body } = await client.get(`/v1/${path}/${SIGNATURE}`);
    if ((body.learning ?? null) === null) return;
    if (performance.now() > endsAt) throw new Error(`${name}: not learned within ${LEARNING_MS_MAX} ms`);
    await Bun.sleep(50);
  }
}

function toolSubject({ name, tools, cases }: EverydaySource): Subject<EditedTool> {
  const alone = cases.filter(({ history = [] }) => history.length === 0).slice(0, SENTENCES_MAX);
  const items = tools as unknown as readonly EditedTool[];
  return {
    name,
    path: "toolsets",
    items,
    sentences: alone.map(({ query }) => query),
    setOf: (edited) => ({ name, tools: edited as unknown as readonly JsonObject[] }),
    ask: (client, query, id) => client.post("/v1/resolve", { query, toolsets: [SIGNATURE] }, { requestId: id }),
    read(position, answer) {
      const { calls } = resolvedFrom(answer);
      const said = calls.map(({ tool, parameters, missing }) => ({
        tool,
        parameters: parameters as JsonObject,
        missing: [...missing].sort(),
      }));
      const request = alone[position] as (typeof alone)[number];
      const isRight = judgedAnswer(request, calls).judgement === "right";
      return { what: contentHashOf(said), isRight };
    },
    edits: (count, random) => toolEdits(items, count, random),
  };
}

/** Some of the classes; sentences of theirs, and every fourth of classes that the set does not have. */
function classSubject(data: string, name: string): Subject<EditedClass> {
  const { examples, tested } = divide(readLabelled(join(data, `${name}.jsonl`)), {
    examplesPerClassMax: EXAMPLES_PER_CLASS,
    testedMax: 10_000,
  });
  const labels = [...examples.keys()].slice(0, CLASSES);
  const own = tested.filter(({ label }) => labels.includes(label)).slice(0, (SENTENCES_MAX * 3) / 4);
  const strangers = tested.filter(({ label }) => !labels.includes(label)).slice(0, SENTENCES_MAX / 4);
  const asked = [...own, ...strangers];
  const items = labels.map((label) => ({ label, examples: examples.get(label) ?? [] }));
  return {
    name,
    path: "classification-sets",
    items,
    sentences: asked.map(({ text }) => text),
    setOf: (classes) => ({ name, allow_none: true, classes: classes as unknown as readonly JsonObject[] }),
    ask: (client, text, id) =>
      client.post("/v1/classify", { data: text, classification_set: SIGNATURE }, { requestId: id }),
    read(position, answer) {
      const said = classifiedFrom(answer).labels.map(({ label }) => label);
      const { label } = asked[position] as (typeof asked)[number];
      const isRight = said.join() === (labels.includes(label) ? label : "none");
      return { what: said.join(), isRight };
    },
    edits: (count, random) => classEdits(items, count, random),
  };
}

function told(found: readonly Found[], what: string): string {
  const sum = (of: (one: Found) => number) => found.reduce((all, one) => all + of(one), 0);
  const share = (part: number, all: number) => {
    const shared = shareOf(part, all);
    return `${part} of ${all}${shared ? ` (${(100 * shared.share).toFixed(1)} %)` : ""}`;
  };
  const breaking = found.filter(({ regressions }) => regressions > 0);
  const whole = breaking.filter((one) => one.regressionsFound === one.regressions);
  const came = sum((one) => one.changesFound);
  return [
    `${what}: ${found.length} edits, ${breaking.length} of them break something`,
    `  regressions found ${share(
      sum((one) => one.regressionsFound),
      sum((one) => one.regressions),
    )}, all of an edit's in ${share(whole.length, breaking.length)}`,
    `  changes found ${share(
      came,
      sum((one) => one.changes),
    )}, announced that came ${share(
      came,
      sum((one) => one.announced),
    )}`,
  ].join("\n");
}

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    edits: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    of: { type: "string" },
    show: { type: "boolean" },
  },
});
if (values.data === undefined) throw new Error("--data FOLDER is needed: the head of this file says what is in it");
const { data, of } = values;
if (of !== undefined && of !== "tools" && of !== "classes") throw new Error("--of is `tools` or `classes`");
if (values.out !== undefined) rmSync(values.out, { force: true });
const [edits, seed] = [Number(values.edits), Number(values.seed)];
const progress = new Progress();
const sources = readEveryday(join(data, "everyday"));
const ofTools = Math.round(edits * SHARE_OF_TOOLS);
const found: Found[] = [];
const server = await openClockedServer();
try {
  for (const [index, source] of of === "classes" ? [] : sources.entries()) {
    const count = Math.floor((ofTools * (index + 1)) / sources.length) - Math.floor((ofTools * index) / sources.length);
    found.push(...(await tried(server, source.now, toolSubject(source), count, seed + index)));
  }
  const half = Math.ceil((edits - ofTools) / 2);
  const noon = sources[0]?.now ?? Date.now();
  const ofClasses = [
    { name: "banking77", count: half, seed },
    { name: "clinc150", count: edits - ofTools - half, seed: seed + 1 },
  ];
  for (const { name, count, seed } of of === "tools" ? [] : ofClasses)
    found.push(...(await tried(server, noon, classSubject(data, name), count, seed)));
} finally {
  await server.close();
}
console.log(told(found, "all"));
for (const [kind, some] of Map.groupBy(found, ({ kind }) => kind)) console.log(told(some, kind));
