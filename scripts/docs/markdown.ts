/** Our Markdown as HTML for the site in the executable. */
import { posix } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import { coloured } from "#http/docs/markup.ts";

/** A table with more columns does not fit a phone: there each row becomes a block, with the names of the columns in it. */
const NARROW_COLUMNS_MAX = 3;

/** Where a link of a page leads on the site; throws for one that leads nowhere. */
export type LinkTarget = (link: string) => string;

export interface Picture {
  readonly address: string;
  /** In pixels: what comes below it does not move when it has come. */
  readonly width: number;
  readonly height: number;
}

/** What a page shows under a link; throws for one that leads to no picture. */
export type PictureTarget = (link: string) => Picture;

export interface Heading {
  readonly depth: number;
  readonly title: string;
  readonly anchor: string;
}

/** A heading with the plain text up to the next one. */
export interface Stretch extends Heading {
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly stretches: readonly Stretch[];
}

/** Raw HTML comes out as text, as in `<name>`: no page of ours means any. Throws for a picture without words for whoever cannot see it. */
export function renderMarkdown(markdown: string, linkTarget: LinkTarget, pictureTarget: PictureTarget): Rendered {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(markdown);
  const anchors = new Map(anchored(tokens).map(({ token, anchor }) => [token, anchor]));
  marked.use({
    renderer: {
      heading(token) {
        const anchor = anchors.get(token) ?? "";
        const text = this.parser.parseInline(token.tokens);
        const link = token.depth === 1 ? text : `<a href="#${anchor}">${text}</a>`;
        return `<h${token.depth} id="${anchor}">${link}</h${token.depth}>\n`;
      },
      link({ href, tokens: inner }) {
        const target = href.startsWith("#") ? href : linkTarget(href);
        return `<a href="${escaped(target)}">${this.parser.parseInline(inner)}</a>`;
      },
      code({ text, lang = "" }) {
        return `<pre tabindex="0"><code>${lang === "json" ? jsonOf(text) : escaped(text)}</code></pre>\n`;
      },
      table({ header, rows }) {
        const heads = header.map(({ tokens }) => this.parser.parseInline(tokens));
        const labels = header.map(({ tokens }) => escaped(plainOf(tokens)));
        const cells = (row: readonly Tokens.TableCell[]) =>
          row.map(({ tokens }, at) => `<td data-label="${labels[at] ?? ""}">${this.parser.parseInline(tokens)}</td>`);
        const body = rows.map((row) => `<tr>${cells(row).join("")}</tr>`).join("\n");
        const head = `<thead><tr>${heads.map((text) => `<th>${text}</th>`).join("")}</tr></thead>`;
        const kind = header.length > NARROW_COLUMNS_MAX ? "table wide" : "table";
        return `<div class="${kind}" tabindex="0"><table>${head}\n<tbody>${body}</tbody></table></div>\n`;
      },
      image({ href, text }) {
        if (text === "") throw new Error(`the picture ${href} has no text: say in the brackets what is to be seen`);
        const { address, width, height } = pictureTarget(href);
        return `<img src="${escaped(address)}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy">`;
      },
      html({ text }) {
        return escaped(text);
      },
    },
  });
  return { html: marked.parser(tokens), stretches: stretchesOf(tokens) };
}

/** The anchors of all headings, as GitHub makes them. */
export function headingsOf(markdown: string): readonly Heading[] {
  return stretchesOf(new Marked({ gfm: true }).lexer(markdown));
}

/** Markdown with the targets of its links exchanged; code stays as it is. */
export function withLinks(markdown: string, linkTarget: LinkTarget): string {
  const pieces = markdown.split(/(^```[\s\S]*?^```|`[^`\n]*`)/m);
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replace(/\]\(([^)#\s][^)\s]*)\)/g, (_, link: string) => `](${linkTarget(link)})`),
    )
    .join("");
}

/** A link without its anchor, from the root of the repository. */
export function resolvedPath(page: string, link: string): { readonly path: string; readonly anchor: string } {
  const [file = "", anchor] = link.split("#");
  return { path: posix.join(posix.dirname(page), file), anchor: anchor === undefined ? "" : `#${anchor}` };
}

interface Anchored {
  readonly token: Tokens.Heading;
  readonly anchor: string;
  readonly index: number;
}

function anchored(tokens: readonly Token[]): readonly Anchored[] {
  const headings = tokens.flatMap((token, index) => {
    if (token.type !== "heading") return [];
    // On the site the API is a page of its own, whose headings are named by their operations.
    const next = tokens.slice(index + 1).find(({ type }) => type !== "space")?.raw ?? "";
    const [, operation] = /· operation `(\w+)`/.exec(next) ?? [];
    return [{ token: token as Tokens.Heading, index, operation }];
  });
  // Clients know operations by their names: no chapter takes one away.
  const taken = new Map(headings.map(({ operation }) => [operation ?? "", 1]));
  return headings.map(({ token, index, operation }) => {
    if (operation !== undefined) return { token, anchor: operation, index };
    const slug = slugOf(plainOf(token.tokens));
    const before = taken.get(slug) ?? 0;
    taken.set(slug, before + 1);
    return { token, anchor: before === 0 ? slug : `${slug}-${before}`, index };
  });
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function stretchesOf(tokens: readonly Token[]): readonly Stretch[] {
  const headings = anchored(tokens);
  return headings.map(({ token, anchor, index }, number) => ({
    depth: token.depth,
    title: plainOf(token.tokens),
    anchor,
    text: plainOf(tokens.slice(index + 1, headings[number + 1]?.index ?? tokens.length)),
  }));
}

/** The words of tokens, without marks. */
function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => plainOf(cell.tokens)).join(" ")).join(" · ");
      }
      if (token.type === "list") return (token as Tokens.List).items.map((item) => plainOf(item.tokens)).join(" ");
      const inner = "tokens" in token ? (token.tokens as readonly Token[] | undefined) : undefined;
      if (inner) return plainOf(inner) + (token.type === "paragraph" ? " " : "");
      return "text" in token ? String(token.text) : " ";
    })
    .join("")
    .replace(/\s+/g, " ");
}

/** With colours where the page breaks its lines as we do; where it breaks them otherwise, or leaves something out, as it is. */
function jsonOf(text: string): string {
  const value = parsed(text);
  return JSON.stringify(value, null, 2) === text ? coloured(value).html : escaped(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
