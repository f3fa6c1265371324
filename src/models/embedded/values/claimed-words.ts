/** What has a form of its own belongs to the parameter that asks for that form: an IBAN is no recipient beside `iban`. */

import { ENGLISH } from "#core/english/english.ts";
import { type IdentifierMention, identifiersIn, identifiersWantedBy } from "#core/reading/identifiers.ts";
import { isWithin, overlaps, type Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { OpenParameter } from "./candidate.ts";

import { cued } from "./value-cues.ts";

const WORDS = ENGLISH.naming;

/** The parameters without the candidates that another one has the better right to, or that are of another form. */
export function withoutClaimed(text: string, open: readonly OpenParameter[]): readonly OpenParameter[] {
  // A code may be anything: a name, a number, a room.
  const mentions = identifiersIn(text).filter(({ kind }) => kind !== "code");
  if (mentions.length === 0) return open;
  const parameters = open.map(({ reading }) => reading.parameter);
  return open.map((one) => {
    if (one.kind !== "text" || one.isRemembered) return one;
    const taken = mentions.filter((mention) => isOutOfReach(text, mention, one.reading.parameter, parameters));
    const candidates = one.candidates.filter(({ span }) => !taken.some((mention) => isTaken(span, mention)));
    return { ...one, candidates };
  });
}

/** Of a secret not even a part belongs to anything else. */
function isTaken(span: Span, mention: IdentifierMention): boolean {
  return isWithin(span, mention) || (mention.kind === "secret" && overlaps(span, mention));
}

function isOutOfReach(
  text: string,
  mention: IdentifierMention,
  parameter: Parameter,
  parameters: readonly Parameter[],
): boolean {
  const wanted = kindsOf(parameter);
  if (wanted.length > 0) return !wanted.includes(mention.kind);
  return parameters.some(
    (other) =>
      !WORDS.second.test(humanised(other.name)) &&
      kindsOf(other).includes(mention.kind) &&
      cued(text, mention, other, "text") >= 0,
  );
}

function kindsOf({ type, name, format, description }: Parameter) {
  return type === "string" ? identifiersWantedBy(name, format, description) : [];
}
