import { setupI18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import { describePolicyEffect } from "./policy-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const none = {
  affectedCustomers: 0,
  losingAccess: 0,
  regainingAccess: 0,
  endingSooner: 0,
  endingLater: 0,
  firstEndAt: null,
};

describe("the effect of a policy", () => {
  test("the effect of a policy says so if no access changes", () => {
    expect(describePolicyEffect(i18n, none)).toEqual(["No customer’s access changes."]);
  });

  test("the effect of a policy counts subscriptions that lose access now or later, with the first date", () => {
    const effect = { ...none, affectedCustomers: 1200, losingAccess: 1, endingSooner: 12 };
    const lines = describePolicyEffect(i18n, { ...effect, firstEndAt: Date.UTC(2026, 10, 22, 12) });
    expect(lines[0]).toBe("1 subscription loses access immediately.");
    expect(lines[1]).toMatch(/^12 subscriptions .+ sooner .+ Nov.* 22/);
    expect(lines[2]).toBe("1,200 customers are updated within the next minutes.");
  });

  test("the effect of a policy counts subscriptions that regain or keep access for longer", () => {
    expect(describePolicyEffect(i18n, { ...none, regainingAccess: 2, endingLater: 1 })).toEqual([
      "2 subscriptions regain access immediately.",
      "1 subscription that is unpaid or late keeps access longer than before.",
    ]);
  });
});
