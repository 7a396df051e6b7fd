import type Stripe from "stripe";
import { addPrice, setPriceActive, editProduct } from "../../testing/fixtures/edit-product.ts";
import { describe, expect, test } from "vitest";
import { taxSettings } from "../../settings/tax-settings.ts";
import { collectTax } from "../../testing/fixtures/tax.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { commit } from "../../db/client.ts";
import { findEvent } from "../inbox/store.ts";
import { runSweep } from "../sweeps/run-sweep.ts";
import { fetchStripeDiff } from "./fetch-stripe-diff.ts";
import { importProducts } from "../../admin/products/import-products.ts";
import { publishProduct } from "../../admin/products/publish-product.ts";
import { parseStripePrice } from "./stripe-diff.ts";
import { showEditableProduct } from "../../admin/products/show-editable-product.ts";
import { setProduct } from "../../catalog/store-editing.ts";
import { showProduct } from "../../storefront/show-shop.ts";

/** Creates a published product and processes all of its events so far. */
async function sellAndDeliverEvents(shop: TestShop) {
  const sold = await shop.createPublishedProduct({ tagline: "A line" });
  const seen = new Set<string>();
  const catalog = (await shop.ctx().stripe.products.list()).data[0]!;
  /** Delivers all new events and processes the queue. */
  const catchUp = async (order = (events: Stripe.Event[]) => events) => {
    const events = (await shop.events()).filter(({ id }) => !seen.has(id));
    for (const event of order(events)) {
      seen.add(event.id);
      expect((await shop.deliver(event)).status).toBe(200);
    }
    while (shop.queued.length > 0) await shop.processQueue();
    return events;
  };
  await catchUp();
  return { sold, stripeProductId: catalog.id, catchUp };
}

const showEditable = (shop: TestShop, id: string) => showEditableProduct(shop.ctx(), { id });

