import { describe, expect, test } from "vitest";
import { explainAccess, explainHeldOpen } from "./explain-access.ts";
import type { LibraryEntry } from "./queries.ts";

const march = Date.UTC(2026, 2, 3, 12);
const april = Date.UTC(2026, 3, 3, 12);
const monthly = {
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  tax: null,
};
const once = { amountMinor: 2900, currency: "usd", interval: null, intervalCount: null, tax: null };

function access(
  reason: LibraryEntry["access"]["reason"],
  until: number | null = null,
  active = true,
) {
  return { reason, since: march, until, active };
}

describe("one-time purchases", () => {
  test("a paid order has no end date", () => {
    expect(
      explainAccess({ access: access("order_paid"), price: once, quantity: 1, renewsAt: null }),
    ).toBe("You bought this on March 3, 2026. It is yours and has no end.");
  });

  test("a free order is not described as bought", () => {
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
  test("a trial shows its end and the price that follows", () => {
    expect(
      explainAccess({
        access: access("subscription_trialing"),
        price: monthly,
        quantity: 1,
        renewsAt: april,
      }),
    ).toBe("Your free trial runs until April 3, 2026, then $9 a month.");
  });

  test("the renewal date is the end of the period, not the later end of access", () => {
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

  test("no date is shown while the period is unknown", () => {
    expect(
      explainAccess({
        access: access("subscription_active", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Subscribed since March 3, 2026, at $9 a month.");
  });

  test("a canceled subscription says that nothing more is charged", () => {
    expect(
      explainAccess({
        access: access("subscription_canceling", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("You canceled. It stays open until April 3, 2026, and nothing more is charged.");
  });

  test("a failed payment says whether access is still open", () => {
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

  test("a gift shows who gave it, its start and its end", () => {
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

test("a refused trial is not described as a subscription that ended", () => {
  expect(
    explainAccess({
      access: access("subscription_ended", march, false),
      price: monthly,
      quantity: 1,
      renewsAt: null,
      notice: { code: "trial_refused_card", at: march },
    }),
  ).toBe("The free trial did not start, and nothing was charged. Billing says why.");
});

describe("what is held open during an outage", () => {
  const later =
    "It stays open for now, because the shop is still checking its payments. It closes after that.";

  test("a refunded order says that it was refunded, and that it still opens", () => {
    expect(explainHeldOpen({ access: access("order_refunded", null, false) })).toBe(
      `You bought this on March 3, 2026, and it was refunded in full. ${later}`,
    );
  });

  test("a period that has passed is not said to renew", () => {
    expect(explainHeldOpen({ access: access("subscription_active", april) })).toBe(
      `Your period ended on April 3, 2026, and the renewal is not confirmed yet. ${later}`,
    );
    expect(explainHeldOpen({ access: access("manual", april) })).toBe(
      `Your access ended on April 3, 2026. ${later}`,
    );
  });
});
