import type { Tokens } from "../backend/dialect.ts";

/** Money per million tokens, as the settings have it; 0 where it is not known. */
export interface Prices {
  readonly inputPrice: number;
  /** For what a server had read before and kept; 0 where it is as dear as the rest. */
  readonly cachedInputPrice: number;
  readonly outputPrice: number;
}

/** What these tokens cost, in the currency of the prices. */
export function moneyFor({ input, output, cached = 0 }: Tokens, prices: Prices): number {
  const cachedPrice = prices.cachedInputPrice === 0 ? prices.inputPrice : prices.cachedInputPrice;
  return ((input - cached) * prices.inputPrice + cached * cachedPrice + output * prices.outputPrice) / 1_000_000;
}
