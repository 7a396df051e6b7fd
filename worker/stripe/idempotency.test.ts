import { expect, it } from "vitest";
import { monthly } from "../testing/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/subscribe.ts";
import { openPortal } from "../shop/billing/open-portal.ts";
import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { refundOrder } from "../admin/orders/refund-order.ts";
import { changePlan } from "../shop/billing/change-plan.ts";
import { endSubscription } from "../shop/billing/end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "../shop/billing/pause-subscription.ts";
import { previewPlan } from "../shop/billing/preview-plan-change.ts";
import { keepSubscription, scheduleCancellation } from "../shop/billing/schedule-cancellation.ts";
import { syncCustomer } from "../sync/customer/sync-stripe-customer.ts";

const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
/** Changes nothing at Stripe. */
const PREVIEW = "/v1/invoices/create_preview";

type Asked = {
  requests: { method: string; path: string; idempotencyKey: string | null; params: object }[];
};

/** What the shop has written to Stripe. */
async function writes(shop: TestShop) {
  const { requests } = await shop.control<Asked>("requests");
  return requests.filter(({ method, path }) => method === "POST" && path !== PREVIEW);
}

it("every write to Stripe has a key that says what is done to what, and one that is retried has the same", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [monthly, yearly] });
  const [month, year] = sub.product.prices;
  const holder = sub.holder();
  await scheduleCancellation(holder, sub);
  await keepSubscription(holder, sub);
  await pauseSubscription(holder, sub);
  await resumeSubscription(holder, sub);
  const choice = { id: sub.id, priceId: year!.id };
  await changePlan(holder, { ...choice, ...(await previewPlan(holder, choice)) });
  await openPortal(holder, { flow: "card" });
  await endSubscription(holder, sub);
  // A choice that is changed closes a checkout.
  await openCheckout(holder, { priceId: month!.id });
  await openCheckout(holder, { priceId: year!.id });
  const { prices } = await shop.sell({});
  const { url } = await openCheckout(holder, { priceId: prices[0]!.id });
  await shop.pay(url);
  await syncCustomer(holder, { customerId: sub.customerId, force: true });
  const [order] = await listOrders(holder, sub);
  await refundOrder(shop.ctx(), {
    id: order!.id,
    refundedMinor: 0,
    amountMinor: 100,
    reason: "requested_by_customer",
  });
  const made = await writes(shop);
  expect(made.length).toBeGreaterThan(12);
  expect(made.filter(({ idempotencyKey }) => !idempotencyKey?.startsWith("gatehouse:"))).toEqual(
    [],
  );
  const byKey = Map.groupBy(made, ({ idempotencyKey }) => idempotencyKey);
  for (const same of byKey.values())
    expect(new Set(same.map(({ path, params }) => JSON.stringify([path, params]))).size).toBe(1);
});

it("what is told to Stripe in metadata is ids, few and short", async () => {
  const shop = openTestShop();
  await subscribe(shop);
  const all = (await writes(shop)).flatMap(({ params }) => metadataIn(params));
  expect(all.length).toBeGreaterThan(3);
  for (const metadata of all) {
    const entries = Object.entries(metadata);
    expect(entries.length).toBeLessThanOrEqual(50);
    for (const [name, value] of entries) {
      expect(name).toMatch(/^gatehouse_\w{1,30}$/);
      expect(value).toMatch(/^(usr|chk|prd|prc|prod|price)_\w{1,60}$/);
    }
  }
});

/** Every `metadata` in parameters, however deep. */
function metadataIn(params: object): Record<string, string>[] {
  return Object.entries(params).flatMap(([name, value]: [string, unknown]) =>
    typeof value !== "object" || value === null
      ? []
      : name === "metadata"
        ? [value as Record<string, string>]
        : metadataIn(value),
  );
}
