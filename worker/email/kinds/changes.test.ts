import { describe, expect, it } from "vitest";
import { DAY } from "../../lib/time.ts";
import { openTestShop } from "../../testing/shop.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { openEmailContext, type EmailContext } from "../../email-layout/email-context.ts";
import { renderText } from "../../email-layout/render-text.ts";
import { writeAccountDeleted } from "./account-deleted.ts";
import { libraryEmails, type LibraryEmailKind } from "./library-emails.ts";
import type { PaymentFacts } from "../../db/schema/outbox.ts";
import type { LibraryFacts } from "./library-facts.ts";
import type { NamedPlan } from "./library-facts.ts";

const now = Date.UTC(2026, 10, 21, 12);

const subscription: LibraryFacts["entry"] = {
  id: "sub_1",
  sourceId: "sub_1",
  source: "subscription",
  product: {
    id: "prd_1",
    slug: "club",
    name: "Club",
    tagline: "",
    image: null,
    planGroup: null,
    parts: null,
  },
  access: { active: true, reason: "subscription_active", since: now, until: null },
  notice: null,
  quantity: 1,
  renewsAt: now + 30 * DAY,
  benefits: [],
  price: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1, tax: null },
};

const order: LibraryFacts["entry"] = {
  ...subscription,
  id: "ord_1",
  sourceId: "ord_1",
  source: "order",
  access: { active: true, reason: "order_paid", since: now, until: null },
  renewsAt: null,
  price: { amountMinor: 2900, currency: "usd", interval: null, intervalCount: null, tax: null },
};

const gift: LibraryFacts["entry"] = {
  ...order,
  id: "cmp_1",
  sourceId: "cmp_1",
  source: "gift",
  access: { active: true, reason: "gift", since: now, until: now + 3 * DAY },
  price: null,
};

/** Opens what an email to Ann of the shop Tidewater is written with. */
async function openContext(): Promise<EmailContext> {
  const recipient = { name: "Ann", locale: "en", timeZone: null } as const;
  const opened = await openEmailContext(openTestShop().ctx(), recipient);
  const shop = { ...opened.shop, name: "Tidewater", origin: "https://shop.example" };
  return { ...opened, shop: { ...shop, supportEmail: null } };
}

/** Returns the subject, and the text part between the greeting and the footer. */
function toShown(context: EmailContext, content: EmailContent | null) {
  if (!content) return null;
  const [, body] = /Hello Ann,\n\n(.*)\n\n-- \n/s.exec(renderText(context, content)) ?? [];
  return { subject: content.subject, body };
}

async function write(
  kind: LibraryEmailKind,
  entry: LibraryFacts["entry"],
  facts: Partial<Omit<LibraryFacts, "entry">> = {},
  shop: Partial<EmailContext["shop"]> = {},
) {
  const opened = await openContext();
  const seller = "Tidewater Recordings, 1 Pier Road, 10115 Berlin, Germany";
  const withSeller = kind === "payment" || kind === "plan_changed" ? { seller } : {};
  const context = { ...opened, shop: { ...opened.shop, ...withSeller, ...shop } };
  const none = {
    bill: null,
    contract: null,
    failedRefund: null,
    refund: null,
    planChange: null,
    payment: null,
    pause: null,
    offer: null,
    subscription: null,
    isAfterTrial: false,
    invoiceUrl: null,
  };
  const content = libraryEmails[kind](context, { entry, remaining: [], ...none, ...facts });
  return toShown(context, content);
}

const payment: PaymentFacts = {
  stripeChargeId: "ch_1",
  amountMinor: 900,
  currency: "usd",
  paidAt: now,
  invoiceNumber: "TIDE-0008",
  reason: "renewal",
  method: { type: "card", brand: "visa", last4: "4242" },
};

