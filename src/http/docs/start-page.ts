import { createHash } from "node:crypto";
import { html, inline, Markup } from "./markup.ts";
import { SITE_STYLE } from "./site-style.ts";

const STYLE = `${SITE_STYLE}
body{grid-template:"bar" auto "main" 1fr/minmax(0,1fr)}
main{width:100%;margin:0 auto}
.ways{list-style:none;margin:1.5rem 0;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:.8rem}
.ways a{display:block;height:100%;padding:.8rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--side);font-weight:600}
.ways span{display:block;color:var(--soft);font-weight:400;font-size:.9rem}
`;

/** As strict as that of the other pages; the picture in the tab is the server's own. */
export const START_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A way on from the first page. */
export interface Way {
  readonly path: string;
  readonly title: string;
  readonly says: string;
}

export interface StartPage {
  readonly version: string;
  /** Where the browser found the server, as in `http://127.0.0.1:8420`. */
  readonly address: string;
  readonly ways: readonly Way[];
}

/** What somebody sees who opens the server's address: what this is, where to go on, and what to paste. No script. */
export function startPage({ version, address, ways }: StartPage): string {
  const links = ways.map(({ path, title, says }) => html`<li><a href="${path}">${title}<span>${says}</span></a></li>`);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dragoman</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${new Markup(STYLE)}</style></head>
<body><header class="bar"><a class="brand" href="/">Dragoman</a><span>${version}</span></header>
<main id="top"><h1>Sentences in, tool calls and labels out</h1>
<p>This is a Dragoman server: an interpreter between people and programs. It reads what somebody said, and answers with
the call of one of your tools, or with a label.</p>
<ul class="ways">${links}</ul>
<h2 id="try">Try it</h2>
<p>${inline("Make an app on the machine that the server runs on, with `dragoman app create Home`, and put its API key here:")}</p>
<pre tabindex="0"><code>API_KEY=dgm_…</code></pre>
<p>Exchange the key for an access token, which is good for some minutes:</p>
<pre tabindex="0"><code>${exchangeCommand(address)}</code></pre>
<p>Ask something, with a tool that comes along:</p>
<pre tabindex="0"><code>${questionCommand(address)}</code></pre>
</main></body></html>
`;
  return page.html;
}

function exchangeCommand(address: string): string {
  return `TOKEN=$(curl -s ${address}/v1/auth -H 'content-type: application/json' \\
  -d "{\\"api_key\\": \\"$API_KEY\\"}" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
}

function questionCommand(address: string): string {
  return `curl -s ${address}/v1/resolve-quick -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' -d '{
  "query": "book a table for four tomorrow evening",
  "tools": [{"name": "book_table", "description": "Books a table in the restaurant",
    "parameters": {"type": "object", "required": ["guests", "day"], "properties": {
      "guests": {"type": "integer"}, "day": {"type": "string", "format": "date"}}}}]
}'`;
}
