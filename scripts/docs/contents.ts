/** The table of contents: `docs/README.md`, where every page stands once with one line about it. */
import { posix } from "node:path";

export interface Entry {
  /** From the root of the repository, as in `docs/how-to/backup.md`. */
  readonly path: string;
  /** Its name among all pages, as in `backup`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

export interface Contents {
  readonly summary: string;
  readonly chapters: readonly { readonly title: string; readonly entries: readonly Entry[] }[];
}

export const CONTENTS_PATH = "docs/README.md";

/** Throws for two pages of one name: they would have the same address. */
export function contentsOf(text: string): Contents {
  const summary = [...text.matchAll(/^> (.*)$/gm)].map(([, line = ""]) => line).join(" ");
  const chapters = text
    .split(/^## /m)
    .slice(1)
    .map((chapter) => ({
      title: chapter.slice(0, chapter.indexOf("\n")),
      entries: [...chapter.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)].map(entryOf),
    }));
  const ids = chapters.flatMap(({ entries }) => entries.map(({ id }) => id));
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`${CONTENTS_PATH} has more than one page named ${twice.join(", ")}`);
  return { summary, chapters };
}

function entryOf([, title = "", link = "", description = ""]: RegExpMatchArray): Entry {
  const path = posix.join("docs", link);
  // The page about a folder has its name.
  const named = posix.basename(path) === "README.md" ? posix.dirname(path) : path;
  return { path, id: posix.basename(named, ".md").toLowerCase(), title, description };
}
