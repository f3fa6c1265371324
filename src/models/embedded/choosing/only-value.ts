/** "4412" and ten tools that take a ticket: a value alone tells nobody what is to be done with it. */
import { ENGLISH } from "#core/english/english.ts";
import type { DraftCall } from "#core/ports/models.ts";
import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import { looksUp } from "./deeds.ts";

/**
 * Whether the text is one value and nothing else, where the tool changes something and another one of those offered takes the same. What only
 * one takes is meant for it ("espresso" where drinks are ordered), and so is what is said of two things ("WEB-88 done").
 */
export function saysOnlyValue(
  query: string,
  tool: ReadableTool,
  call: DraftCall,
  tools: readonly ReadableTool[],
): boolean {
  const [filled, ...more] = Object.entries(call.spans);
  if (!filled || more.length > 0 || query.includes("?") || looksUp(tool)) return false;
  const [name, { start, end }] = filled;
  const parameter = tool.parameters.find((one) => one.name === name);
  if (!parameter || !isNaming(query.slice(0, start), parameter) || !isNaming(query.slice(end), parameter)) return false;
  return tools.some((other) => other !== tool && takesNoMore(other, parameter));
}

/** "the ticket": an article, and the parameter's own name. */
function isNaming(said: string, { name }: Parameter): boolean {
  const words = said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => {
    const [meant] = contentWords(word);
    return meant === undefined
      ? ENGLISH.naming.articleInFront.test(`${word} ${name}`)
      : contentWords(name).includes(meant);
  });
}

/** Whether a tool has all that it needs with a value of that parameter. */
function takesNoMore({ parameters }: ReadableTool, value: Parameter): boolean {
  const isEnough = parameters.every(({ isRequired, name }) => !isRequired || name === value.name);
  return isEnough && parameters.some((one) => takesSame(one, value));
}

function takesSame(one: Parameter, other: Parameter): boolean {
  const isOfOneKind = one.name === other.name && one.type === other.type && one.format === other.format;
  return isOfOneKind && Bun.deepEquals(one.choices, other.choices);
}
