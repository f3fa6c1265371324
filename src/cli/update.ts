import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Config, loadConfig } from "#config";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { isKeyName, KEY_EXPECTED } from "#core/signing-key.ts";
import { signerOf } from "#core/update/executable-signature.ts";
import { compareVersions, isReleaseVersion } from "#core/update/release-version.ts";
import { sayRemoved } from "./backup.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { ExecutablePlace, reasonOf } from "./executable-place.ts";
import { refuseMissingFolder } from "./operate.ts";
import type { Terminal } from "./terminal.ts";
import { IS_BUILT, VERSION } from "./version.ts";

/** A signature is a line of 200 bytes. */
const SIGNATURE_BYTES_MAX = 4_096;
/** How long a new executable may take to say what it is, and to open the copy of a folder, which it may have to bring up to date. */
const VERSION_MS_MAX = 60_000;
const TRIAL_MS_MAX = 3_600_000;
/** Of what a child said, in a message. */
const WORDS_MAX = 500;

/** `update FILE [--trust KEY] [--backup FILE] [--allow-older] [--json]`, and `update --back`. */
export const update: Run = async (invocation, terminal) => {
  const { operands, options, switches } = invocation;
  const isBack = switches.has("back");
  if (isBack === (operands.FILE !== undefined)) throw misused("update takes a FILE, or --back", { see: "update" });
  if (!IS_BUILT) throw new Failure("this is no executable but its sources: only an executable can be exchanged");
  const { config } = loadConfig({ flags: { data: options.data, config: options.config } });
  refuseMissingFolder(config.dataDir);
  const place = new ExecutablePlace(process.execPath);
  const { holdFolder } = await import("#app");
  // No server runs on the folder while its executable is exchanged, and none starts.
  const hold = holdFolder(config.dataDir, "dragoman update");
  try {
    const receipt = isBack
      ? await goBack(place, config, invocation, terminal)
      : await goForward(place, resolve(operands.FILE ?? ""), config, invocation, terminal);
    if (invocation.json) terminal.out(`${JSON.stringify(receipt)}\n`);
    return 0;
  } finally {
    hold.release();
    place.discard();
  }
};

async function goForward(
  place: ExecutablePlace,
  file: string,
  config: Config,
  invocation: Invocation,
  terminal: Terminal,
): Promise<JsonObject> {
  const sha256 = await place.bring(file);
  // Nothing of it is run before it is known whose it is.
  const key = trustedSigner(file, sha256, config, invocation);
  const version = await versionOf(place.waiting, basename(file));
  const order = compareVersions(version, VERSION);
  if (order < 0 && !invocation.switches.has("allow-older")) {
    throw new Failure(`${file} is version ${version}, and this is ${VERSION}: --allow-older takes an older one`);
  }
  terminal.err(`${file} is version ${version}, signed by ${key}\n`);
  const backup = await backedUp(config.dataDir, invocation.options.backup, terminal);
  terminal.err(`The data folder is backed up in ${backup}\n`);
  await tried(place.waiting, version, config, backup);
  terminal.err(`Version ${version} opens a copy of the data folder.\n`);
  place.put(place.waiting);
  await confirmed(place, version);
  if (!invocation.json) {
    terminal.out(
      `${place.path} is version ${version} now.\n  before  ${VERSION}, in ${place.previous}\n  backup  ${backup}\n`,
    );
  }
  terminal.err(`Start the server again. "${basename(place.path)} update --back" exchanges the two again.\n`);
  return { executable: place.path, version, before: VERSION, previous: place.previous, backup, key, sha256 };
}

/** Only where the one of before can still work with the folder as it is. */
async function goBack(
  place: ExecutablePlace,
  config: Config,
  { options, json }: Invocation,
  terminal: Terminal,
): Promise<JsonObject> {
  const { previous } = place;
  sizeOrRefuse(previous);
  const version = await versionOf(previous, basename(previous));
  const backup = await backedUp(config.dataDir, options.backup, terminal);
  try {
    await tried(previous, version, config, backup);
  } catch (failure) {
    const advice = `Nothing was exchanged. Restore the backup of before into a folder of its own, with ${previous}`;
    throw new Failure(`${failure instanceof Error ? failure.message : failure}\n${advice}`, failure);
  }
  place.exchange();
  await confirmed(place, version);
  if (!json) {
    terminal.out(
      `${place.path} is version ${version} again.\n  before  ${VERSION}, in ${previous}\n  backup  ${backup}\n`,
    );
  }
  return { executable: place.path, version, before: VERSION, previous, backup };
}

