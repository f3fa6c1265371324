import { jsonTokensOf } from "./json-tokens.ts";

/** HTML that may be put into a page as it stands. Everything else is escaped on the way. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

type Piece = Markup | string | number | readonly Piece[];

/** A template whose values are escaped, unless they are Markup already. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  const written = parts.map((part, index) => part + (index < values.length ? rendered(values[index] ?? "") : ""));
  return new Markup(written.join(""));
}

function rendered(piece: Piece): string {
  if (piece instanceof Markup) return piece.html;
  return Array.isArray(piece) ? piece.map(rendered).join("") : escaped(String(piece));
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The little of CommonMark that our own words use: paragraphs, second headings, numbered lists, code. */
export function prose(text: string): Markup {
  return html`${text.split(/\n{2,}/).map(block)}`;
}

function block(text: string): Markup {
  if (text.startsWith("## ")) return html`<h2 id="${anchorOf(text.slice(3))}">${text.slice(3)}</h2>`;
  if (/^\d+\. /.test(text)) {
    return html`<ol>${text.split("\n").map((line) => html`<li>${inline(line.replace(/^\d+\. /, ""))}</li>`)}</ol>`;
  }
  return html`<p>${inline(text)}</p>`;
}

/** As in `rate-limits`. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** Code, and links to pages, as in `[what linting finds](lint-rules.md)`. */
export function inline(text: string): Markup {
  const pieces = text.split("`");
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : linked(piece)))}`;
}

function linked(text: string): Markup {
  const pieces = text.split(/\[([^\]]+)\]\(([\w-]+)\.md((?:#[\w-]+)?)\)/);
  const links = Array.from({ length: (pieces.length - 1) / 4 }, (_, number) =>
    pieces.slice(4 * number, 4 * number + 4),
  );
  return html`${links.map(
    ([before = "", title = "", page = "", anchor = ""]) => html`${before}<a href="/docs/${page}${anchor}">${title}</a>`,
  )}${pieces.at(-1) ?? ""}`;
}

/** JSON with the few colours that help the eye. */
export function coloured(value: unknown): Markup {
  const tokens = jsonTokensOf(value);
  return html`${tokens.map(({ text, kind }) => (kind === "" ? text : html`<span class="${kind}">${text}</span>`))}`;
}
