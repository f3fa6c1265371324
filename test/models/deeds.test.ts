import { describe, expect, test } from "bun:test";
import { asksHowThingsAre, isDeed, looksUp, reportsDeed } from "#models/embedded/choosing/deeds.ts";

describe("a query asks how things are", () => {
  test.each([
    "did I lock the front door?",
    "Did I pay Vodafone last month?",
    "hey, is the back door locked",
    "have we booked a room yet?",
    "what's playing?",
    "what did I pay for the room",
    "when is my alarm set",
    "I'm on my way. Did I turn off the lights?",
    "did I pay 3.50 for it?",
    "who can lock the front door?",
    "how many rooms are booked",
    "where did I park, and why is it locked?",
    "the front door is locked?",
    "Tom is sick ?",
  ])("%p", (query) => {
    expect(asksHowThingsAre(query)).toBe(true);
  });

  test.each([
    ["it is an order", "lock the front door"],
    ["it is asked how to do it", "how do I lock the front door?"],
    ["it is an order that begins with have", "have the vacuum clean the kitchen"],
    ["somebody is to do it", "have somebody clean room 12"],
    ["somebody is asked to do it", "can you lock the door?"],
    ["it is asked for politely", "is it possible to book a room?"],
    ["it is asked for by what there is", "is there a table for two at eight?"],
    ["it is a clause", "when I get home turn on the lights"],
    ["a question comes first and a request last", "Did you find it? Book the second one"],
    ["it is asked how a wish can be fulfilled", "I want to lock the door. What do you need to know?"],
    ["it is told", "Tom is sick"],
    ["something is wanted of who is free", "can anyone who is free take 4412?"],
    ["it is an order with a clause", "book the room that is free?"],
    ["somebody tells first", "the sink is leaking, who comes?"],
    ["nothing is said", ""],
  ])("not where %s: %p", (_, query) => {
    expect(asksHowThingsAre(query)).toBe(false);
  });
});

describe("only looks something up", () => {
  test.each([
    ["get_weather", ""],
    ["listOrders", "Own orders, newest first"],
    ["vessel.position", "Where a ship is right now"],
    ["searchFlights", "Looks for flights; nothing is booked"],
    ["area", "Calculates the area of a circle"],
    ["lawyer.find_nearby", ""],
  ])("%p: %p", (name, description) => {
    expect(looksUp({ name, description })).toBe(true);
  });

  test.each([
    ["alarm_delete", ""],
    ["hotspot", ""],
    ["assign_lane", "Direct a vehicle to a lane"],
    ["book_room", "Reserve a room"],
    ["checkout", "Ends a stay"],
  ])("not %p: %p", (name, description) => {
    expect(looksUp({ name, description })).toBe(false);
  });
});

describe("a tool", () => {
  test.each([
    ["lock_door", "Lock or unlock a door"],
    ["lights", "Switches a light on or off"],
    ["standing_order", "Set up a payment that repeats"],
    ["add_item", "Add an item to the shopping list"],
    ["ticket_status", "Sets the status of a ticket"],
    ["check_in", "Check a guest in"],
    ["check_out", "End a stay"],
    ["departure", "Check out of a room"],
    ["report_sick", "Report somebody sick"],
    ["damage", "Report a damaged parcel"],
    ["payments", "Records a payment at the desk"],
    ["call_log", "Log a call with a customer"],
    ["discount", "Take a percentage off an order"],
  ])("%s changes something", (name, description) => {
    expect(isDeed({ name, description })).toBe(true);
  });

  test.each([
    ["get_balance", "Show the balance of an account"],
    ["order_status", "Where an order is"],
    ["book", "Details of a book"],
    ["lock", "Lock a door, or tell whether it is locked"],
    ["weather", "The weather of a place"],
    ["exchange_rate", "Rates of currencies"],
    ["check_stock", "Check what is in stock"],
    ["report", "Report the temperature of a room"],
    ["sales_report", "Reports of all shops"],
    ["call_log", "Calls of a customer"],
    ["log", "Log of the last night"],
    ["check_prices", "Check prices in a shop"],
    ["check_tank", "Check the tank in the yard"],
  ])("%s tells something", (name, description) => {
    expect(isDeed({ name, description })).toBe(false);
  });
});

describe("what is told of as done", () => {
  const lock = { name: "lock_door", description: "Lock a door" };
  const either = { name: "set_lock", description: "Lock or unlock a door" };
  const arm = { name: "set_alarm", description: "Arm or disarm the alarm" };
  const off = { name: "lights_off", description: "Turn off the lights" };

  test.each([
    ["the front door is locked", lock],
    ["somebody has already locked the back door", lock],
    ["the lights are turned off, and nobody is in", off],
    ["the lights in the hall are turned off, turn them on", off],
    ["the front door is unlocked", either],
    ["the front door isn't locked", either],
    ["somebody left the back door unlocked", either],
    ["the alarm is not armed", arm],
  ])("%s: nobody asks for it", (query, tool) => {
    expect(reportsDeed(query, tool)).toBe(true);
  });

  test.each([
    ["lock the front door", lock],
    ["make sure that the front door is locked", lock],
    ["the front door should be locked at night", lock],
    ["could you see whether the door is locked, and lock it if not", lock],
    ["the door is closed, now lock it", lock],
    ["the alarm is not armed, arm it", arm],
    ["somebody left the back door unlocked, lock it", either],
    ["unlock the left one", either],
    ["the lights are turned on, turn them off", off],
    ["which doors are locked", { name: "list_locks", description: "Show which doors are locked" }],
    ["", lock],
  ])("%s: it may be asked for", (query, tool) => {
    expect(reportsDeed(query, tool)).toBe(false);
  });
});
