/** What the reference shows to copy does in a shell what it says, whatever somebody typed into it. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { curlCommand, encoded } from "#http/docs/curl-command.ts";

/** The arguments that a program of that name gets from the shell. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout } = Bun.spawnSync(["bash", "-c", script], { env: { TOKEN: "the token" } });
  return stdout.toString().split("\0").slice(0, -1);
}

const typed = fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => !text.includes("\0"));

test("every text comes through the shell as it was typed", () => {
  fc.assert(
    fc.property(typed, typed, (value, body) => {
      const target = `/v1/toolsets/${encoded(value)}?q=${encoded(body)}`;
      const [origin, tokenVariable] = ["http://127.0.0.1:8420", "$TOKEN"];
      const headers = [["If-Match", value]] as const;
      const command = curlCommand({ method: "PUT", origin, target, tokenVariable, headers, body });
      expect(argumentsOf(command)).toEqual([
        ...["-X", "PUT", origin + target],
        ...["-H", "Authorization: Bearer the token"],
        ...["-H", "Content-Type: application/json"],
        ...["-H", `If-Match: ${value}`],
        ...["--data-raw", body],
      ]);
      expect(decodeURIComponent(encoded(value))).toBe(value);
    }),
    { numRuns: 60, examples: [["$(id) `id` !! '\"\\", "it's $HOME"]] },
  );
});

test("a request without a token or a body is one line", () => {
  const request = {
    method: "GET",
    origin: "$BASE_URL",
    target: "/livez",
    tokenVariable: null,
    headers: [],
    body: null,
  };
  expect(curlCommand(request)).toBe('curl "$BASE_URL/livez"');
});
