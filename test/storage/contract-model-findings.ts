import { expect, test } from "bun:test";
import type { Current } from "./contract.ts";
import { NOW } from "./kit.ts";

export function modelFindingsContract(current: Current): void {
  const found = (key: string, foundAt = NOW, schema = true) => ({ key, findings: { schema, tools: "none" }, foundAt });

  test("what was found is there over a restart, the newest of each server", async () => {
    const { modelFindings } = current().storage;
    expect(await modelFindings.find("a")).toBeNull();
    await Promise.all([modelFindings.keep(found("b")), modelFindings.keep(found("a"))]);
    await modelFindings.keep(found("a", NOW + 1, false));
    const reopened = (await current().reopen()).modelFindings;
    expect(await reopened.find("a")).toEqual(found("a", NOW + 1, false));
    expect(await reopened.list()).toEqual([found("a", NOW + 1, false), found("b")]);
  });

  test("servers that were asked long ago give way", async () => {
    const { modelFindings } = current().storage;
    const [oldest, newest] = [found("oldest", NOW - 1), found("newest", NOW + 1)];
    await Promise.all([oldest, newest].map((each) => modelFindings.keep(each)));
    await Promise.all(Array.from({ length: 250 }, (_, index) => modelFindings.keep(found(`server ${index}`))));
    const left = await modelFindings.list();
    expect(left.length).toBeLessThanOrEqual(200);
    expect(left).toContainEqual(newest);
    expect(left).not.toContainEqual(oldest);
  });
}
