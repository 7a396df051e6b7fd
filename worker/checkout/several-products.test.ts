import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { deleteAccount } from "../account/delete-account.ts";
import { exportAccount } from "../account/export-account.ts";
import { refundOrder } from "../admin/orders/refund-order.ts";
import { showOrder } from "../admin/orders/show-order.ts";
import {
  exportOrders,
  searchOrders,
  summarizeOrders,
  type OrderSearch,
} from "../admin/orders/search-orders.ts";
import { saveProduct } from "../admin/products/save-product.ts";
import type { NewPrice, NewProduct } from "../admin/products/schema.ts";
import { findProduct } from "../catalog/store.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { readLines } from "../purchases/orders/lines.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { updateDailyTotals } from "../purchases/totals/update-daily-totals.ts";
import { showProduct } from "../storefront/show-shop.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { loseRows } from "../testing/fixtures/lose-rows.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { createPermanentLink } from "./save-permanent-link.ts";
import { openPermanentLink } from "./open-permanent-link.ts";
import { showPermanentLink } from "./show-permanent-links.ts";
import { showOffer } from "./show-offer.ts";

const oneTime = (amountMinor: number): NewPrice => ({
  type: "one_time",
  amountMinor,
  currency: "usd",
});
const key = (prefix: string) => ({
  type: "license_key" as const,
  name: `Key ${prefix}`,
  settings: { prefix },
});

const reason = "requested_by_customer";

/** Creates a product with two add-ons, a font and a guide, each with a license key. */
async function createShop(
  main: NewPrice = oneTime(2900),
  more: Partial<NewProduct> = {},
  options: Parameters<typeof openTestShop>[0] = {},
) {
  const shop = openTestShop(options);
  const font = await shop.createPublishedProduct({
    name: "Font",
    prices: [oneTime(900)],
    benefits: [key("FONT")],
  });
  const guide = await shop.createPublishedProduct({
    name: "Guide",
    prices: [oneTime(500), { ...oneTime(450), currency: "eur" } as NewPrice],
    benefits: [key("GUIDE")],
  });
  const product = await shop.createPublishedProduct({
    name: "App",
    prices: [main],
    benefits: [key("APP")],
    addOns: [font.id, guide.id],
    ...more,
  });
  const userId = await shop.createUser();
  const user = shop.asUser(userId);
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  const open = (addOnIds: string[]) =>
    openCheckout(user, { priceId: product.prices[0]!.id, addOnIds });
  return {
    shop,
    user,
    userId,
    team,
    product,
    font,
    guide,
    open,
    buy: async (addOnIds: string[], choices?: Parameters<TestShop["pay"]>[2]) => {
      const checkout = await open(addOnIds);
      await shop.pay(checkout.url, undefined, choices);
      return confirmCheckout(user, checkout);
    },
    order: async () => (await listOrders(shop.ctx(), { userId }))[0]!,
    sync: async () => {
      const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
      await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    },
    owned: async () =>
      (await showLibrary(shop.asUser(userId), { userId }))
        .filter((entry) => entry.access.active)
        .map((entry) => [entry.product.name, entry.benefits.length])
        .toSorted(),
  };
}

