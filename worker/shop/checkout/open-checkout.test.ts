import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "../../db/schema/account.ts";
import { monthly, openForNewBuyer } from "../../testing/purchases.ts";
import { rebuild } from "../../testing/run-rebuild.ts";
import { openTestShop, sessionIdOf } from "../../testing/shop.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";

describe("opening a checkout", () => {
  it("asks Stripe for a session of one known customer, with our ids in its metadata", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openForNewBuyer(shop, await shop.sell({}));
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

  it("encoded {CHECKOUT_SESSION_ID} (stripe-php#1336): the return address needs no template", async () => {
    const shop = openTestShop();
    const { checkout } = await openForNewBuyer(shop, await shop.sell({}));
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    const address = new URL(sessions[0]!.success_url!);
    expect(address.href).not.toMatch(/[{}]|%7[bd]|cs_/i);
    expect(address.searchParams.get("checkout")).toBe(checkout.id);
  });

  it("an idempotency key is not reused after the email changed (dj-stripe#1157)", async () => {
    const shop = openTestShop();
    const product = await shop.sell({});
    const userId = await shop.newBuyer("before@example.com");
    const priceId = product.prices[0]!.id;
    // Stripe made the customer, and its answer was lost.
    await shop.control("faults", {
      match: "POST /v1/customers",
      times: 1,
      status: 429,
      afterCommit: true,
    });
    await expect(openCheckout(shop.as(userId), { priceId })).rejects.toThrow("rate limit");
    const { db, stripe } = shop.ctx();
    await db
      .update(users)
      .set({ email: `${userId}@example.com` })
      .where(eq(users.id, userId));
    await openCheckout(shop.as(userId), { priceId });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it(
    "gives the same session to twenty requests at once, and makes one Stripe customer (jetstream#2067)",
    {
      timeout: 30_000,
    },
    async () => {
      const shop = openTestShop();
      const product = await shop.sell({});
      const userId = await shop.newBuyer();
      const priceId = product.prices[0]?.id ?? "";
      const opened = await Promise.all(
        Array.from({ length: 20 }, () =>
          openCheckout(shop.as(userId), { priceId }).catch((error: Error) => error),
        ),
      );
      const urls = new Set(
        opened.flatMap((result) => (result instanceof Error ? [] : [result.url])),
      );
      expect(opened.filter((result) => result instanceof Error)).toEqual([]);
      expect(urls.size).toBe(1);
      const { stripe } = shop.ctx();
      expect((await stripe.customers.list()).data).toHaveLength(1);
      expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
    },
  );

  it("expires the open session when the buyer chooses the other price", async () => {
    const shop = openTestShop();
    const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
    const product = await shop.sell({ prices: [monthly, yearly] });
    const userId = await shop.newBuyer();
    const [first, second] = product.prices;
    await openCheckout(shop.as(userId), { priceId: first?.id ?? "" });
    await openCheckout(shop.as(userId), { priceId: second?.id ?? "" });
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    expect(sessions.map((session) => session.status)).toEqual(["open", "expired"]);
  });

  it("that is paid while the buyer chooses the other price is a purchase, and no second is opened", async () => {
    const shop = openTestShop();
    const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
    const { prices } = await shop.sell({ prices: [monthly, yearly] });
    const userId = await shop.newBuyer();
    const { url } = await openCheckout(shop.as(userId), { priceId: prices[0]!.id });
    const ctx = shop.as(userId);
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
    "is closed though Stripe answered 500, the work done: %s",
    async (afterCommit) => {
      const shop = openTestShop();
      const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
      const { prices } = await shop.sell({ prices: [monthly, yearly] });
      const userId = await shop.newBuyer();
      const { url } = await openCheckout(shop.as(userId), { priceId: prices[0]!.id });
      const match = `POST /v1/checkout/sessions/${sessionIdOf(url)}/expire`;
      await shop.control("faults", { match, times: 1, status: 500, afterCommit });
      const other = await openCheckout(shop.as(userId), { priceId: prices[1]!.id });
      expect(other.url).not.toBe(url);
      const { data } = await shop.ctx().stripe.checkout.sessions.list();
      expect(data.map(({ status }) => status)).toEqual(["open", "expired"]);
    },
  );

  it("never takes a customer with the same email for the buyer's", async () => {
    const shop = openTestShop();
    const email = `${crypto.randomUUID()}@example.com`;
    const { stripe } = shop.ctx();
    const theirs = await stripe.customers.create({ email });
    const { prices } = await shop.sell({});
    const userId = await shop.newBuyer(email);
    const { url } = await openCheckout(shop.as(userId), { priceId: prices[0]!.id });
    expect((await rebuild(shop)).customers).toBe(1);
    const { customer } = await stripe.checkout.sessions.retrieve(sessionIdOf(url));
    expect(customer).toMatch(/^cus_/);
    expect(customer).not.toBe(theirs.id);
  });

  it("a customer deleted at Stripe, of which no event came, is followed by another at once", async () => {
    const shop = openTestShop();
    const product = await shop.sell({});
    const { userId } = await openForNewBuyer(shop, await shop.sell({}));
    const { stripe } = shop.ctx();
    const gone = (await stripe.customers.list()).data[0]!.id;
    await stripe.customers.del(gone);
    const again = await openCheckout(shop.as(userId), { priceId: product.prices[0]!.id });
    const session = await stripe.checkout.sessions.retrieve(sessionIdOf(again.url));
    expect(session.customer).toMatch(/^cus_/);
    expect(session.customer).not.toBe(gone);
  });

  it("refuses a second purchase of what is owned, even when no webhook has come", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openForNewBuyer(shop, await shop.sell({}));
    await shop.pay(checkout.url);
    await expect(openCheckout(shop.as(userId), { priceId })).rejects.toMatchObject({
      code: "already_owned",
    });
  });

  it("refuses a second product of an exclusive group while the first is held", async () => {
    const shop = openTestShop();
    const exclusiveGroup = `g-${crypto.randomUUID()}`;
    const basic = await shop.sell({ exclusiveGroup, prices: [monthly] });
    const plus = await shop.sell({ exclusiveGroup, prices: [{ ...monthly, amountMinor: 1900 }] });
    const { userId, checkout } = await openForNewBuyer(shop, basic);
    await shop.pay(checkout.url);
    await expect(
      openCheckout(shop.as(userId), { priceId: plus.prices[0]?.id ?? "" }),
    ).rejects.toMatchObject({
      code: "already_owned",
    });
  });

  it("refuses a price that is not for sale", async () => {
    const shop = openTestShop();
    const userId = await shop.newBuyer();
    await expect(openCheckout(shop.as(userId), { priceId: "prc_nobody" })).rejects.toMatchObject({
      code: "price_unavailable",
    });
  });

  it("a first payment that failed does not bar checkout for ever (Ghost#12498)", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openForNewBuyer(
      shop,
      await shop.sell({ prices: [monthly] }),
    );
    await expect(shop.pay(checkout.url, "4000000000000002")).rejects.toThrow("declined");
    expect(await confirmCheckout(shop.as(userId), { id: checkout.id })).toMatchObject({
      state: "open",
      resumeUrl: checkout.url,
    });
    const again = await openCheckout(shop.as(userId), { priceId });
    await shop.pay(again.url);
    expect((await confirmCheckout(shop.as(userId), { id: again.id })).state).toBe("complete");
  });
});
