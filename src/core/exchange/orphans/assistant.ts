import type { JsonObject, JsonValue } from "../../json.ts";

/** A file of an export, read but not understood. A file that stands alone is one of a folder with nothing else. */
export interface ExportFile {
  /** Inside the folder or the archive, its parts joined by `/`. */
  readonly path: string;
  readonly document: JsonValue;
}

/** What all platforms that know sentences by intents have, whatever they call it. */
export interface Assistant {
  /** "" where the files give none. */
  readonly title: string;
  readonly description: string;
  readonly intents: readonly Intent[];
  /** By the name that `Slot.entity` has. */
  readonly entities: ReadonlyMap<string, Entity>;
}

export interface Intent {
  readonly name: string;
  readonly description: string;
  /** In the order of the files. */
  readonly utterances: readonly Utterance[];
  /** Held back from teaching: what the files mark as tests. */
  readonly tests: readonly Utterance[];
  /** What it takes. Slots that only utterances have are added to these. */
  readonly slots: readonly Slot[];
  /** It stands for what fits none of the others. */
  readonly isFallback: boolean;
}

export interface Slot {
  /** Of the parameter. */
  readonly name: string;
  readonly entity: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

export interface Utterance {
  readonly text: string;
  /** Null where the file says nothing of values; none where it says that there are none. */
  readonly values: readonly SaidValue[] | null;
}

/** A value that is marked in an utterance, or that stands for all of it. */
export interface SaidValue {
  readonly slot: string;
  readonly entity: string;
  /** In the words of the utterance; "" where none of them say it. */
  readonly words: string;
  /** What these mean; null where nothing says so, and then they mean themselves. */
  readonly value: string | number | null;
}

/** What values a slot takes. */
export interface Entity {
  /** Type, format, pattern and bounds. */
  readonly schema: JsonObject;
  /** Values, each with other words for it. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Whether it takes nothing but these. */
  readonly isClosed: boolean;
}

/** An entity of which nothing is known but its name. */
export const ANY_TEXT: Entity = { schema: { type: "string" }, values: new Map(), isClosed: false };
