/** The list of pictures in `docs/how-to/admin-page.md`: one of each page of the admin page, however many there are. */
import { join } from "node:path";
import { english } from "../../src/admin-page/texts/frame-texts.ts";

export const PICTURES = "docs/how-to/pictures";
export const PICTURES_PAGE = "docs/how-to/admin-page.md";
const HEADING = "## In pictures";

export interface AdminPageName {
  /** Its part of the address. */
  readonly name: string;
  readonly title: string;
}

/** What is to be seen, for whoever cannot see it. A page that is not here is called by its title. */
const SHOWS: Readonly<Record<string, string>> = {
  overview:
    "The Overview: what needs attention above, then the figures of the last hour and lines over time of who answered",
  playground:
    "The Playground: a sentence with the words marked that gave the values, and the tool call below it with its confidence",
  sets: "The Sets: tools of one set, each with its description and its parameters",
  misses: "The Misses: questions that are worth a look, each with its answer and buttons to say what is right",
  apps: "Apps and keys: a table of the apps with their plans and the requests that they have left",
  ledger: "The Ledger: every change of what an app may spend, the latest first",
  audit: "The Audit log: which command was run, by whom and when",
  tests:
    "The Tests: what came of one: how many answers were right, which labels were taken for which, and how far confidence can be believed",
  banks: "The Banks: memories of an app that answers may use",
  personas: "The Personas: how answers in words are to sound",
  backends: "The Backends: the models that can be asked, and whether they are well",
  settings: "The Settings: every value, and where it comes from",
};

/** Read as the page itself has them; types of a browser are none of a script's business. */
export async function adminPages(): Promise<readonly AdminPageName[]> {
  const path = join(import.meta.dir, "../../src/admin-page/pages.ts");
  const { PAGES } = (await import(path)) as { readonly PAGES: readonly { readonly name: string }[] };
  const titles: Readonly<Record<string, string>> = english.pages;
  return PAGES.map(({ name }) => ({ name, title: titles[name] ?? name }));
}

/** The text of the page with its last chapter made anew. */
export function withPictures(text: string, pages: readonly AdminPageName[]): string {
  const [before = ""] = text.split(`\n${HEADING}\n`);
  const one = (title: string, alternative: string, file: string) =>
    `### ${title}\n\n![${alternative}](pictures/${file}.webp)\n`;
  const pictures = [
    ...pages.map(({ name, title }) => one(title, SHOWS[name] ?? `The page ${title}`, `admin-${name}`)),
    one("In the dark", "The Overview where the browser asks for dark colours", "admin-dark"),
    one("On a telephone", "The Overview on a narrow screen, with the pages in a row above it", "admin-phone"),
    one(
      "Documentation",
      "The first page of the documentation, with all pages at the side and a search field above",
      "docs-first",
    ),
    one("The API, to try", "The page of the API: an operation with its fields, and a form that sends it", "docs-api"),
  ];
  return `${before.trimEnd()}\n\n${HEADING}\n\n${pictures.join("\n")}`;
}
