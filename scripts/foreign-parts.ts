/**
 * What packages bring along that no build on this machine can use: the same library for other systems and processors, and the sources
 * of what is there compiled. More than half of what is installed, and removed once it is.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Folders of which one is kept, by what it is called on a machine; where that is not there, all stay. */
interface Builds {
  readonly folder: string;
  readonly own: string;
}

const PLATFORM = process.platform;
const RUNTIMES = "onnxruntime-node/bin/napi-v6";

const BUILDS: readonly Builds[] = [
  { folder: RUNTIMES, own: PLATFORM },
  { folder: join(RUNTIMES, PLATFORM), own: process.arch },
  { folder: "@node-llama-cpp", own: `${PLATFORM}-${process.arch}` },
];

/** llama.cpp's history as a git bundle, to compile it from, and packages that bring what they were compiled from. */
const SOURCES: readonly string[] = [
  "node-llama-cpp/llama/gitRelease.bundle",
  "zod/src",
  "chrono-node/src",
  "@ai-sdk/anthropic/src",
  "@ai-sdk/provider/src",
  "@ai-sdk/provider-utils/src",
  "@noble/ciphers/src",
  "@noble/curves/src",
  "@noble/hashes/src",
  "@noble/post-quantum/src",
];
/** They lead from what is there compiled to sources that are not: 22 MB that nothing reads. */
const SOURCE_MAPS = new Bun.Glob("**/*.{js,cjs,mjs,ts,cts,mts}.map");

/**
 * The compiler, which checks types: packages ask for it, and none runs it. And what a build takes no part of, since it takes the same as modules:
 * 4 MB.
 */
const UNUSED_BY_BUILDS: readonly string[] = [
  "typescript",
  "@typescript",
  "@sinclair/typebox/build/cjs",
  "chrono-node/dist/cjs",
  "re2js/build/index.umd.js",
];
/** The same again for who has no modules, beside a module of the same name: 4 MB. */
const WITHOUT_MODULES = new Bun.Glob("**/*.cjs");
/** Those of a package whose files have other names for who has modules: 2 MB. */
const OTHERWISE_NAMED = new Bun.Glob("@modelcontextprotocol/*/dist/**/*.cjs");
/** What a package says of its past, and what it was itself installed with. */
const CHANGES = new Bun.Glob("**/{CHANGELOG.md,yarn.lock}");
/** What only the compiler reads: 5 MB. */
const DECLARATIONS = new Bun.Glob("**/*.d.{ts,cts,mts}");

/** Removes them below `modules`, a `node_modules`; tools, too, unless they are kept. What is gone already is no matter. */
export function removeForeignParts(modules: string, { keepsTools }: { readonly keepsTools: boolean }): void {
  for (const { folder, own } of BUILDS) {
    const path = join(modules, folder);
    if (!existsSync(join(path, own))) continue;
    for (const name of readdirSync(path)) {
      if (name !== own) rmSync(join(path, name), { recursive: true });
    }
  }
  for (const path of [...SOURCES, ...(keepsTools ? [] : UNUSED_BY_BUILDS)])
    rmSync(join(modules, path), { recursive: true, force: true });
  for (const files of [SOURCE_MAPS, ...(keepsTools ? [] : [DECLARATIONS, OTHERWISE_NAMED, CHANGES])]) {
    for (const path of [...files.scanSync({ cwd: modules })]) rmSync(join(modules, path));
  }
  if (keepsTools) return;
  for (const path of [...WITHOUT_MODULES.scanSync({ cwd: modules })].map((path) => join(modules, path))) {
    if ([".js", ".mjs"].some((ending) => existsSync(path.replace(/\.cjs$/, ending)))) rmSync(path);
  }
}
