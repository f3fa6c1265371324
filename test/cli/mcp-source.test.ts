/** The command that starts an MCP server, in words, as a shell would have them and without one. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { wordsIn } from "../../src/cli/mcp-source.ts";

test.each<[command: string, words: readonly string[]]>([
  ["npx -y some-server /srv/files", ["npx", "-y", "some-server", "/srv/files"]],
  ["  python  server.py ", ["python", "server.py"]],
  [`run "two words" 'and "more"' a"b c"d ""`, ["run", "two words", 'and "more"', "ab cd", ""]],
  ["echo $HOME; rm -rf / && `id` > file", ["echo", "$HOME;", "rm", "-rf", "/", "&&", "`id`", ">", "file"]],
])("%s", (command, words) => {
  expect(wordsIn(command)).toEqual(words as ReturnType<typeof wordsIn>);
});

test.each(["", "   ", '""', 'npx "unclosed', "it's"])("%p is no command", (command) => {
  expect(() => wordsIn(command)).toThrow("--from-mcp is an address, or a command whose quotes are closed");
});

test("whatever words there are, each in quotes comes back as it was", () => {
  const word = fc.string({ unit: "grapheme" }).filter((text) => !text.includes('"'));
  fc.assert(
    fc.property(
      word.filter((text) => text !== ""),
      fc.array(word),
      (program, args) => {
        const words = [program, ...args] as const;
        expect(wordsIn(words.map((one) => `"${one}"`).join(" "))).toEqual([...words]);
      },
    ),
  );
});
