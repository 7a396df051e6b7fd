import { describe, expect, it } from "vitest";
import { MINUTE } from "../lib/time.ts";
import { monthly, openCheckoutForNewUser } from "../testing/fixtures/purchases.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import type { AppError } from "../errors.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";

const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;

/** Returns how many requests `act` makes to Stripe. */
async function countStripeRequests(shop: TestShop, act: () => Promise<unknown>): Promise<number> {
  const count = async () =>
    (await shop.control<{ requests: object[] }>("requests")).requests.length;
  const before = await count();
  await act();
  return (await count()) - before;
}

describe("requests to Stripe", () => {
  it("a checkout needs no more of them after 120 expired sessions than after one", async () => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({ prices: [monthly, yearly] });
    const userId = await shop.createUser();
    const open = (at: number) => openCheckout(shop.asUser(userId), { priceId: prices[at % 2]!.id });
    await open(0);
    const early = await countStripeRequests(shop, () => open(1));
    const { stripe } = shop.ctx();
    const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data;
    for (let made = 0; made < 120; made++) {
      const { id } = await stripe.checkout.sessions.create({
        mode: "payment",
        customer: session!.customer as string,
        line_items: [
          {
            price_data: { currency: "usd", unit_amount: 100, product_data: { name: "x" } },
            quantity: 1,
          },
        ],
        success_url: "https://shop.example/",
      });
      await stripe.checkout.sessions.expire(id);
    }
    const late = await countStripeRequests(shop, () => open(0));
    expect(late).toBe(early);
    expect(late).toBeLessThanOrEqual(7);
  });

  it("the confirmation finds out that the open session expired, and that a second one is open", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({}),
    );
    const other = await shop.createPublishedProduct({});
    const second = await openCheckout(shop.asUser(userId), { priceId: other.prices[0]!.id });
    await shop.ctx().stripe.checkout.sessions.expire(sessionIdOf(checkout.url));
    const confirm = async (id: string) =>
      (await confirmCheckout(shop.asUser(userId), { id })).state;
    expect(await confirm(checkout.id)).toBe("expired");
    expect(await confirm(second.id)).toBe("open");
    const statement = shop.env.DB.prepare(
      "SELECT count(*) FROM feed_events WHERE object_id = ? AND type = 'checkout.expired'",
    );
    expect(await statement.bind(checkout.id).first("count(*)")).toBe(1);
  });
});

describe("a user who opens checkouts without end", () => {
  it("a user is refused after 20 checkouts in ten minutes, sees when to try again, and can then buy", async () => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({ prices: [monthly, yearly] });
    const userId = await shop.createUser();
    const start = Date.now();
    const open = (at: number, now: number) =>
      openCheckout(shop.asUser(userId, now), { priceId: prices[at % 2]!.id });
    for (let at = 0; at < 20; at++) await open(at, start + at);
    const refused = countStripeRequests(shop, () =>
      expect(open(20, start + MINUTE)).rejects.toMatchObject({
        code: "too_many_checkouts",
        retryAfterSeconds: 540,
      }),
    );
    expect(await refused).toBe(0);
    expect(await open(20, start + 10 * MINUTE)).toMatchObject({ url: expect.any(String) });
  });

  it("a user is refused also if all requests come at once, and others can still buy", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const ctx = shop.asUser(await shop.createUser());
    const priceId = product.prices[0]!.id;
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        openCheckout(ctx, { priceId }).catch(({ code }: AppError) => code),
      ),
    );
    expect(answers.filter((answer) => answer === "too_many_checkouts")).toHaveLength(4);
    expect(await openCheckoutForNewUser(shop, product)).toMatchObject({
      checkout: { url: expect.any(String) },
    });
  });

  it("a user over the limit gets 429 on each route that calls Stripe, from any address", async () => {
    const user = await createSignedInUser();
    let sent = 0;
    let refused: Response | undefined;
    // The limiter starts a new count with every minute of its clock.
    while (sent < 600 && !refused) {
      const response = await user.fetch("/api/me/checkouts/chk_none/confirmation", {
        method: "POST",
        headers: { "cf-connecting-ip": `192.0.2.${sent++ % 250}` },
      });
      if (response.status === 429) refused = response;
    }
    expect(sent).toBeGreaterThan(60);
    expect(refused?.headers.get("retry-after")).toBe("60");
    for (const path of ["/api/me/invoices", "/api/me/subscriptions/sub_x/plan-change"])
      expect((await user.fetch(path)).status).toBe(429);
    expect((await user.fetch("/api/me/library")).status).toBe(200);
  });
});
