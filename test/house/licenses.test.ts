/** Whoever gets the executable gets the terms of everything in it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Notice } from "#cli/notices.ts";
import manifest from "../../package.json" with { type: "json" };
import { bundledPackages, noticesOf, packagesIn } from "../../scripts/licenses.ts";
import { dragoman, json } from "../cli/dragoman.ts";

const ROOT = join(import.meta.dir, "../..");
const ENTRY_POINTS = ["src/main.ts", "src/models/embedded/worker/worker.ts", "src/storage/embedded/file-worker.ts"];
const installed = (folder: string): { readonly name: string; readonly version: string; readonly license: string } =>
  JSON.parse(readFileSync(join(ROOT, "node_modules", folder, "package.json"), "utf8"));

/** A build needs it, and nothing of it is in what is built. */
const MAKES_PAGES = "marked";

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), "dragoman-test-"));
});
afterEach(() => rmSync(modules, { recursive: true, force: true }));

test("every package that is bundled, and every one that the product depends on, is named with its terms", async () => {
  const notices: readonly Notice[] = await json(["licenses"]);
  const bundled = await bundledPackages(ENTRY_POINTS);
  expect(bundled).toContain("elysia");
  expect(bundled.length).toBeGreaterThan(20);
  const needed = Object.keys(manifest.dependencies).filter((name) => name !== MAKES_PAGES);
  for (const folder of [...bundled, ...needed]) {
    const { name, version, license } = installed(folder);
    const notice = notices.find((each) => each.name === name && each.version === version);
    expect({ name, license: notice?.license }).toEqual({ name, license });
    expect(notice?.text).toMatch(/copyright|licen[cs]e/i);
    expect(notice?.text.length).toBeGreaterThan(400);
  }
});

test("the terms of Dragoman itself come first, and are those that the repository names", async () => {
  const [own]: readonly Notice[] = await json(["licenses"]);
  const text = readFileSync(join(ROOT, "LICENSE"), "utf8");
  expect(own).toEqual({ name: "Dragoman", version: manifest.version, license: "Apache-2.0", text: text.trim() });
  expect(manifest.license).toBe("Apache-2.0");
  // The models carry the same text with them, word for word as it is published.
  expect(text).toBe(readFileSync(join(ROOT, "data/models/LICENSE-Apache-2.0.txt"), "utf8"));
  expect(text).toContain("TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION");
  expect((await dragoman(["licenses", "dragoman"])).out).toStartWith(`Dragoman ${manifest.version}\n====`);
});

test("what is inside and comes from no bundler is named too", async () => {
  const notices: readonly Notice[] = await json(["licenses"]);
  const textOf = (part: string) => notices.find(({ name }) => name === part)?.text ?? "";
  expect(textOf("Bun")).toContain("JavaScriptCore");
  expect(textOf("Bun")).toContain("GNU LIBRARY GENERAL PUBLIC LICENSE");
  expect(textOf("models")).toContain("Seal-Tools");
  expect(textOf("word lists")).toContain("Attribution-ShareAlike 3.0");
  expect(textOf("onnxruntime-node")).toContain("Copyright (c) Microsoft Corporation");
  expect(textOf("onnxruntime-node")).toContain("google/flatbuffers");
  expect(textOf("node-llama-cpp")).toContain("The ggml authors");
  expect(textOf("hnswlib-node")).toContain("Apache License");
  // Bundled apart, and read when a model is opened.
  expect(textOf("@huggingface/jinja")).toContain("MIT");
});

test("one part is shown alone, and a name that is nearly one is put right", async () => {
  const { out } = await dragoman(["licenses", "re2js"]);
  expect(out).toStartWith("re2js 2");
  expect(out).not.toContain("elysia");
  const { status, err } = await dragoman(["licenses", "elisia"]);
  expect({ status, err }).toEqual({
    status: 2,
    err: 'dragoman: nothing inside is called "elisia": did you mean "elysia"? See "dragoman help licenses".\n',
  });
});

test("a package without terms stops the build, and so does one that does not name them", () => {
  const put = (name: string, about: object, ...files: readonly string[]) => {
    mkdirSync(join(modules, name));
    writeFileSync(join(modules, name, "package.json"), JSON.stringify({ name, version: "1.0.0", ...about }));
    for (const file of files) writeFileSync(join(modules, name, file), "Copyright (c) somebody");
  };
  put("well", { license: "ISC" }, "LICENCE.md");
  put("silent", { license: "MIT" });
  put("nameless", {}, "LICENSE");
  expect(noticesOf(["well"], modules)).toContainEqual({
    name: "well",
    version: "1.0.0",
    license: "ISC",
    text: "Copyright (c) somebody",
  });
  expect(() => noticesOf(["well", "silent"], modules)).toThrow("silent says nothing of its licence");
  expect(() => noticesOf(["nameless"], modules)).toThrow("nameless says nothing of its licence");
});

test("packages are told from paths, also one within another", () => {
  const paths = [
    "src/main.ts",
    "node_modules/a/b/c.js",
    "../node_modules/@s/d/e.js",
    "node_modules/a/node_modules/f/g.js",
  ];
  expect(packagesIn([...paths, "node_modules/a/x.js"])).toEqual(["@s/d", "a", "a/node_modules/f"]);
});
