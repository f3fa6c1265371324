import { expect, test } from "bun:test";
import type { JsonValue } from "#core/json.ts";
import { presented } from "../../src/cli/present.ts";

function shown(result: JsonValue, columns: number | null, command = "app list") {
  const out: string[] = [];
  const err: string[] = [];
  presented(command, result, { out: (text) => void out.push(text), err: (text) => void err.push(text), columns });
  return { out: out.join(""), err: err.join("") };
}

const apps = [
  { app_id: "app_1", name: "a name that goes on and on and on and on", plan: "free" },
  { app_id: "app_2", name: "two\nlines", plan: "pro" },
];

test("a list is a table that fits the terminal; the widest column gives way", () => {
  expect(shown(apps, 30).out).toBe(
    "app id  name              plan\napp_1   a name that goe…  free\napp_2   two lines         pro\n",
  );
  for (const line of shown(apps, 30).out.split("\n")) expect(line.length).toBeLessThanOrEqual(30);
});

test("into a file or a pipe nothing is cut", () => {
  expect(shown(apps, null).out).toContain("a name that goes on and on and on and on  free\n");
});

test("a single thing is a list of its fields", () => {
  expect(shown({ key_id: "k1", expires_at: null }, 80, "key show").out).toBe("key id      k1\nexpires at  -\n");
});

test("an empty list says how to begin, and leaves the output empty", () => {
  expect(shown([], 80)).toEqual({ out: "", err: 'There are no apps yet: "dragoman app create NAME" makes one.\n' });
});
