/** A tool that is asked once more in words of their own: "Find the file of Bella. Can you find that of Rocky, too?" */
import { ENGLISH } from "#core/english/english.ts";
import { isCourtesy } from "../choosing/conversation.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { opensRequest } from "./openings.ts";
import { type Stretch, stretchOf } from "./request-borders.ts";
import type { TextReader } from "./text-reader.ts";
import { holdsOne } from "./value-mentions.ts";

/** Under this a text is no request of its own. */
const FITS_MIN = 0.5;

/** What one tool is asked for, request by request, in the order said; the stretch itself where it is one. */
export function requestsIn(query: string, stretch: Stretch, reader: TextReader): readonly Stretch[] {
  const at = stretch.pieces.findIndex((_, index) => index > 0 && beginsAnew(query, stretch, index));
  if (at < 0) return [stretch];
  const before = stretchOf(query, stretch.pieces.slice(0, at), reader);
  const behind = stretchOf(query, stretch.pieces.slice(at), reader);
  if (!before || !behind || !isAskedTwice(stretch, before, behind, reader)) return [stretch];
  return [before, ...requestsIn(query, behind, reader)];
}

function beginsAnew(query: string, { pieces, reading }: Stretch, at: number): boolean {
  const piece = pieces[at];
  if (!piece || piece.border === "comma") return false;
  const said = query.slice(piece.start, piece.end);
  // "New York" within a sentence is a name, and nothing is to be made anew.
  if (piece.border === "word" && /^\p{Lu}/u.test(said)) return false;
  return !isCourtesy(said) && !ENGLISH.requestBorders.denied.test(said) && opensRequest(said, reading.tool);
}

/** Whether each side asks for the tool by itself, and the later one says another value of what holds one. */
function isAskedTwice({ reading }: Stretch, before: Stretch, behind: Stretch, reader: TextReader): boolean {
  const sides = [before, behind];
  if (sides.some((side) => side.reading.tool !== reading.tool || side.reading.fits < FITS_MIN)) return false;
  const [first = [], second = []] = sides.map((side) => reader.valuesIn(side.text, side.reading.reading));
  return second.some((value) => first.some((known) => areTwo(known, value)));
}

function areTwo(one: ParameterValue, other: ParameterValue): boolean {
  const isSame = one.parameter === other.parameter && holdsOne(one.parameter);
  const areSaid = one.span !== null && other.span !== null;
  return isSame && areSaid && !Bun.deepEquals(one.value, other.value);
}
