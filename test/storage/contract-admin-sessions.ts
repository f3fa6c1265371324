import { expect, test } from "bun:test";
import type { Current } from "./contract.ts";
import { NOW } from "./kit.ts";

const IDLE_MS = 1_000;
const MANY = 100;
const SESSION = { openedAt: NOW, endsAt: NOW + 10_000 };

export function adminSessionsContract(current: Current): void {
  const store = () => current().storage.adminSessions;
  const isIn = async (hash: string, at = NOW) => (await store().ask(hash, at, IDLE_MS)) !== null;

  test("a session is there until it ends, or nothing was asked in it for too long", async () => {
    await store().open("busy", SESSION, MANY);
    await store().open("idle", SESSION, MANY);
    for (let at = NOW; at < SESSION.endsAt; at += IDLE_MS - 1) {
      expect(await store().ask("busy", at, IDLE_MS)).toEqual(SESSION);
    }
    expect([await isIn("busy", SESSION.endsAt), await isIn("idle", NOW + IDLE_MS)]).toEqual([false, false]);
    // What is over is over, also for whoever has a slower clock.
    expect([await isIn("busy"), await isIn("idle"), await isIn("never")]).toEqual([false, false, false]);
  });

  test("asked by a clock that is behind it is no older than it was", async () => {
    await store().open("one", SESSION, MANY);
    expect([await isIn("one", NOW + 900), await isIn("one", NOW + 100), await isIn("one", NOW + 1_800)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("one that is closed is over, and no other", async () => {
    for (const hash of ["one", "other"]) await store().open(hash, SESSION, MANY);
    await store().close("one");
    await store().close("never");
    expect([await isIn("one"), await isIn("other")]).toEqual([false, true]);
  });

  test("too many make those go in which nothing was asked for longest", async () => {
    for (const hash of ["one", "two", "three"]) await store().open(hash, SESSION, 3);
    await isIn("one");
    await store().open("four", SESSION, 3);
    expect(await Promise.all(["one", "two", "three", "four"].map((hash) => isIn(hash)))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  test("a link lets one in, of those who use it at once", async () => {
    await store().addLink("link", NOW + 1, MANY);
    const tries = ["one", "two", "three"];
    const opened = await Promise.all(tries.map((hash) => store().openByLink("link", hash, SESSION, MANY)));
    expect(opened.filter((was) => was)).toHaveLength(1);
    for (const [index, hash] of tries.entries()) expect(await isIn(hash)).toBe(opened[index] === true);
    expect(await store().openByLink("link", "late", SESSION, MANY)).toBe(false);
  });

  test("a link is good until it ends, and only the newest are", async () => {
    await store().addLink("over", NOW, MANY);
    for (const link of ["old", "one", "two"]) await store().addLink(link, NOW + 1, 2);
    const opened = ["over", "old", "never", "one", "two"].map((link) => store().openByLink(link, link, SESSION, MANY));
    expect(await Promise.all(opened)).toEqual([false, false, false, true, true]);
    expect([await isIn("over"), await isIn("two")]).toEqual([false, true]);
  });

  test("those whom a link lets in are too many as all are", async () => {
    await store().open("one", SESSION, 1);
    await store().addLink("link", NOW + 1, MANY);
    await store().openByLink("link", "two", SESSION, 1);
    expect([await isIn("one"), await isIn("two")]).toEqual([false, true]);
  });

  test("all are signed out, and every link is worthless, also one that is being used", async () => {
    await store().open("one", SESSION, MANY);
    await store().addLink("link", NOW + 1, MANY);
    await store().addLink("used", NOW + 1, MANY);
    const using = store().openByLink("used", "two", SESSION, MANY);
    await store().closeAll();
    await using;
    expect([await isIn("one"), await isIn("two")]).toEqual([false, false]);
    expect(await store().openByLink("link", "three", SESSION, MANY)).toBe(false);
  });
}
