/** Something in every store, and all that the stores tell of it: the same whichever storage has it. */
import { compactedBefore } from "#core/access/ledger-months.ts";
import type { Storage } from "#core/ports/storage.ts";
import { type AppId, monthOf } from "#core/tenant.ts";
import {
  aBank,
  aKeptAnswer,
  aKey,
  aMemory,
  aMistake,
  anAnswer,
  anAnsweredRequest,
  anApp,
  aPersona,
  appId,
  aToolset,
  atMost,
  classes,
  hashOf,
  NEXT_MONTH,
  NOW,
} from "../storage/kit.ts";
import { aTestRun, ENOUGH } from "../storage/test-run-kit.ts";

export const EMBEDDER = "e-1";
const ALLOWANCE = 1_000;
const DAY_MS = 86_400_000;
const ALL = { limit: 10_000, after: null };
const KINDS = ["toolset", "classification_set", "persona", "bank", "value_list"] as const;
const HOME = { kind: "toolset", signatures: ["home-v1"] } as const;

/** What people wrote, and how often something was done. */
export interface Contents {
  readonly apps: readonly string[];
  readonly text: string;
  readonly answers: number;
  /** What each request cost, in their order. */
  readonly charges: readonly number[];
  readonly credits: number;
}

/** An id as the server gives one, with a time in it. */
export const timedId = (at: number, place: number) =>
  `${at
    .toString(16)
    .padStart(12, "0")
    .replace(/^(.{8})/, "$1-")}-7000-8000-${place.toString(16).padStart(12, "0")}`;

export async function fill(storage: Storage, contents: Contents): Promise<void> {
  await storage.secrets.put("token-signing", "a key and 'its' secret");
  await storage.audit.add({ at: NOW, by: "user 0", what: `made ${contents.apps.length} apps` });
  await storage.modelFindings.keep({ key: "http://model", findings: { text: contents.text }, foundAt: NOW });
  await spendOfOld(storage, [...contents.apps, "removed"].map(appId));
  for (const name of [...contents.apps, "removed"]) await fillApp(storage, name, contents);
  // What was charged to it stays on record, and numbers that were given are not given again.
  await storage.apps.remove(appId("removed"));
}

/** Some of the ledger is in months. */
async function spendOfOld({ ledger }: Storage, apps: readonly AppId[]): Promise<void> {
  for (const app of apps) {
    for (const [place, at] of [NOW - 95 * DAY_MS, NOW - 64 * DAY_MS].entries()) {
      await ledger.credit(app, 3, at);
      const reservation = await ledger.reserve(app, 2 + place, ALLOWANCE, at);
      if (reservation) await ledger.settle(reservation, at);
    }
    while ((await ledger.compact(compactedBefore(NOW, 1))) > 0);
  }
}

async function fillApp(storage: Storage, name: string, contents: Contents): Promise<void> {
  const app = appId(name);
  await storage.apps.create(anApp(name));
  await storage.apps.update(app, { raiseEpoch: true, plan: "unlimited" });
  await storage.keys.create(aKey(`key_${name}`, app, { expiresAt: NEXT_MONTH }));
  await storage.keys.create(aKey(`key_${name}_2`, app));
  await fillSets(storage, app, contents);
  await fillAnswers(storage, app, contents);
  await fillLog(storage, app, contents);
  await spend(storage, app, contents);
}

