import type { Classification } from "#core/classification.ts";
import type { DefinitionKind, StoredDefinition } from "#core/ports.ts";
import type { Registered } from "#core/registry.ts";
import type { Resolution } from "#core/resolution.ts";
import type { Instant } from "#core/tenant.ts";
import type { Bill } from "./route.ts";
import type { ClassificationSetWire, ClassificationWire, ResolutionWire, ToolsetWire } from "./schemas.ts";

export function toolsetResource({ set, learning }: Registered<"toolset">): ToolsetWire {
  const { tools } = set.definition;
  return { ...headOf(set), tools: tools as ToolsetWire["tools"], ...stampsOf(set), learning };
}

export function classificationSetResource({ set, learning }: Registered<"classification_set">): ClassificationSetWire {
  const { classes, enableExtraction, allowNone } = set.definition;
  return {
    ...headOf(set),
    classes: classes as ClassificationSetWire["classes"],
    enable_extraction: enableExtraction,
    allow_none: allowNone,
    ...stampsOf(set),
    learning,
  };
}

/** Names one version of one set. Strong: what it stands for is the same byte for byte. */
export function etagOf(set: Pick<StoredDefinition<DefinitionKind>, "revision">): string {
  return `"r${set.revision}"`;
}

export function resolutionAnswer(resolution: Resolution, bill: Bill): ResolutionWire {
  const { resolved, confidence, toolset, usedBanks, missingParameters, defaultsApplied } = resolution;
  return {
    resolved: { tool: resolved.tool, parameters: resolved.parameters },
    metadata: {
      ...metadataOf(resolution, bill),
      confidence,
      toolset,
      used_banks: [...usedBanks],
      missing_parameters: [...missingParameters],
      defaults_applied: [...defaultsApplied],
    },
  };
}

export function classificationAnswer(classification: Classification, bill: Bill): ClassificationWire {
  return { classifications: [...classification.classifications], metadata: metadataOf(classification, bill) };
}

function metadataOf(answer: Resolution | Classification, bill: Bill): ClassificationWire["metadata"] {
  const { source, model, cache } = answer;
  return {
    source,
    model,
    ...(cache && { cache: { similarity: cache.similarity, age_seconds: cache.ageSeconds, reused: cache.reused } }),
    latency_ms: bill.latencyMs,
    requests_used: bill.requestsUsed,
    requests_remaining: bill.requestsRemaining,
  };
}

/** `description` is left out when none was given: null would be a second way to say so. */
function headOf({ signature, name, description }: StoredDefinition<DefinitionKind>) {
  return { signature, name, ...(description === null ? {} : { description }) };
}

function stampsOf({ contentHash, createdAt, updatedAt }: StoredDefinition<DefinitionKind>) {
  return { content_hash: contentHash, created_at: dateTime(createdAt), updated_at: dateTime(updatedAt) };
}

function dateTime(at: Instant): string {
  return new Date(at).toISOString();
}