describe("a product with add-ons", () => {
  it("its page offers them with their prices in its currency, and not the ones that are owned", async () => {
    const { shop, product, font, guide, user, userId } = await createShop();
    const shown = await showProduct(shop.ctx(), { slug: product.slug });
    expect(shown.addOns).toMatchObject([
      { id: font.id, name: "Font", price: { amountMinor: 900, currency: "usd" } },
      { id: guide.id, name: "Guide", price: { amountMinor: 500, currency: "usd" } },
    ]);
    expect(await showOffer(user, { userId, productId: product.id })).toMatchObject({
      ownedAddOnIds: [],
    });
    const { url } = await openCheckout(user, { priceId: font.prices[0]!.id });
    await shop.pay(url);
    const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    expect(await showOffer(user, { userId, productId: product.id })).toMatchObject({
      ownedAddOnIds: [font.id],
    });
  });

  it("what is ticked is paid in one checkout, and each product is in the library with its key", async () => {
    const { buy, font, guide, owned, order } = await createShop();
    expect(await buy([font.id, guide.id])).toMatchObject({ state: "complete" });
    expect(await owned()).toEqual([
      ["App", 1],
      ["Font", 1],
      ["Guide", 1],
    ]);
    const row = await order();
    expect(row).toMatchObject({ status: "paid", totalMinor: 4300, quantity: 1 });
    expect(readLines(row)!.map(({ totalMinor }) => totalMinor)).toEqual(
      expect.arrayContaining([2900, 900, 500]),
    );
    expect(readLines(row)![0]).toMatchObject({ productId: row.productId, totalMinor: 2900 });
  });

  it("a product that is bought alone has no lines", async () => {
    const { buy, order } = await createShop();
    await buy([]);
    expect((await order()).lines).toBeNull();
  });

  it("an add-on that the user has already is left out of the checkout", async () => {
    const { shop, user, open, font, guide, product } = await createShop();
    const first = await openCheckout(user, { priceId: font.prices[0]!.id });
    await shop.pay(first.url);
    const { url } = await open([font.id, guide.id]);
    const session = await shop.ctx().stripe.checkout.sessions.retrieve(sessionIdOf(url), {
      expand: ["line_items"],
    });
    expect(session.amount_total).toBe(3400);
    expect(product.prices[0]!.amountMinor).toBe(2900);
  });

  it("another choice of add-ons replaces the open checkout, and the same one keeps it", async () => {
    const { open, font, guide } = await createShop();
    const first = await open([font.id]);
    expect(await open([font.id])).toEqual(first);
    expect((await open([font.id, guide.id])).url).not.toBe(first.url);
  });

  it("a product that is not one of its add-ons is refused", async () => {
    const { shop, open } = await createShop();
    const other = await shop.createPublishedProduct({});
    await expect(open([other.id])).rejects.toMatchObject({ code: "price_unavailable" });
  });

  it("a code and tax are shared among the lines as Stripe says", async () => {
    const { shop, buy, font, order } = await createShop();
    const { stripe } = shop.ctx();
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "once" });
    await stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      code: "TEN",
    });
    await buy([font.id], { promotionCode: "TEN" });
    const row = await order();
    expect(row).toMatchObject({ totalMinor: 3420, discountMinor: 380 });
    expect(readLines(row)!.map(({ discountMinor }) => discountMinor)).toEqual([290, 90]);
  });

  it("the seller chooses other products of the shop, and no product twice", async () => {
    const { shop, team, product, font } = await createShop();
    const row = (await findProduct(shop.ctx().db, product.id))!;
    const save = (addOns: string[]) =>
      saveProduct(team, {
        ...row,
        media: null,
        taxCode: null,
        addOns,
      } as never);
    for (const addOns of [[product.id], [font.id, font.id], [`prd_${"0".repeat(26)}`]])
      await expect(save(addOns)).rejects.toMatchObject({
        code: "invalid_input",
        fields: [{ path: "addOns" }],
      });
  });
});

