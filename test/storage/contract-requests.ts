import { beforeEach, expect, test } from "bun:test";
import type { Current } from "./contract.ts";
import { anAnsweredRequest, anApp, appId, NOW } from "./kit.ts";

const app = appId("one");

export function requestsContract(current: Current): void {
  const requests = () => current().storage.requests;
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });
  const commit = () => current().storage.secrets.put("next", "change");
  const thereOf = async (app: string, ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => requests().find(appId(app), id)));
    return ids.filter((_, index) => found[index] !== null);
  };

  test("finds what was recorded, at once and after the next change and a restart, for its app only", async () => {
    const request = anAnsweredRequest("anfrage 🧾", {
      text: "Licht an",
      answer: { tool: "light", parameters: { n: 1 } },
    });
    const uncached = anAnsweredRequest("uncached", { entry: null });
    await requests().record(app, request, 10);
    await requests().record(app, uncached, 10);
    const check = async () => {
      expect(await requests().find(app, request.requestId)).toEqual(request);
      expect(await requests().find(app, "uncached")).toEqual(uncached);
      expect(await requests().find(appId("two"), "uncached")).toBeNull();
      expect(await requests().find(app, "unknown")).toBeNull();
    };
    await check();
    await commit();
    await check();
    await current().reopen();
    await check();
  });

  test("what was recorded is durable when the storage closes, with no other change", async () => {
    await requests().record(app, anAnsweredRequest("last"), 10);
    await current().reopen();
    expect(await thereOf("one", ["last"])).toEqual(["last"]);
  });

  test("the caller may go on using what it gave", async () => {
    const answer = { tool: "light" };
    await requests().record(app, anAnsweredRequest("r", { answer }), 10);
    answer.tool = "door";
    expect((await requests().find(app, "r"))?.answer).toEqual({ tool: "light" });
  });

  test("of two with one id the newest counts, whether the older was durable or not", async () => {
    for (const text of ["first", "second"]) await requests().record(app, anAnsweredRequest("r", { text }), 10);
    expect((await requests().find(app, "r"))?.text).toBe("second");
    await commit();
    // Its clock may be behind: newest is what came last.
    await requests().record(app, anAnsweredRequest("r", { text: "third", createdAt: NOW - 9 }), 10);
    await requests().record(appId("two"), anAnsweredRequest("r", { text: "theirs" }), 10);
    expect((await requests().find(app, "r"))?.text).toBe("third");
    await commit();
    expect((await requests().find(app, "r"))?.text).toBe("third");
    expect((await requests().find(appId("two"), "r"))?.text).toBe("theirs");
  });

  test("over the limit of the app the oldest go with the next change, and none of another app", async () => {
    await requests().record(appId("two"), anAnsweredRequest("r0"), 3);
    for (const id of ["r1", "r2", "r3", "r4"]) {
      await requests().record(app, anAnsweredRequest(id), 3);
      await commit();
    }
    expect(await thereOf("one", ["r1", "r2", "r3", "r4"])).toEqual(["r2", "r3", "r4"]);
    for (const id of ["r5", "r6"]) await requests().record(app, anAnsweredRequest(id), 3);
    await current().reopen();
    expect(await thereOf("one", ["r2", "r3", "r4", "r5", "r6"])).toEqual(["r4", "r5", "r6"]);
    expect(await thereOf("two", ["r0"])).toEqual(["r0"]);
    // The newest is what was recorded last, also under an id that was there.
    for (const id of ["r7", "r8", "r7"]) await requests().record(app, anAnsweredRequest(id), 1);
    await commit();
    expect(await thereOf("one", ["r6", "r7", "r8"])).toEqual(["r7"]);
  });

  test("far more than memory should hold are all found", async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `r${index}`);
    for (const id of ids) await requests().record(app, anAnsweredRequest(id), 5_000);
    expect(await thereOf("one", ids)).toEqual(ids);
    await current().reopen();
    expect(await thereOf("one", ids)).toEqual(ids);
  });

  test("expires requests of all apps made before an instant, however many, those of this moment too", async () => {
    for (let index = 0; index < 2_100; index += 1) {
      await requests().record(app, anAnsweredRequest(`old ${index}`, { createdAt: NOW - 1 }), 5_000);
    }
    await requests().record(appId("two"), anAnsweredRequest("old", { createdAt: NOW - 1 }), 10);
    await requests().record(appId("two"), anAnsweredRequest("new"), 10);
    expect(await requests().expire(NOW)).toBe(2_101);
    expect(await requests().expire(NOW)).toBe(0);
    expect(await thereOf("two", ["old", "new"])).toEqual(["new"]);
    // The order of recording goes on after everything expired.
    await requests().record(app, anAnsweredRequest("later"), 1);
    await commit();
    expect(await thereOf("one", ["later"])).toEqual(["later"]);
  });
}
