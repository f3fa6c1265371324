/**
 * Lints the files that run a cluster, `packaging/cluster`, by programs that `.ci/run` installs into a virtual environment: kubernetes-validate and
 * check-jsonschema bring the schemas along, and ask nobody. Prints `N passed, N failed` last. What the files say to this program is
 * tested without them (`test/docs/cluster-files.test.ts`).
 */
import { join, resolve } from "node:path";
import { runSuites } from "./run-suites.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: bun scripts/cluster-files.ts VIRTUAL-ENVIRONMENT");
runSuites("test/docs/*-suite.ts", "cluster-files-tests.xml", { LINTERS: join(resolve(folder), "bin") });
