import type Stripe from "stripe";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { showCustomer } from "../admin/customers/show-customer.ts";
import { listCustomers, summarizeCustomers } from "../admin/customers/list-customers.ts";
import { readActionItemFacts } from "../admin/overview/action-items.query.ts";
import { mergeAccounts } from "../admin/customers/merge-accounts.ts";
import { deleteAccount } from "../account/delete-account.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { findClaimOfGuest } from "../claims/store.ts";
import { findLinkSecret } from "../claims/link-secret.ts";
import { users } from "../db/schema/account.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { sendDueGiftEmails } from "../gifts/send-gift-emails.ts";
import { claimWaitingGifts } from "../gifts/claim-gift.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { checkoutSettings } from "../settings/checkout-settings.ts";
import { listFeed } from "../testing/clients/feed.ts";
import { listAccessReasons, monthly } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { findStripeCustomerOfUser, listStripeCustomersOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { confirmAsGuest } from "./confirm-as-guest.ts";
import { correctGuestEmail, emailGuest } from "./email-guest.ts";
import { confirmInBrowser } from "./confirm-in-browser.ts";
import { readGuest, signGuest } from "./guest-ctx.ts";
import { openCheckoutAsGuest } from "./open-as-guest.ts";
import { removeUnpaidGuests } from "./remove-unpaid-guests.ts";
import { takeClaim } from "./take-claim.ts";
import { takePurchases } from "./take-purchases.ts";

const visitor = { type: "visitor" } as const;
const newEmail = () => `${crypto.randomUUID()}@example.com`;

async function openShop(options: Parameters<typeof openTestShop>[0] = {}) {
  const shop = openTestShop({ hasEmailSender: true, ...options });
  await checkoutSettings.save(shop.asUser("usr_owner", Date.now(), "owner"), {
    payFirst: true,
    seatPauseHours: 0,
  });
  return shop;
}

/** Somebody who has paid for a new product without signing in. */
async function buyAsGuest(given?: TestShop) {
  const shop = given ?? (await openShop());
  const email = newEmail();
  const product = await shop.createPublishedProduct({ name: "Field Guide" });
  const priceId = product.prices[0]!.id;
  const open = (guestId: string | null = null) =>
    openCheckoutAsGuest(shop.ctx(visitor), { priceId, guestId });
  const { guestId, id, url } = await open();
  await shop.pay(url, undefined, { email });
  const confirmation = await confirmAsGuest(shop.ctx(visitor), { id, guestId });
  const { db } = shop.ctx();
  const readClaim = async () => (await findClaimOfGuest(db, guestId))!;
  const customer = (await findStripeCustomerOfUser(db, guestId, "test"))!;
  const charge = (await shop.ctx().stripe.charges.list()).data[0];
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId: customer.id, force: true });
  return {
    shop,
    product,
    email,
    guestId,
    checkoutId: id,
    open,
    confirmation,
    customer,
    sync,
    readClaim,
    readSecret: async () => findLinkSecret(shop.ctx(), await readClaim())!,
    take: (userId: string) => takePurchases(shop.asUser(userId), { guestId }),
    refund: async () => {
      await shop.ctx().stripe.refunds.create({ charge: charge!.id });
      await sync();
    },
    dispute: () => shop.control<Stripe.Dispute>("disputes", { charge: charge!.id }),
    readGuestRow: () => db.select().from(users).where(eq(users.id, guestId)).get(),
  };
}

// All files share the settings.
afterAll(async () => {
  await checkoutSettings.save(openTestShop().asUser("usr_owner"), {
    payFirst: true,
    seatPauseHours: 0,
  });
});

