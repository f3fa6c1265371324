/** CONTRIBUTING.md is the map of the house: what it names is there, and what is there it names. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const PAGE = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const HOUSE = PAGE.slice(PAGE.indexOf("## The house"), PAGE.indexOf("## The tests"));

const quotedIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);
/** Also by a pattern, as in `test/storage/contract*.ts`. */
const isThere = (path: string) =>
  path.includes("*")
    ? [...new Bun.Glob(path).scanSync({ cwd: ROOT, onlyFiles: false })].length > 0
    : existsSync(join(ROOT, path));
const foldersIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}${name}/`);

/** The cells of each row of a table whose first cell has a path. */
const rows = HOUSE.split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));

describe("CONTRIBUTING.md", () => {
  test("names only paths that are there", () => {
    const paths = quotedIn(PAGE).filter((words) => /^(src|test|scripts|docs|data|examples|\.ci)\/\S*$/.test(words));
    expect(paths.length).toBeGreaterThan(60);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
    expect(isThere("src/core/nowhere.ts") || isThere("src/nowhere/*.ts")).toBe(false);
  });

  test("names in each room only what is in that room", () => {
    const named = rows.flatMap(([where = "", what = ""]) => {
      const rooms = quotedIn(where).filter((path) => path.endsWith("/"));
      const parts = quotedIn(what).filter((words) => /^[a-z0-9-]+(\.ts|\/)$/.test(words));
      return parts.map((part) => ({ part, rooms }));
    });
    const missing = named.filter(({ part, rooms }) => ![...rooms, ""].some((room) => isThere(`${room}${part}`)));
    expect(named.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  test("has a row for every room, or names it in the row of the room around it", () => {
    const told = rows.flatMap(([where = "", what = ""]) => {
      const rooms = quotedIn(where);
      return [...rooms, ...rooms.flatMap((room) => quotedIn(what).map((part) => `${room}${part}`))];
    });
    const rooms = ["src/", "src/core/", "src/core/semantic-cache/", "src/http/", "src/models/", "src/models/embedded/"];
    const there = rooms.flatMap(foldersIn).filter((room) => room !== "src/storage/");
    expect(there.length).toBeGreaterThan(35);
    expect(there.filter((room) => !told.includes(room))).toEqual([]);
  });
});
