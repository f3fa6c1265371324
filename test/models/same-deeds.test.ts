/** Whether a sentence says what a tool does, in the tool's words or in others. */
import { describe, expect, test } from "bun:test";
import { saysDeed } from "#models/embedded/choosing/same-deeds.ts";

const TOOLS = {
  cancel: { name: "cancel_visit", description: "Cancels a visit." },
  send: { name: "transferMoney", description: "Send money to an account" },
  off: { name: "heater", description: "Switches the heater off" },
  buy: { name: "order_ticket", description: "" },
  find: { name: "search_works", description: "Finds a film or a book by its title" },
  menu: { name: "get_menu", description: "The menu of the day" },
};

describe("the sentence says it", () => {
  test.each<[string, keyof typeof TOOLS]>([
    ["please cancel my visit on Friday", "cancel"],
    ["I have to call off our visit", "cancel"],
    ["cancelling Friday's visit", "cancel"],
    ["wire 40 pounds to the plumber", "send"],
    ["let my landlord know that I paid", "send"],
    ["turn that noisy old heater off", "off"],
    ["I’ll have two tickets", "buy"],
    ["looking for the show called Neon Nights", "find"],
    ["please look that film up", "find"],
    ["Überweise Max 20 Euro", "send"],
    ["J'aimerais annuler ma visite", "cancel"],
    ["¿puedes buscar la película Vértigo?", "find"],
    ["schalte bitte die Heizung aus", "off"],
  ])("%s", (query, tool) => {
    expect(saysDeed(query, TOOLS[tool])).toBe(true);
  });
});

describe("the sentence does not say it", () => {
  test.each<[string, keyof typeof TOOLS]>([
    ["what does a visit cost", "cancel"],
    ["is there a cancellation policy", "cancel"],
    ["turn the heater on", "off"],
    ["who is the richest man", "send"],
    ["order the menu", "menu"],
  ])("%s", (query, tool) => {
    expect(saysDeed(query, TOOLS[tool])).toBe(false);
  });
});
