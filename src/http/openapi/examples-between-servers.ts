/** Examples of what goes from one server or model to another, as `examples.ts` has the others. */
import type { Example } from "./example.ts";

const MADE_AT = "2026-03-10T12:00:30.000Z";

/** Signed for the reference, with a key that was thrown away: a test sends it, so it has to hold. */
const bundle = {
  dragoman_bundle: 1,
  key: "ed25519:DXoeCzzriD6Q-R1bv-se9Hj3wijy-O8vtnnL6p8ZZ8Q",
  signature: "BadLLJPqLvfLn37zzskfZXvSzOQqvqNOrynqKFyV4OInvLBaV0iUUTNxK6UjmhxmjyXKp3SDeoo94eOpnTXhDw",
  content: {
    made_at: MADE_AT,
    version: "0.1.0",
    sets: [
      {
        signature: "greetings-v1",
        name: "Greetings",
        classes: [
          { label: "hello", description: "Somebody greets" },
          { label: "goodbye", description: "Somebody leaves" },
        ],
        enable_extraction: false,
        allow_none: false,
      },
    ],
    value_lists: [],
    personas: [],
    banks: [],
    taught: [],
    tests: [
      {
        kind: "classification_set",
        sets: ["greetings-v1"],
        cases: [{ text: "hello there", label: "hello", now: MADE_AT }],
        right: [true],
        report: {},
      },
    ],
  },
};

export const BUNDLE_EXAMPLES: Readonly<Record<string, Example>> = {
  "POST /v1/bundles": {
    request: {
      signatures: ["banking-v1"],
      label_tests: [{ classification_set: "banking-v1", cases: [{ text: "I lost my card", label: "card_lost" }] }],
    },
    response: {
      bundle,
      key: bundle.key,
      tests: [{ kind: "classification_set", sets: ["greetings-v1"], cases: 1, right: 1 }],
    },
  },
  "POST /v1/bundles/import": {
    request: { bundle, trusted_keys: [bundle.key] },
    response: {
      key: bundle.key,
      made_at: MADE_AT,
      written: true,
      parts: [{ kind: "classification_set", name: "greetings-v1", outcome: "created" }],
      taught: 0,
      tests: [
        { kind: "classification_set", sets: ["greetings-v1"], cases: 1, right_there: 1, right_here: 1, lost: [] },
      ],
    },
  },
};

export const GRADUATION_EXAMPLES: Readonly<Record<string, Example>> = {
  "GET /v1/toolsets/:signature/graduation": {
    response: {
      enabled: true,
      agreement_min: 0.98,
      verify_share: 0.02,
      by_tool: [
        {
          tool: "get_weather",
          inside: "embedded-22",
          model: "openai:llama3.2",
          observed: 812,
          agreed: 811,
          agreement_lower: 0.987,
          opens_at: 0.8,
          slips: 0,
          answers: 5_310,
          share: 0.867,
          saved_seconds: 4_248.5,
          saved_money: 1.06,
        },
      ],
    },
  },
  "GET /v1/classification-sets/:signature/graduation": {
    response: {
      enabled: true,
      agreement_min: 0.98,
      verify_share: 0.02,
      by_label: [
        {
          label: "billing",
          inside: "embedded-15",
          model: "openai:llama3.2",
          observed: 254,
          agreed: 254,
          agreement_lower: 0.98,
          opens_at: 0.5,
          slips: 0,
          answers: 0,
          share: 0,
          saved_seconds: 0,
          saved_money: 0,
        },
      ],
    },
  },
};
