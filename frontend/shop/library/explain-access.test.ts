import { describe, expect, test } from "vitest";
import { explainAccess } from "./explain-access.ts";
import type { LibraryEntry } from "./queries.ts";

const march = Date.UTC(2026, 2, 3, 12);
const april = Date.UTC(2026, 3, 3, 12);
const monthly = { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1 };
const once = { amountMinor: 2900, currency: "usd", interval: null, intervalCount: null };

function access(
  reason: LibraryEntry["access"]["reason"],
  until: number | null = null,
  active = true,
) {
  return { reason, since: march, until, active };
}

describe("one-time purchases", () => {
  test("what was paid for has no end", () => {
    expect(
      explainAccess({ access: access("order_paid"), price: once, quantity: 1, renewsAt: null }),
    ).toBe("You bought this on March 3, 2026. It is yours and has no end.");
  });

  test("what was free is not called bought", () => {
    expect(
      explainAccess({
        access: access("order_paid"),
        price: { ...once, amountMinor: 0 },
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Yours since March 3, 2026. It was free and has no end.");
  });
});

describe("subscriptions", () => {
  test("a trial says when it ends and what comes then", () => {
    expect(
      explainAccess({
        access: access("subscription_trialing"),
        price: monthly,
        quantity: 1,
        renewsAt: april,
      }),
    ).toBe("Your free trial runs until April 3, 2026, then $9 a month.");
  });

  test("the day of renewal is the period's end, not the end of access, which is later", () => {
    const dayLater = april + 86_400_000;
    expect(
      explainAccess({
        access: access("subscription_active", dayLater),
        price: monthly,
        quantity: 1,
        renewsAt: april,
      }),
    ).toBe("Subscribed since March 3, 2026, at $9 a month. It renews on April 3, 2026.");
  });

  test("no day is named while the period is not known", () => {
    expect(
      explainAccess({
        access: access("subscription_active", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Subscribed since March 3, 2026, at $9 a month.");
  });

  test("a scheduled end says that nothing more is charged", () => {
    expect(
      explainAccess({
        access: access("subscription_canceling", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("You canceled. It stays open until April 3, 2026, and nothing more is charged.");
  });

  test("a failed payment is told apart by whether access is left", () => {
    expect(
      explainAccess({
        access: access("subscription_past_due", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toContain("stays open until April 3, 2026");
    expect(
      explainAccess({
        access: access("subscription_past_due", april, false),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toContain("closed");
  });
});

describe("gifts", () => {
  const gift = (reason: LibraryEntry["access"]["reason"], until: number | null, active: boolean) =>
    explainAccess({
      access: access(reason, until, active),
      price: null,
      quantity: 1,
      renewsAt: null,
    });

  test("say who gave them, since when and until when", () => {
    expect(gift("manual", null, true)).toBe(
      "The shop gave you this on March 3, 2026. It has no end.",
    );
    expect(gift("manual", april, true)).toBe(
      "The shop gave you this on March 3, 2026, until April 3, 2026.",
    );
    expect(gift("comp_ended", april, false)).toBe(
      "The shop gave you this on March 3, 2026, until April 3, 2026.",
    );
    expect(gift("comp_taken_back", april, false)).toBe(
      "The shop gave you this on March 3, 2026 and took it back on April 3, 2026.",
    );
  });
});
