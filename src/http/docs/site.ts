import { readFileSync } from "node:fs";
import siteFile from "../../../dist/docs/site.zst" with { type: "file" };
import type { SearchIndex } from "./search.ts";

/** A page of `docs/`, as `scripts/docs/site.ts` made it when the executable was built. */
export interface SitePage {
  /** Its last part under `/docs/`. */
  readonly id: string;
  readonly title: string;
  /** One line, as the table of contents has it. */
  readonly description: string;
  /** With links for this site. */
  readonly html: string;
  /** As in the repository, with links for this site. */
  readonly markdown: string;
  /** Its second headings. */
  readonly outline: readonly { readonly anchor: string; readonly title: string }[];
}

export interface Chapter {
  readonly title: string;
  /** Ids, in reading order. */
  readonly pages: readonly string[];
}

/** A file beside the pages that some page links to. */
export interface SiteFile {
  readonly type: string;
  readonly text: string;
}

export interface Site {
  readonly summary: string;
  readonly chapters: readonly Chapter[];
  readonly pages: Readonly<Record<string, SitePage>>;
  readonly files: Readonly<Record<string, SiteFile>>;
  /** What pages show: WebP as base64, by name. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly search: SearchIndex;
  /** Which of the files is the script of the API page; a hash of what it holds is in its name. */
  readonly script: string;
}

/** The id of the page that `/docs` shows. */
export const HOME = "index";
/** The id of the page that is made of the OpenAPI document when it is asked for, see `api-page.ts`. */
export const API = "api";

/** Where a page is, whether it is the first or another. */
export function addressOf(id: string): string {
  return id === HOME ? "/docs" : `/docs/${id}`;
}

let site: Site | undefined;

/** Read when first asked for: starting has to be quick, and nobody may ever ask. */
export function openSite(): Site {
  site ??= JSON.parse(Bun.zstdDecompressSync(readFileSync(siteFile)).toString()) as Site;
  return site;
}
