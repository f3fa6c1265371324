/** E-mail addresses that are said aloud: "jill dot tate at mail dot example". */
import type { Span } from "../span.ts";
import type { LanguageTables } from "./language.ts";

export interface SpokenAddress extends Span {
  /** As it is written. */
  readonly address: string;
}

/** In the order of the text; none of those that stand there written. */
export function spokenAddressesIn(text: string, { spokenAddresses }: LanguageTables): readonly SpokenAddress[] {
  const written = (said: string) =>
    spokenAddresses.signs.reduce((made, [form, sign]) => made.replace(form, sign), said).toLowerCase();
  return [...text.matchAll(spokenAddresses.form)].map((match) => {
    const [whole, name = match[3] ?? "", domain = match[4] ?? ""] = match;
    return {
      start: match.index,
      end: match.index + whole.length,
      address: `${written(name)}@${written(domain)}`,
    };
  });
}
