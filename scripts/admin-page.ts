/**
 * Makes `dist/admin-page/page.zst` of `src/admin-page/`: the one HTML file, and scripts and styles with a hash of their content in
 * their names. The executable serves them under `/admin`.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PackedAsset, PackedPage } from "#http/admin-page/page-files.ts";
import { setLanguage } from "./set-language.ts";

const ROOT = join(import.meta.dir, "..");
/** What is bundled, for whoever asks which packages are in it. */
export const PAGE_ENTRY_POINT = "src/admin-page/main.tsx";
const OUT = join(ROOT, "dist/admin-page");
const PACKED = join(OUT, "page.zst");

/** Writes the file when the page has changed; the same sources give the same bytes. */
export async function packAdminPage(): Promise<"packed" | "up to date"> {
  const packed = Bun.zstdCompressSync(JSON.stringify(await makeAdminPage()), { level: 19 });
  if (existsSync(PACKED) && readFileSync(PACKED).equals(packed)) return "up to date";
  mkdirSync(OUT, { recursive: true });
  writeFileSync(`${PACKED}.new`, packed);
  renameSync(`${PACKED}.new`, PACKED);
  return "packed";
}

/** Throws what the bundler has to say where the sources are wrong. */
export async function makeAdminPage(): Promise<PackedPage> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [join(ROOT, PAGE_ENTRY_POINT)],
    target: "browser",
    format: "esm",
    // Pages come when they are first opened.
    splitting: true,
    minify: true,
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"', SET_LANGUAGE: JSON.stringify(setLanguage()) },
    throw: false,
  });
  if (!success) throw new AggregateError(logs, logs.map(String).join("\n"));
  const files = await Promise.all(
    outputs.map(async (output) => ({ name: basename(output.path), kind: output.kind, text: await output.text() })),
  );
  const assets = files.map(({ name, text }) => [name, packedAsset(name, text)] as const);
  const entry = files.find(({ kind }) => kind === "entry-point");
  const style = files.find(({ name }) => name.endsWith(".css"));
  if (!entry || !style) throw new Error("the admin page has come out without its script or its style");
  return { shell: shellOf(entry.name, style.name), assets: Object.fromEntries(assets) };
}

function packedAsset(name: string, text: string): PackedAsset {
  const bytes = Buffer.from(text);
  return {
    type: typeOf(name),
    identity: bytes.toString("base64"),
    gzip: Buffer.from(Bun.gzipSync(bytes, { level: 9 })).toString("base64"),
    zstd: Bun.zstdCompressSync(bytes, { level: 19 }).toString("base64"),
  };
}

function typeOf(name: string): string {
  return name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
}

/** A square in the page's own colour: no file, and nothing to load. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b5bbd'/%3E%3Cpath d='M4 5h8M4 8h5M4 11h7' stroke='white' stroke-width='1.6' stroke-linecap='round'/%3E%3C/svg%3E";

/** The name stands in it: something is to be seen before the script has come. */
function shellOf(script: string, style: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Dragoman</title>
<link rel="icon" href="${ICON}"><link rel="stylesheet" href="/admin/assets/${style}">
<script type="module" src="/admin/assets/${script}"></script></head>
<body><div id="page"><main class="alone"><h1>Dragoman</h1></main></div><noscript>This page needs JavaScript. Everything on it can be done with the command dragoman, too.</noscript></body></html>
`;
}
