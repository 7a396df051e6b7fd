import { describe, expect, test } from "vitest";
import { describePolicyEffect } from "./policy-copy.ts";

const none = {
  affectedCustomers: 0,
  losingAccess: 0,
  regainingAccess: 0,
  endingSooner: 0,
  endingLater: 0,
  firstEndAt: null,
};

describe("the effect of a policy", () => {
  test("says so if no access changes", () => {
    expect(describePolicyEffect(none)).toEqual(["Nobody’s access changes now."]);
  });

  test("counts subscriptions that lose access now or later, with the first date", () => {
    const effect = { ...none, affectedCustomers: 1200, losingAccess: 1, endingSooner: 12 };
    const lines = describePolicyEffect({ ...effect, firstEndAt: Date.UTC(2026, 10, 22, 12) });
    expect(lines[0]).toBe("1 subscription loses access now.");
    expect(lines[1]).toMatch(/^12 subscriptions .+ sooner .+ Nov.* 22/);
    expect(lines[2]).toBe("1,200 customers are looked at again in the next minutes.");
  });

  test("counts subscriptions that regain or keep access for longer", () => {
    expect(describePolicyEffect({ ...none, regainingAccess: 2, endingLater: 1 })).toEqual([
      "2 subscriptions get access back now.",
      "1 subscription in trouble keeps access for longer than before.",
    ]);
  });
});
