import { expect, test } from "bun:test";
import { inspect } from "node:util";
import { Secret } from "#core/secret.ts";

test("however a secret is printed, it is a mask; only who asks for it gets it", () => {
  const secret = new Secret("s3cret");
  const held = { key: secret, list: [secret] };
  const printed = [
    String(secret),
    `${secret}`,
    `a${secret}`,
    JSON.stringify(held),
    Bun.inspect(held, { depth: 9 }),
    inspect(held, { depth: 9, showHidden: true }),
    Bun.inspect(new Error("failed", { cause: held })),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify(structuredClone(secret)),
  ];
  for (const text of printed) expect(text).not.toContain("s3cret");
  expect(printed[0]).toBe("•••");
  expect(secret.reveal()).toBe("s3cret");
});

test("a secret that is not there is empty", () => {
  expect(new Secret("").isEmpty).toBe(true);
  expect(String(new Secret(""))).toBe("");
  expect(new Secret("x").isEmpty).toBe(false);
});
