/** Tools of many trades, for the scenarios of the cache's rules. */
import type { JsonObject } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";

const text = { type: "string" } as const;
const whole = { type: "integer" } as const;
const number = { type: "number" } as const;
const day = { type: "string", format: "date" } as const;

const TRADES = {
  order_bread: { bread: text, loaves: whole, shop: text },
  book_room: { town: text, nights: whole, guests: whole, view: { type: "string", enum: ["sea", "garden"] } },
  transfer_money: { amount: number, currency: text, receiver: text, sender: text, account: text },
  play_music: { song: text, artist: text, service: text, volume: whole },
  find_showings: { film: text, cinema: text },
  rate_book: { book: text, stars: whole, best: whole },
  find_weather: { town: text, state: text, country: text },
  set_reminder: { what: text, day, when: text },
  send_text: { person: text, message: text },
  dim_light: { room: text, percent: whole, state: { type: "string", enum: ["on", "off"] } },
  find_shop: { kind: text, town: text },
  plan_route: { stops: { type: "array", items: text } },
  print_pages: { document: text, pages: text },
  share_file: { file: text, person: text },
  send_parcel: { receiver: text, weight: number, priority: { type: "string", enum: ["normal", "urgent"] } },
  look_up_parcel: { parcel: text },
  cut_board: { wood: text, length: whole, width: whole, height: whole },
  move_stock: { item: text, from_store: text, to_store: text },
  book_table: { restaurant: text, people: whole, kind: text },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type TradeTool = keyof typeof TRADES;

export const TRADE_NAMES = Object.keys(TRADES) as readonly TradeTool[];

export const TRADE_TOOLS: readonly Tool[] = TRADE_NAMES.map((name) => ({
  name,
  description: "",
  parameters: { type: "object", properties: TRADES[name] },
}));
