/**
 * The trades of `train/everyday` that the extractor was not trained on, as owners: what people ask of their tools, and what they say
 * without asking for anything.
 */
import type { EverydaySource } from "../../eval/everyday-data.ts";
import { learnedTrades, leftOutTrades, plainCases, toolsMeant } from "../trades/trades.ts";
import type { Asked, Owner } from "./owners.ts";

/** Kinds whose requests show what a tool is for. */
const EXAMPLE_KINDS: ReadonlySet<string> = new Set(["plain", "terse", "polite-long", "slang", "relative-time"]);

/** `folder`: that of the training data. */
export function tradeOwners(folder: string): readonly Owner[] {
  return ownersOf(leftOutTrades(folder));
}

/** The trades that the extractor was trained on. */
export function learnedTradeOwners(folder: string): readonly Owner[] {
  return ownersOf(learnedTrades(folder));
}

function ownersOf(trades: readonly EverydaySource[]): readonly Owner[] {
  return trades.map((trade) => {
    const asked = plainCases(trade).flatMap((one): readonly (Asked & { readonly isExample: boolean })[] => {
      const [tool = null, ...others] = toolsMeant(one) ?? ["", ""];
      if (others.length > 0) return [];
      const kind = one.missing ? "open" : "plain";
      return [{ text: one.query.trim(), tool, kind, isExample: tool !== null && EXAMPLE_KINDS.has(one.kind) }];
    });
    return {
      source: "trades",
      name: trade.name,
      tools: trade.tools.map(({ name, description, parameters = { type: "object", properties: {} } }) => ({
        name,
        description,
        parameters,
        examples: asked.filter(({ tool, isExample }) => isExample && tool === name).map(({ text }) => text),
      })),
      asked: asked.map(({ text, tool, kind }) => ({ text, tool, kind })),
    };
  });
}