async function fillSets({ definitions, aliases, memories, taught, testRuns }: Storage, app: AppId, { text }: Contents) {
  const home = aToolset("light");
  await definitions.create(app, "toolset", "home-v1", { ...home, name: text, description: text }, NOW);
  await definitions.create(app, "toolset", "old-v1", home, NOW);
  await definitions.remove(app, "toolset", "old-v1", null);
  await definitions.replace(app, "toolset", "home-v1", { ...home, description: text }, NOW + 1, null);
  await definitions.create(app, "classification_set", "mood-v1", classes(text), NOW);
  await definitions.create(app, "persona", "butler", aPersona(text), NOW);
  await definitions.create(app, "bank", "bank_1", aBank("home"), NOW);
  const sides = [{ signature: "home-v1", percent: 100 }] as const;
  await aliases.put(app, "live", { kind: null, sides }, NOW, null, 9);
  for (const id of ["mem_1", "mem_2", "mem_3"]) {
    await memories.add(app, "bank_1", aMemory(id, { content: { kind: "fact", fact: text } }), 9);
  }
  await memories.remove(app, "bank_1", "mem_2", NOW + 2);
  const lesson = { text, right: { kind: "calls", calls: [] }, beside: [], taughtAt: NOW } as const;
  for (const id of ["case_1", "case_2"]) {
    await taught.teach(app, { kind: "toolset", signature: "home-v1" }, { ...lesson, id, words: `w ${id}` }, 9);
  }
  await testRuns.keep(app, aTestRun(`run_1_${app}`), ENOUGH);
  await testRuns.keep(app, aTestRun(`run_2_${app}`, { verdicts: `${text}\n` }), ENOUGH);
}

async function fillAnswers(storage: Storage, app: AppId, { text, answers: count }: Contents): Promise<void> {
  const { answers, reuse, graduation, embeddings } = storage;
  for (let at = 0; at < count; at += 1) {
    const made = { sentence: `${text} ${at}`, lesson: at % 2 === 0 ? { text } : null, modelMs: at, modelCost: at / 3 };
    const remembered = await answers.remember(app, anAnswer(`k ${at}`, made), atMost(Math.max(2, count - 1)));
    const { id } = remembered;
    if (id === null) throw new Error("an answer was expected to be kept");
    if (at % 2 === 0) await answers.attachVector(app, id, EMBEDDER, Float32Array.of(at, 0.5, -1 / 3));
    if (at % 3 === 0) answers.touch(app, id, NOW + at);
  }
  await answers.drop(app, "p", { ids: [], key: "k 1" }, { at: NOW, refusalsMax: 9 });
  reuse.observe(app, { contentHash: hashOf("a"), name: "light", path: "template", bin: 3 }, true);
  await reuse.recordMistake(app, aMistake(text, { expected: { text } }), 9);
  reuse.countSource(app, { contentHash: hashOf("a"), source: "model", savedMs: 12, savedCost: 0.1 });
  const course = { contentHash: hashOf("a"), member: "light", models: "m-1" };
  graduation.observe(app, course, 1, 90, true);
  graduation.answered(app, course, { ms: 7, cost: 1 / 7 });
  await embeddings.write(app, EMBEDDER, new Map([["sentence", Float32Array.of(1, 2, 1 / 3)]]));
  await storage.kept.keep(aKeptAnswer(text, app, { body: text }));
  await storage.kept.keep(aKeptAnswer("nothing", app, { body: null, status: 204 }));
}

async function fillLog({ queryLog, requests, ledger }: Storage, app: AppId, { text }: Contents): Promise<void> {
  await queryLog.configure(app, { days: 7, rows: 100, redact: true });
  const question = { kind: "resolve", sets: ["home-v1"], sentence: text, answer: { text }, confidence: 0.25 } as const;
  const told = { ...question, runnerUp: null, missing: [], source: "model" } as const;
  await queryLog.add(app, [{ digest: "d-1", question: told, doubt: 1 / 3, times: 2, requestId: text, at: NOW }]);
  await queryLog.add(app, [{ digest: "d-2", question: told, doubt: 0, times: 1, requestId: "r-2", at: NOW + 1 }]);
  await queryLog.judge(app, "d-2", "wrong");
  for (const [place, requestId] of requestIds(text).entries()) {
    const answered = { text: `${text} ${place}`, createdAt: NOW + place, asked: place === 0 ? HOME : null };
    await requests.record(app, anAnsweredRequest(requestId, answered), 100);
    // Those of a commit stand in one row.
    if (place === 1) await ledger.credit(app, 1, NOW);
  }
}