describe("a payment of a subscription", () => {
  it("the email about a renewal has the number, the card, the seller, the sum and the invoice", async () => {
    const id = "sub_01m847v3p020b4357308905bee";
    expect(await write("payment", { ...subscription, id, sourceId: id }, { payment })).toEqual({
      subject: "Your receipt for Club",
      body: `Your subscription to Club was renewed. We charged you $9.00.

Order number: 1M847V3-20B4
Invoice number: TIDE-0008
Date paid: November 21, 2026
Paid with: Visa •••• 4242
Sold by: Tidewater Recordings, 1 Pier Road, 10115 Berlin, Germany
Price: $9.00 a month
Next payment: December 21, 2026

Total: $9.00

View receipt and invoice:
https://shop.example/account/billing#${id}

Manage subscription:
https://shop.example/account/billing#${id}`,
    });
  });

  it.each([
    ["trial_ended", "Your free trial of Club has ended, and your paid subscription has\nstarted."],
    ["pause_ended", "The pause of your subscription to Club has ended. We charged you $9.00."],
    ["plan_changed", "We charged you $9.00 for your subscription to Club."],
  ] as const)("the email about a payment says what it was for: %s", async (reason, sentence) => {
    const email = await write("payment", subscription, { payment: { ...payment, reason } });
    expect(email?.body).toContain(sentence);
  });

  it("the email about a payment names no card or seller that the shop does not know", async () => {
    const unknown = { ...payment, method: { type: "new", brand: null, last4: null } };
    const email = await write("payment", subscription, { payment: unknown }, { seller: null });
    expect(email?.body).not.toMatch(/Paid with|Sold by/);
    const debit = { ...payment, method: { type: "sepa_debit", brand: null, last4: "3201" } };
    const other = await write("payment", subscription, { payment: debit });
    expect(other?.body).toContain("Paid with: •••• 3201\n");
  });
});

describe("a pause", () => {
  const paused = { active: false, reason: "subscription_paused" } as const;
  const entry = { ...subscription, access: { ...subscription.access, ...paused } };

  it("the email about a pause says what it means for access and charges, and how it ends", async () => {
    expect(await write("pause", entry, { pause: "started" })).toEqual({
      subject: "Your subscription to Club is paused",
      body: `Your subscription to Club is paused. Until the pause ends, you don’t
have access, and you won’t be charged.

You can end the pause anytime on the billing page of your account.

End pause:
https://shop.example/account/billing#sub_1`,
    });
    const open = { ...entry, access: { ...entry.access, active: true } };
    const email = await write("pause", open, { pause: "started" });
    expect(email?.body).not.toContain("access");
  });

  it("the email about the end of a pause says what is paid next, and both only what is still true", async () => {
    const email = await write("pause", subscription, { pause: "ended" });
    expect(email?.subject).toBe("The pause of your subscription to Club has ended");
    expect(email?.body).toContain("Next payment: December 21, 2026");
    expect(await write("pause", subscription, { pause: "started" })).toBeNull();
    expect(await write("pause", entry, { pause: "ended" })).toBeNull();
  });
});

const refund: NonNullable<LibraryFacts["refund"]> = {
  amountMinor: 500,
  currency: "usd",
  paidMinor: 2900,
  refundedMinor: 1500,
  paidAt: now,
  invoiceNumber: "TIDE-0007",
  productNames: [],
};

describe("a refund", () => {
  it("the email about a partial refund names the amount, earlier refunds and what is left", async () => {
    expect(await write("refunded", order, { refund })).toEqual({
      subject: "Your refund for Club",
      body: `We refunded $5.00 of your payment of $29.00 for Club. It can take up to
10 days for the refund to appear on your statement.

Your access to Club doesn’t change.

Order number: ord_1
Invoice number: TIDE-0007
Date paid: November 21, 2026

Payment: $29.00
Refunded earlier: −$10.00
This refund: −$5.00
Total after refunds: $14.00

Open library:
https://shop.example/library#ord_1

View receipt and invoice:
https://shop.example/account/billing#ord_1`,
    });
  });

  it("the email about a full refund says what becomes of the access", async () => {
    const full = { ...refund, amountMinor: 900, paidMinor: 900, refundedMinor: 900 };
    const bodyWith = async (access: Partial<LibraryFacts["entry"]["access"]>, renewsAt = 0) => {
      const entry = { ...subscription, access: { ...subscription.access, ...access } };
      const facts = { refund: full };
      return (await write("refunded", { ...entry, renewsAt: renewsAt || null }, facts))?.body;
    };
    expect(await bodyWith({}, now + 30 * DAY))
      .toContain(`We refunded your payment of $9.00 for Club. It can take up to 10 days
for the refund to appear on your statement.

Your access to Club doesn’t change. Your subscription renews on December
21, 2026.

Order number: sub_1
Invoice number: TIDE-0007
Date paid: November 21, 2026

Payment: $9.00
This refund: −$9.00
Total after refunds: $0.00`);
    const canceling = { reason: "subscription_canceling", until: now + 3 * DAY } as const;
    expect(await bodyWith(canceling))
      .toContain(`You have access to Club until November 24, 2026. You won’t be charged
again.`);
    expect(await bodyWith({ active: false, reason: "subscription_ended" })).toContain(
      "You no longer have access to Club through this purchase.",
    );
  });
});

