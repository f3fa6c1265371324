/** What ends something for good asks on a terminal, wants --yes elsewhere, and says what is gone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { EXAMPLES, wordsOf } from "../../src/cli/examples.ts";
import { run } from "../../src/cli/run.ts";
import { json, newFolder } from "./dragoman.ts";

let folder: ReturnType<typeof newFolder>;
let data: readonly string[];
beforeAll(() => {
  folder = newFolder();
  data = ["--data", join(folder.path, "data")];
});
afterAll(() => folder.remove());

/** With what is answered to each question; null where nobody can be asked. */
async function typed(argv: readonly string[], answer: string | null) {
  const out: string[] = [];
  const err: string[] = [];
  const questions: string[] = [];
  const status = await run(argv, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    redraw: null,
    columns: null,
    ask:
      answer === null
        ? null
        : (question) => {
            questions.push(question);
            return answer;
          },
  });
  return { status, out: out.join(""), err: err.join(""), questions };
}

const destroying = COMMANDS.filter(({ destroys }) => destroys !== undefined);

test("these commands end something, and only they take --yes", () => {
  expect(destroying.map(({ name }) => name)).toEqual([
    "app delete",
    "key revoke",
    "case remove",
    "alias remove",
    "log delete",
    "ledger compact",
    "admin-token reset",
  ]);
  expect(COMMANDS.filter(({ options }) => options.includes("yes"))).toEqual(destroying);
});

test.each(destroying.map((command) => [command.name, command] as const))(
  "%s: without a terminal nothing is done without --yes, and that is exit status 2",
  async (name, { destroys }) => {
    const example = wordsOf(EXAMPLES[name]?.[0] ?? "").slice(1);
    const { status, out, err } = await typed(
      example.filter((word) => word !== "--yes"),
      null,
    );
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toBe(
      `dragoman: this ends ${destroys}: where nobody can be asked, say --yes. See "dragoman help ${name}".\n`,
    );
  },
);

describe("on a terminal", () => {
  let app: string;
  beforeAll(async () => {
    app = (await json(["app", "create", "Shop", ...data])).app_id;
  });

  test.each(["", "n\n", "no", "yesterday"])(
    "the answer %j is none: nothing is done, and that is said",
    async (answer) => {
      const { status, err, questions } = await typed(["app", "delete", app, ...data], answer);
      expect(status).toBe(1);
      expect(questions).toEqual(["This ends the app with its keys, sets, memories and cache. Go on? [y/N] "]);
      // An id tells nobody which app it is: what is meant is shown before it is asked.
      expect(err).toMatch(/\nname +Shop\n/);
      expect(err).toEndWith("dragoman: nothing was done\n");
      expect((await json(["app", "show", app, ...data])).name).toBe("Shop");
    },
  );

  test("with --yes nobody is asked", async () => {
    const { status, questions } = await typed(["admin-token", "reset", "--yes", ...data], "n");
    expect({ status, questions }).toEqual({ status: 0, questions: [] });
  });

  test("what is gone is said: the app, its keys and its sets", async () => {
    const [key] = await json(["key", "list", app, ...data]);
    const gone = await typed(["app", "delete", app, "--json", ...data], "y\n");
    expect(gone.status).toBe(0);
    expect(JSON.parse(gone.out)).toMatchObject({ app_id: app, name: "Shop", keys: [key.key_id], sets: [] });
  });

  test("a real one puts the question on the screen, and takes the line that is typed", async () => {
    const { app_id } = await json(["app", "create", "Typed", ...data]);
    let screen = "";
    const show = (bytes: Uint8Array) => {
      screen += new TextDecoder().decode(bytes);
    };
    const child = Bun.spawn([EXECUTABLE, "app", "delete", app_id, ...data], {
      terminal: { cols: 200, rows: 30, data: (_, bytes) => show(bytes) },
    });
    while (!screen.includes("[y/N] ")) await Bun.sleep(20);
    child.terminal?.write("yes\r");
    expect(await child.exited).toBe(0);
    expect(screen).toContain("The app is gone, with its keys and sets.");
  }, 60_000);
});
