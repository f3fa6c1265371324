// biome-ignore lint/style/noRestrictedImports: the checksums stand in one place, beside the files they are of.
import checksums from "#data/models/SHA256SUMS" with { type: "text" };
// biome-ignore lint/style/noRestrictedImports: the version stands in one place.
import manifest from "../../package.json";
import type { Run } from "./command.ts";

/** Put in by the build; `bun run` has none. */
declare const DRAGOMAN_COMMIT: string | undefined;

export const VERSION: string = manifest.version;

/** Whether this is an executable, and not the program as it is run from its sources. */
export const IS_BUILT = typeof DRAGOMAN_COMMIT !== "undefined";

/** The version, and what is built in: `version [--json]`. */
export const version: Run = async ({ json }, terminal) => {
  const facts = {
    version: VERSION,
    commit: IS_BUILT ? DRAGOMAN_COMMIT : "unknown",
    bun: Bun.version,
    sqlite: process.versions.sqlite ?? "unknown",
    models: modelFiles(),
  };
  if (json) {
    terminal.out(`${JSON.stringify(facts)}\n`);
    return 0;
  }
  const models = facts.models.map(({ file, sha256 }) => `model    ${file}\n         sha256 ${sha256}`);
  const { commit, bun, sqlite } = facts;
  terminal.out(`dragoman ${VERSION}\ncommit   ${commit}\nbun      ${bun}\nsqlite   ${sqlite}\n${models.join("\n")}\n`);
  return 0;
};

function modelFiles(): readonly { readonly file: string; readonly sha256: string }[] {
  return checksums
    .trim()
    .split("\n")
    .map((line) => {
      const [sha256 = "", file = ""] = line.split(/ +/);
      return { file, sha256 };
    })
    .filter(({ file }) => file.endsWith(".onnx"));
}