it("the email about ended access has what was paid and refunded after a full refund", async () => {
  const bill = {
    sourceId: "ord_1",
    invoiceNumber: null,
    paidAt: now,
    currency: "usd",
    quantity: 1,
    subtotalMinor: 2900,
    discountMinor: 0,
    discountCodes: [],
    lines: [],
    taxMinor: 0,
    isTaxIncluded: false,
    soldByLink: false,
    totalMinor: 2900,
    refundedMinor: 2900,
  };
  const refunded = { ...order.access, active: false, reason: "order_refunded" } as const;
  const email = await write("access_ended", { ...order, access: refunded }, { bill });
  expect(email?.body).toContain(`Order number: ord_1
Date paid: November 21, 2026

Club: $29.00
Total: $29.00
Refunded in total: −$29.00

View billing:
https://shop.example/account/billing#ord_1

View receipt and invoice:
https://shop.example/account/billing#ord_1`);
  const disputed = { ...refunded, reason: "order_disputed" } as const;
  const other = await write("access_ended", { ...order, access: disputed }, { bill });
  expect(other?.body).not.toContain("Refunded");
});

describe("a cancellation", () => {
  const canceled = { status: "active", cancelAt: now + 30 * DAY, endedAt: null };
  const canceling: LibraryFacts["entry"] = {
    ...subscription,
    access: {
      active: true,
      reason: "subscription_canceling",
      since: now,
      until: canceled.cancelAt,
    },
    renewsAt: null,
  };

  it("the email about a cancellation says when it ends and how to resume", async () => {
    expect(await write("cancellation", canceling, { subscription: canceled })).toEqual({
      subject: "Your subscription to Club is canceled",
      body: `Your subscription to Club is canceled and ends on December 21, 2026. You
have access until then, and you won’t be charged again.

If you change your mind, you can resume your subscription until December
21, 2026. If you didn’t request the cancellation, contact us.

Ends on: December 21, 2026

Resume subscription:
https://shop.example/account/billing#sub_1`,
    });
  });

  it("a canceled trial, an unpaid invoice or a pause changes what the email says is charged", async () => {
    const bodyWith = async (status: string, reason: LibraryFacts["entry"]["access"]["reason"]) => {
      const entry = { ...canceling, access: { ...canceling.access, reason } };
      return (await write("cancellation", entry, { subscription: { ...canceled, status } }))?.body;
    };
    expect(await bodyWith("trialing", "subscription_canceling"))
      .toContain(`Your subscription to Club is canceled, and your free trial ends on
December 21, 2026. You have access until then, and you won’t be charged.`);
    expect(await bodyWith("past_due", "subscription_past_due"))
      .toContain(`Your subscription to Club is canceled and won’t renew on December 21,
2026. Your last payment failed. To keep your access until then, pay the
open invoice on the billing page of your account.`);
    expect(await bodyWith("active", "subscription_paused"))
      .toContain(`Your subscription to Club is canceled and ends on December 21, 2026. You
won’t be charged again.`);
  });

  it("the email about an undone cancellation says what is paid next", async () => {
    const resumed = { ...canceled, cancelAt: null };
    expect(await write("cancellation_undone", subscription, { subscription: resumed })).toEqual({
      subject: "Your subscription to Club has been resumed",
      body: `Your subscription to Club is no longer canceled. It renews automatically
until you cancel it.

No action is needed.

Price: $9.00 a month
Next payment: December 21, 2026

Manage subscription:
https://shop.example/account/billing#sub_1`,
    });
    expect(await write("cancellation_undone", canceling, { subscription: canceled })).toBe(null);
    expect(await write("cancellation", subscription, { subscription: resumed })).toBe(null);
  });
});

