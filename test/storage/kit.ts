import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memory } from "#core/bank.ts";
import type { ContentHash } from "#core/json.ts";
import type { AnswerLimits, ReuseMistake, StoredAnswer } from "#core/ports/answers.ts";
import type { DefinitionDraft } from "#core/ports/definition-store.ts";
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import type { AnsweredRequest } from "#core/ports/request-store.ts";
import type { ApiKey, App, AppId, KeyId } from "#core/tenant.ts";

/** A folder of its own for a test; `dispose` removes it. */
export function freshFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "dragoman-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export const NOW = Date.UTC(2026, 10, 15, 12, 30);
export const NEXT_MONTH = Date.UTC(2026, 11, 1);

export const appId = (name: string) => `app_${name}` as AppId;
export const hashOf = (letter: string) => `sha256:${letter.repeat(64)}` as ContentHash;

export function anApp(name: string, change: Partial<App> = {}): App {
  return { id: appId(name), name, plan: "free", status: "active", epoch: 0, createdAt: NOW, ...change };
}

export function aKey(id: string, app: AppId, change: Partial<ApiKey> = {}): ApiKey {
  return {
    id: id as KeyId,
    app,
    name: `key ${id}`,
    secretHash: "ab".repeat(32),
    createdAt: NOW,
    expiresAt: null,
    revokedAt: null,
    ...change,
  };
}

export function aToolset(tool: string, contentHash = hashOf("a")): DefinitionDraft<"toolset"> {
  const parameters = { type: "object", properties: { room: { type: "string" } } };
  const definition = { tools: [{ name: tool, description: `does ${tool}`, parameters }], requireEvidence: false };
  return { name: `set of ${tool}`, description: null, definition, contentHash };
}

export function classes(label: string): DefinitionDraft<"classification_set"> {
  const definition = { classes: [{ label }], enableExtraction: true, allowNone: false };
  return { name: label, description: "labels", definition, contentHash: hashOf("c") };
}

export function anAnswer(key: string, change: Partial<StoredAnswer> = {}): StoredAnswer {
  const contentHashes = [hashOf("a")];
  const answer = { tool: "light", n: 1 };
  const made = { sentence: "light on", lesson: null, modelMs: 20, modelCost: 0.25, createdAt: NOW };
  return { partition: "p", key, contentHashes, answer, ...made, ...change };
}

export function aMistake(sentence: string, change: Partial<ReuseMistake> = {}): ReuseMistake {
  const [contentHash, knownSentence, given] = [hashOf("a"), "light off", { tool: "light" }];
  const made = { contentHash, name: "light", path: "template", score: 0.9, at: NOW };
  return { ...made, sentence, knownSentence, given, expected: null, ...change };
}

/** As many answers as this, however large. */
export function atMost(entriesMax: number): AnswerLimits {
  return { entriesMax, bytesMax: Number.MAX_SAFE_INTEGER };
}

export function aBank(name: string): DefinitionDraft<"bank"> {
  return { name, description: null, definition: {}, contentHash: hashOf("d") };
}

export function aPersona(name: string): DefinitionDraft<"persona"> {
  const definition = { instructions: `speak as ${name}`, language: "de" };
  return { name, description: null, definition, contentHash: hashOf("e") };
}

export function aMemory(id: string, change: Partial<Memory> = {}): Memory {
  return { id, content: { kind: "fact", fact: `fact of ${id}` }, createdAt: NOW, ...change };
}

export function aKeptAnswer(key: string, app: AppId, change: Partial<KeptAnswer> = {}): KeptAnswer {
  const headers = { "content-type": "application/json" };
  return { app, key, fingerprint: "ab".repeat(32), status: 200, headers, body: "{}", createdAt: NOW, ...change };
}

export function anAnsweredRequest(requestId: string, change: Partial<AnsweredRequest> = {}): AnsweredRequest {
  const entry = { partition: "p", key: "k" };
  const answer = { tool: "light", n: 1 };
  return { requestId, entry, text: "light on", answer, reuse: null, asked: null, createdAt: NOW, ...change };
}

/** What a promise was rejected with. Fails when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (reason) {
    return reason;
  }
  throw new Error("it was expected to be rejected");
}
