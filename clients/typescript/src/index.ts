export type { GivenToken } from "./access-token.ts";
export { etagOf, requestIdOf } from "./answers.ts";
export { BatchLines, type BatchMetadata, type BatchResult } from "./batch-lines.ts";
export { Dragoman, type DragomanOptions } from "./client.ts";
export type { Clock } from "./clock.ts";
export * from "./errors.ts";
export type * from "./generated/api.ts";
export type { Listing, ListOptions, Page } from "./listing.ts";
export type { CallOptions, ConditionalOptions, PostOptions, QuestionOptions } from "./options.ts";
