import type { Classification } from "#core/answering/classification.ts";
import type { GivenCall, Resolution } from "#core/answering/given-resolution.ts";
import type { Memory } from "#core/bank.ts";
import { NO_LABEL } from "#core/classification-set.ts";
import type { LintReport } from "#core/linting/linter.ts";
import type { DefinitionKind, StoredDefinition } from "#core/ports/definition-store.ts";
import type { LedgerEntry } from "#core/ports/ledger-store.ts";
import { explanationJson } from "#core/semantic-cache/explanation.ts";
import { type AliasView, NO_ANSWERS } from "#core/sets/aliases.ts";
import type { Registered } from "#core/sets/registry.ts";
import type { TaughtCase } from "#core/teaching/taught-case.ts";
import type { Instant } from "#core/tenant.ts";
import { NO_TOOL } from "#core/toolset.ts";
import type { Bill } from "../route.ts";
import type { AliasWire } from "./alias.ts";
import type { BankWire, MemoryWire } from "./bank.ts";
import type { ClassificationWire } from "./classification.ts";
import type { ClassificationSetWire } from "./classification-set.ts";
import type { LedgerEntryWire } from "./ledger-page.ts";
import type { LintReportWire } from "./lint-report.ts";
import type { PersonaWire } from "./persona.ts";
import type { ResolutionWire, RespondWire } from "./resolution.ts";
import type { ClassCaseWire, ToolsetCaseWire } from "./taught-case.ts";
import type { ToolsetWire } from "./toolset.ts";
import type { ValueListWire } from "./value-list.ts";

export function toolsetResource({ set, learning }: Registered<"toolset">): ToolsetWire {
  const { tools, requireEvidence, minConfidence, backend } = set.definition;
  return {
    ...headOf(set),
    tools: tools as ToolsetWire["tools"],
    require_evidence: requireEvidence,
    ...(minConfidence !== undefined && { min_confidence: minConfidence }),
    ...(backend !== undefined && { backend }),
    ...hashAndTimesOf(set),
    learning,
  };
}

export function classificationSetResource({ set, learning }: Registered<"classification_set">): ClassificationSetWire {
  const { classes, enableExtraction, allowNone, backend } = set.definition;
  return {
    ...headOf(set),
    classes: classes as ClassificationSetWire["classes"],
    enable_extraction: enableExtraction,
    allow_none: allowNone,
    ...(backend !== undefined && { backend }),
    ...hashAndTimesOf(set),
    learning,
  };
}

export function personaResource({ set }: Registered<"persona">): PersonaWire {
  const { instructions, language } = set.definition;
  return { name: set.name, instructions, language, ...timesOf(set) };
}

export function bankResource({ set }: Registered<"bank">): BankWire {
  const { signature: id, ...head } = headOf(set);
  return { id, ...head, ...timesOf(set) };
}

export function valueListResource({ set }: Registered<"value_list">): ValueListWire {
  const values = set.definition.values.map(([value, ...synonyms]) =>
    synonyms.length === 0 ? value : { value, synonyms },
  );
  const { signature: _, ...head } = headOf(set);
  return { ...head, values, ...hashAndTimesOf(set) };
}

export function memoryResource({ id, content, createdAt }: Memory): MemoryWire {
  const { kind: _, ...fields } = content;
  return { id, ...fields, created_at: dateTime(createdAt) };
}

export function ledgerEntryResource(entry: LedgerEntry): LedgerEntryWire {
  return { ...entry, at: dateTime(entry.at) };
}

export function lintReportResource({ findings, leftOut, languages, compared }: LintReport): LintReportWire {
  return {
    findings: [...findings],
    left_out: leftOut,
    languages: languages.map(({ set, described, examples }) => ({
      set,
      described: [...described],
      examples: [...examples],
    })),
    compared: { ...compared },
  };
}

export function aliasResource({ alias, tally }: AliasView): AliasWire {
  const { name, kind, sides, createdAt, updatedAt } = alias;
  const [only] = sides;
  const split = sides.map(({ signature, percent }) => ({ signature, percent }));
  const counted = sides.map(({ signature }) => ({ signature, ...(tally.bySignature.get(signature) ?? NO_ANSWERS) }));
  return {
    name,
    kind,
    ...(sides.length === 1 ? { signature: only.signature } : { split }),
    answered: { since: tally.since === null ? null : dateTime(tally.since), sides: counted },
    ...timesOf({ createdAt, updatedAt }),
  };
}