describe("a plan change", () => {
  const rate = { currency: "usd", interval: "month", intervalCount: 1, tax: null };
  const plan = (name: string, quantity: number, amountMinor: number): NamedPlan => ({
    productId: name,
    name,
    quantity,
    rate: { ...rate, amountMinor },
  });
  const invoice = { chargedMinor: 600, creditMinor: 0, unusedMinor: 300, currency: "usd" };

  it("a change to another product names both plans, the charge and the next payment", async () => {
    const planChange = {
      from: [plan("Basic", 1, 500)],
      to: [plan("Club", 1, 900)],
      invoice,
      payment: { ...payment, amountMinor: 600, reason: "plan_changed" as const },
    };
    expect(await write("plan_changed", subscription, { planChange })).toEqual({
      subject: "Your plan has changed to Club",
      body: `Your subscription has changed from Basic to Club. The change takes
effect immediately.

We charged you $6.00 for this change, after deducting the unused time on
your previous plan.

Previous plan: Basic: $5.00 a month
New plan: Club: $9.00 a month
Next payment: December 21, 2026
Order number: sub_1
Invoice number: TIDE-0008
Date paid: November 21, 2026
Paid with: Visa •••• 4242
Sold by: Tidewater Recordings, 1 Pier Road, 10115 Berlin, Germany

Total: $6.00

Manage subscription:
https://shop.example/account/billing#sub_1

View receipt and invoice:
https://shop.example/account/billing#sub_1`,
    });
  });

  it("a change to fewer seats names the credit", async () => {
    const credit = { ...invoice, chargedMinor: 0, creditMinor: 1200 };
    const planChange = {
      from: [plan("Club", 3, 2700)],
      to: [plan("Club", 1, 900)],
      invoice: credit,
      payment: null,
    };
    expect(await write("plan_changed", subscription, { planChange })).toEqual({
      subject: "Your subscription to Club now has 1 seat",
      body: `2 seats were removed from your subscription to Club. The change takes
effect immediately.

We credited you $12.00 for the unused time on your previous plan. The
credit will be applied to your next payments.

Before: Club, 3 seats: $27.00 a month
Now: Club, 1 seat: $9.00 a month
Next payment: December 21, 2026

Manage subscription:
https://shop.example/account/billing#sub_1`,
    });
  });
});

describe("a gift", () => {
  it("the email about a gift that ends soon says that nothing is charged", async () => {
    expect(await write("ending_soon", gift)).toEqual({
      subject: "Your free access to Club ends on November 24, 2026",
      body: `Your free access to Club from Tidewater ends on November 24, 2026.

No action is needed, and you won’t be charged.

Open library:
https://shop.example/library#cmp_1`,
    });
  });

  it("the email about a gift that has ended says why", async () => {
    const ended = { active: false, reason: "gift_ended", since: now, until: now } as const;
    expect(await write("access_ended", { ...gift, access: ended })).toEqual({
      subject: "Your access to Club has ended",
      body: `Your free access to Club ended on November 21, 2026.

No action is needed, and you won’t be charged.

Open library:
https://shop.example/library`,
    });
    const revoked = { ...ended, reason: "gift_revoked" } as const;
    const email = await write(
      "access_ended",
      { ...gift, access: revoked },
      { remaining: ["Guide"] },
    );
    expect(email?.body).toContain(`Tidewater has ended your free access to Club.

You still have access to Guide.`);
  });
});

it("a deleted account is confirmed with what was canceled and what is kept", async () => {
  const context = await openContext();
  const deletion = { canceledProducts: ["Club", "Guide"], hasPurchases: true };
  expect(toShown(context, writeAccountDeleted(context, deletion))).toEqual({
    subject: "Your account at Tidewater has been deleted",
    body: `Your account at Tidewater has been deleted. We removed your personal
data, and you no longer have access to your library.

We canceled your subscriptions to Club and Guide. You won’t be charged
again.

We’re required by law to keep records of your payments, such as
invoices.

If you didn’t delete your account, contact us right away.`,
  });
});
