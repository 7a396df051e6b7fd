import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { deleteAccount } from "../account/delete-account.ts";
import { exportOrders } from "../admin/orders/search-orders.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { showOffer } from "../checkout/show-offer.ts";
import { findClaim } from "../claims/store.ts";
import type { CheckoutGift } from "../db/schema/billing.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { DAY, HOUR } from "../lib/time.ts";
import { showBilling } from "../shop/billing/show-billing.ts";
import { showGiftLink } from "../shop/gifts/show-gift-link.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { listAccessReasons, monthly } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { claimGift, claimWaitingGifts } from "./claim-gift.ts";
import { listLibraryItems } from "../delivery/library/list-library-items.ts";
import { listFeed } from "../testing/clients/feed.ts";
import { emailBoughtGift } from "./email-gift.ts";
import { revokeGift } from "./revoke-gift.ts";
import { sendDueGiftEmails } from "./send-gift-emails.ts";

const newEmail = () => `${crypto.randomUUID()}@example.com`;

const forAnn: CheckoutGift = {
  recipientName: "Ann",
  email: null,
  giverName: "Bob",
  message: "See http://evil.example\nand enjoy!",
  sendAt: null,
};

/** A user who pays for a new product as a gift for somebody else. */
async function buyGift(
  more: Partial<CheckoutGift> = {},
  shop: TestShop = openTestShop({ hasEmailSender: true }),
  prices?: Parameters<TestShop["createPublishedProduct"]>[0]["prices"],
) {
  const product = await shop.createPublishedProduct({
    name: "Field Guide",
    ...(prices && { prices }),
  });
  const userId = await shop.createUser();
  const buy = async (gift?: CheckoutGift) => {
    const input = { priceId: product.prices[0]!.id, gift };
    const { id, url } = await openCheckout(shop.asUser(userId), input);
    await shop.pay(url);
    return confirmCheckout(shop.asUser(userId), { id });
  };
  const confirmation = await buy({ ...forAnn, ...more });
  const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
  const readOrders = async () =>
    (await showBilling(shop.asUser(userId), { userId })).orders.filter(({ isGift }) => isGift);
  const readGift = async () => (await readOrders())[0]!.gift!;
  const gift = await readGift();
  const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
  return {
    shop,
    product,
    userId,
    buy,
    confirmation,
    sync,
    readOrders,
    readGift,
    id: gift.id,
    secret: gift.url?.split("#")[1] ?? "",
    claim: (receiverId: string, secret = gift.url?.split("#")[1] ?? "") =>
      claimGift(shop.asUser(receiverId), { secret }),
    refund: async () => {
      const { id: refundId } = await shop.ctx().stripe.refunds.create({ charge: charge.id });
      await sync();
      return refundId;
    },
    dispute: () => shop.control<Stripe.Dispute>("disputes", { charge: charge.id }),
  };
}

