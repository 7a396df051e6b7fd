import { setupI18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import { explainAccess, explainOutageAccess } from "./explain-access.ts";
import type { LibraryEntry } from "./queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

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
      explainAccess(i18n, {
        access: access("order_paid"),
        price: once,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Purchased on March 3, 2026. Lifetime access.");
  });

  test("a free order is not described as bought", () => {
    expect(
      explainAccess(i18n, {
        access: access("order_paid"),
        price: { ...once, amountMinor: 0 },
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Added for free on March 3, 2026. Lifetime access.");
  });
});

describe("subscriptions", () => {
  test("a trial shows its end and the price that follows", () => {
    expect(
      explainAccess(i18n, {
        access: access("subscription_trialing"),
        price: monthly,
        quantity: 1,
        renewsAt: april,
      }),
    ).toBe("Your free trial ends on April 3, 2026. After that, you pay $9 a month.");
  });

  test("the renewal date is the end of the period, not the later end of access", () => {
    const dayLater = april + 86_400_000;
    expect(
      explainAccess(i18n, {
        access: access("subscription_active", dayLater),
        price: monthly,
        quantity: 1,
        renewsAt: april,
      }),
    ).toBe("Subscribed since March 3, 2026. Renews on April 3, 2026 at $9 a month.");
  });

  test("no date is shown while the period is unknown", () => {
    expect(
      explainAccess(i18n, {
        access: access("subscription_active", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Subscribed since March 3, 2026. You pay $9 a month.");
  });

  test("a canceled subscription says that nothing more is charged", () => {
    expect(
      explainAccess(i18n, {
        access: access("subscription_canceling", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Canceled. You have access until April 3, 2026, and you won’t be charged again.");
  });

  test("a failed payment says whether access is still open", () => {
    expect(
      explainAccess(i18n, {
        access: access("subscription_past_due", april),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Your last payment failed. You have access until April 3, 2026 while we retry it.");
    expect(
      explainAccess(i18n, {
        access: access("subscription_past_due", april, false),
        price: monthly,
        quantity: 1,
        renewsAt: null,
      }),
    ).toBe("Your last payment failed. Your access has ended.");
    const entry = { price: monthly, quantity: 1, renewsAt: null };
    const voided = { code: "period_voided", at: april } as const;
    expect(
      explainAccess(i18n, { ...entry, access: access("subscription_paused"), notice: voided }),
    ).toBe("You don’t have access until your subscription renews.");
    const notice = { code: "confirmation_required", at: april } as const;
    expect(
      explainAccess(i18n, { ...entry, access: access("subscription_past_due", april), notice }),
    ).toBe("Your last payment isn’t complete. See billing for how to pay.");
  });
});

describe("gifts", () => {
  const gift = (reason: LibraryEntry["access"]["reason"], until: number | null, active: boolean) =>
    explainAccess(i18n, {
      access: access(reason, until, active),
      price: null,
      quantity: 1,
      renewsAt: null,
    });

  test("a gift shows who gave it, its start and its end", () => {
    expect(gift("gift", null, true)).toBe("Gift from the shop on March 3, 2026. Lifetime access.");
    expect(gift("gift", april, true)).toBe(
      "Gift from the shop on March 3, 2026. You have access until April 3, 2026.",
    );
    expect(gift("gift_ended", april, false)).toBe(
      "Gift from the shop on March 3, 2026. Your access ended on April 3, 2026.",
    );
    expect(gift("gift_revoked", april, false)).toBe(
      "Gift from the shop on March 3, 2026. The shop ended your access on April 3, 2026.",
    );
  });
});

test("a refused trial is not described as a subscription that ended", () => {
  expect(
    explainAccess(i18n, {
      access: access("subscription_ended", march, false),
      price: monthly,
      quantity: 1,
      renewsAt: null,
      notice: { code: "trial_refused_card", at: march },
    }),
  ).toBe("Your free trial didn’t start and you weren’t charged. See billing for details.");
});

describe("access that outage mode keeps", () => {
  const later = "until the shop has finished checking your payments.";

  test("a refunded order says that it was refunded, and that it still opens", () => {
    expect(explainOutageAccess(i18n, { access: access("order_refunded", null, false) })).toBe(
      `Purchased on March 3, 2026 and refunded in full. You keep access ${later}`,
    );
  });

  test("a period that has passed is not said to renew", () => {
    expect(explainOutageAccess(i18n, { access: access("subscription_active", april) })).toBe(
      `Your billing period ended on April 3, 2026 and the renewal isn’t confirmed yet. You keep access ${later}`,
    );
    expect(explainOutageAccess(i18n, { access: access("gift", april) })).toBe(
      `Your access was due to end on April 3, 2026. You keep it ${later}`,
    );
  });
});
