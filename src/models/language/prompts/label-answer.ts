/** What a language model said, read as labels. */
import { NO_LABEL } from "#core/classification-set.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { ClassifyRequest, DraftLabel } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import type { ModelReply, Read } from "../../backend/prompt.ts";
import { jsonObjectIn } from "./json-in-text.ts";

type Asked = Pick<ClassifyRequest, "allowNone" | "classes" | "extraction" | "text">;
export type ReadLabel = Pick<DraftLabel, "class" | "span">;

/** Without extraction one label for the whole text; with it one for each part, in the order of the text. */
export function readLabels(reply: ModelReply, asked: Asked): Read<readonly ReadLabel[]> {
  if (reply.finish === "refused") return { problem: "you refused; answer with a label" };
  if (reply.finish === "length")
    return { problem: "the answer was too long and broke off; answer with the labels alone" };
  const object = jsonObjectIn(reply.calls[0]?.input ?? reply.text);
  if (object === null) return { problem: "the answer holds no JSON object that comes to its end" };
  return asked.extraction ? partsIn(object, asked) : wholeIn(object, asked);
}

function wholeIn(object: JsonObject, asked: Asked): Read<readonly ReadLabel[]> {
  const position = classOf(object.label, asked);
  if (position === undefined) return { problem: unknownLabel(object.label) };
  return { answer: [{ span: { start: 0, end: asked.text.length }, class: position }] };
}

function partsIn(object: JsonObject, asked: Asked): Read<readonly ReadLabel[]> {
  const { parts } = object;
  if (!Array.isArray(parts) || parts.length === 0) return { problem: '"parts" must be a list with at least one part' };
  const found: ReadLabel[] = [];
  let from = 0;
  for (const part of parts as readonly JsonValue[]) {
    const { text, label } = isJsonObject(part) ? part : {};
    const span = typeof text === "string" ? spanOf(text, asked.text, from) : null;
    if (span === null)
      return { problem: `the part ${JSON.stringify(text ?? null).slice(0, 200)} does not stand in the text` };
    const position = classOf(label, asked);
    if (position === undefined) return { problem: unknownLabel(label) };
    found.push({ span, class: position });
    from = span.end;
  }
  return { answer: found.sort((one, other) => one.span.start - other.span.start) };
}

function unknownLabel(label: JsonValue | undefined): string {
  return `${JSON.stringify(label ?? null).slice(0, 200)} is none of the labels`;
}

/** Undefined for what is no label. */
function classOf(label: JsonValue | undefined, { classes, allowNone }: Asked): number | null | undefined {
  if (typeof label !== "string") return undefined;
  if (allowNone && label === NO_LABEL) return null;
  const position = classes.findIndex((known) => known.label === label);
  return position >= 0 ? position : undefined;
}

/** Where the part stands, after what was found before if it can be, in any capitals and spacing. */
function spanOf(part: string, text: string, from: number): Span | null {
  const words = part.trim().split(/\s+/);
  if (words[0] === "" || part.length > text.length * 2) return null;
  const pattern = new RegExp(words.map((word) => RegExp.escape(word)).join("\\s+"), "giu");
  pattern.lastIndex = from;
  const match = pattern.exec(text) ?? new RegExp(pattern.source, "iu").exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}