/** Names one version of one set. Strong: what it stands for is the same byte for byte. */
export function etagOf(set: { readonly revision: number }): string {
  return `"r${set.revision}"`;
}

export function resolutionAnswer(resolution: Resolution, bill: Bill): ResolutionWire {
  const { resolved, calls, confidence, toolset, usedBanks, missingParameters, defaultsApplied, evidence, more } =
    resolution;
  const { unfilled } = resolution;
  return {
    resolved: { tool: resolved.tool, parameters: resolved.parameters },
    ...(calls && { calls: calls.map(givenCall) }),
    metadata: {
      ...metadataOf(resolution, bill),
      confidence,
      toolset,
      used_banks: [...usedBanks],
      missing_parameters: [...missingParameters],
      unfilled: unfilled.map(({ nearest, ...one }) => ({ ...one, ...(nearest && { nearest: [...nearest] }) })),
      defaults_applied: [...defaultsApplied],
      evidence,
      ...(more && { more }),
    },
  };
}

function givenCall(call: GivenCall): NonNullable<ResolutionWire["calls"]>[number] {
  const { tool, parameters, confidence, evidence, missingParameters } = call;
  return { tool, parameters, confidence, evidence, missing_parameters: [...missingParameters] };
}

/** `resolution` was asked for in words. */
export function respondAnswer(resolution: Resolution, bill: Bill): RespondWire {
  const { metadata, ...called } = resolutionAnswer(resolution, bill);
  return { ...called, response: { text: resolution.text ?? "" }, metadata };
}

export function classificationAnswer(classification: Classification, bill: Bill): ClassificationWire {
  return { classifications: [...classification.classifications], metadata: metadataOf(classification, bill) };
}

function metadataOf(answer: Resolution | Classification, bill: Bill): ClassificationWire["metadata"] {
  const { source, model, cache, explanation, taught, aliases, language } = answer;
  return {
    source,
    model,
    language,
    ...(aliases.length > 0 && {
      aliases: Object.fromEntries(aliases.map(({ name, signature }) => [name, signature])),
    }),
    ...(taught && { taught }),
    ...(cache && { cache: { similarity: cache.similarity, age_seconds: cache.ageSeconds, reused: cache.reused } }),
    ...(explanation && { explain: explanationJson(explanation) }),
    latency_ms: bill.latencyMs,
    requests_used: bill.requestsUsed,
    requests_remaining: bill.requestsRemaining,
  };
}

/** `description` is left out when none was given: null would be a second way to say so. */
function headOf({ signature, name, description }: StoredDefinition<DefinitionKind>) {
  return { signature, name, ...(description === null ? {} : { description }) };
}

function hashAndTimesOf(set: StoredDefinition<DefinitionKind>) {
  return { content_hash: set.contentHash, ...timesOf(set) };
}

function timesOf({ createdAt, updatedAt }: Pick<StoredDefinition<DefinitionKind>, "createdAt" | "updatedAt">) {
  return { created_at: dateTime(createdAt), updated_at: dateTime(updatedAt) };
}

export function dateTime(at: Instant): string {
  return new Date(at).toISOString();
}

export function toolsetCaseResource({ id, text, language, right, beside, taughtAt }: TaughtCase): ToolsetCaseWire {
  const calls = right.kind === "calls" ? right.calls : [];
  const [only = { tool: NO_TOOL, parameters: {} }] = calls;
  const said = calls.length > 1 ? { calls: calls.map((call) => ({ ...call })) } : { ...only };
  return { id, ...saidIn(text, language), ...said, beside: [...beside], taught_at: dateTime(taughtAt) };
}

export function classCaseResource({ id, text, language, right, taughtAt }: TaughtCase): ClassCaseWire {
  const label = right.kind === "label" ? right.label : NO_LABEL;
  return { id, ...saidIn(text, language), label, taught_at: dateTime(taughtAt) };
}

function saidIn(query: string, language: string | undefined): Pick<ToolsetCaseWire, "language" | "query"> {
  return { query, ...(language !== undefined && { language }) };
}
