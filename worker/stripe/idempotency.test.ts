import { expect, it } from "vitest";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openPortal } from "../shop/billing/open-portal.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { refundOrder } from "../admin/orders/refund-order.ts";
import { changePlan } from "../billing/change-plan.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "../billing/pause-subscription.ts";
import { previewPlanChange } from "../billing/preview-plan-change.ts";
import { undoCancellation, scheduleCancellation } from "../billing/schedule-cancellation.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";

const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
/** This POST changes nothing at Stripe. */
const PREVIEW = "/v1/invoices/create_preview";

type RequestLog = {
  requests: { method: string; path: string; idempotencyKey: string | null; params: object }[];
};

/** Returns the write requests that the shop sent to Stripe. */
async function listStripeWrites(shop: TestShop) {
  const { requests } = await shop.control<RequestLog>("requests");
  return requests.filter(({ method, path }) => method === "POST" && path !== PREVIEW);
}

it("every write to Stripe has an idempotency key, and requests with the same key are identical", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [monthly, yearly] });
  const [month, year] = sub.product.prices;
  const userContext = sub.userContext();
  await scheduleCancellation(userContext, sub);
  await undoCancellation(userContext, sub);
  await pauseSubscription(userContext, sub);
  await resumeSubscription(userContext, sub);
  const choice = { id: sub.id, priceId: year!.id };
  await changePlan(userContext, { ...choice, ...(await previewPlanChange(userContext, choice)) });
  await openPortal(userContext, { flow: "card" });
  await endSubscription(userContext, sub);
  // Choosing another price expires the first checkout.
  await openCheckout(userContext, { priceId: month!.id });
  await openCheckout(userContext, { priceId: year!.id });
  const { prices } = await shop.createPublishedProduct({});
  const { url } = await openCheckout(userContext, { priceId: prices[0]!.id });
  await shop.pay(url);
  await syncStripeCustomer(userContext, { customerId: sub.customerId, force: true });
  const [order] = await listOrders(userContext, sub);
  await refundOrder(shop.ctx(), {
    id: order!.id,
    refundedMinor: 0,
    amountMinor: 100,
    reason: "requested_by_customer",
  });
  const writes = await listStripeWrites(shop);
  expect(writes.length).toBeGreaterThan(12);
  expect(writes.filter(({ idempotencyKey }) => !idempotencyKey?.startsWith("gatehouse:"))).toEqual(
    [],
  );
  const byKey = Map.groupBy(writes, ({ idempotencyKey }) => idempotencyKey);
  for (const requests of byKey.values())
    expect(new Set(requests.map(({ path, params }) => JSON.stringify([path, params]))).size).toBe(
      1,
    );
});

it("metadata sent to Stripe contains only a few short ids and the language", async () => {
  const shop = openTestShop();
  await subscribe(shop);
  const all = (await listStripeWrites(shop)).flatMap(({ params }) => metadataIn(params));
  expect(all.length).toBeGreaterThan(3);
  for (const metadata of all) {
    const entries = Object.entries(metadata);
    expect(entries.length).toBeLessThanOrEqual(50);
    for (const [name, value] of entries) {
      expect(name).toMatch(/^gatehouse_\w{1,30}$/);
      expect(value).toMatch(
        name === "gatehouse_locale" ? /^en$/ : /^(usr|chk|prd|prc|prod|price)_\w{1,60}$/,
      );
    }
  }
});

/** Returns every `metadata` object in the parameters, at any depth. */
function metadataIn(params: object): Record<string, string>[] {
  return Object.entries(params).flatMap(([name, value]: [string, unknown]) =>
    typeof value !== "object" || value === null
      ? []
      : name === "metadata"
        ? [value as Record<string, string>]
        : metadataIn(value),
  );
}
