/** What a newcomer does: paste each block whole, into a fresh shell, as fast as it goes. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/dragoman-process.ts";
import { ensureExecutable } from "../binary/kit.ts";
import { readPage, type Step, stepsIn } from "./blocks.ts";
import { PastingTerminal, type Way } from "./pasting.ts";
import { environmentIn, furnish, masked, PAUSE_SECONDS, PORT } from "./session.ts";

/** Every time, and not most times: a server and a command that are started together meet in any order. */
const TIMES = [1, 2, 3, 4, 5, 6, 7] as const;
const BLOCK_MS_MAX = 60_000;

beforeAll(ensureExecutable);

/** A fresh machine: an empty folder, the executable on the path, and as many terminals as are opened. */
async function onFreshMachine(page: string, work: (open: () => PastingTerminal, port: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-pasted-"));
  const port = String(await freePort());
  const terminals: PastingTerminal[] = [];
  const open = () => {
    const terminal = new PastingTerminal(join(folder, "here"), environmentIn(folder, port));
    terminals.push(terminal);
    return terminal;
  };
  try {
    furnish(folder, { page, typing: "sh" }, []);
    await work(open, port);
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pasteAndCompare(terminal: PastingTerminal, { command, shown }: Step, way: Way, port: string) {
  if (shown?.text.includes("semantic_cache")) await Bun.sleep(PAUSE_SECONDS * 1_000);
  const screen = masked(await terminal.paste(command.replaceAll(PORT, port), way, BLOCK_MS_MAX));
  if (shown === null) return;
  if (shown.kind === "json") expect(answersOn(screen)).toMatchObject([JSON.parse(masked(shown.text))]);
  // The server, which writes to the same terminal, may write in between.
  else expect(screen.split("\n")).toEqual(expect.arrayContaining(masked(shown.text).split("\n")));
}

/** The lines that are JSON: what is typed never is. */
function answersOn(screen: string): readonly unknown[] {
  return screen.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" ? [value] : [];
    } catch {
      return [];
    }
  });
}

describe("the README's session", () => {
  const blocks = stepsIn(readPage("README.md"), "sh").filter(({ command }) => !command.includes("npx"));

  test("starts a server, and asks it", () => {
    expect(blocks.map(({ command }) => command.split(" ", 2).join(" "))).toEqual([
      "dragoman serve",
      "ask resolve",
      "ask resolve",
    ]);
  });

  test.each(TIMES)(
    "does what stands there when it is pasted, time %d",
    async (time) => {
      // All of it the first time; then what may go one way or the other.
      const chosen = time === 1 ? blocks : blocks.slice(0, 2);
      await onFreshMachine("README.md", async (open, port) => {
        const terminal = open();
        for (const step of chosen)
          await pasteAndCompare(terminal, step, time % 2 === 0 ? "line by line" : "at once", port);
      });
    },
    2 * BLOCK_MS_MAX,
  );
});

test(
  "the tutorial does what stands there when its blocks are pasted into two terminals at the same moment",
  async () => {
    const [serve, ...rest] = stepsIn(readPage("docs/tutorial.md"), "sh");
    expect(serve?.command).toBe("dragoman serve");
    await onFreshMachine("docs/tutorial.md", async (open, port) => {
      const [first, second] = [open(), open()];
      first.type("dragoman serve", "at once");
      // The counts of what the cache did, and the size of a backup, are compared in sessions.test.ts.
      for (const step of rest.filter(({ shown }) => shown?.kind !== "text" || shown.text.startsWith("The API key")))
        await pasteAndCompare(second, step, "at once", port);
    });
  },
  5 * BLOCK_MS_MAX,
);