describe("an order of several products", () => {
  it("a refund of one line ends the access of that product alone, and is made once", async () => {
    const { shop, team, buy, font, guide, order, owned, userId } = await createShop();
    await buy([font.id, guide.id]);
    const { id, lines } = await order();
    const line = readLines({ lines })!.find(({ productId }) => productId === font.id)!;
    const refund = () => refundOrder(team, { id, refundedMinor: 0, lineIds: [line.id], reason });
    await refund();
    await refund();
    expect(await order()).toMatchObject({ status: "partially_refunded", refundedMinor: 900 });
    expect(await owned()).toEqual([
      ["App", 1],
      ["Guide", 1],
    ]);
    const shown = await showOrder(team, { id });
    expect(shown.lines).toMatchObject([
      { name: "App", refundedAt: null },
      expect.anything(),
      expect.anything(),
    ]);
    expect(shown.lines!.find(({ name }) => name === "Font")!.refundedAt).not.toBeNull();
    const entry = shown.timeline.find(({ code }) => code === "refunded_in_part")!;
    expect(entry.revoked).toMatchObject([{ name: "Key FONT" }]);
    const reasons = (await showLibrary(shop.asUser(userId), { userId })).map((each) => [
      each.product.name,
      each.access.reason,
    ]);
    expect(reasons).toContainEqual(["Font", "order_refunded"]);
  });

  it.each([
    ["an order", oneTime(2900)],
    ["what was bought beside a subscription", monthly],
  ])("the email about a refund of a line of %s names it, and what is left", async (_, main) => {
    const { shop, team, buy, font, guide, order, userId } = await createShop(
      main,
      {},
      { hasEmailSender: true },
    );
    await buy([font.id, guide.id]);
    const { id, lines } = await order();
    const line = readLines({ lines })!.find(({ productId }) => productId === font.id)!;
    await refundOrder(team, { id, refundedMinor: 0, lineIds: [line.id], reason });
    const emails = await shop.emailsTo(userId);
    const email = emails.find(({ subject }) => subject === "Your refund for Font")!;
    const text = email.text.replaceAll(/\s+/g, " ");
    expect(text).toContain("We refunded $9.00 for Font. It can take up to 10 days");
    expect(text).toContain("You no longer have access to Font through this purchase.");
    expect(text).toMatch(/Your access to App.* doesn’t change\./);
    expect(text).not.toMatch(/Your access to [^.]*Font[^.]* doesn’t change/);
  });

  it("a refund of an amount keeps all access, and a full one ends all", async () => {
    const { team, buy, font, order, owned } = await createShop();
    await buy([font.id]);
    const { id } = await order();
    await refundOrder(team, { id, refundedMinor: 0, amountMinor: 900, reason });
    expect(await owned()).toHaveLength(2);
    await refundOrder(team, { id, refundedMinor: 900, reason });
    expect(await order()).toMatchObject({ status: "refunded", refundedMinor: 3800 });
    expect(await owned()).toEqual([]);
  });

  it("a line of another order, and more than the lines cost, are refused", async () => {
    const { team, buy, font, order } = await createShop();
    await buy([font.id]);
    const { id, lines } = await order();
    const [app] = readLines({ lines })!;
    await expect(
      refundOrder(team, { id, refundedMinor: 0, lineIds: ["li_other"], reason }),
    ).rejects.toMatchObject({ code: "invalid_input", fields: [{ path: "lineIds" }] });
    await expect(
      refundOrder(team, { id, refundedMinor: 0, lineIds: [app!.id], amountMinor: 3800, reason }),
    ).rejects.toMatchObject({ code: "invalid_input", fields: [{ path: "amountMinor" }] });
  });

  it("a dispute suspends all, and a won one restores all", async () => {
    const { shop, buy, font, owned, sync } = await createShop();
    await buy([font.id]);
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge!.id });
    await sync();
    expect(await owned()).toEqual([]);
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    expect(await owned()).toHaveLength(2);
  });

  it("the API, the feed and the CSV file have the lines", async () => {
    const { shop, team, buy, font, order, userId } = await createShop();
    await buy([font.id]);
    const client = await createApiClient(shop);
    const { body } = await client.get<{ data: object[] }>(`/orders?customer=${userId}`);
    const lines = readLines(await order())!;
    expect(body.data).toMatchObject([{ lines }]);
    const { body: feed } = await client.get<{ data: { type: string; data: object }[] }>(
      `/events?customer=${userId}&limit=100`,
    );
    expect(feed.data.find(({ type }) => type === "order.created")?.data).toMatchObject({ lines });
    const csv = await exportOrders(team, {}).text();
    expect(csv).toContain("App 29.00; Font 9.00");
  });

  it("lists of the orders of a product have those that it was added to, in order and on every page", async () => {
    const { shop, team, user, product, buy, font, guide, userId } = await createShop();
    const sold = await openCheckout(user, { priceId: guide.prices[0]!.id });
    await shop.pay(sold.url);
    await confirmCheckout(user, sold);
    await buy([font.id]);
    const other = shop.asUser(await shop.createUser());
    for (const wanted of [
      { priceId: font.prices[0]!.id },
      { priceId: product.prices[0]!.id, addOnIds: [guide.id, font.id] },
    ]) {
      await shop.control("clock", { advanceSeconds: 2 });
      const opened = await openCheckout(other, wanted);
      await shop.pay(opened.url);
      await confirmCheckout(other, opened);
    }
    const readAll = async (search: OrderSearch) => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await searchOrders(team, { ...search, cursor, limit: 1 });
        names.push(...page.items.map((order) => order.product.name));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return names;
    };
    const productId = font.id;
    expect(await readAll({ productId })).toEqual(["Font", "App"]);
    expect(await readAll({ productId, sort: "oldest" })).toEqual(["App", "Font"]);
    const bought = await listOrders(shop.ctx(), { userId });
    const { id } = bought.find(({ lines }) => lines !== null)!;
    for (const search of [{ status: "paid" } as const, { search: id }])
      expect(await readAll({ productId, ...search })).toContain("App");
    expect(await readAll({ productId, status: "refunded" })).toEqual([]);
    expect(await summarizeOrders(team, { productId })).toMatchObject({
      count: 2,
      totals: [{ currency: "usd", paidMinor: 4700 }],
    });
    expect(await exportOrders(team, { productId }).text()).toContain("App 29.00; Font 9.00");

    const client = await createApiClient(shop);
    const listIds = async (query: string) => {
      const ids: string[] = [];
      let cursor: string | null = "";
      do {
        const { body }: { body: { data: { productId: string }[]; nextCursor: string | null } } =
          await client.get(
            `/orders?product=${font.id}&limit=1&${query}${cursor && `&cursor=${cursor}`}`,
          );
        ids.push(...body.data.map((order) => order.productId));
        cursor = body.nextCursor;
      } while (cursor !== null);
      return ids;
    };
    expect(await listIds("")).toEqual([font.id, product.id]);
    expect(await listIds("status=paid")).toEqual([font.id, product.id]);
    expect(await listIds("status=refunded")).toEqual([]);
    expect(await listIds(`customer=${userId}`)).toEqual([product.id]);
  });

  it("the account export has the lines, and so has the order after the account was deleted", async () => {
    const { user, buy, font, order, owned } = await createShop();
    await buy([font.id]);
    const { id, lines } = await order();
    const file = await exportAccount(user);
    expect(file.orders).toMatchObject([{ id, lines }]);
    expect(file.grants).toHaveLength(2);
    await deleteAccount(user);
    expect(await order()).toMatchObject({ id, lines, status: "paid" });
    // Nothing of what they include is left.
    expect(await owned()).toEqual([
      ["App", 0],
      ["Font", 0],
    ]);
  });

  it("a rebuild gives the same order and the same keys", async () => {
    const { shop, team, buy, font, guide, order, owned, userId } = await createShop();
    await buy([font.id, guide.id]);
    const { id, lines } = await order();
    const line = readLines({ lines })!.find(({ productId }) => productId === font.id)!;
    await refundOrder(team, { id, refundedMinor: 0, lineIds: [line.id], reason });
    const before = [await order(), await owned()];
    await loseRows(shop, userId);
    await runRebuild(shop);
    expect([await order(), await owned()]).toEqual(before);
  });
});

