/** The files that run a cluster are what Kubernetes and compose understand, by their own schemas: `scripts/cluster-files.ts`. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../packaging/cluster");
/** The oldest and the newest that the linter knows. */
const KUBERNETES = ["1.25.0", "1.37.0"];
const place = mkdtempSync(join(tmpdir(), "dragoman-cluster-files-"));
afterAll(() => rmSync(place, { recursive: true }));

function lint(program: string, args: readonly string[]) {
  const { LINTERS } = process.env;
  if (!LINTERS) throw new Error("no linters: run bun scripts/cluster-files.ts VIRTUAL-ENVIRONMENT");
  const { exitCode, stdout, stderr } = Bun.spawnSync([join(LINTERS, program), ...args], { cwd: place });
  return { status: exitCode, said: `${stdout}${stderr}` };
}

const byKubernetes = (path: string, version: string) =>
  lint("kubernetes-validate", ["--strict", "--kubernetes-version", version, path]);
const byCompose = (path: string) => lint("check-jsonschema", ["--builtin-schema", "vendor.compose-spec", path]);

/** A copy with other words in it. */
function mistaken(file: string, right: string, wrong: string): string {
  const text = readFileSync(join(FOLDER, file), "utf8");
  expect(text).toContain(right);
  const path = join(place, file);
  writeFileSync(path, text.replace(right, wrong));
  return path;
}

describe.each(KUBERNETES)("Kubernetes %s", (version) => {
  test.each([
    ["kubernetes.yaml", 5],
    ["autoscale-by-questions.yaml", 2],
  ])("takes each document of %s, and knows every field of it", (file, documents) => {
    const { status, said } = byKubernetes(join(FOLDER, file), version);
    expect([status, said.match(/ passed for resource /g)?.length]).toEqual([0, documents]);
  });

  test.each([
    ["kubernetes.yaml", "failureThreshold: 60", "failuresMax: 60"],
    ["kubernetes.yaml", "minReplicas: 3", "replicasMin: 3"],
    ["autoscale-by-questions.yaml", "maxReplicas: 10", 'maxReplicas: "ten"'],
  ])("refuses %s with a mistake in it: %s", (file, right, wrong) => {
    expect(byKubernetes(mistaken(file, right, wrong), version).status).not.toBe(0);
  });
});

describe("compose", () => {
  test("takes compose.yaml", () => {
    expect(byCompose(join(FOLDER, "compose.yaml"))).toMatchObject({ status: 0 });
  });

  test.each([
    ["cap_drop: [ALL]", "cap_drop: ALL"],
    ["restart: unless-stopped", "restarts: unless-stopped"],
  ])("refuses it with a mistake in it: %s", (right, wrong) => {
    expect(byCompose(mistaken("compose.yaml", right, wrong)).status).not.toBe(0);
  });
});