describe("buying without signing in", () => {
  it("a guest pays, is told to sign in, and gets a receipt with a link at the address that paid", async () => {
    const { shop, email, guestId, confirmation, readSecret } = await buyAsGuest();
    expect(confirmation).toMatchObject({
      state: "complete",
      entry: null,
      guest: { email: `${email[0]}***@example.com` },
    });
    const [receipt, ...others] = await shop.emailsTo(guestId);
    expect([receipt!.subject, others]).toEqual(["Your receipt for Field Guide", []]);
    expect(receipt!.text).toContain(`/claim#${await readSecret()}`);
    expect(receipt!.text).toContain("You paid without signing in.");
    expect(receipt!.text).not.toContain("/library");
  });

  it("whoever signs in and has the browser's secret has the product, once", async () => {
    const { shop, guestId, take, readGuestRow, readClaim } = await buyAsGuest();
    const [ann, bob] = [await shop.createUser(), await shop.createUser()];
    const taken = await take(ann);
    expect(taken).toMatchObject({ entryId: expect.any(String), ownedTwice: [] });
    expect(await listAccessReasons(shop, ann)).toEqual(["order_paid"]);
    expect(await readGuestRow()).toMatchObject({ status: "deleted", email: null });
    expect(await readClaim()).toMatchObject({ claimedBy: ann, emailDueAt: null });
    await expect(take(bob)).rejects.toMatchObject({ code: "purchase_taken" });
    expect(await take(ann)).toEqual({ entryId: null, ownedTwice: [] });
    await expect(
      openCheckoutAsGuest(shop.ctx(visitor), { priceId: "prc_x", guestId }),
    ).rejects.toMatchObject({ code: "price_unavailable" });
  });

  it("whoever signs in has the add-ons, too, also beside a product that their account has", async () => {
    const shop = await openShop();
    const create = (amountMinor: number, addOns: string[] = []) =>
      shop.createPublishedProduct({
        prices: [{ type: "one_time", amountMinor, currency: "usd" }],
        addOns,
      });
    const font = await create(900);
    const app = await create(2900, [font.id]);
    const priceId = app.prices[0]!.id;
    const buy = async () => {
      const visitorCtx = shop.ctx(visitor);
      const wanted = { priceId, addOnIds: [font.id], guestId: null };
      const { guestId, id, url } = await openCheckoutAsGuest(visitorCtx, wanted);
      await shop.pay(url, undefined, { email: newEmail() });
      await confirmAsGuest(visitorCtx, { id, guestId });
      return guestId;
    };
    const [ann, bob] = [await shop.createUser(), await shop.createUser()];
    await takePurchases(shop.asUser(ann), { guestId: await buy() });
    expect(await listAccessReasons(shop, ann)).toEqual(["order_paid", "order_paid"]);

    const own = await openCheckout(shop.asUser(bob), { priceId });
    await shop.pay(own.url);
    await confirmCheckout(shop.asUser(bob), own);
    await takePurchases(shop.asUser(bob), { guestId: await buy() });
    // The font was no second payment, so the team decides.
    expect((await listOrders(shop.ctx(), { userId: bob })).map(({ status }) => status)).toEqual([
      "paid",
      "paid",
    ]);
    const entries = await showLibrary(shop.asUser(bob), { userId: bob });
    expect(
      entries.filter(({ product }) => product.id === font.id).map(({ access }) => access.active),
    ).toEqual([true]);
  });

  it("the link of the email does the same as the browser", async () => {
    const { shop, readSecret } = await buyAsGuest();
    const ann = await shop.createUser();
    const secret = await readSecret();
    await takeClaim(shop.asUser(ann), { secret });
    expect(await listAccessReasons(shop, ann)).toEqual(["order_paid"]);
    const bob = shop.asUser(await shop.createUser());
    await expect(takeClaim(bob, { secret })).rejects.toMatchObject({ code: "purchase_taken" });
  });

  it("ten accounts that take the same purchase at once leave it to exactly one of them", async () => {
    const { shop, take } = await buyAsGuest();
    const ids = await Promise.all(Array.from({ length: 10 }, () => shop.createUser()));
    const outcomes = await Promise.allSettled(ids.map(take));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = await Promise.all(ids.map((id) => listAccessReasons(shop, id)));
    expect(reasons.flat()).toEqual(["order_paid"]);
  });

  it("an account with the same verified email gets nothing by that alone", async () => {
    const { shop, email } = await buyAsGuest();
    const ann = await shop.createUser(email);
    await claimWaitingGifts(shop.ctx(), { userId: ann, email });
    expect(await listAccessReasons(shop, ann)).toEqual([]);
  });

  it("after signing in, the page after the payment takes the purchase and shows it", async () => {
    const { shop, guestId, checkoutId } = await buyAsGuest();
    const ann = await shop.createUser();
    const input = { id: checkoutId, guestId };
    expect(await confirmInBrowser(shop.asUser(ann), input)).toMatchObject({
      state: "complete",
      entry: { product: { name: "Field Guide" } },
      guest: null,
    });
    const bob = shop.asUser(await shop.createUser());
    await expect(confirmInBrowser(bob, input)).rejects.toMatchObject({ code: "purchase_taken" });
    await expect(confirmInBrowser(shop.ctx(visitor), input)).rejects.toMatchObject({
      code: "purchase_taken",
    });
  });

  it("purchases of two browsers that one account takes become one customer", async () => {
    const first = await buyAsGuest();
    const { shop } = first;
    const second = await buyAsGuest(shop);
    const ann = await shop.createUser();
    await first.take(ann);
    await second.take(ann);
    await shop.processQueue();
    expect(await listAccessReasons(shop, ann)).toEqual(["order_paid", "order_paid"]);
    const customers = await listStripeCustomersOfUser(shop.ctx().db, ann, "test");
    expect(customers.map(({ isSecondary }) => isSecondary)).toEqual([false, true]);
    const atStripe = await shop.ctx().stripe.customers.retrieve(second.customer.stripeCustomerId!);
    expect(atStripe).toMatchObject({ metadata: { gatehouse_user: ann } });
  });

  describe("of what the account has already", () => {
    /** A user has bought something, and buys it again without signing in. */
    async function buyTwice(
      prices: Parameters<TestShop["createPublishedProduct"]>[0]["prices"],
      between: (shop: TestShop, own: { id: string; stripeId: string }) => unknown = () => null,
    ) {
      const shop = await openShop();
      const product = await shop.createPublishedProduct({
        name: "Club",
        ...(prices && { prices }),
      });
      const priceId = product.prices[0]!.id;
      const ann = await shop.createUser(newEmail());
      const own = await openCheckout(shop.asUser(ann), { priceId });
      await shop.pay(own.url);
      await confirmCheckout(shop.asUser(ann), { id: own.id });
      const customer = (await findStripeCustomerOfUser(shop.ctx().db, ann, "test"))!;
      await between(shop, { id: customer.id, stripeId: customer.stripeCustomerId! });
      const paid = await openCheckoutAsGuest(shop.ctx(visitor), { priceId, guestId: null });
      await shop.pay(paid.url, undefined, { email: newEmail() });
      const input = { id: paid.id, guestId: paid.guestId };
      const confirmation = await confirmInBrowser(shop.asUser(ann), input);
      await shop.processQueue();
      await shop.processQueue();
      const refunds = (await shop.ctx().stripe.refunds.list()).data.map(({ amount }) => amount);
      return { shop, ann, confirmation, refunds };
    }

    it("a second subscription is canceled and refunded, and both page and email say so", async () => {
      const { shop, ann, confirmation, refunds } = await buyTwice([monthly]);
      expect(confirmation).toMatchObject({
        state: "complete",
        ownedTwice: [],
        entry: { notice: { code: "refunded_duplicate" } },
      });
      expect(refunds).toEqual([monthly.amountMinor]);
      const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
      expect(data.map(({ status }) => status)).toEqual(["canceled", "active"]);
      expect((await listAccessReasons(shop, ann)).toSorted()).toEqual([
        "subscription_active",
        "subscription_ended",
      ]);
      const subjects = (await shop.emailsTo(ann)).map(({ subject }) => subject);
      expect(subjects).toContain("We refunded your second payment for Club");
    });

    it("a product that is paid once is refunded as well", async () => {
      const { shop, ann, refunds } = await buyTwice(undefined);
      expect(refunds).toEqual([2900]);
      expect((await listAccessReasons(shop, ann)).toSorted()).toEqual([
        "order_paid",
        "order_refunded",
      ]);
    });

    it("a subscription that ends stays beside the new one, which is not refunded", async () => {
      const { shop, ann, confirmation, refunds } = await buyTwice(
        [monthly],
        async (shop, { id: customerId, stripeId: customer }) => {
          const { stripe } = shop.ctx();
          const { data } = await stripe.subscriptions.list({ customer });
          await stripe.subscriptions.update(data[0]!.id, { cancel_at_period_end: true });
          await syncStripeCustomer(shop.ctx(), { customerId, force: true });
        },
      );
      expect(confirmation.ownedTwice).toEqual(["Club"]);
      expect(refunds).toEqual([]);
      expect(await listAccessReasons(shop, ann)).toHaveLength(2);
    });
  });

  it("a purchase that was refunded or is disputed gives no access when it is taken", async () => {
    const refunded = await buyAsGuest();
    await refunded.refund();
    const ann = await refunded.shop.createUser();
    await refunded.take(ann);
    expect(await listAccessReasons(refunded.shop, ann)).toEqual(["order_refunded"]);

    const disputed = await buyAsGuest();
    const bob = await disputed.shop.createUser();
    await disputed.take(bob);
    await disputed.dispute();
    await disputed.sync();
    expect(await listAccessReasons(disputed.shop, bob)).toEqual(["order_disputed"]);
  });

  it("free prices, trials and a shop that turned it off ask to sign in first", async () => {
    const shop = await openShop();
    const ask = async (prices: Parameters<TestShop["createPublishedProduct"]>[0]["prices"]) => {
      const product = await shop.createPublishedProduct({ prices });
      const priceId = product.prices[0]!.id;
      return openCheckoutAsGuest(shop.ctx(visitor), { priceId, guestId: null });
    };
    const refusal = { code: "unauthenticated" };
    await expect(ask([{ ...monthly, trialDays: 14 }])).rejects.toMatchObject(refusal);
    await expect(ask([{ ...monthly, amountMinor: 0 }])).rejects.toMatchObject(refusal);
    await checkoutSettings.save(shop.asUser("usr_owner"), { payFirst: false, seatPauseHours: 0 });
    await expect(ask([monthly])).rejects.toMatchObject(refusal);
  });

  it("guests enter no code while one is for a first purchase", async () => {
    const shop = await openShop();
    const { stripe } = shop.ctx();
    const product = await shop.createPublishedProduct({});
    const open = async () => {
      const { id, url } = await openCheckoutAsGuest(shop.ctx(visitor), {
        priceId: product.prices[0]!.id,
        guestId: null,
      });
      expect(id).toMatch(/^chk_/);
      return stripe.checkout.sessions.retrieve(new URL(url).pathname.split("/").at(-1)!);
    };
    expect((await open()).allow_promotion_codes).toBe(true);
    const coupon = await stripe.coupons.create({ percent_off: 50 });
    await stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      restrictions: { first_time_transaction: true },
    });
    expect((await open()).allow_promotion_codes).not.toBe(true);
  });

  it("reminders go out after 1, 7 and 30 days, and stop when it is taken or refunded", async () => {
    const { shop, guestId, email, take, refund, readClaim, readSecret } = await buyAsGuest();
    const sendAt = async (days: number) => {
      const now = Date.now() + days * DAY + MINUTE;
      await sendDueGiftEmails({ ...shop.ctx(), now });
      return (await shop.emailsToAddress(email)).length;
    };
    expect(guestId).toMatch(/^usr_/);
    expect(await sendAt(0)).toBe(1);
    expect(await sendAt(1)).toBe(2);
    expect(await sendAt(2)).toBe(2);
    expect(await sendAt(7)).toBe(3);
    const reminder = (await shop.emailsToAddress(email)).at(-1)!;
    expect(reminder.subject).toBe("Your purchase is waiting for you: Field Guide");
    expect(reminder.text).toContain(`/claim#${await readSecret()}`);
    expect((await readClaim()).emailDueAt).not.toBeNull();
    await refund();
    const after = await sendAt(30);
    expect(
      (await shop.emailsToAddress(email)).slice(3).map(({ subject }) => subject),
    ).not.toContain(reminder.subject);
    expect(await sendAt(60)).toBe(after);
    await take(await shop.createUser());
  });

  it("the team sees who has not signed in yet, and sends the link again once an hour", async () => {
    const { shop, guestId, email, take } = await buyAsGuest();
    const admin = shop.asUser(await shop.createUser(), Date.now(), "admin");
    const { user } = await showCustomer(admin, { userId: guestId });
    expect(user.guest).toMatchObject({ email, canEmail: true, emailProblem: null });
    await shop.emailsToAddress(email);
    const later = { ...admin, now: Date.now() + 2 * HOUR };
    await emailGuest(later, { userId: guestId });
    expect((await shop.emailsToAddress(email)).at(-1)!.subject).toMatch(
      /^Your purchase is waiting/,
    );
    await expect(emailGuest(later, { userId: guestId })).rejects.toMatchObject({
      code: "rate_limited",
    });
    await take(await shop.createUser());
    await expect(emailGuest(later, { userId: guestId })).rejects.toMatchObject({
      code: "purchase_taken",
    });
  });

  describe("correcting an address", () => {
    it("a mistyped address is corrected in the browser that paid, whose old link ends", async () => {
      const { shop, guestId, readSecret, readGuestRow, customer, take } = await buyAsGuest();
      const [old, email] = [await readSecret(), newEmail()];
      const corrected = await correctGuestEmail(shop.ctx(visitor), { guestId, email });
      expect(corrected).toEqual({ email: `${email[0]}***@example.com` });
      const [message] = await shop.emailsToAddress(email);
      expect(message!.text).toContain(`/claim#${await readSecret()}`);
      expect(await readGuestRow()).toMatchObject({ email, emailVerified: false });
      const atStripe = await shop.ctx().stripe.customers.retrieve(customer.stripeCustomerId!);
      expect(atStripe).toMatchObject({ email });
      const ann = shop.asUser(await shop.createUser());
      await expect(takeClaim(ann, { secret: old })).rejects.toMatchObject({ code: "not_found" });
      await takeClaim(ann, { secret: await readSecret() });
      await expect(
        correctGuestEmail(shop.ctx(visitor), { guestId, email: newEmail() }),
      ).rejects.toMatchObject({ code: "purchase_taken" });
      await expect(
        correctGuestEmail(shop.ctx(visitor), { guestId: null, email }),
      ).rejects.toMatchObject({ code: "not_found" });
      expect(await take(ann.actor.userId)).toMatchObject({ entryId: null });
    });

    it("a mistyped address is corrected by the team, also right after the last email", async () => {
      const { shop, guestId, email, readClaim } = await buyAsGuest();
      const admin = shop.asUser(await shop.createUser(), Date.now(), "admin");
      const other = newEmail();
      await emailGuest(admin, { userId: guestId, email: other });
      expect((await shop.emailsToAddress(other)).map(({ subject }) => subject)).toEqual([
        "Your purchase is waiting for you: Field Guide",
      ]);
      expect(await readClaim()).toMatchObject({ email: other, emailProblem: null });
      await emailGuest(admin, { userId: guestId, email });
      await expect(emailGuest(admin, { userId: guestId, email })).rejects.toMatchObject({
        code: "rate_limited",
      });
    });
  });

  it("what nobody has signed in for waits in a list of customers, and needs attention after a week", async () => {
    const { shop, guestId, take } = await buyAsGuest();
    const admin = shop.asUser(await shop.createUser(), Date.now(), "admin");
    const countUntaken = async (days: number) => {
      const now = Date.now() + days * DAY;
      return (await readActionItemFacts(admin.db, "test", now)).untakenPurchases;
    };
    const isListed = async () => {
      const [all, spent] = await Promise.all([
        listCustomers(admin, { who: "guests", limit: 100 }),
        listCustomers(admin, { who: "guests", sort: "spent", limit: 100 }),
      ]);
      const { count } = await summarizeCustomers(admin, { who: "guests" });
      expect(count).toBe(all.items.length);
      return [all, spent].map(({ items }) => items.some(({ id }) => id === guestId));
    };
    const [before, after] = [await countUntaken(6), await countUntaken(8)];
    expect(after).toBeGreaterThan(before);
    expect(await isListed()).toEqual([true, true]);
    await take(await shop.createUser());
    expect(await countUntaken(8)).toBe(after - 1);
    expect(await isListed()).toEqual([false, false]);

    const refunded = await buyAsGuest(shop);
    const more = await countUntaken(8);
    await refunded.refund();
    expect(await countUntaken(8)).toBe(more - 1);
  });

  it("a guest who never pays leaves no customer at Stripe after a day", async () => {
    const shop = await openShop();
    const product = await shop.createPublishedProduct({});
    const { guestId } = await openCheckoutAsGuest(shop.ctx(visitor), {
      priceId: product.prices[0]!.id,
      guestId: null,
    });
    const { db } = shop.ctx();
    const { stripeCustomerId } = (await findStripeCustomerOfUser(db, guestId, "test"))!;
    expect(await listFeed(shop, { userId: guestId })).toEqual([]);
    await removeUnpaidGuests({ ...shop.ctx(), now: Date.now() + 2 * DAY });
    expect(await shop.ctx().stripe.customers.retrieve(stripeCustomerId!)).toMatchObject({
      deleted: true,
    });
    const row = await db.select().from(users).where(eq(users.id, guestId)).get();
    expect(row).toMatchObject({ status: "disabled", email: null });
  });

  it("a guest who has paid stays, also without a sign-in", async () => {
    const { shop, readGuestRow, email } = await buyAsGuest();
    await removeUnpaidGuests({ ...shop.ctx(), now: Date.now() + 2 * DAY });
    expect(await readGuestRow()).toMatchObject({ status: "active", email });
  });

  it("a rebuild keeps what a guest bought, before and after it is taken", async () => {
    const { shop, guestId, take } = await buyAsGuest();
    await runRebuild(shop);
    expect(await listAccessReasons(shop, guestId)).toEqual(["order_paid"]);
    const ann = await shop.createUser();
    await take(ann);
    await runRebuild(shop);
    expect(await listAccessReasons(shop, ann)).toEqual(["order_paid"]);
    expect(await listAccessReasons(shop, guestId)).toEqual([]);
  });

  it("an admin can merge a guest into an account, and the link then gives nothing more", async () => {
    const { shop, guestId, readSecret } = await buyAsGuest();
    const secret = await readSecret();
    const ann = await shop.createUser();
    await mergeAccounts(shop.asUser(await shop.createUser(), Date.now(), "admin"), {
      fromId: guestId,
      intoId: ann,
    });
    expect(await listAccessReasons(shop, ann)).toEqual(["order_paid"]);
    const bob = shop.asUser(await shop.createUser());
    await expect(takeClaim(bob, { secret })).rejects.toMatchObject({ code: "purchase_taken" });
  });

  it("a purchase whose bank has not answered is taken, too", async () => {
    const shop = await openShop();
    const product = await shop.createPublishedProduct({});
    const priceId = product.prices[0]!.id;
    const opened = await openCheckoutAsGuest(shop.ctx(visitor), { priceId, guestId: null });
    await shop.pay(opened.url, "AT611904300234573201", { email: newEmail() });
    const confirmation = await confirmAsGuest(shop.ctx(visitor), opened);
    expect(confirmation.state).toBe("processing");
    const ann = await shop.createUser();
    await takePurchases(shop.asUser(ann), opened);
    expect(await listAccessReasons(shop, ann)).toEqual(["order_processing"]);
  });

  it("deleting the account that took it forgets the address that paid", async () => {
    const { shop, take, readClaim } = await buyAsGuest();
    const ann = await shop.createUser();
    await take(ann);
    await deleteAccount(shop.asUser(ann));
    expect(await readClaim()).toMatchObject({ email: null, claimedBy: ann });
  });

  it("a cookie that the shop has not signed is nobody's", async () => {
    const shop = await openShop();
    const signed = signGuest(shop.ctx(), "usr_1");
    expect(readGuest(shop.ctx(), signed)).toBe("usr_1");
    expect(readGuest(shop.ctx(), signed.replace("usr_1", "usr_2"))).toBeNull();
    expect(readGuest(shop.ctx(), "usr_1")).toBeNull();
  });
});
