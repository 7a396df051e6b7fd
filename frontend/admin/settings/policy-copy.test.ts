import { describe, expect, test } from "vitest";
import { explainEffect } from "./policy-copy.ts";

const none = {
  customersRechecked: 0,
  losing: 0,
  regaining: 0,
  endingSooner: 0,
  endingLater: 0,
  firstEndAt: null,
};

describe("the effect of a policy", () => {
  test("on nobody is said too", () => {
    expect(explainEffect(none)).toEqual(["Nobody’s access changes now."]);
  });

  test("names who loses access now, and from when on the others do", () => {
    const effect = { ...none, customersRechecked: 1200, losing: 1, endingSooner: 12 };
    const lines = explainEffect({ ...effect, firstEndAt: Date.UTC(2026, 10, 22, 12) });
    expect(lines[0]).toBe("1 subscription loses access now.");
    expect(lines[1]).toMatch(/^12 subscriptions .+ sooner .+ Nov.* 22/);
    expect(lines[2]).toBe("1,200 customers are looked at again in the next minutes.");
  });

  test("for the better is said as such", () => {
    expect(explainEffect({ ...none, regaining: 2, endingLater: 1 })).toEqual([
      "2 subscriptions get access back now.",
      "1 subscription in trouble keeps access for longer than before.",
    ]);
  });
});
