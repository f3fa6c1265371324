import { expect, test } from "bun:test";
import { checkedMaintainer } from "../../scripts/release/debian.ts";

test.each([
  "Your Name <you@example.org>",
  "Ünal Þór <u.thor+deb@mail.example>",
  "Release check <release-check@localhost>",
])("%s answers for a package", (told) => {
  expect(checkedMaintainer(told)).toBe(told);
});

test.each([
  "",
  "Ada Lovelace",
  "ada@example.org",
  "<ada@example.org>",
  " <ada@example.org>",
  "Ada <ada>",
  "Ada <ada@example.org> and others",
  "Ada <ada@example.org>\nDepends: something-else",
  "Ada\nDepends: something-else <ada@example.org>",
])("%j is nobody", (told) => {
  expect(() => checkedMaintainer(told)).toThrow("Your Name <you@example.org>");
});
