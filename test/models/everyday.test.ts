/** What people ask of everyday tools, whose schemas say little, with the real weights: each a habit of speech that rules read. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { openRealModels } from "./real-weights.ts";
import { NOTHING_BESIDE, offeredFrom, type TerseTools } from "./terse-tools.ts";

const models = await openRealModels();
/** A Sunday. */
const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));

const TOOLS: TerseTools = {
  set_light: [
    "Turns the light in a room on or off and sets its brightness",
    {
      room: { type: "string" },
      on: { type: "boolean" },
      brightness: { type: "integer", description: "Brightness in percent", minimum: 0, maximum: 100 },
      color: { type: "string", enum: ["white", "red", "green", "blue", "yellow"] },
    },
    ["room"],
  ],
  lock_door: [
    "Locks or unlocks a door",
    { door: { type: "string", enum: ["front", "back", "garage"] }, locked: { type: "boolean" } },
    ["door", "locked"],
  ],
  set_alarm: [
    "Sets an alarm",
    {
      time: { type: "string", format: "time" },
      days: {
        type: "array",
        items: { type: "string", enum: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] },
      },
    },
    ["time"],
  ],
  play_music: [
    "Plays music",
    {
      artist: { type: "string" },
      song: { type: "string" },
      playlist: { type: "string" },
      volume: { type: "integer", minimum: 0, maximum: 10 },
    },
    [],
  ],
  scale_deployment: [
    "Changes the number of replicas of a deployment",
    {
      deployment: { type: "string" },
      replicas: { type: "integer" },
      namespace: { type: "string", default: "default" },
    },
    ["deployment", "replicas"],
  ],
  get_logs: [
    "Shows log lines of a service",
    {
      service: { type: "string" },
      lines: { type: "integer", default: 100 },
      since: { type: "string", description: "Duration such as 10m or 2h" },
      level: { type: "string", enum: ["debug", "info", "warning", "error"] },
    },
    ["service"],
  ],
  search_flights: [
    "Searches flights",
    {
      origin: { type: "string" },
      destination: { type: "string" },
      date: { type: "string", format: "date" },
      return_date: { type: "string", format: "date" },
      passengers: { type: "integer", default: 1 },
      cabin: { type: "string", enum: ["economy", "premium_economy", "business", "first"] },
    },
    ["origin", "destination", "date"],
  ],
  book_hotel: [
    "Books a hotel room",
    {
      city: { type: "string" },
      check_in: { type: "string", format: "date" },
      nights: { type: "integer" },
      guests: { type: "integer" },
      max_price_per_night: { type: "number" },
    },
    ["city", "check_in"],
  ],
  block_card: [
    "Blocks a card that was lost or stolen",
    {
      card_last_digits: { type: "string", pattern: "^[0-9]{4}$" },
      reason: { type: "string", enum: ["lost", "stolen", "damaged"] },
    },
    [],
  ],
  list_transactions: [
    "Lists transactions",
    {
      since: { type: "string", format: "date" },
      until: { type: "string", format: "date" },
      min_amount: { type: "number" },
      merchant: { type: "string" },
    },
    [],
  ],
  list_tasks: [
    "Lists tasks",
    {
      project: { type: "string" },
      done: { type: "boolean" },
      due_before: { type: "string", format: "date" },
      assignee: { type: "string" },
      limit: { type: "integer" },
    },
    [],
  ],
  get_directions: [
    "Directions between two places",
    {
      from: { type: "string" },
      to: { type: "string" },
      mode: { type: "string", enum: ["driving", "walking", "cycling", "transit"] },
      avoid_tolls: { type: "boolean" },
      depart_at: { type: "string", format: "time" },
    },
    ["to"],
  ],
  book_class: [
    "Books a class at the gym",
    {
      class_name: { type: "string" },
      date: { type: "string", format: "date" },
      time: { type: "string", format: "time" },
      guests: { type: "integer" },
    },
    ["class_name", "date"],
  ],
  order_food: [
    "Orders food for delivery",
    {
      restaurant: { type: "string" },
      items: {
        type: "array",
        items: {
          type: "object",
          properties: { name: { type: "string" }, quantity: { type: "integer" } },
          required: ["name"],
        },
      },
      address: { type: "string" },
      tip: { type: "number" },
    },
    ["restaurant", "items"],
  ],
  toggle_wifi: ["Turns the wifi on or off", { enabled: { type: "boolean" } }, ["enabled"]],
  merge_pull_request: [
    "Merges a pull request",
    {
      number: { type: "integer" },
      method: { type: "string", enum: ["merge", "squash", "rebase"] },
      delete_branch: { type: "boolean" },
    },
    ["number"],
  ],
};

