import { describe, expect, it } from "vitest";
import { DAY } from "../../lib/time.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openEmailContext } from "../../email-layout/email-context.ts";
import { renderText } from "../../email-layout/render-text.ts";
import type { Bill } from "./bill.ts";
import { libraryEmails, type LibraryEmailKind } from "./library-emails.ts";
import { startContent } from "./parts.ts";
import type { LibraryFacts } from "./library-facts.ts";

const now = Date.UTC(2026, 10, 21, 12);

const order: LibraryFacts["entry"] = {
  id: "ord_1",
  sourceId: "ord_1",
  source: "order",
  product: {
    id: "prd_1",
    slug: "map",
    name: "A Map",
    tagline: "",
    image: null,
    planGroup: null,
    parts: null,
  },
  access: { active: true, reason: "order_paid", since: now, until: null },
  notice: null,
  quantity: 1,
  renewsAt: null,
  benefits: [],
  price: { amountMinor: 2900, currency: "usd", interval: null, intervalCount: null, tax: null },
};

const subscription: LibraryFacts["entry"] = {
  ...order,
  id: "sub_1",
  sourceId: "sub_1",
  source: "subscription",
  access: { active: true, reason: "subscription_active", since: now, until: null },
  renewsAt: now + 30 * DAY,
  price: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1, tax: null },
};

const bill: Bill = {
  sourceId: "ord_1",
  invoiceNumber: "TIDE-0007",
  paidAt: now,
  currency: "usd",
  quantity: 1,
  subtotalMinor: 3600,
  discountMinor: 1000,
  discountCodes: ["WELCOME"],
  lines: [],
  taxMinor: 300,
  isTaxIncluded: false,
  soldByLink: false,
  totalMinor: 2900,
  refundedMinor: 0,
};

const ended = { active: false, reason: "order_refunded", since: now, until: null } as const;

/** Writes an email to Ann of the shop Tidewater, whose contact address is help@tidewater.example. */
async function write(
  kind: LibraryEmailKind,
  entry: Partial<LibraryFacts["entry"]> = {},
  facts: Partial<Omit<LibraryFacts, "entry">> = {},
  recipient: { timeZone?: string } = {},
) {
  const opened = await openEmailContext(openTestShop().ctx(), {
    name: "Ann",
    locale: "en",
    timeZone: null,
    ...recipient,
  });
  const context = {
    ...opened,
    shop: {
      ...opened.shop,
      name: "Tidewater",
      origin: "https://shop.example",
      supportEmail: "help@tidewater.example",
    },
  };
  const content = libraryEmails[kind](context, {
    entry: { ...order, ...entry },
    remaining: [],
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
    ...facts,
  });
  return content && { subject: content.subject, text: renderText(context, content), content };
}

const FOOTER = `-- 
You’re receiving this email because you have an account at Tidewater.
Contact support:
help@tidewater.example
Tidewater`;

