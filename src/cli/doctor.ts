import type { Book } from "#app";
import { type Config, dataFolder, loadConfig, readTrustedFile, SettingsError } from "#config";
import { CHECKS } from "#core/doctor/catalogue.ts";
import { Doctor, type Finding } from "#core/doctor/doctor.ts";
import { messageOf } from "#core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { Invocation, Run } from "./command.ts";
import { surroundingChecks } from "./doctor-surroundings.ts";
import { openBook } from "./model-book.ts";
import { OperatorAccess } from "./operator-access.ts";
import { findingsText } from "./present-findings.ts";
import { hostsOf, networkLine } from "./start-block.ts";
import type { Terminal } from "./terminal.ts";

/** What is wrong, and what to do about it: `doctor [--fix] [--list] [--config FILE] [--json]`. */
export const doctor: Run = async (invocation, terminal) => {
  const { switches, json } = invocation;
  if (switches.has("list")) return listed(json, terminal);
  const { config, finding } = settingsOf(invocation);
  const checks = [finding, ...(await examined(config, switches.has("fix"), terminal))];
  const result = { ok: checks.every(({ ok }) => ok === true), checks };
  terminal.out(json ? `${JSON.stringify(result)}\n` : findingsText(result));
  return result.ok ? 0 : 1;
};

/** Without settings that can be read, everything is still examined by the defaults. */
function settingsOf({ options }: Invocation): { readonly config: Config; readonly finding: JsonObject } {
  const flags = { data: options.data, config: options.config };
  const well = { check: "settings", ok: true, means: null, advice: null, repaired: null };
  try {
    const { config, origins } = loadConfig({ flags, readFile: readTrustedFile });
    const changed = Object.values(origins).filter(({ origin }) => origin !== "default").length;
    return { config, finding: { ...well, found: `every setting is sound; ${changed} are not the default` } };
  } catch (failure) {
    if (!(failure instanceof SettingsError)) throw failure;
    const { config } = loadConfig({ flags: { data: dataFolder(options.data) }, env: {}, readFile: () => null });
    const found = failure.message.replaceAll("\n", "; ");
    const means =
      "a server does not start with settings that it cannot read; what follows was examined by the defaults";
    return { config, finding: { ...well, ok: false, found, means, advice: "put right what it names" } };
  }
}

async function examined(config: Config, repairs: boolean, terminal: Terminal): Promise<readonly JsonObject[]> {
  const { folderState } = await import("#app");
  const isCluster = config.storage.kind === "cluster";
  const look = isCluster ? null : () => folderState(config);
  const surroundings = new Doctor(surroundingChecks(config.dataDir, look));
  const around = await (repairs ? surroundings.repair() : surroundings.examine());
  const isWell = (name: string) => around.some(({ check, ok }) => check === name && ok);
  // Opening a folder without a database would make one, and one that had more than is in it now is not opened.
  const isThere = isWell("folder") && (isCluster || isWell("marker"));
  const stored = isThere ? await storedFindings(config, repairs, terminal) : [];
  const book = isThere ? await openBook(config, terminal) : NO_BOOK;
  return [...around.map(jsonOf), ...stored, ...(await backendFindings(config, book)), await networkFinding(config)];
}

const NO_BOOK: Book = { find: async () => null, keep: async () => {} };

/** By the running server, else on the folder itself. */
async function storedFindings(config: Config, repairs: boolean, terminal: Terminal): Promise<readonly JsonObject[]> {
  const args = repairs ? { fix: true } : {};
  const access = new OperatorAccess(config, terminal, { asksModels: true });
  try {
    return checksIn(await access.run("doctor", args));
  } catch (failure) {
    return [notOpened(failure)];
  } finally {
    await access.close();
  }
}

function checksIn(result: JsonValue): readonly JsonObject[] {
  return isJsonObject(result) && Array.isArray(result.checks) ? result.checks.filter(isJsonObject) : [];
}

function notOpened(failure: unknown): JsonObject {
  const found = messageOf(failure);
  const means = "nothing that is stored could be examined, and the server cannot use it either";
  const advice = "do what it says, and ask the doctor again";
  return { check: "storage", ok: false, found, means, advice, repaired: null };
}

/** Model servers, where the settings name any: whether they can be reached, and what they can do. */
async function backendFindings(config: Config, book: Book): Promise<readonly JsonObject[]> {
  const { models } = await import("#app");
  const { checks } = await models.visit(config, book);
  const served = checks.filter(({ model, check }) => model !== "embedded" && check === "server");
  return served.map(({ model, ok, found, advice }) => {
    // What it was found to be less good at costs time, not answers: `model test` says what to do about that.
    const abilities = checks.filter((other) => other.model === model && other.check !== "server");
    const all = [found, ...abilities.map((ability) => `${ability.check}: ${ability.found}`)].join("; ");
    const means = ok ? null : "requests that need it fail, or go to the next model of the settings";
    return { check: "backend", ok, found: `${model}: ${all}`, means, advice, repaired: null };
  });
}

/** To whom the server may speak, and whether its collector listens. */
async function networkFinding(config: Config): Promise<JsonObject> {
  const { collector } = await import("#app");
  const { ok, found } = (await collector.examine(config)) ?? { ok: true, found: "" };
  const hosts = `may contact: ${networkLine(hostsOf(config))}`;
  return {
    check: "network",
    ok,
    found: found === "" ? hosts : `${hosts}; telemetry: ${found}`,
    means: ok ? null : "requests are answered all the same, and their traces and metrics are lost",
    advice: ok
      ? null
      : "see that the collector runs and takes OTLP over HTTP; a private name has to stand in [network] allow",
    repaired: null,
  };
}

function jsonOf(finding: Finding): JsonObject {
  return { ...finding };
}

function listed(json: boolean, terminal: Terminal): 0 {
  const entries = Object.entries(CHECKS).map(([check, looks_at]) => ({ check, looks_at }));
  const lines = entries.map(({ check, looks_at }) => `${check.padEnd(12)}  ${looks_at}\n`);
  terminal.out(json ? `${JSON.stringify(entries)}\n` : lines.join(""));
  return 0;
}