describe("an edit at Stripe", () => {
  test("an edit at Stripe updates name and tagline through its event", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId, catchUp } = await sellAndDeliverEvents(shop);
    await shop.ctx().stripe.products.update(stripeProductId, { name: "Renamed", description: "" });
    const [event] = await catchUp();
    expect(await showEditable(shop, sold.id)).toMatchObject({ name: "Renamed", tagline: "" });
    expect(await findEvent(shop.ctx().db, "test", event!.id)).toMatchObject({ status: "done" });
  });

  test("a tax code that is chosen at Stripe arrives here, and one that is chosen here at Stripe", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId, catchUp } = await sellAndDeliverEvents(shop);
    const { stripe } = shop.ctx();
    await stripe.products.update(stripeProductId, { tax_code: "txcd_10302000" });
    await editProduct(shop.ctx(), sold.id, { tagline: "Another line" });
    await catchUp();
    expect(await showEditable(shop, sold.id)).toMatchObject({ taxCode: "txcd_10302000" });
    await editProduct(shop.ctx(), sold.id, { taxCode: "txcd_10103000" });
    const atStripe = await stripe.products.retrieve(stripeProductId);
    expect(atStripe).toMatchObject({ tax_code: "txcd_10103000", description: "Another line" });
  });

  test("events in any order, duplicated or outdated, bring the current state", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId, catchUp } = await sellAndDeliverEvents(shop);
    for (const name of ["One", "Two", "Three"])
      await shop.ctx().stripe.products.update(stripeProductId, { name });
    const events = await catchUp((events) => [...events.toReversed(), ...events]);
    expect(events).toHaveLength(3);
    expect(await showEditable(shop, sold.id)).toMatchObject({ name: "Three" });
  });

  test("an archived product or an inactive price is taken off sale", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId, catchUp } = await sellAndDeliverEvents(shop);
    const { stripe } = shop.ctx();
    const [price] = (await stripe.prices.list()).data;
    await stripe.prices.update(price!.id, { active: false });
    await catchUp();
    expect((await showEditable(shop, sold.id)).prices).toMatchObject([{ active: false }]);
    await stripe.products.update(stripeProductId, { active: false });
    await catchUp();
    expect(await showEditable(shop, sold.id)).toMatchObject({ status: "archived" });
    await expect(showProduct(shop.ctx(), { slug: sold.slug })).rejects.toMatchObject({
      code: "product_archived",
    });
  });

  test("an edit of whether a price includes tax changes what the storefront says", async () => {
    const shop = openTestShop();
    await collectTax(shop, null);
    const { sold, catchUp } = await sellAndDeliverEvents(shop);
    const shownTax = async () =>
      (await showProduct(shop.ctx(), { slug: sold.slug })).prices.map(({ tax }) => tax);
    expect(new Set(await shownTax())).toEqual(new Set(["exclusive"]));
    const { data } = await shop.ctx().stripe.prices.list();
    for (const { id } of data)
      await shop.ctx().stripe.prices.update(id, { tax_behavior: "inclusive" });
    await catchUp();
    expect(new Set(await shownTax())).toEqual(new Set(["inclusive"]));
    await taxSettings.save(shop.ctx(), {
      automatic: false,
      behavior: null,
      collectTaxIds: false,
      requireBillingAddress: false,
      soldByLink: false,
    });
  });

  test("a price added at Stripe isn't offered until the seller activates it", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId, catchUp } = await sellAndDeliverEvents(shop);
    await shop.ctx().stripe.prices.create({
      product: stripeProductId,
      currency: "eur",
      unit_amount: 700,
      recurring: { interval: "month", interval_count: 3 },
    });
    await catchUp();
    const made = (await showEditable(shop, sold.id)).prices.find(
      ({ currency }) => currency === "eur",
    )!;
    expect(made).toMatchObject({
      active: false,
      amountMinor: 700,
      interval: "month",
      intervalCount: 3,
    });
    expect((await showProduct(shop.ctx(), { slug: sold.slug })).prices).toHaveLength(1);
    // Editing the product doesn't change the price at Stripe.
    await editProduct(shop.ctx(), sold.id, { name: "Edited" });
    expect(await shop.ctx().stripe.prices.retrieve(made.stripePriceId!)).toMatchObject({
      active: true,
    });
    await setPriceActive(shop.ctx(), { productId: sold.id, priceId: made.id, active: true });
    expect((await showProduct(shop.ctx(), { slug: sold.slug })).prices).toHaveLength(2);
  });

  test("an edit at Stripe is overwritten by an edit of ours that has not been pushed yet", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId, catchUp } = await sellAndDeliverEvents(shop);
    const match = "POST /v1/products/*";
    await shop.control("faults", { match, times: 99, status: 500 });
    await editProduct(shop.ctx(), sold.id, { name: "Ours" });
    await shop.control("faults", { match, times: 0, status: 500 });
    await shop.ctx().stripe.products.update(stripeProductId, { name: "Theirs" });
    await catchUp();
    expect(await showEditable(shop, sold.id)).toMatchObject({
      name: "Ours",
      pendingSyncSince: null,
    });
    expect(await shop.ctx().stripe.products.retrieve(stripeProductId)).toMatchObject({
      name: "Ours",
    });
  });

  test("an edit whose event was lost is found by the nightly sweep and applied", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId } = await sellAndDeliverEvents(shop);
    await shop.ctx().stripe.products.update(stripeProductId, { name: "Unheard of" });
    const { sweep } = await runSweep(shop.ctx(), { pages: 5000 });
    expect(sweep.drifted).toBeGreaterThan(0);
    await shop.processQueue();
    expect(await showEditable(shop, sold.id)).toMatchObject({ name: "Unheard of" });
  });

  test("the nightly sweep finds every lost edit of products and prices, and asks for 100 in a request", async () => {
    const shop = openTestShop();
    const { stripe } = shop.ctx();
    const sold = [];
    for (let count = 0; count < 12; count++) sold.push(await shop.createPublishedProduct({}));
    const atStripe = (await stripe.products.list({ limit: 100 })).data.toReversed();
    const [renamed, archived, withoutPrice, withPrice] = atStripe;
    await stripe.products.update(renamed!.id, { name: "Unheard of" });
    await stripe.products.update(archived!.id, { active: false });
    const [price] = (await stripe.prices.list({ product: withoutPrice!.id })).data;
    await stripe.prices.update(price!.id, { active: false });
    await stripe.prices.create({ product: withPrice!.id, currency: "usd", unit_amount: 4200 });
    type Requests = { requests: { method: string; path: string }[] };
    const countReads = async () =>
      (await shop.control<Requests>("requests")).requests.filter(
        ({ method, path }) => method === "GET" && /^\/v1\/(products|prices)/.test(path),
      ).length;
    const before = await countReads();
    const { sweep } = await runSweep(shop.ctx(), { pages: 5000 });
    expect(await countReads()).toBe(before + 3);
    expect(sweep.drifted).toBe(4);
    await shop.processQueue();
    const editable = await Promise.all(sold.slice(0, 4).map(({ id }) => showEditable(shop, id)));
    expect(editable).toMatchObject([
      { name: "Unheard of" },
      { status: "archived" },
      { prices: [{ active: false }] },
      { prices: [{ active: true }, { amountMinor: 4200 }] },
    ]);
  });

  test("an edit waits while Stripe is down, and its event records the error", async () => {
    const shop = openTestShop();
    const { sold, stripeProductId } = await sellAndDeliverEvents(shop);
    await shop.ctx().stripe.products.update(stripeProductId, { name: "Later" });
    const event = (await shop.events()).at(-1)!;
    const match = "GET /v1/products/*";
    await shop.control("faults", { match, times: 99, status: 500 });
    await shop.deliver(event);
    const { retryMessages } = await shop.processQueue();
    expect(retryMessages).toHaveLength(1);
    expect(await findEvent(shop.ctx().db, "test", event.id)).toMatchObject({
      status: "received",
      attempts: 1,
      error: expect.stringContaining("Stripe"),
    });
    await shop.control("faults", { match, times: 0, status: 500 });
    shop.queued.push({ productId: sold.id });
    await shop.processQueue();
    expect(await showEditable(shop, sold.id)).toMatchObject({ name: "Later" });
    expect(await findEvent(shop.ctx().db, "test", event.id)).toMatchObject({ status: "done" });
  });

  test("deleting a product at Stripe takes it off sale; publishing creates it again", async () => {
    const shop = openTestShop();
    const { stripe } = shop.ctx();
    const bare = await stripe.products.create({ name: "Without a price" });
    const { ids } = await importProducts(shop.ctx(), { stripeProductIds: [bare.id] });
    const id = ids[0]!;
    await commit(shop.ctx().db, [setProduct(shop.ctx().db, id, { status: "published" })]);
    await stripe.products.del(bare.id);
    for (const event of await shop.events()) await shop.deliver(event);
    await shop.processQueue();
    expect(await showEditable(shop, id)).toMatchObject({ status: "archived" });
    const price = { type: "one_time", amountMinor: 900, currency: "usd" } as const;
    await addPrice(shop.ctx(), { productId: id, price });
    await publishProduct(shop.ctx(), { productId: id });
    const { stripeProductId, status } = await showEditable(shop, id);
    expect(status).toBe("published");
    expect(stripeProductId).not.toBe(bare.id);
    expect((await stripe.prices.list()).data).toMatchObject([{ product: stripeProductId }]);
  });

  test("a deletion is not inferred from the key of another account: unknown products stay for sale", async () => {
    const shop = openTestShop();
    const { sold } = await sellAndDeliverEvents(shop);
    await runSweep(openTestShop().ctx(), { pages: 5000 });
    expect(await showEditable(shop, sold.id)).toMatchObject({ status: "published" });
    expect((await showProduct(shop.ctx(), { slug: sold.slug })).prices).toHaveLength(1);
  });

  test("an edit of another shop's product changes nothing, and its event is stored as ignored", async () => {
    const shop = openTestShop();
    const { catchUp } = await sellAndDeliverEvents(shop);
    await shop.ctx().stripe.products.create({ name: "Another shop's" });
    const [event] = await catchUp();
    expect(await findEvent(shop.ctx().db, "test", event!.id)).toMatchObject({ status: "ignored" });
  });

  test("an edit is not reported if nothing differs", async () => {
    const shop = openTestShop();
    const { sold } = await sellAndDeliverEvents(shop);
    const { stripeProductId, ...product } = await showEditable(shop, sold.id);
    const diff = await fetchStripeDiff(shop.ctx(), {
      product: { ...product, stripeProductId: stripeProductId! },
      isDeletion: false,
    });
    expect(diff).toEqual({ product: {}, prices: [], added: [] });
  });
});

