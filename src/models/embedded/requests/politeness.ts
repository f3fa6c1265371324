/** A wish without what people wrap around it. */
import { ENGLISH } from "#core/english/english.ts";

const WORDS = ENGLISH.requestBorders;

/** What people wrap around a wish, the longest first. */
const POLITE = new RegExp(
  String.raw`^\W*(?:${ENGLISH.polite.before
    .split("|")
    .sort((one, other) => other.length - one.length)
    .join("|")})(?![\p{L}\p{N}])[\s,]*`,
  "iu",
);

/** Without all that stands in front and says nothing of what is asked for. */
export function withoutPoliteness(said: string): string {
  let text = said;
  for (let before = ""; text !== before; ) {
    before = text;
    text = text.replace(POLITE, "");
  }
  return text;
}

/** As `withoutPoliteness`, of one more wish: "I'd also like to". */
export function withoutWish(said: string): string {
  return withoutPoliteness(said.replace(WORDS.alsoWithin, "$1").replace(WORDS.shortWould, "$1 would"));
}