describe("an email", () => {
  it("the email about an order that Link sold names the seller, and is no receipt", async () => {
    const written = await write("purchase", {}, { bill: { ...bill, soldByLink: true } });
    expect(written?.subject).toBe("A Map is now in your library");
    expect(written?.content.paragraphs).toContain(
      "It was sold through Link, which is the seller and emails you the receipt and the invoice.",
    );
  });

  it("the email about an order is a receipt with its discount, tax and total", async () => {
    expect(await write("purchase", {}, { bill })).toMatchObject({
      subject: "Your receipt for A Map",
      text: `Thanks for your purchase

Hello Ann,

A Map is now in your library.

Order number: ord_1
Invoice number: TIDE-0007
Date paid: November 21, 2026

A Map: $36.00
Discount (WELCOME): −$10.00
Tax: $3.00
Total: $29.00

Open library:
https://shop.example/library#ord_1

View receipt and invoice:
https://shop.example/account/billing#ord_1

Withdraw from a contract:
https://shop.example/withdraw?contract=ord_1

${FOOTER}`,
    });
  });

  it.each([
    ["Ann Archer", "en", "Hello Ann,"],
    ["Ann", "en", "Hello Ann,"],
    ["Dr. Ann Archer", "en", "Hello Dr. Ann Archer,"],
    ["Archer, Ann", "en", "Hello Archer, Ann,"],
    ["A. Archer", "en", "Hello A. Archer,"],
    ["山田 花子", "en", "Hello 山田 花子,"],
    ["Ann Archer", "de", "Guten Tag, Ann Archer!"],
  ] as const)("an email greets %s in the language %s with %s", async (name, locale, greeting) => {
    const context = await openEmailContext(openTestShop().ctx(), { name, locale, timeZone: null });
    expect(startContent(context).greeting).toBe(greeting);
  });

  it("the email about a free order or subscription names no receipt", async () => {
    const price = { ...order.price!, amountMinor: 0 };
    const free = { ...bill, subtotalMinor: 0, discountMinor: 0, taxMinor: 0, totalMinor: 0 };
    const email = await write("purchase", { price }, { bill: free });
    expect(email?.subject).toBe("A Map is now in your library");
    expect(email?.text).not.toContain("receipt");
    const club = { ...subscription.price!, amountMinor: 0 };
    const other = await write("purchase", { ...subscription, price: club });
    expect(other?.text).not.toMatch(/receipt|Withdraw/);
  });

  it("the email about a subscription says when and what is paid next", async () => {
    const email = await write("purchase", subscription);
    expect(email?.subject).toBe("Your subscription to A Map has started");
    expect(email?.text).toContain(`Thanks for subscribing. A Map is now in your library.

Your subscription renews automatically. You can cancel anytime on the
billing page of your account.

Price: $9.00 a month
Next payment: December 21, 2026

Open library:`);
  });

  it("the email about a free trial says when it ends and what it costs then", async () => {
    const access = { ...subscription.access, reason: "subscription_trialing" as const };
    const email = await write("purchase", { ...subscription, access });
    expect(email?.subject).toBe("Your free trial of A Map has started");
    expect(email?.text).toContain(`A Map is now in your library.

Your free trial ends on December 21, 2026. Your paid subscription starts
on that day unless you cancel before then.

Order number: sub_1
Price: $9.00 a month
First payment: December 21, 2026

Open library:`);
  });

  it("the email about a gift says until when it gives access", async () => {
    const gift = { source: "gift", price: null } as const;
    const access = { active: true, reason: "gift", since: now, until: now + 7 * DAY } as const;
    const email = await write("purchase", { ...gift, access, quantity: 3 });
    expect(email?.subject).toBe("Tidewater has given you free access to A Map");
    expect(email?.text)
      .toContain(`Tidewater has given you free access to A Map until November 28, 2026.
You don’t need to pay anything.

Quantity: 3`);
    const unlimited = await write("purchase", { ...gift, access: { ...access, until: null } });
    expect(unlimited?.content.paragraphs).toEqual([
      "Tidewater has given you free access to A Map. You don’t need to pay anything.",
    ]);
  });

  it("the email about a failed renewal has the end of access and leads to the payment method", async () => {
    const at = now + 14 * DAY;
    const email = await write("payment_failed", {
      ...subscription,
      access: { active: true, reason: "subscription_past_due", since: now, until: at },
      notice: { code: "payment_failed", at },
    });
    expect(email?.subject).toBe("Your payment for A Map failed");
    expect(email?.text)
      .toContain(`We couldn’t renew your subscription to A Map because the payment failed.
We’ll try again over the next few days.

You have access to A Map until December 5, 2026. If the payment hasn’t
succeeded by then, your access ends.

If your card has expired or was replaced, update your payment method.

Price: $9.00 a month

Update payment method:
https://shop.example/account/billing#sub_1`);
  });

  it("an email about an invoice that the user must confirm or pay leads to Stripe's page for it", async () => {
    const at = now + 14 * DAY;
    const invoiceUrl = "https://invoice.stripe.com/i/1";
    const writeFor = (code: "confirmation_required" | "invoice_overdue", url: string | null) =>
      write(
        "payment_failed",
        {
          ...subscription,
          access: { active: true, reason: "subscription_past_due", since: now, until: at },
          notice: { code, at },
        },
        { invoiceUrl: url },
      );
    const confirm = await writeFor("confirmation_required", invoiceUrl);
    expect(confirm?.subject).toBe("Confirm your payment for A Map");
    expect(confirm?.content.paragraphs).toEqual([
      "Your bank asks you to confirm the payment for your subscription to A Map. Open the invoice and follow your bank’s instructions. You aren’t charged until you confirm.",
      "You have access to A Map until December 5, 2026. If the payment hasn’t succeeded by then, your access ends.",
    ]);
    expect(confirm?.content.action).toEqual({ label: "Confirm payment", url: invoiceUrl });
    const overdue = await writeFor("invoice_overdue", null);
    expect(overdue?.subject).toBe("Your invoice for A Map is overdue");
    expect(overdue?.content.action).toEqual({
      label: "Pay now",
      url: "https://shop.example/account/billing#sub_1",
    });
  });

  it("the email about a failed bank debit leads back to the product", async () => {
    const access = { ...ended, reason: "order_failed" } as const;
    const email = await write("payment_failed", { access });
    expect(email?.subject).toBe("Your payment for A Map failed");
    expect(email?.text).toContain(`Your bank declined the payment for A Map. You weren’t charged.

To buy A Map, try again with a different payment method.

Amount: $29.00

Try again:
https://shop.example/p/map`);
  });

  it("the email about the end of a free trial says what is charged then, and how to avoid it", async () => {
    const access = { ...subscription.access, reason: "subscription_trialing" as const };
    const email = await write("ending_soon", { ...subscription, access });
    expect(email?.subject).toBe("Your free trial of A Map ends on December 21, 2026");
    expect(email?.text).toContain(`Your free trial of A Map ends on December 21, 2026. Your paid
subscription starts on that day, and we’ll charge you for the first
time.

No action is needed to continue. If you don’t want to be charged, cancel
before December 21, 2026.

First payment: December 21, 2026
Price: $9.00 a month

Manage subscription:`);
  });

  it("the email about the end of a canceled subscription offers to resume it", async () => {
    const until = now + 3 * DAY;
    const access = { ...subscription.access, reason: "subscription_canceling" as const, until };
    const email = await write("ending_soon", { ...subscription, access });
    expect(email?.subject).toBe("Your subscription to A Map ends on November 24, 2026");
    expect(email?.text).toContain(`If you want to keep your access, resume your subscription before
November 24, 2026.

Resume subscription:
https://shop.example/account/billing#sub_1`);
  });

  it.each([
    [
      "order",
      "order_refunded",
      "Your purchase of A Map was refunded in full, so your access has ended. It can take up to 10 days for the refund to appear on your statement.",
      "View billing",
    ],
    [
      "order",
      "order_disputed",
      "Your bank reversed the payment for A Map, so your access has ended.",
      "View billing",
    ],
    ["order", "order_closed", "The shop has ended your access to A Map.", "View billing"],
    [
      "subscription",
      "subscription_ended",
      "Your subscription to A Map has ended. You won’t be charged again.",
      "View billing",
    ],
    [
      "subscription",
      "subscription_past_due",
      "The payment for A Map failed, so your access has ended. You’ll get it back as soon as you pay the open invoice.",
      "Pay now",
    ],
  ] as const)(
    "the email about ended access says why: %s, %s",
    async (source, reason, sentence, label) => {
      const access = { ...ended, reason };
      const email = await write("access_ended", { source, access });
      expect(email?.subject).toBe("Your access to A Map has ended");
      expect(email?.content.paragraphs).toEqual([
        sentence,
        "You can still sign in to your account to view your receipts and invoices.",
      ]);
      expect(email?.content.action?.label).toBe(label);
    },
  );

  it("the email about ended access lists the products that the user still has", async () => {
    const email = await write("access_ended", { access: ended }, { remaining: ["A", "B"] });
    expect(email?.content.paragraphs.at(-1)).toBe("You still have access to A and B.");
  });

  it("the email about a second payment says that it was refunded", async () => {
    const notice = { code: "refunded_duplicate", at: now } as const;
    const email = await write("refunded_duplicate", { notice });
    expect(email?.subject).toBe("We refunded your second payment for A Map");
    expect(email?.text).toContain(`You were charged twice

Hello Ann,

You paid for A Map, but you already had it or a plan that replaces it.
We refunded the second payment in full. It can take up to 10 days for
the refund to appear on your statement.

Your first purchase isn’t affected. No action is needed.

Refunded: $29.00`);
  });

  it("the email about a second free trial says that it was canceled", async () => {
    const notice = { code: "canceled_duplicate", at: now } as const;
    const email = await write("refunded_duplicate", { ...subscription, notice });
    expect(email?.subject).toBe("Your second free trial of A Map was canceled");
    expect(email?.text)
      .toContain(`You started a free trial of A Map twice. We canceled the second one, and
you weren’t charged for it.`);
  });

  it("the email about a failed refund says whether it was issued again", async () => {
    const failedRefund = { amountMinor: 2900, currency: "usd", isRetried: false };
    const email = await write("refund_failed", {}, { failedRefund });
    expect(email?.subject).toBe("Your refund for A Map failed");
    expect(email?.content.paragraphs).toEqual([
      "We tried to refund $29.00 for A Map, but your bank returned the money. This can happen if your card was canceled or your bank account was closed.",
      "Contact us so that we can refund you in another way.",
      "Until you receive the refund, you have access to A Map again.",
    ]);
    const retried = await write(
      "refund_failed",
      { notice: { code: "refunded_duplicate", at: now } },
      { failedRefund: { ...failedRefund, isRetried: true } },
    );
    expect(retried?.content.paragraphs).toEqual([
      "We tried to refund $29.00 for your second payment for A Map, but your bank returned the money. This can happen if your card was canceled or your bank account was closed.",
      "We’ve issued the refund again. No action is needed.",
    ]);
  });

  it("the email about license keys shows those that are there", async () => {
    const key = { id: "bnf_1", grantId: "grt_1", type: "license_key", name: "Key" } as const;
    const benefits = [
      { ...key, note: null, waitingFor: null, license: { key: "TIDE-1" } },
      { ...key, note: null, waitingFor: "seller_keys", license: null },
    ] as LibraryFacts["entry"]["benefits"];
    const email = await write("keys_arrived", { benefits });
    expect(email?.subject).toBe("Your license key for A Map");
    expect(email?.text)
      .toContain(`Thanks for waiting. Your license key for A Map is now in your library.

* Key
  TIDE-1

Open library:`);
  });

  it.each([
    [
      "trial_refused_user",
      "You’ve already had a free trial. Each customer gets one free trial only.",
    ],
    [
      "trial_refused_card",
      "Your card was already used for a free trial. Each card can be used for one free trial only.",
    ],
  ] as const)("the email about a refused free trial says why: %s", async (code, sentence) => {
    const email = await write("trial_refused", { ...subscription, notice: { code, at: now } });
    expect(email?.subject).toBe("Your free trial of A Map didn’t start");
    expect(email?.content.paragraphs).toEqual([
      sentence,
      "We canceled the subscription to A Map, and you weren’t charged. You can still subscribe without a free trial.",
    ]);
  });

  it("an email is not written if its reason no longer applies", async () => {
    expect(await write("purchase", { access: ended })).toBeNull();
    expect(await write("access_ended")).toBeNull();
    expect(await write("payment_failed")).toBeNull();
    expect(await write("ending_soon")).toBeNull();
    expect(await write("refund_failed")).toBeNull();
    expect(await write("keys_arrived")).toBeNull();
  });

  it("an email writes dates in the recipient's time zone", async () => {
    const renewsAt = Date.UTC(2026, 11, 21, 23);
    const inTokyo = await write(
      "purchase",
      { ...subscription, renewsAt },
      {},
      { timeZone: "Asia/Tokyo" },
    );
    expect(inTokyo?.text).toContain("Next payment: December 22, 2026");
  });
});

describe("a price", () => {
  it.each([
    [2900, "usd", null, "$29.00"],
    [2900, "jpy", null, "¥2,900"],
    [2900, "bhd", null, "BHD 2.900"],
    [0, "usd", null, "Free"],
    [900, "usd", "exclusive", "$9.00 a month plus tax"],
    [900, "usd", "inclusive", "$9.00 a month incl. tax"],
  ] as const)(
    "a price of %i %s (tax: %s) is written as %s",
    async (amountMinor, currency, tax, text) => {
      const interval = tax === null ? null : "month";
      const price = { amountMinor, currency, interval, intervalCount: 1, tax };
      const email = await write("trial_refused", { price });
      expect(email?.content.details[0]?.value.replace("\u00a0", " ")).toBe(text);
    },
  );

  it("a price names intervals of several months or years", async () => {
    const price = { ...subscription.price!, intervalCount: 3 };
    const email = await write("trial_refused", { price });
    expect(email?.content.details[0]?.value).toBe("$9.00 every 3 months");
  });
});
