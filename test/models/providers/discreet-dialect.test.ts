/** The key of a model server that repeats it. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { Secret } from "#core/secret.ts";
import { withoutKey } from "#models/language/discreet-dialect.ts";
import { examineServedModel } from "#models/language/examination.ts";
import { asking, served, servedOptions, signal } from "./served.ts";

const KEY = "sk-live/0123456789+abcdefghij";

test("no answer shows the key, however it is spelled and wherever it is cut", () => {
  const key = fc.stringMatching(/^[!-~]{8,60}$/);
  const spelled = fc.constantFrom<(key: string) => string>(
    (text) => text,
    (text) => JSON.stringify(text),
    (text) => encodeURIComponent(text),
    (text) => text.toUpperCase(),
    (text) => `{"authorization":"Bearer ${text.replaceAll("/", "\\/")}"}`,
  );
  fc.assert(
    fc.property(key, spelled, fc.string(), fc.string(), fc.nat(40), (secret, spell, before, after, cut) => {
      const whole = withoutKey(`${before}${spell(secret)}${after}`, secret).toLowerCase();
      expect(whole).not.toContain(secret.toLowerCase());
      const cutShort = `${before}${secret.slice(0, Math.max(4, secret.length - 1 - cut))}`;
      const beginning = secret.slice(0, 4).toLowerCase();
      const shown = withoutKey(cutShort, secret);
      if (!before.toLowerCase().includes(beginning)) expect(shown.slice(before.length)).not.toContain(beginning);
    }),
  );
});

test("what has no key in it stays as it is", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(withoutKey(text, KEY)).toBe(text);
    }),
  );
});

test.each(["openai", "anthropic"] as const)(
  "an answer of %s that cannot be read, or refuses, tells nobody",
  async (provider) => {
    const answers = [
      (key: string) => new Response(`you sent ${key}`),
      (key: string) => Response.json({ you_sent: key }),
      (key: string) => Response.json({ error: { message: `bad key ${key}` } }, { status: 401 }),
      (key: string) => new Response(`${" ".repeat(1_985)}${key}`, { status: 500 }),
      (key: string) => new Response(`${" ".repeat(1_985)}${key}`),
    ];
    let answer = answers[0];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => {
        const sent = request.headers.get("authorization")?.replace("Bearer ", "") ?? request.headers.get("x-api-key");
        return answer?.(sent ?? "nothing") ?? new Response("");
      },
    });
    try {
      const lines: string[] = [];
      const options = {
        provider,
        apiKey: new Secret(KEY),
        timeoutMs: 2_000,
        log: (line: string) => void lines.push(line),
      };
      for (const next of answers) {
        answer = next;
        const model = served(server.url.href, options);
        await model.call(asking("weather in Rome"), signal()).catch(() => {});
        const now = () => Date.now();
        const book = { find: async () => null, keep: async () => {} };
        const around = { allow: [], runtimeDir: "", timeoutMs: 2_000, now, book };
        const found = await examineServedModel(servedOptions(server.url.href, options), around);
        lines.push(JSON.stringify(found));
      }
      expect(lines.length).toBeGreaterThanOrEqual(answers.length * 2);
      expect(lines.join("\n")).toContain("•••");
      expect(lines.filter((line) => line.includes(KEY.slice(0, 7)))).toEqual([]);
    } finally {
      await server.stop(true);
    }
  },
);