describe("a price at Stripe", () => {
  const plain = {
    billing_scheme: "per_unit",
    currency: "usd",
    custom_unit_amount: null,
    recurring: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: 900,
  } as Stripe.Price;

  test.each<[string, Partial<Stripe.Price>, RegExp]>([
    ["tiers", { billing_scheme: "tiered", unit_amount: null }, /Tiered/],
    [
      "metered use",
      { recurring: { usage_type: "metered" } as Stripe.Price.Recurring },
      /Usage-based/,
    ],
    ["packages", { transform_quantity: { divide_by: 5, round: "up" } }, /Package pricing/],
    [
      "a maximum amount",
      { unit_amount: null, custom_unit_amount: { maximum: 900, minimum: null, preset: null } },
      /maximum amount/,
    ],
    ["fractions", { unit_amount: null }, /fractions/],
  ])("a price with %s is refused with a reason", (_, price, refusal) => {
    expect(parseStripePrice({ ...plain, ...price })).toEqual({
      refusal: expect.stringMatching(refusal),
    });
  });

  test("a price with a custom amount gets Stripe's minimum amount", () => {
    const custom = { maximum: null, minimum: null, preset: 1000 };
    expect(
      parseStripePrice({ ...plain, unit_amount: null, custom_unit_amount: custom }),
    ).toMatchObject({
      facts: { model: "pay_what_you_want", minimumMinor: 50, presetMinor: 1000 },
    });
  });
});