describe("a gift that somebody buys", () => {
  it("a bought gift gives its buyer a receipt and a link, and whoever opens it the product", async () => {
    const { shop, product, userId, confirmation, id, secret, claim, readGift } = await buyGift();
    expect(confirmation).toMatchObject({ state: "complete", entry: { isGiven: true } });
    expect(await listAccessReasons(shop, userId)).toEqual([]);
    const [receipt, ...others] = await shop.emailsTo(userId);
    expect([receipt!.subject, others]).toEqual(["Your receipt for Field Guide", []]);
    expect(receipt!.text).toContain("is a gift for somebody else");
    expect(receipt!.text).toMatch(/Order number: [0-9A-Z]{7}-[0-9A-Z]{4}/);
    expect(receipt!.text).toContain("Total: $");
    expect(await readGift()).toMatchObject({ state: "waiting", recipientName: "Ann" });
    expect(await showGiftLink(shop.ctx(), { secret })).toMatchObject({
      state: "open",
      giverName: "Bob",
      message: forAnn.message,
    });
    const ann = await shop.createUser();
    expect(await claim(ann)).toEqual({ id });
    expect(await showLibrary(shop.asUser(ann), { userId: ann })).toMatchObject([
      { id, source: "gift", product: { id: product.id }, giverName: "Bob" },
    ]);
    expect(await readGift()).toMatchObject({ state: "claimed", url: null });
    const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
    const file = await exportOrders(team, { productId: product.id }).text();
    expect(file.trim().split("\r\n")[1]).toContain(`,${id},`);
    const [arrived] = await shop.emailsTo(ann);
    expect(arrived!.text).toContain("A gift from Bob.");
    expect(arrived!.text).not.toContain("http://evil");
  });

  it("a bought gift can be bought by an owner and again, and no payment counts as a second one", async () => {
    const { shop, product, userId, buy, readOrders } = await buyGift();
    await buy(forAnn);
    await buy();
    const offer = await showOffer(shop.ctx(), { userId, productId: product.id });
    expect(offer.state).toBe("owned");
    await buy({ ...forAnn, recipientName: "Cleo" });
    const orders = await readOrders();
    expect(orders.map(({ status, notice }) => [status, notice])).toEqual(
      Array.from({ length: 3 }, () => ["paid", null]),
    );
    expect(new Set(orders.map(({ gift }) => gift!.url)).size).toBe(3);
    // Each has a receipt, the one that was bought beside the owner's own, too.
    const receipts = (await shop.emailsTo(userId)).filter(({ text }) => text.includes("is a gift"));
    expect(receipts).toHaveLength(3);
  });

  it("a bought gift with an email is sent on its day, once, and no sign-in claims it before", async () => {
    const email = newEmail();
    const sendAt = Date.now() + 5 * DAY;
    const { shop, id, readGift } = await buyGift({ email, sendAt });
    const receiver = await shop.createUser(email);
    const at = (time: number) => shop.ctx(undefined, time);
    const signIn = (time: number) => claimWaitingGifts(at(time), { userId: receiver, email: null });
    await sendDueGiftEmails(at(sendAt - HOUR));
    await signIn(sendAt - HOUR);
    expect(await shop.emailsToAddress(email)).toEqual([]);
    await Promise.all([sendDueGiftEmails(at(sendAt)), sendDueGiftEmails(at(sendAt))]);
    const [sent, ...more] = await shop.emailsToAddress(email);
    expect([sent!.subject, more]).toEqual(["A gift for you: Field Guide", []]);
    expect(sent!.text).toContain("A gift from Bob.");
    expect(sent!.text).not.toContain("http://evil");
    expect(await readGift()).toMatchObject({ emailSentAt: sendAt, isEmailDue: false });
    await signIn(sendAt);
    expect((await findClaim(shop.ctx().db, id, "test"))?.claimedBy).toBe(receiver);
  });

  it("a bought gift is sent again and to another address by its buyer only", async () => {
    const [email, other] = [newEmail(), newEmail()];
    const { shop, userId, id, secret, claim } = await buyGift({ email });
    await sendDueGiftEmails(shop.ctx());
    const stranger = shop.asUser(await shop.createUser());
    await expect(emailBoughtGift(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
    await emailBoughtGift(shop.asUser(userId, Date.now() + HOUR), { id });
    expect(await shop.emailsToAddress(email)).toHaveLength(2);
    await emailBoughtGift(shop.asUser(userId), { id, email: other });
    expect(await shop.emailsToAddress(other)).toHaveLength(1);
    const receiver = await shop.createUser();
    await expect(claim(receiver, secret)).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    ["a subscription without an end", { ...monthly }, {}],
    ["a subscription for six years", { ...monthly }, { periods: 72 }],
    ["a free subscription", { ...monthly, amountMinor: 0 }, { periods: 3 }],
    ["a free product", { type: "one_time", amountMinor: 0, currency: "usd" } as const, {}],
    [
      "several periods of a product",
      { type: "one_time", amountMinor: 500, currency: "usd" } as const,
      { periods: 2 },
    ],
  ])("a gift of %s can’t be bought", async (_, price, more) => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({ prices: [price] });
    const user = shop.asUser(await shop.createUser());
    const gift = { priceId: prices[0]!.id, gift: { ...forAnn, ...more } };
    await expect(openCheckout(user, gift)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("the checkout keeps nothing about the recipient once it is paid or has expired", async () => {
    const { shop, userId, product } = await buyGift({ email: newEmail() });
    const list = async () =>
      (
        await shop.env.DB.prepare("SELECT status, gift FROM checkouts WHERE user_id = ?")
          .bind(userId)
          .all<{ status: string; gift: string | null }>()
      ).results;
    expect(await list()).toEqual([{ status: "complete", gift: null }]);
    const priceId = product.prices[0]!.id;
    const open = (recipientName: string) =>
      openCheckout(shop.asUser(userId), { priceId, gift: { ...forAnn, recipientName } });
    const [ann, again, cleo] = [await open("Ann"), await open("Ann"), await open("Cleo")];
    expect(again).toEqual(ann);
    expect(cleo.id).not.toBe(ann.id);
    expect((await list()).filter(({ gift }) => gift !== null)).toHaveLength(1);
  });
});

describe("a bought gift whose payment goes back", () => {
  it("a refund before anybody has the gift ends its link", async () => {
    const { shop, secret, claim, refund, readGift, userId } = await buyGift();
    await refund();
    expect(await showGiftLink(shop.ctx(), { secret })).toMatchObject({ state: "revoked" });
    await expect(claim(await shop.createUser())).rejects.toMatchObject({ code: "gift_revoked" });
    expect(await readGift()).toMatchObject({ state: "ended", url: null });
    expect((await shop.emailsTo(userId)).map(({ subject }) => subject)).toContain(
      "Your refund for Field Guide",
    );
  });

  it("a refund after the claim ends the access, and says so to both", async () => {
    const { shop, claim, refund, readGift, userId } = await buyGift();
    const ann = await shop.createUser();
    await claim(ann);
    await refund();
    expect(await listAccessReasons(shop, ann)).toEqual(["gift_revoked"]);
    expect(await readGift()).toMatchObject({ state: "ended" });
    const subjects = async (id: string) => (await shop.emailsTo(id)).map(({ subject }) => subject);
    expect(await subjects(userId)).toContain("Your refund for Field Guide");
    await shop.sendEmailsTo(ann);
    expect(await subjects(ann)).toContain("Your access to Field Guide has ended");
  });

  it("a refund in part leaves the gift", async () => {
    const { shop, claim, sync } = await buyGift();
    const ann = await shop.createUser();
    await claim(ann);
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    await shop.ctx().stripe.refunds.create({ charge: charge.id, amount: 100 });
    await sync();
    expect(await listAccessReasons(shop, ann)).toEqual(["gift"]);
  });

  it.each([
    ["won", "gift"],
    ["lost", "gift_revoked"],
  ] as const)(
    "a dispute leaves the gift while it is open; once %s, it is %s",
    async (outcome, is) => {
      const { shop, claim, dispute, sync } = await buyGift();
      const ann = await shop.createUser();
      await claim(ann);
      const { id } = await dispute();
      await sync();
      expect(await listAccessReasons(shop, ann)).toEqual(["gift"]);
      await shop.control(`disputes/${id}/close`, { outcome });
      await sync();
      expect(await listAccessReasons(shop, ann)).toEqual([is]);
    },
  );

  it("a refund and a claim at the same time leave no access", async () => {
    const shop = openTestShop();
    for (let round = 0; round < 4; round++) {
      const { claim, refund, sync } = await buyGift({}, shop);
      const ann = await shop.createUser();
      await Promise.allSettled([claim(ann), refund()]);
      await sync();
      expect(await listAccessReasons(shop, ann)).not.toContain("gift");
    }
  });
});

describe("a gift whose refund fails", () => {
  it("a gift that somebody had is theirs again when its refund fails, with the same grants", async () => {
    const { shop, id, claim, refund, sync } = await buyGift();
    const ann = await shop.createUser();
    await claim(ann);
    const refundId = await refund();
    expect(await listAccessReasons(shop, ann)).toEqual(["gift_revoked"]);
    await shop.control(`refunds/${refundId}/fail`, {});
    await sync();
    expect(await listAccessReasons(shop, ann)).toEqual(["gift"]);
    const events = await listFeed(shop, { objectId: id });
    expect(events.at(-1)).toMatchObject({
      type: "gift.updated",
      data: { status: "active", endedAt: null },
    });
  });

  it("a gift that nobody had yet can be accepted again when its refund fails", async () => {
    const { shop, secret, claim, refund, sync, readGift } = await buyGift();
    const refundId = await refund();
    await shop.control(`refunds/${refundId}/fail`, {});
    await sync();
    expect(await showGiftLink(shop.ctx(), { secret })).toMatchObject({ state: "open" });
    expect(await readGift()).toMatchObject({ state: "waiting" });
    const ann = await shop.createUser();
    await claim(ann);
    expect(await listAccessReasons(shop, ann)).toEqual(["gift"]);
  });

  it("a gift that the team had revoked before stays so", async () => {
    const { shop, id, claim, refund, sync } = await buyGift();
    const ann = await shop.createUser();
    await claim(ann);
    const team = shop.asUser(await shop.createUser(), Date.now() - 10_000, "admin");
    await revokeGift({ ...team, now: Date.now() - 10_000 }, { id });
    await shop.control(`refunds/${await refund()}/fail`, {});
    await sync();
    expect(await listAccessReasons(shop, ann)).toEqual(["gift_revoked"]);
  });
});

describe("a subscription as a gift", () => {
  const giveSubscription = (shop?: TestShop) =>
    buyGift({ periods: 3 }, shop ?? openTestShop({ hasEmailSender: true }), [
      { ...monthly, amountMinor: 900, trialDays: 14 },
    ]);

  it("a gift of three months is paid once, begins when it is accepted, and ends by itself", async () => {
    const { shop, id, secret, claim, readOrders, userId, product } = await giveSubscription();
    expect((await readOrders())[0]).toMatchObject({ totalMinor: 2700, status: "paid" });
    const { stripe } = shop.ctx();
    expect((await stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
    expect(await listAccessReasons(shop, userId)).toEqual([]);
    const lasts = { interval: "month", count: 3 };
    expect(await showGiftLink(shop.ctx(), { secret })).toMatchObject({ state: "open", lasts });
    const ann = await shop.createUser();
    await claim(ann);
    const [entry] = await showLibrary(shop.asUser(ann), { userId: ann });
    const until = entry!.access.until!;
    expect(entry).toMatchObject({ id, source: "gift", renewsAt: null, giverName: "Bob" });
    expect(until - Date.now()).toBeGreaterThan(88 * DAY);
    expect(until - Date.now()).toBeLessThan(93 * DAY);
    await shop.sendEmailsTo(ann, until - 2 * DAY);
    const reminder = (await shop.emailsTo(ann)).at(-1)!;
    expect(reminder.subject).toMatch(/^Your free access to Field Guide ends on /);
    expect(reminder.text).toContain("you won’t be charged");
    // Whoever has a gift with an end may subscribe before it.
    const offer = await showOffer(shop.ctx(), { userId: ann, productId: product.id });
    expect(offer.state).toBe("available");
    const { access } = (
      await listLibraryItems(shop.ctx(undefined, until + 1), { userId: ann })
    )[0]!;
    expect(access).toMatchObject({ active: false, reason: "gift_ended" });
  });

  it("a refund after the claim ends it for its receiver", async () => {
    const { shop, claim, refund } = await giveSubscription();
    const ann = await shop.createUser();
    await claim(ann);
    await refund();
    expect(await listAccessReasons(shop, ann)).toEqual(["gift_revoked"]);
  });

  it("a lost dispute ends it, and one that is won leaves it", async () => {
    const shop = openTestShop();
    for (const [outcome, reason] of [
      ["won", "gift"],
      ["lost", "gift_revoked"],
    ] as const) {
      const { claim, dispute, sync } = await giveSubscription(shop);
      const ann = await shop.createUser();
      await claim(ann);
      const { id } = await dispute();
      await shop.control(`disputes/${id}/close`, { outcome });
      await sync();
      expect(await listAccessReasons(shop, ann)).toEqual([reason]);
    }
  });

  it("a claimed one keeps its end through a rebuild and the deletion of its buyer", async () => {
    const { shop, id, claim, userId } = await giveSubscription();
    const ann = await shop.createUser();
    await claim(ann);
    const read = async () =>
      (await showLibrary(shop.asUser(ann), { userId: ann })).map(({ access }) => access.until);
    const before = await read();
    await runRebuild(shop);
    await deleteAccount(shop.asUser(userId));
    expect(await read()).toEqual(before);
    expect(before[0]).toBeGreaterThan(Date.now());
    const { giftDuration } = (await findClaim(shop.ctx().db, id, "test"))!;
    expect(giftDuration).toBe("P3M");
  });
});

describe("a bought gift that is kept", () => {
  it("a rebuild leaves a bought gift as it was, claimed or not", async () => {
    const shop = openTestShop();
    const [waiting, claimed] = [await buyGift({}, shop), await buyGift({}, shop)];
    const ann = await shop.createUser();
    await claimed.claim(ann);
    const before = [await waiting.readOrders(), await claimed.readOrders()];
    await runRebuild(shop);
    expect([await waiting.readOrders(), await claimed.readOrders()]).toEqual(before);
    expect(await listAccessReasons(shop, ann)).toEqual(["gift"]);
    expect(await listAccessReasons(shop, waiting.userId)).toEqual([]);
  });

  it("a bought gift stays when its buyer’s account is deleted, without their name and words", async () => {
    const { shop, userId, id, claim, sync } = await buyGift();
    const ann = await shop.createUser();
    await claim(ann);
    await deleteAccount(shop.asUser(userId));
    await sync();
    const [entry] = await showLibrary(shop.asUser(ann), { userId: ann });
    expect(entry).toMatchObject({ access: { active: true }, giverName: "" });
    expect(entry!.giftMessage).toBeUndefined();
    expect(await findClaim(shop.ctx().db, id, "test")).toMatchObject({
      giverName: "",
      message: "",
      recipientName: null,
    });
  });

  it("a bought gift goes with its receiver’s account, and the buyer still sees that it was accepted", async () => {
    const { shop, claim, readGift } = await buyGift({ email: newEmail() });
    const ann = await shop.createUser();
    await claim(ann);
    await deleteAccount(shop.asUser(ann));
    expect(await readGift()).toMatchObject({ state: "claimed", email: null, recipientName: null });
  });
});
