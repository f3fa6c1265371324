import type { BundledTest } from "#core/bundle/bundle.ts";
import type { TestToPack } from "#core/bundle/bundles.ts";
import { importedJson } from "#core/bundle/imported-json.ts";
import { invalid } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import { appRouteWithBody, ok, type Route } from "../route.ts";
import {
  BundleBody,
  BundleImportBody,
  ImportedBundle,
  type ImportedBundleWire,
  MadeBundle,
  type MadeBundleWire,
} from "../schemas/bundle.ts";
import type { Services } from "../services.ts";

const tag = "Bundles";
const common = { method: "POST", cost: "manage" } as const;

/** An app's sets and what belongs to them, signed, on their way to another server. */
export function bundleRoutes({ bundles }: Services): readonly Route[] {
  const making = {
    tag,
    summary: "Put sets into a signed bundle",
    success: { status: 200, schema: MadeBundle },
    refuses: ["bad_request", "validation_error", "not_found", "conflict", "service_unavailable"],
  } as const;
  const importing = {
    tag,
    summary: "Import a signed bundle",
    success: { status: 200, schema: ImportedBundle },
    refuses: [
      "bad_request",
      "validation_error",
      "tool_limit_reached",
      "class_limit_reached",
      "conflict",
      "service_unavailable",
    ],
  } as const;
  return [
    appRouteWithBody({ ...common, path: "/v1/bundles", body: BundleBody, describes: making }, async (call) => {
      const { signatures, personas = [], banks = [], tool_tests = [], label_tests = [] } = call.body;
      const tests = [
        ...tool_tests.map(({ toolsets, cases }) => testOf("toolset", toolsets, cases)),
        ...label_tests.map(({ classification_set: set, cases }) => testOf("classification_set", [set], cases)),
      ];
      refuseMany(tests);
      const chosen = { signatures: signatures.map((one) => one.normalize("NFC")), personas, banks };
      const made = await bundles.make(call.principal.app, chosen, tests, call.signal);
      const bytes = Buffer.byteLength(JSON.stringify(made.bundle));
      if (bytes > LIMITS.bundleBytesMax)
        throw invalid(
          "signatures",
          `make a bundle of ${bytes} bytes, and ${LIMITS.bundleBytesMax} go by HTTP: choose fewer, or use "dragoman export --bundle"`,
        );
      return ok((): MadeBundleWire => ({ ...made, bundle: made.bundle as never, tests: made.tests.map(madeTest) }));
    }),
    appRouteWithBody(
      { ...common, path: "/v1/bundles/import", body: BundleImportBody, describes: importing },
      async (call) => {
        const { bundle, trusted_keys = [], existing = "refuse", min_accuracy = null, dry_run = false } = call.body;
        const how = { existing, trusted: trusted_keys, minAccuracy: min_accuracy, isTrial: dry_run };
        const most = { casesMax: LIMITS.testCasesMax, lessonsMax: LIMITS.bundleLessonsMax };
        const imported = await bundles.bringIn(call.principal.app, bundle, { ...how, ...most }, call.signal);
        return ok((): ImportedBundleWire => importedJson(imported, !dry_run));
      },
    ),
  ];
}

function testOf(kind: BundledTest["kind"], sets: readonly string[], cases: readonly object[]): TestToPack {
  return { kind, sets: sets.map((one) => one.normalize("NFC")), cases: cases as readonly JsonObject[] };
}

/** Whoever asks pays for one request. */
function refuseMany(tests: readonly TestToPack[]): void {
  const cases = tests.reduce((sum, test) => sum + test.cases.length, 0);
  if (cases > LIMITS.testCasesMax)
    throw invalid("tool_tests", `and \`label_tests\` have ${cases}/${LIMITS.testCasesMax} cases together`);
}

function madeTest({ kind, sets, cases, right }: BundledTest): MadeBundleWire["tests"][number] {
  return { kind, sets: [...sets], cases: cases.length, right: right.filter(Boolean).length };
}
