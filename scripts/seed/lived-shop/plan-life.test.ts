import { describe, expect, it } from "vitest";
import type { Action } from "./actions.ts";
import { planLife } from "./plan-life.ts";

const start = Date.UTC(2025, 8, 1);
const end = Date.UTC(2026, 10, 1);
const life = planLife({ seed: 15, start, end });

const countBuyers = (from: number, to: number) =>
  new Set(
    life.flatMap((action) =>
      action.type === "buy" && action.at >= from && action.at < to ? action.who.email : [],
    ),
  ).size;

describe("a life of fourteen months", () => {
  it("a life of fourteen months is the same each time for the same seed, and another one for another", () => {
    expect(planLife({ seed: 15, start, end })).toEqual(life);
    expect(planLife({ seed: 16, start, end })).not.toEqual(life);
  });

  it("a life of fourteen months is in order, and within its time", () => {
    const times = life.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, two) => one - two));
    expect(times[0]).toBeGreaterThanOrEqual(start);
    expect(times.at(-1)).toBeLessThan(end);
  });

  it("a life of fourteen months has everything that happens to a shop", () => {
    const types = new Set<Action["type"]>(life.map(({ type }) => type));
    expect([...types].toSorted()).toEqual([
      "answer_warning",
      "buy",
      "cancel",
      "change_plan",
      "change_seats",
      "close_dispute",
      "create_discount",
      "dispute",
      "download",
      "end_day",
      "gift",
      "note",
      "payout",
      "refund",
      "replace_card",
      "resume",
      "warn_of_fraud",
    ]);
    const outcomes = life.flatMap((action) => (action.type === "buy" ? action.outcome : []));
    expect(new Set(outcomes)).toEqual(new Set(["paid", "declined", "abandoned"]));
  });

  it("a life has 150 to 300 customers, each with a name and an address of their own at example.com", () => {
    const people = new Map(
      life.flatMap((action) => ("who" in action ? [[action.who.email, action.who]] : [])),
    );
    expect(people.size).toBeGreaterThanOrEqual(150);
    expect(people.size).toBeLessThanOrEqual(300);
    for (const { email, name, country } of people.values()) {
      expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/);
      expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
      expect(country).toMatch(/^[A-Z]{2}$/);
    }
  });

  it("a life of fourteen months is slow in summer, and busiest when its code takes something off", () => {
    const month = (from: number) => countBuyers(from, from + 30 * 86_400_000);
    const summer = month(Date.UTC(2026, 6, 1));
    expect(month(Date.UTC(2026, 4, 1))).toBeGreaterThan(summer);
    expect(month(Date.UTC(2026, 8, 1))).toBeGreaterThan(summer);
    const withCode = life.filter((action) => action.type === "buy" && action.code !== undefined);
    expect(withCode.length).toBeGreaterThan(5);
    for (const { at } of withCode) expect(new Date(at).getUTCMonth()).toBe(10);
  });
});