describe("a subscription with one-time products", () => {
  it("both are paid at once; the subscription renews alone, and canceling it keeps the rest", async () => {
    const { shop, buy, font, guide, order, owned, userId, sync } = await createShop(monthly);
    expect(await buy([font.id, guide.id])).toMatchObject({ state: "complete" });
    expect(await owned()).toEqual([
      ["App", 1],
      ["Font", 1],
      ["Guide", 1],
    ]);
    expect(await order()).toMatchObject({ status: "paid", totalMinor: 1400, productId: font.id });
    const [subscription] = await listSubscriptions(shop.ctx(), { userId });
    expect(subscription!.items).toMatchObject([{ amountMinor: 900 }]);
    await shop.ctx().stripe.subscriptions.cancel(subscription!.stripeSubscriptionId);
    await sync();
    expect(await owned()).toEqual([
      ["Font", 1],
      ["Guide", 1],
    ]);
  });

  it("a refund of a line leaves the subscription, and of the whole payment ends the one-time products", async () => {
    const { shop, team, buy, font, guide, order, owned, sync } = await createShop(monthly);
    await buy([font.id, guide.id]);
    const { id, lines, stripePaymentIntentId } = await order();
    const line = readLines({ lines })!.find(({ productId }) => productId === font.id)!;
    await refundOrder(team, { id, refundedMinor: 0, lineIds: [line.id], reason });
    expect(await owned()).toEqual([
      ["App", 1],
      ["Guide", 1],
    ]);
    expect(await order()).toMatchObject({ status: "partially_refunded", refundedMinor: 900 });
    await shop.ctx().stripe.refunds.create({ payment_intent: stripePaymentIntentId! });
    await sync();
    expect(await order()).toMatchObject({ status: "refunded", refundedMinor: 1400 });
    expect(await owned()).toEqual([["App", 1]]);
  });

  it("a free trial begins while the rest is paid", async () => {
    const { buy, font, order, owned } = await createShop({ ...monthly, trialDays: 7 });
    await buy([font.id]);
    expect(await order()).toMatchObject({ status: "paid", totalMinor: 900 });
    expect(await owned()).toHaveLength(2);
  });

  it("its payment is of the subscription, and a rebuild gives the same", async () => {
    const { shop, buy, font, order, owned, userId } = await createShop(monthly);
    await buy([font.id]);
    const before = [await order(), await owned()];
    await loseRows(shop, userId);
    await runRebuild(shop);
    expect([await order(), await owned()]).toEqual(before);
    const payments = await shop.env.DB.prepare("SELECT source_type FROM payments WHERE user_id = ?")
      .bind(userId)
      .raw();
    expect(payments).toEqual([["subscription"]]);
  });
});

