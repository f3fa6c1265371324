import { AppError } from "../../errors.ts";
import type { Tool } from "../../toolset.ts";
import type { Notes } from "../notes.ts";
import type { Selection } from "../selection.ts";
import { type ToolCandidate, toolsFrom } from "../tool-candidate.ts";
import type { Assistant, ExportFile } from "./assistant.ts";
import { type ClassesMade, classesFromIntents, type TestCase, toolsFromIntents } from "./assistant-sets.ts";
import { isClu, readClu } from "./clu.ts";
import { isDialogflowCx, readDialogflowCx } from "./dialogflow-cx.ts";
import { isDialogflowEs, readDialogflowEs } from "./dialogflow-es.ts";
import { isHomeAssistant, readHomeAssistant } from "./home-assistant.ts";
import { isLuis, readLuis } from "./luis.ts";
import { isRasa, readRasa } from "./rasa.ts";
import { candidatesInTensorZero, isTensorZero } from "./tensorzero.ts";

export type OrphanFormat =
  | "rasa"
  | "luis"
  | "clu"
  | "dialogflow-es"
  | "dialogflow-cx"
  | "home-assistant"
  | "tensorzero";

/** What intents become. */
export type Making = "classes" | "tools";

interface OfIntents {
  readonly makes: Making;
  /** Whether an export may speak several languages, of which one is read: `language`, or null for its own. */
  readonly isMultilingual: boolean;
  readonly read: (files: readonly ExportFile[], notes: Notes, language: string | null) => Assistant;
}

interface OfTools {
  readonly makes: "tools";
  readonly candidates: (files: readonly ExportFile[], notes: Notes) => readonly ToolCandidate[];
}

/** A format of a platform that is closed, archived or another kind of thing, whose owners look for a new home. */
export type OrphanReader = (OfIntents | OfTools) & {
  /** In sentences. */
  readonly called: string;
  /** Whether a file says by its shape, or by where it lies, that it is one of these. */
  readonly knows: (file: ExportFile) => boolean;
};

export const ORPHANS: Readonly<Record<OrphanFormat, OrphanReader>> = {
  rasa: { called: "training data of Rasa", knows: isRasa, makes: "classes", isMultilingual: false, read: readRasa },
  luis: { called: "an app of LUIS", knows: isLuis, makes: "classes", isMultilingual: false, read: readLuis },
  clu: { called: "a project of CLU", knows: isClu, makes: "classes", isMultilingual: true, read: readClu },
  "dialogflow-es": {
    called: "an agent of Dialogflow ES",
    knows: isDialogflowEs,
    makes: "classes",
    isMultilingual: true,
    read: readDialogflowEs,
  },
  "dialogflow-cx": {
    called: "an agent of Dialogflow CX",
    knows: isDialogflowCx,
    makes: "classes",
    isMultilingual: true,
    read: readDialogflowCx,
  },
  "home-assistant": {
    called: "sentences of Home Assistant",
    knows: isHomeAssistant,
    makes: "tools",
    isMultilingual: true,
    read: readHomeAssistant,
  },
  tensorzero: {
    called: "tools of TensorZero",
    knows: isTensorZero,
    makes: "tools",
    candidates: candidatesInTensorZero,
  },
};

/** The formats that any of the files is in, in the order of the table. */
export function orphanFormatsIn(files: readonly ExportFile[]): readonly OrphanFormat[] {
  return (Object.keys(ORPHANS) as OrphanFormat[]).filter((format) => files.some(ORPHANS[format].knows));
}

export function isOrphanFormat(format: string): format is OrphanFormat {
  return Object.hasOwn(ORPHANS, format);
}

interface Head {
  /** "" where the files give none. */
  readonly title: string;
  readonly description: string;
  readonly cases: readonly TestCase[];
}

/** Null for what suits the files. */
export interface Asked {
  readonly making: Making | null;
  readonly language: string | null;
}

/** What a set of such files holds. */
export type OrphanContent = Head &
  (
    | { readonly kind: "toolset"; readonly tools: readonly Tool[] }
    | ({ readonly kind: "classification_set" } & Omit<ClassesMade, "cases">)
  );

/**
 * The set that the files make, of classes or of tools. Throws
 * `bad_request` when none of the files is in the format, and what `classesFromIntents` and `toolsFromIntents` throw.
 */
export function contentOfOrphan(
  files: readonly ExportFile[],
  format: OrphanFormat,
  { making, language }: Asked,
  only: Selection,
  notes: Notes,
): OrphanContent {
  const reader = ORPHANS[format];
  const isMultilingual = "read" in reader && reader.isMultilingual;
  if (making !== null && !("read" in reader))
    throw new AppError("bad_request", `--as says what intents become, and ${reader.called} has none`);
  if (language !== null && !isMultilingual)
    throw new AppError("bad_request", `--language chooses one of several, and ${reader.called} has one at most`);
  if (!files.some(reader.knows))
    throw new AppError("bad_request", [`the file is not ${reader.called}`, ...notes.reasons].join("; "));
  if ("candidates" in reader) {
    const tools = toolsFrom(reader.candidates(files, notes), only, notes);
    return { kind: "toolset", title: "", description: "", tools, cases: [] };
  }
  const assistant = reader.read(files, notes, language);
  const { title, description } = assistant;
  if ((making ?? reader.makes) === "tools") {
    return { kind: "toolset", title, description, ...toolsFromIntents(assistant, only, notes) };
  }
  return { kind: "classification_set", title, description, ...classesFromIntents(assistant, only, notes) };
}