const requestIds = (text: string) => ["r-1", text, timedId(NOW + 2, 1), timedId(NOW + 3, 2)];

async function spend({ ledger }: Storage, app: AppId, { charges, credits }: Contents): Promise<void> {
  if (credits > 0) await ledger.credit(app, credits, NOW);
  const all = charges.map(async (cost, place) => {
    // Some of them at the end of the month.
    const at = place % 5 === 4 ? NEXT_MONTH + place : NOW + Math.floor(place / 3);
    const reservation = await ledger.reserve(app, cost, ALLOWANCE, at);
    if (!reservation) return;
    if (place % 7 === 6) await ledger.giveBack(reservation);
    else await ledger.settle(reservation, at);
  });
  await Promise.all(all);
}

/** Everything that the stores tell, but for the numbers of ledger entries, which each storage gives its own. */
export async function told(storage: Storage, { apps: names, text }: Contents) {
  const apps = [];
  for (const name of names) apps.push(await toldOfApp(storage, appId(name), text));
  const removed = await ledgerOf(storage, appId("removed"));
  return {
    apps,
    removed,
    list: await storage.apps.list(),
    secret: await storage.secrets.find("token-signing"),
    audit: await storage.audit.list(ALL),
    findings: await storage.modelFindings.find("http://model"),
  };
}

async function toldOfApp(storage: Storage, app: AppId, text: string) {
  const { answers, requests, queryLog, keys } = storage;
  const listed = await keys.list(app);
  const rows = await answers.lessons(app, "p", { before: null, limit: 1_000, embedder: EMBEDDER });
  return {
    keys: listed,
    found: await Promise.all(listed.map(({ id }) => keys.find(id))),
    sets: await toldOfSets(storage, app),
    lessons: rows.map((row) => ({ ...row, vector: row.vector && [...row.vector] })),
    read: await Promise.all(rows.map(({ id }) => answers.read(app, "p", id).then((entry) => entry && { ...entry }))),
    refused: (await answers.find(app, "p", "k 1")).isRefused,
    counts: await storage.reuse.counts(app),
    mistakes: await storage.reuse.mistakes(app, 9),
    sources: await storage.reuse.sources(app),
    courses: await storage.graduation.counts(app),
    alone: await storage.graduation.answers(app),
    vectors: [...(await storage.embeddings.read(app, EMBEDDER, ["sentence"]))].map(([key, vector]) => [
      key,
      [...vector],
    ]),
    kept: await Promise.all([text, "nothing"].map((key) => storage.kept.find(app, key))),
    requests: await Promise.all(requestIds(text).map((id) => requests.find(app, id))),
    log: [queryLog.settings(app), await queryLog.list(app, ALL), await queryLog.doubtful(app, { limit: 9, offset: 0 })],
    ledger: await ledgerOf(storage, app),
  };
}

async function toldOfSets({ definitions, aliases, memories, taught, testRuns }: Storage, app: AppId) {
  const set = { kind: "toolset", signature: "home-v1" } as const;
  return {
    definitions: await Promise.all(KINDS.map((kind) => definitions.list(app, kind, ALL))),
    aliases: await aliases.list(app, ALL),
    memories: await memories.list(app, "bank_1", ALL),
    taught: await taught.list(app, set, ALL),
    runs: await testRuns.list(app, HOME, ALL),
    run: await testRuns.find(app, `run_2_${app}`),
  };
}

export async function ledgerOf({ ledger }: Storage, app: AppId) {
  const { items } = await ledger.entries(app, ALL);
  return {
    entries: items.map(({ id: _, ...entry }) => entry),
    isOfMonth: items.map(({ month }) => month).includes(monthOf(NOW)),
    months: await ledger.months(app),
    now: await ledger.balance(app, ALLOWANCE, NOW),
    next: await ledger.balance(app, ALLOWANCE, NEXT_MONTH),
  };
}
