/**
 * Writes what of the clients is generated: the types of both, by openapi-typescript and datamodel-code-generator, and the
 * Python client without `async`. The two generators are installed in `dist/clients/` when types are to be written, which is when the
 * document says something else than it did: `--all` writes them anyway.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentForTypes } from "./document.ts";
import { isUpToDate, stamped } from "./stamp.ts";
import { ASYNC_FOLDER, SYNC_FOLDER, synchronousModules } from "./synchronous.ts";

const ROOT = join(import.meta.dir, "../..");
const GENERATOR = join(import.meta.dir, "generator");
const TOOLS = join(ROOT, "dist/clients");
const DOCUMENT = join(TOOLS, "openapi.json");

export const TYPESCRIPT_TYPES = "clients/typescript/src/generated/api.ts";
export const PYTHON_TYPES = "clients/python/src/dragoman_client/types.py";

/** What the types are made from, and made into, as text. */
export function sourceOfTypes(): string {
  return `${JSON.stringify(documentForTypes(), null, 1)}\n`;
}

function run(...command: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd: TOOLS, stdio: ["ignore", "pipe", "pipe"] });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
  return stdout.toString();
}

function typescriptTypes(): string {
  for (const name of ["package.json", "bun.lock"]) copyFileSync(join(GENERATOR, name), join(TOOLS, name));
  run(process.execPath, "install", "--frozen-lockfile", "--ignore-scripts");
  const options = ["--default-non-nullable=false", "--root-types", "--root-types-no-schema-prefix"];
  const output = join(TOOLS, "api.ts");
  // With the TypeScript beside it: the house's own has no interface for programs.
  run(process.execPath, "node_modules/openapi-typescript/bin/cli.js", DOCUMENT, "--output", output, ...options);
  return readFileSync(output, "utf8");
}

function pythonTypes(): string {
  const home = join(TOOLS, "python");
  if (!existsSync(home)) run("python3", "-m", "venv", home);
  run(join(home, "bin/pip"), "install", "--quiet", "--requirement", join(GENERATOR, "requirements.txt"));
  const output = join(TOOLS, "types.py");
  const options = {
    "--input": DOCUMENT,
    "--input-file-type": "openapi",
    "--output": output,
    "--output-model-type": "typing.TypedDict",
    "--target-python-version": "3.10",
    "--openapi-scopes": "schemas",
    "--enum-field-as-literal": "all",
    "--naming-strategy": "parent-prefixed",
    "--formatters": "builtin",
  };
  const flags = [
    "--use-schema-description",
    "--use-field-description",
    "--use-standard-collections",
    "--use-union-operator",
    "--use-double-quotes",
    // A server that is newer than the client answers more.
    "--no-use-closed-typed-dict",
    "--disable-timestamp",
  ];
  run(join(home, "bin/datamodel-codegen"), ...Object.entries(options).flat(), ...flags);
  return readFileSync(output, "utf8");
}

if (import.meta.main) {
  const source = sourceOfTypes();
  const isWanted = (path: string) =>
    process.argv.includes("--all") || !isUpToDate(readFileSync(join(ROOT, path), "utf8"), source);
  mkdirSync(TOOLS, { recursive: true });
  writeFileSync(DOCUMENT, source);
  if (isWanted(TYPESCRIPT_TYPES)) {
    writeFileSync(join(ROOT, TYPESCRIPT_TYPES), stamped("//", source, typescriptTypes()));
  }
  if (isWanted(PYTHON_TYPES)) writeFileSync(join(ROOT, PYTHON_TYPES), stamped("#", source, pythonTypes()));
  const modules = synchronousModules(join(ROOT, ASYNC_FOLDER));
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(ROOT, SYNC_FOLDER, name), text);
}