/** All of them: nobody has an assistant for alarms alone. */
const OFFERED = offeredFrom(TOOLS);

describe("an everyday request", () => {
  test.each<[string, string, JsonObject]>([
    ["turn on the kitchen light", "set_light", { room: "kitchen", on: true }],
    ["unlock the garage", "lock_door", { door: "garage", locked: false }],
    [
      "wake me up at half past six on weekdays",
      "set_alarm",
      { time: "06:30:00Z", days: ["monday", "tuesday", "wednesday", "thursday", "friday"] },
    ],
    ["switch the light off in the kids' room", "set_light", { room: "kids' room", on: false }],
    [
      "play Bohemian Rhapsody by Queen at volume 7",
      "play_music",
      { song: "Bohemian Rhapsody", artist: "Queen", volume: 7 },
    ],
    ["scale the web deployment to five replicas", "scale_deployment", { deployment: "web", replicas: 5 }],
    ["show the last 50 error logs of payment-api", "get_logs", { service: "payment-api", lines: 50, level: "error" }],
    [
      "flights from Berlin to New York on 3 December",
      "search_flights",
      { origin: "Berlin", destination: "New York", date: "2026-12-03" },
    ],
    [
      "a room in Lisbon tomorrow under 120 a night",
      "book_hotel",
      { city: "Lisbon", check_in: "2026-11-23", max_price_per_night: 120 },
    ],
    [
      "book a hotel in Rome for 3 nights from 5 January for two people",
      "book_hotel",
      { city: "Rome", check_in: "2027-01-05", nights: 3, guests: 2 },
    ],
    ["somebody stole my card", "block_card", { reason: "stolen" }],
    ["show transactions over 100 since October 1st", "list_transactions", { min_amount: 100, since: "2026-10-01" }],
    ["show the 5 open tasks of project Apollo", "list_tasks", { project: "Apollo", limit: 5, done: false }],
    [
      "directions to Munich from Stuttgart avoiding tolls",
      "get_directions",
      { from: "Stuttgart", to: "Munich", avoid_tolls: true },
    ],
    [
      "book the spinning class tomorrow at 6 pm",
      "book_class",
      { class_name: "spinning", date: "2026-11-23", time: "18:00:00Z" },
    ],
    [
      "order two margheritas and a cola from Pizza Roma",
      "order_food",
      {
        restaurant: "Pizza Roma",
        items: [
          { name: "margheritas", quantity: 2 },
          { name: "cola", quantity: 1 },
        ],
      },
    ],
    [
      "book the yoga class the day after the 3rd of December at half six",
      "book_class",
      { class_name: "yoga", date: "2026-12-04", time: "18:30:00Z" },
    ],
    [
      "book the spinning class on the last Friday of November at 10ish",
      "book_class",
      { class_name: "spinning", date: "2026-11-27", time: "10:00:00Z" },
    ],
    ["disable wifi", "toggle_wifi", { enabled: false }],
    [
      "squash and merge pull request 482 and delete the branch",
      "merge_pull_request",
      { number: 482, method: "squash", delete_branch: true },
    ],
  ])("%p", async (query, name, parameters) => {
    // Whether it is asked for at all is read back, which has tests of its own.
    const request = { query, tools: OFFERED, now: NOW, mustCall: true, ...NOTHING_BESIDE };
    const draft = await models.model.call(request, new AbortController().signal);
    expect([OFFERED[draft.tool ?? -1]?.name, draft.parameters]).toEqual([name, parameters]);
  });
});