function sizeOrRefuse(path: string): void {
  try {
    if (statSync(path).isFile()) return;
  } catch {
    // Said below.
  }
  throw new Failure(`there is no ${path}: this executable has replaced none`);
}

// ── Whose it is, and what ──────────────────────────────────────────────────────────────────────────────────────────

/** The key of who signed the file. Throws a Failure, or a `validation_error` for a signature that is none. */
function trustedSigner(file: string, sha256: string, config: Config, { repeated }: Invocation): string {
  const given = repeated.trust ?? [];
  const wrong = given.find((key) => !isKeyName(key));
  if (wrong !== undefined)
    throw misused(`--trust takes a key, ${KEY_EXPECTED}, and "${wrong}" is none`, { see: "update" });
  const key = signerOf(signatureText(`${file}.sig`), sha256);
  if ([...given, ...config.update.trustedKeys].includes(key)) return key;
  throw new Failure(
    `${file} is signed by ${key}, whom nobody trusts here: where that is who you have it from, say --trust ${key}, or name it in [update] trusted_keys`,
  );
}

function signatureText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > SIGNATURE_BYTES_MAX) {
      throw new Failure(`${path} has ${size} bytes, and a signature has at most ${SIGNATURE_BYTES_MAX}`);
    }
    return readFileSync(path, "utf8");
  } catch (failure) {
    if (failure instanceof Failure) throw failure;
    throw new Failure(`${path} cannot be read (${reasonOf(failure)}): the signature lies beside the file`, failure);
  }
}

/** What an executable says that it is. Throws a Failure where it does not run here, or is something else. */
async function versionOf(executable: string, name: string): Promise<string> {
  const { status, out, err } = await finished([executable, "version", "--json"], VERSION_MS_MAX);
  const said = status === 0 ? parsed(out) : null;
  if (said && typeof said.version === "string" && isReleaseVersion(said.version) && Array.isArray(said.models)) {
    return said.version;
  }
  const words = shortened(err || out);
  throw new Failure(
    `${name} is no Dragoman that runs on this machine (${process.platform} ${process.arch})${words === "" ? "" : `: ${words}`}`,
  );
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

// ── The folder ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** The path of a backup as `dragoman backup` makes it. */
async function backedUp(dataDir: string, wanted: string | undefined, terminal: Terminal): Promise<string> {
  const now = new Date();
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const file = resolve(wanted ?? `${dataDir}-before-update-${stamp}.dragoman`);
  const backups = await (await import("#app")).openBackups();
  await backups.take({
    dataDir,
    file,
    replaces: false,
    withQueryLog: false,
    recipients: null,
    program: VERSION,
    createdAt: now.toISOString(),
    signal: new AbortController().signal,
    onProgress: () => {},
    onRemoved: (paths) => sayRemoved(paths, terminal),
  });
  return file;
}

/** Has the other executable read the settings, restore the backup beside it and open the result. Throws a Failure. */
async function tried(executable: string, version: string, { dataDir }: Config, backup: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(backup), ".dragoman-trial-"));
  const trial = join(folder, "data");
  try {
    for (const [what, args] of [
      ["read the settings", ["validate", "--data", dataDir]],
      ["restore the backup", ["restore", backup, "--data", trial]],
      ["open a copy of the data folder", ["app", "list", "--data", trial, "--json"]],
    ] as const) {
      const { status, out, err } = await finished([executable, ...args], TRIAL_MS_MAX);
      if (status === 0) continue;
      const words = shortened(err || out);
      throw new Failure(`version ${version} cannot ${what}, and this one stays: ${words || `exit status ${status}`}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What stands in the place now has to run there. Throws a Failure, with the one of before back in it. */
async function confirmed(place: ExecutablePlace, version: string): Promise<void> {
  try {
    const found = await versionOf(place.path, basename(place.path));
    if (found === version) return;
    throw new Failure(`it says that it is version ${found}`);
  } catch (failure) {
    place.exchange();
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new Failure(`version ${version} does not run in its place, and ${VERSION} is back there: ${reason}`, failure);
  }
}

// ── Children ───────────────────────────────────────────────────────────────────────────────────────────────────────

interface Finished {
  /** Null where it could not be run at all, or not to its end. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

async function finished(command: readonly string[], timeoutMs: number): Promise<Finished> {
  try {
    const child = Bun.spawn([...command], { stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { status: child.exitCode, out, err };
  } catch (failure) {
    return { status: null, out: "", err: reasonOf(failure) };
  }
}

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX)}…` : line;
}
