import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { MINUTE, SECOND } from "../lib/time.ts";
import { interceptDatabase } from "../testing/database/intercept-database.ts";
import { monthly, openCheckoutForNewUser } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, sessionIdOf } from "../testing/shop.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";

describe("opening a checkout", () => {
  it("opening a checkout creates a session for the user's Stripe customer, with our ids in its metadata", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({}),
    );
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      mode: "payment",
      status: "open",
      amount_total: 2900,
      client_reference_id: userId,
      metadata: {
        gatehouse_user: userId,
        gatehouse_price: priceId,
        gatehouse_checkout: checkout.id,
      },
      success_url: `http://localhost:8787/checkout/return?checkout=${checkout.id}`,
    });
    expect(sessions[0]?.customer).toMatch(/^cus_/);
  });

  // https://github.com/stripe/stripe-php/issues/1336
  it("the return URL names our checkout, without a {CHECKOUT_SESSION_ID} for Stripe to fill in", async () => {
    const shop = openTestShop();
    const { checkout } = await openCheckoutForNewUser(shop, await shop.createPublishedProduct({}));
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    const address = new URL(sessions[0]!.success_url!);
    expect(address.href).not.toMatch(/[{}]|%7[bd]|cs_/i);
    expect(address.searchParams.get("checkout")).toBe(checkout.id);
  });

  // https://github.com/dj-stripe/dj-stripe/issues/1157
  it("an idempotency key is not reused after the email changed", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const userId = await shop.createUser("before@example.com");
    const priceId = product.prices[0]!.id;
    // Stripe created the customer, but its response was lost.
    await shop.control("faults", {
      match: "POST /v1/customers",
      times: 1,
      status: 429,
      afterCommit: true,
    });
    await expect(openCheckout(shop.asUser(userId), { priceId })).rejects.toThrow("rate limit");
    const { db, stripe } = shop.ctx();
    await db
      .update(users)
      .set({ email: `${userId}@example.com` })
      .where(eq(users.id, userId));
    await openCheckout(shop.asUser(userId), { priceId });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  // https://github.com/jetstreamapp/jetstream/pull/2067
  it("20 concurrent requests get the same session, and create one Stripe customer", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const userId = await shop.createUser();
    const priceId = product.prices[0]?.id ?? "";
    const opened = await Promise.all(
      Array.from({ length: 20 }, () =>
        openCheckout(shop.asUser(userId), { priceId }).catch((error: Error) => error),
      ),
    );
    const urls = new Set(opened.flatMap((result) => (result instanceof Error ? [] : [result.url])));
    expect(opened.filter((result) => result instanceof Error)).toEqual([]);
    expect(urls.size).toBe(1);
    const { stripe } = shop.ctx();
    expect((await stripe.customers.list()).data).toHaveLength(1);
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it("a first checkout is refused if another tab created the customer and paid in the meantime", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const userId = await shop.createUser();
    const priceId = product.prices[0]!.id;
    let isPaid = false;
    const d1 = interceptDatabase(shop.env.DB, async (sql, call) => {
      // The customer exists at Stripe, and is about to be linked.
      if (!isPaid && sql.some((text) => text.startsWith('insert into "checkouts"'))) {
        isPaid = true;
        const { url } = await openCheckout(shop.asUser(userId), { priceId });
        await shop.pay(url);
      }
      return call();
    });
    const slow = { ...shop.asUser(userId), db: openDatabase(d1) };
    await expect(openCheckout(slow, { priceId })).rejects.toMatchObject({ code: "already_owned" });
    const { stripe } = shop.ctx();
    expect((await stripe.customers.list()).data).toHaveLength(1);
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it("opening a checkout expires the open session when the buyer chooses the other price", async () => {
    const shop = openTestShop();
    const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
    const product = await shop.createPublishedProduct({ prices: [monthly, yearly] });
    const userId = await shop.createUser();
    const [first, second] = product.prices;
    await openCheckout(shop.asUser(userId), { priceId: first?.id ?? "" });
    await openCheckout(shop.asUser(userId), { priceId: second?.id ?? "" });
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    expect(sessions.map((session) => session.status)).toEqual(["open", "expired"]);
  });

  it("no second session is opened if the open one is paid while the buyer chooses the other price", async () => {
    const shop = openTestShop();
    const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
    const { prices } = await shop.createPublishedProduct({ prices: [monthly, yearly] });
    const userId = await shop.createUser();
    const { url } = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
    const ctx = shop.asUser(userId);
    const { sessions } = ctx.stripe.checkout;
    const expire = sessions.expire.bind(sessions);
    sessions.expire = (async (...args: Parameters<typeof expire>) => {
      await shop.pay(url);
      return expire(...args);
    }) as typeof expire;
    await expect(openCheckout(ctx, { priceId: prices[1]!.id })).rejects.toMatchObject({
      code: "already_owned",
    });
    expect((await sessions.list()).data).toHaveLength(1);
  });

  it.each([false, true])(
    "opening a checkout replaces the open session even if expiring it answers 500, after: %s",
    async (afterCommit) => {
      const shop = openTestShop();
      const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
      const { prices } = await shop.createPublishedProduct({ prices: [monthly, yearly] });
      const userId = await shop.createUser();
      const { url } = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
      const match = `POST /v1/checkout/sessions/${sessionIdOf(url)}/expire`;
      await shop.control("faults", { match, times: 1, status: 500, afterCommit });
      const other = await openCheckout(shop.asUser(userId), { priceId: prices[1]!.id });
      expect(other.url).not.toBe(url);
      const { data } = await shop.ctx().stripe.checkout.sessions.list();
      expect(data.map(({ status }) => status)).toEqual(["open", "expired"]);
    },
  );

  it("opening a checkout never uses another Stripe customer with the same email", async () => {
    const shop = openTestShop();
    const email = `${crypto.randomUUID()}@example.com`;
    const { stripe } = shop.ctx();
    const theirs = await stripe.customers.create({ email });
    const { prices } = await shop.createPublishedProduct({});
    const userId = await shop.createUser(email);
    const { url } = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
    expect((await runRebuild(shop)).customers).toBe(1);
    const { customer } = await stripe.checkout.sessions.retrieve(sessionIdOf(url));
    expect(customer).toMatch(/^cus_/);
    expect(customer).not.toBe(theirs.id);
  });

  it("opening a checkout replaces a customer deleted at Stripe immediately, even without an event", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const { userId } = await openCheckoutForNewUser(shop, await shop.createPublishedProduct({}));
    const { stripe } = shop.ctx();
    const gone = (await stripe.customers.list()).data[0]!.id;
    await stripe.customers.del(gone);
    const again = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    const session = await stripe.checkout.sessions.retrieve(sessionIdOf(again.url));
    expect(session.customer).toMatch(/^cus_/);
    expect(session.customer).not.toBe(gone);
  });

  it("opening a checkout refuses to sell an owned product again, even before any webhook", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({}),
    );
    await shop.pay(checkout.url);
    await expect(openCheckout(shop.asUser(userId), { priceId })).rejects.toMatchObject({
      code: "already_owned",
    });
  });

  it("opening a checkout refuses a second product of a plan group while the user has the first", async () => {
    const shop = openTestShop();
    const planGroup = `g-${crypto.randomUUID()}`;
    const basic = await shop.createPublishedProduct({ planGroup, prices: [monthly] });
    const plus = await shop.createPublishedProduct({
      planGroup,
      prices: [{ ...monthly, amountMinor: 1900 }],
    });
    const { userId, checkout } = await openCheckoutForNewUser(shop, basic);
    await shop.pay(checkout.url);
    await expect(
      openCheckout(shop.asUser(userId), { priceId: plus.prices[0]?.id ?? "" }),
    ).rejects.toMatchObject({
      code: "already_owned",
    });
  });

  it("a checkout of a price that is not for sale is refused", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    await expect(
      openCheckout(shop.asUser(userId), { priceId: "prc_nobody" }),
    ).rejects.toMatchObject({
      code: "price_unavailable",
    });
  });

  it("opening a checkout refuses a price that Stripe does not know, instead of blaming Stripe", async () => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({});
    const priceId = prices[0]!.id;
    await shop.env.DB.prepare("UPDATE prices SET stripe_price_id = ? WHERE id = ?")
      .bind(`price_${crypto.randomUUID().replaceAll("-", "")}`, priceId)
      .run();
    const userId = await shop.createUser();
    await expect(openCheckout(shop.asUser(userId), { priceId })).rejects.toMatchObject({
      code: "price_unavailable",
    });
  });

  it.each([
    ["the first click works", 0, "fulfilled"],
    ["the next click works if the list of customers failed, too", 1, "rejected"],
  ])(
    "three answers of 500 after a customer was created leave one customer: %s",
    async (_, failedLists, first) => {
      const shop = openTestShop();
      const { prices } = await shop.createPublishedProduct({});
      const priceId = prices[0]!.id;
      const match = "POST /v1/customers";
      for (const email of [`${crypto.randomUUID()}@example.com`, null]) {
        const userId = await shop.createUser(email);
        const count = async () => (await shop.ctx().stripe.customers.list()).data.length;
        const before = await count();
        await shop.control("faults", { match, times: 3, status: 500, afterCommit: true });
        const failing = { match: "GET /v1/customers", times: failedLists, status: 500 };
        await shop.control("faults", failing);
        const [{ status }] = await Promise.allSettled([
          openCheckout(shop.asUser(userId), { priceId }),
        ]);
        expect(status).toBe(first);
        await openCheckout(shop.asUser(userId), { priceId });
        expect(await count()).toBe(before + 1);
      }
    },
  );

  it.each([
    ["was refused", false, 30],
    ["was lost after it had created the session", true, 25],
  ])(
    "a checkout opens five minutes after a request that %s, as one session",
    async (_, afterCommit, minutes) => {
      const shop = openTestShop();
      const { prices } = await shop.createPublishedProduct({});
      const priceId = prices[0]!.id;
      const userId = await shop.createUser();
      const match = "POST /v1/checkout/sessions";
      await shop.control("faults", { match, times: 1, status: 429, afterCommit });
      await expect(openCheckout(shop.asUser(userId), { priceId })).rejects.toMatchObject({
        code: "stripe_unavailable",
      });
      await shop.control("clock", { advanceSeconds: 300 });
      const now = Date.now() + 5 * MINUTE;
      const opened = await Promise.all(
        [0, 100, 200].map((ms) => openCheckout(shop.asUser(userId, now + ms), { priceId })),
      );
      const { data } = await shop.ctx().stripe.checkout.sessions.list();
      expect(data).toHaveLength(1);
      expect(new Set(opened.map(({ url }) => url))).toEqual(new Set([data[0]!.url]));
      expect(data[0]!.expires_at * SECOND - now).toBeGreaterThan(minutes * MINUTE);
    },
  );

  // https://github.com/TryGhost/Ghost/issues/12498
  it("a failed first payment does not block checkout forever", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({ prices: [monthly] }),
    );
    await expect(shop.pay(checkout.url, "4000000000000002")).rejects.toThrow("declined");
    expect(await confirmCheckout(shop.asUser(userId), { id: checkout.id })).toMatchObject({
      state: "open",
      resumeUrl: checkout.url,
    });
    const again = await openCheckout(shop.asUser(userId), { priceId });
    await shop.pay(again.url);
    expect((await confirmCheckout(shop.asUser(userId), { id: again.id })).state).toBe("complete");
  });
});
