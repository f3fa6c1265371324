/** What an app has, as one signed piece of JSON. */
import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "#core/limits.ts";
import { LabelTestCase, ToolTestCase } from "./examination.ts";
import { EXACT, Signature } from "./shared-fields.ts";

const Key = Type.String({ description: "`ed25519:` and 43 characters: the public key of the server that signed it." });

const Signed = Type.Unsafe<Readonly<Record<string, never>>>(
  Type.Object(
    {},
    { additionalProperties: true, description: "The bundle, as `POST /v1/bundles` and `dragoman export` give it." },
  ),
);

const ToolsTest = Type.Object(
  {
    toolsets: Type.Array(Signature, {
      minItems: 1,
      maxItems: LIMITS.toolsetsMax,
      description: "1–16 signatures: these are asked together.",
    }),
    cases: Type.Array(ToolTestCase, { minItems: 1, maxItems: LIMITS.testCasesMax, description: "As for a test." }),
  },
  EXACT,
);

const LabelsTest = Type.Object(
  {
    classification_set: Signature,
    cases: Type.Array(LabelTestCase, { minItems: 1, maxItems: LIMITS.testCasesMax, description: "As for a test." }),
  },
  EXACT,
);

export const BundleBody = Type.Object(
  {
    signatures: Type.Array(Signature, {
      minItems: 1,
      maxItems: LIMITS.toolsetsMax,
      description:
        "1–16 signatures of toolsets and classification sets. With them come the value lists that they refer to, and what they were taught.",
    }),
    personas: Type.Optional(Type.Array(Type.String(), { maxItems: 16, description: "Names of up to 16 personas." })),
    banks: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 16,
        description: "Ids of up to 16 memory banks, with all that they remember.",
      }),
    ),
    tool_tests: Type.Optional(
      Type.Array(ToolsTest, {
        description: "Tests of toolsets: asked now, and asked again where the bundle is imported.",
      }),
    ),
    label_tests: Type.Optional(
      Type.Array(LabelsTest, { description: "The same of classification sets. A bundle has 100 cases in all." }),
    ),
  },
  EXACT,
);

const Kind = Type.Union([Type.Literal("toolset"), Type.Literal("classification_set")], {
  description: "What was asked.",
});

const testFields = {
  kind: Kind,
  sets: Type.Array(Signature, { description: "Which of the sets were asked together." }),
  cases: Type.Integer({ description: "How many cases." }),
};

export const MadeBundle = Type.Object(
  {
    bundle: Signed,
    key: Key,
    tests: Type.Array(
      Type.Object({ ...testFields, right: Type.Integer({ description: "How many were answered rightly." }) }, EXACT),
      { description: "What came of its tests." },
    ),
  },
  EXACT,
);

export const BundleImportBody = Type.Object(
  {
    bundle: Signed,
    trusted_keys: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 16,
        description:
          "Whose bundles are taken, beside this server's own: `key` as it was told when the bundle was made.",
      }),
    ),
    existing: Type.Optional(
      Type.Union([Type.Literal("refuse"), Type.Literal("replace")], {
        description: "What becomes of what is there by the same name and says something else. Default: `refuse`.",
      }),
    ),
    min_accuracy: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "The least share of right answers of each test. Left out, what was right where the bundle was made has to be right here.",
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ description: "Everything but the writing. A test that fails is shown, and is no error." }),
    ),
  },
  EXACT,
);

const Lost = Type.Object(
  {
    query: Type.String({ description: "The sentence." }),
    given: Type.Array(Type.String(), { description: "The tools or labels that came; empty for none." }),
  },
  EXACT,
);

export const ImportedBundle = Type.Object(
  {
    key: Key,
    made_at: Type.String({ description: "When the bundle was made, RFC 3339, UTC, as it says itself." }),
    written: Type.Boolean({ description: "False for a dry run." }),
    parts: Type.Array(
      Type.Object(
        {
          kind: Type.Union(
            [
              Type.Literal("toolset"),
              Type.Literal("classification_set"),
              Type.Literal("value_list"),
              Type.Literal("persona"),
              Type.Literal("bank"),
            ],
            { description: "What it is." },
          ),
          name: Type.String({ description: "Its signature or name." }),
          outcome: Type.Union([Type.Literal("created"), Type.Literal("replaced"), Type.Literal("unchanged")], {
            description: "What became of it, or would.",
          }),
          id: Type.Optional(Type.String({ description: "Of a memory bank that was written: its id here." })),
        },
        EXACT,
      ),
      { description: "What came." },
    ),
    taught: Type.Integer({ description: "Cases that the sets were taught." }),
    tests: Type.Array(
      Type.Object(
        {
          ...testFields,
          right_there: Type.Integer({ description: "How many were right where the bundle was made." }),
          right_here: Type.Integer({ description: "And here." }),
          lost: Type.Array(Lost, { description: "What was right there and is not here." }),
        },
        EXACT,
      ),
      { description: "Its tests, asked here before anything was written." },
    ),
  },
  EXACT,
);

export type MadeBundleWire = Static<typeof MadeBundle>;
export type ImportedBundleWire = Static<typeof ImportedBundle>;
