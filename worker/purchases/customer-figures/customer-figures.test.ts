import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createGift } from "../../gifts/create-gift.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { mergeAccounts } from "../../admin/customers/merge-accounts.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { openTestShop } from "../../testing/shop.ts";
import { markCustomerStale } from "./store.ts";
import { commit } from "../../db/client.ts";
import { toFigures, type PurchaseFacts } from "./to-figures.ts";
import { updateCustomerFigures } from "./update-customer-figures.ts";

const usd = (amountMinor: number, at: number, more: object = {}) =>
  ({
    status: "succeeded",
    amountMinor,
    refundedMinor: 0,
    currency: "usd",
    createdAt: at,
    country: "US",
    ...more,
  }) as PurchaseFacts["payments"][number];

it.each([
  [
    "payments less refunds, without those that failed or are processing",
    [
      usd(900, 1),
      usd(2900, 2, { refundedMinor: 400 }),
      usd(1, 3, { status: "failed" }),
      usd(1, 4, { status: "pending" }),
    ],
    { currency: "usd", spentMinor: 3400, spent: 34, spentElsewhere: null, lastPurchaseAt: 2 },
  ],
  [
    "the currency with the most payments, and the others beside it",
    [usd(900, 1), usd(5000, 2, { currency: "jpy" }), usd(5000, 3, { currency: "jpy" })],
    { currency: "jpy", spentMinor: 10_000, spent: 10_000, spentElsewhere: { usd: 900 } },
  ],
  [
    "the country of the latest payment that has one",
    [usd(900, 1, { country: "DE" }), usd(900, 2), usd(900, 3, { country: null })],
    { country: "US", lastPurchaseAt: 3 },
  ],
  ["nothing without payments", [], { currency: null, spentMinor: 0, spent: 0, country: null }],
])("the figures of a customer are %s", (_, payments, expected) => {
  expect(toFigures({ payments, lastPurchaseAt: null })).toMatchObject(expected);
});

describe("the figures of a customer", () => {
  const read = async (userId: string) => ({
    figures: await env.DB.prepare(
      "SELECT currency, spent_minor AS spentMinor, country FROM customer_figures WHERE user_id = ?",
    )
      .bind(userId)
      .first(),
    products: (
      await env.DB.prepare("SELECT product_id FROM customer_products WHERE user_id = ?")
        .bind(userId)
        .raw()
    ).flat(),
  });

  it("they follow a purchase, a gift, a refund and a merge", async () => {
    const shop = openTestShop();
    const { userId, customerId, product } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const given = await shop.createPublishedProduct({});
    await createGift(shop.ctx(), { userId, productId: given.id, note: "A gift" });
    await updateCustomerFigures(shop.ctx());
    expect(await read(userId)).toEqual({
      figures: { currency: "usd", spentMinor: 2900, country: "US" },
      products: [product.id, given.id].toSorted(),
    });
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    await shop.ctx().stripe.refunds.create({ charge: charge!.id, amount: 1000 });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await updateCustomerFigures(shop.ctx());
    expect((await read(userId)).figures).toMatchObject({ spentMinor: 1900 });
    const other = await createSignedInUser({});
    const owner = shop.asUser(await shop.createUser(), Date.now(), "owner");
    await mergeAccounts(owner, { fromId: userId, intoId: other.userId });
    await updateCustomerFigures(shop.ctx());
    expect((await read(other.userId)).figures).toMatchObject({ spentMinor: 1900 });
    expect(await read(userId)).toEqual({ figures: null, products: [] });
  });

  it("a mark that is set while they are calculated is kept", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const { db } = shop.ctx();
    let isMarked = false;
    const client = new Proxy(env.DB, {
      get(target, name: keyof D1Database) {
        if (name !== "batch") return (target[name] as () => void).bind(target);
        return async (statements: D1PreparedStatement[]) => {
          // The last batch writes the figures.
          if (!isMarked && statements.length > 2) {
            isMarked = true;
            await commit(db, [markCustomerStale(userId)]);
          }
          return target.batch(statements);
        };
      },
    });
    const { openDatabase } = await import("../../db/client.ts");
    await updateCustomerFigures({ ...shop.ctx(), db: openDatabase(client) });
    const left = await env.DB.prepare("SELECT changes FROM stale_customers WHERE user_id = ?")
      .bind(userId)
      .first("changes");
    expect(left).toBeGreaterThan(1);
    expect((await read(userId)).figures).toMatchObject({ spentMinor: 2900 });
  });
});
