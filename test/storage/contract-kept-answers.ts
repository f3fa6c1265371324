import { beforeEach, expect, test } from "bun:test";
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Current } from "./contract.ts";
import { aKeptAnswer, anApp, appId, NOW, rejection } from "./kit.ts";

const app = appId("one");

/** What the storage of these tests is opened with. */
export const KEPT_BYTES_MAX = 1_000_000;
const THIRD = "ü".repeat(150_000);

export function keptAnswersContract(current: Current): void {
  const kept = () => current().storage.kept;
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });
  const reserved = async (cost: number) => {
    const reservation = await current().storage.ledger.reserve(app, cost, 5, NOW);
    if (!reservation) throw new Error(`${cost} were expected to be there`);
    return reservation;
  };
  const withBalance = (key: string) => (balance: number) => aKeptAnswer(key, app, { body: `${balance} left` });

  test("gives back what was kept, to its app only, over a restart", async () => {
    const headers = { "content-type": "application/json; charset=utf-8", location: "/v1/toolsets/ü" };
    const answer = aKeptAnswer("schlüssel 🔑", app, { status: 201, headers, body: '{"emoji":"🔑"}' });
    const empty = aKeptAnswer("empty", app, { status: 204, headers: {}, body: null });
    await Promise.all([kept().keep(answer), kept().keep(empty)]);
    const reopened = (await current().reopen()).kept;
    expect(await reopened.find(app, answer.key)).toEqual(answer);
    expect(await reopened.find(app, "empty")).toEqual(empty);
    expect(await reopened.find(appId("two"), "empty")).toBeNull();
    expect(await reopened.find(app, "EMPTY")).toBeNull();
  });

  test("a newer answer takes the place of an older one, all of it", async () => {
    await kept().keep(aKeptAnswer("k", app));
    const newer: KeptAnswer = {
      ...{ app, key: "k", fingerprint: "cd".repeat(32), status: 404, headers: { a: "b" }, body: null },
      createdAt: NOW + 1,
    };
    await kept().keep(aKeptAnswer("k", appId("two")));
    await kept().keep(newer);
    expect(await kept().find(app, "k")).toEqual(newer);
    expect(await kept().find(appId("two"), "k")).toEqual(aKeptAnswer("k", appId("two")));
  });

  test("expires answers of all apps made before an instant, however many", async () => {
    const old = Array.from({ length: 2_100 }, (_, index) => aKeptAnswer(`old ${index}`, app, { createdAt: NOW - 1 }));
    await Promise.all(old.map((answer) => kept().keep(answer)));
    await kept().keep(aKeptAnswer("old", appId("two"), { createdAt: NOW - 1 }));
    await kept().keep(aKeptAnswer("new", appId("two")));
    expect(await kept().expire(NOW)).toBe(2_101);
    expect(await kept().expire(NOW)).toBe(0);
    expect(await kept().find(appId("two"), "old")).toBeNull();
    expect(await kept().find(appId("two"), "new")).not.toBeNull();
  });

  test("over the bytes of an app its oldest go, however they came, and nobody else's", async () => {
    const { ledger } = current().storage;
    const large = (key: string, createdAt: number, of = app) => aKeptAnswer(key, of, { body: THIRD, createdAt });
    await kept().keep(large("other", NOW - 9, appId("two")));
    await kept().keep(large("second", NOW - 1));
    await kept().keep(large("first", NOW - 2));
    await kept().keep(large("third", NOW));
    expect(kept().bytes()).toBeGreaterThan(1_200_000);
    await ledger.settle(await reserved(1), NOW, () => large("fourth", NOW));
    const found = async (storage: Storage) => {
      const keys = ["first", "second", "third", "fourth"];
      const answers = await Promise.all(keys.map((key) => storage.kept.find(app, key)));
      return answers.map((answer) => answer !== null);
    };
    expect(await found(current().storage)).toEqual([false, true, true, true]);
    // A clock that went back makes what is new the oldest: it stays.
    await kept().keep(large("fifth", NOW - 99));
    expect(await found(current().storage)).toEqual([false, false, true, true]);
    expect(await kept().find(app, "fifth")).not.toBeNull();
    const reopened = await current().reopen();
    await reopened.kept.keep(aKeptAnswer("sixth", app, { body: THIRD, createdAt: NOW + 1 }));
    expect(await found(reopened)).toEqual([false, false, true, true]);
    expect(await reopened.kept.find(app, "fifth")).toBeNull();
    expect(await reopened.kept.find(appId("two"), "other")).not.toBeNull();
  });

  test("what is larger than all that an app may have is not kept, and takes nothing along", async () => {
    await kept().keep(aKeptAnswer("small", app));
    await kept().keep(aKeptAnswer("k", app));
    await kept().keep(aKeptAnswer("k", app, { body: "x".repeat(KEPT_BYTES_MAX) }));
    expect(await kept().find(app, "k")).toBeNull();
    expect(await kept().find(app, "small")).not.toBeNull();
  });

  test("what is replaced, expires, or goes with its app, makes room", async () => {
    expect(kept().bytes()).toBe(0);
    await kept().keep(aKeptAnswer("k", app, { body: THIRD }));
    await kept().keep(aKeptAnswer("k", app, { body: THIRD }));
    const one = kept().bytes();
    expect(one).toBeGreaterThan(300_000);
    expect(one).toBeLessThan(301_000);
    await kept().keep(aKeptAnswer("k", app, { body: null, createdAt: NOW - 1 }));
    expect(kept().bytes()).toBeLessThan(1_000);
    await kept().keep(aKeptAnswer("k", appId("two"), { body: THIRD }));
    expect(await kept().expire(NOW)).toBe(1);
    expect(kept().bytes()).toBe(one);
    await current().storage.apps.remove(appId("two"));
    expect(kept().bytes()).toBe(0);
  });

  test("an answer is kept with its charge, and knows the balance after it", async () => {
    await kept().keep(aKeptAnswer("k", app, { createdAt: NOW - 1 }));
    expect(await current().storage.ledger.settle(await reserved(2), NOW, withBalance("k"))).toBe(3);
    const { kept: reopened, ledger } = await current().reopen();
    expect(await reopened.find(app, "k")).toEqual(withBalance("k")(3));
    expect(await ledger.balance(app, 5, NOW)).toBe(3);
  });

  test("of many settled at once each knows its own balance", async () => {
    const reservations = await Promise.all(Array.from({ length: 5 }, () => reserved(1)));
    const { ledger } = current().storage;
    const balances = await Promise.all(
      reservations.map((reservation, index) => ledger.settle(reservation, NOW, withBalance(`k${index}`))),
    );
    expect(balances.toSorted()).toEqual([0, 1, 2, 3, 4]);
    for (const [index, balance] of balances.entries()) {
      expect((await kept().find(app, `k${index}`))?.body).toBe(`${balance} left`);
    }
  });

  test("what costs nothing is kept too", async () => {
    expect(await current().storage.ledger.settle(await reserved(0), NOW, withBalance("free"))).toBe(5);
    expect((await (await current().reopen()).kept.find(app, "free"))?.body).toBe("5 left");
  });

  test("settling twice keeps once, at once or later", async () => {
    const { ledger } = current().storage;
    const reservation = await reserved(1);
    await Promise.all(["first", "second"].map((key) => ledger.settle(reservation, NOW, withBalance(key))));
    await ledger.settle(reservation, NOW, withBalance("third"));
    expect(await kept().find(app, "first")).not.toBeNull();
    expect([await kept().find(app, "second"), await kept().find(app, "third")]).toEqual([null, null]);
  });

  test("when the answer cannot be made nothing is charged, and the reservation can still be settled", async () => {
    const { ledger } = current().storage;
    const reservation = await reserved(2);
    const failing = ledger.settle(reservation, NOW, () => {
      throw new Error("no answer");
    });
    expect(await rejection(failing)).toEqual(new Error("no answer"));
    expect(await ledger.balance(app, 5, NOW)).toBe(5);
    expect(await ledger.reserve(app, 4, 5, NOW)).toBeNull();
    const foreign = ledger.settle(reservation, NOW, () => aKeptAnswer("k", appId("two")));
    expect(String(await rejection(foreign))).toContain("cannot be kept");
    expect(await kept().find(appId("two"), "k")).toBeNull();
    expect(await ledger.settle(reservation, NOW, withBalance("k"))).toBe(3);
    expect((await kept().find(app, "k"))?.body).toBe("3 left");
  });

  test("what was given back keeps nothing", async () => {
    const { ledger } = current().storage;
    const reservation = await reserved(1);
    await ledger.giveBack(reservation);
    await rejection(ledger.settle(reservation, NOW, withBalance("k")));
    expect(await kept().find(app, "k")).toBeNull();
  });
}
