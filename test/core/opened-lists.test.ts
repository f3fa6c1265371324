/** Indexes of value lists: how much of them is made and held at once, and for whom. */
import { expect, test } from "bun:test";
import type { AppError } from "#core/errors.ts";
import type { ContentHash, JsonObject } from "#core/json.ts";
import { indexing } from "#core/schema/value-index.ts";
import type { Registry } from "#core/sets/registry.ts";
import { ValueLists } from "#core/sets/value-lists.ts";
import type { AppId } from "#core/tenant.ts";
import { turn } from "#core/turn.ts";
import { checkingValues, type ListedValue } from "#core/value-list.ts";
import { FakeClock } from "../fakes.ts";

const greedy = "app_greedy" as AppId;
const modest = "app_modest" as AppId;
const referring = (...names: readonly string[]): JsonObject[] => names.map((name) => ({ "x-values": name }));

/** Each list has as many values as its name says. */
function opening() {
  const lists = new Map<
    string,
    { readonly contentHash: ContentHash; readonly definition: { values: ListedValue[] } }
  >();
  const find = async (_: AppId, name: string) => {
    const values = Array.from({ length: Number.parseInt(name, 10) }, (__, at): ListedValue => [`${name} ${at}`]);
    const list = lists.get(name) ?? { contentHash: name as ContentHash, definition: { values } };
    lists.set(name, list);
    return list;
  };
  const made: AppId[] = [];
  let [now, most] = [0, 0];
  const steps = async <Result>(app: AppId, work: Generator<void, Result>) => {
    most = Math.max(most, ++now);
    made.push(app);
    await Bun.sleep(1);
    let step = work.next();
    for (; !step.done; step = work.next()) await turn();
    now -= 1;
    return step.value;
  };
  const waiting = { now: 0, most: 0 };
  const aside = <Result>(_: AppId, wait: (goesOn: () => void) => Promise<Result>) => {
    waiting.most = Math.max(waiting.most, ++waiting.now);
    return wait(() => (waiting.now -= 1));
  };
  const registry = { find } as unknown as Registry<"value_list">;
  const clock = new FakeClock();
  const valueLists = new ValueLists({ registry, clock, mainThread: { aside, steps } });
  return { valueLists, made, waiting, mostAtOnce: () => most };
}

test("an index is made once for all who ask for it, and kept", async () => {
  const { valueLists, made } = opening();
  await Promise.all(Array.from({ length: 8 }, () => valueLists.open(modest, referring("20", "30", "20"))));
  expect([...(await valueLists.open(modest, referring("20"))).keys()]).toEqual(["20"]);
  expect(made).toHaveLength(2);
});

test("whatever is asked at once, one index is made at a time, and no app waits for all of another's", async () => {
  const { valueLists, made, waiting, mostAtOnce } = opening();
  const flood = Array.from({ length: 40 }, (_, at) => valueLists.open(greedy, referring(`2 of ${at}`, `3 of ${at}`)));
  await valueLists.open(modest, referring("5"));
  expect(made.length).toBeLessThan(8);
  await Promise.all(flood);
  expect(mostAtOnce()).toBe(1);
  expect(waiting).toEqual({ now: 0, most: 40 });
});

test("a small index is made while a large one is, and no second large one", async () => {
  const { valueLists, made, mostAtOnce } = opening();
  const done: string[] = [];
  const ask = (app: AppId, ...names: string[]) =>
    valueLists.open(app, referring(...names)).then(() => done.push(names.join()));
  const large = [ask(greedy, "30000"), ask(modest, "2 of these", "20000")];
  await Promise.all([ask(modest, "5"), ask(modest, "6"), ...large]);
  expect(done).toEqual(["5", "6", "30000", "2 of these,20000"]);
  expect(made).toHaveLength(5);
  expect(mostAtOnce()).toBe(2);
});

test("a question does not refer to more than one index may hold", async () => {
  const { valueLists, made } = opening();
  const tooMuch = valueLists.open(greedy, referring("150000", "50001"));
  expect(tooMuch).rejects.toThrow("refer to 200001 and more of 200000 values and synonyms");
  await tooMuch.catch(() => {});
  expect(made).toEqual([]);
});

test("more than 64 of an app do not wait, and nobody else is refused for them", async () => {
  const { valueLists } = opening();
  const refusals: unknown[] = [];
  const flood = Array.from({ length: 80 }, (_, at) =>
    valueLists.open(greedy, referring(`1 of ${at}`)).catch((failure) => refusals.push(failure)),
  );
  expect((await valueLists.open(modest, referring("1"))).size).toBe(1);
  await Promise.all(flood);
  expect(refusals).not.toEqual([]);
  for (const refusal of refusals) expect((refusal as AppError).code).toBe("service_unavailable");
});

test("values with fifty other words each leave others their turn as often as plain ones", () => {
  const values = Array.from({ length: 1_000 }, (_, at) => ({
    value: `v ${at}`,
    synonyms: Array.from({ length: 50 }, (__, synonym) => `s ${at} ${synonym}`),
  }));
  const checking = checkingValues(values);
  let turns = 0;
  let step = checking.next();
  for (; !step.done; step = checking.next()) turns += 1;
  const checkingTurns = turns;
  const work = indexing(step.value);
  for (turns = 0; !work.next().done; ) turns += 1;
  // 51,000 words, some hundred of them at a time.
  expect(checkingTurns).toBeGreaterThan(200);
  expect(turns).toBeGreaterThan(400);
});
