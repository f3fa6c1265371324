import { texts } from "../texts/texts.ts";

/** What a name in a set means, for people; null where nobody wrote it down. */
export function meaningOf(name: string, described: string | null, isKeyword: boolean): string | null {
  const { fields, keywords } = texts.value;
  if (!isKeyword) return described;
  if (Object.hasOwn(keywords, name)) return keywords[name as keyof typeof keywords];
  if (Object.hasOwn(fields, name)) return fields[name as keyof typeof fields].hint;
  return described;
}