it.each([
  ["bought once", oneTime(2900), 2900],
  ["a subscription", monthly, 900],
])("the revenue by product has what each line cost, of a product %s", async (_, price, main) => {
  const { shop, team, buy, font, guide, product, order } = await createShop(price);
  await buy([font.id, guide.id]);
  const { id, lines } = await order();
  const line = readLines({ lines })!.find(({ productId }) => productId === font.id)!;
  await refundOrder(team, { id, refundedMinor: 0, lineIds: [line.id], reason });
  await updateDailyTotals(shop.ctx());
  const rows = await shop.env.DB.prepare(
    `SELECT key, gross_minor, refunded_minor, count FROM sales_totals
      WHERE unit = 'day' AND dimension = 'product' AND key IN (?, ?, ?)`,
  )
    .bind(product.id, font.id, guide.id)
    .raw();
  expect(new Map(rows.map(([key, ...sums]) => [key, sums]))).toEqual(
    new Map([
      [product.id, [main, 0, 1]],
      [font.id, [900, 900, 1]],
      [guide.id, [500, 0, 1]],
    ]),
  );
});

it("the events of a checkout name what is bought beside the price", async () => {
  const { shop, user, product, font, userId } = await createShop();
  const other = await shop.createPublishedProduct({});
  for (const checkout of [
    await openCheckout(user, { priceId: product.prices[0]!.id, addOnIds: [font.id] }),
    await openCheckout(user, { priceId: other.prices[0]!.id }),
  ]) {
    await shop.pay(checkout.url);
    await confirmCheckout(user, checkout);
  }
  const { results } = await shop.env.DB.prepare(
    `SELECT json_extract(data, '$.addedPriceIds') AS added FROM feed_events
      WHERE user_id = ? AND type = 'checkout.completed' ORDER BY sequence`,
  )
    .bind(userId)
    .all();
  expect(results).toEqual([{ added: JSON.stringify([font.prices[0]!.id]) }, { added: "[]" }]);
});

describe("a permanent link of several prices", () => {
  it("sells all of them, without what the buyer has already", async () => {
    const { shop, user, team, product, font, guide, owned } = await createShop();
    const { id } = await createPermanentLink(team, {
      priceId: product.prices[0]!.id,
      addedPriceIds: [
        font.prices[0]!.id,
        guide.prices.find(({ currency }) => currency === "usd")!.id,
      ],
    });
    const { code } = await showPermanentLink(team, { id });
    const first = await openCheckout(user, { priceId: font.prices[0]!.id });
    await shop.pay(first.url);
    const checkout = await openPermanentLink(user, { code, referral: null });
    await shop.pay(checkout.url);
    await confirmCheckout(user, checkout);
    expect(await owned()).toHaveLength(3);
  });

  it("a price that cannot be sold with it is refused", async () => {
    const { team, product, guide } = await createShop();
    const euros = guide.prices.find(({ currency }) => currency === "eur")!;
    await expect(
      createPermanentLink(team, {
        priceId: product.prices[0]!.id,
        addedPriceIds: [euros.id],
      }),
    ).rejects.toMatchObject({ code: "invalid_input", fields: [{ path: "addedPriceIds" }] });
  });
});
