import { createDiscount } from "../../admin/discounts/create-discount.ts";
import { newDiscount } from "../../admin/discounts/schema.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { cancelForHolder } from "../../admin/subscriptions/change-subscription-for-user.ts";
import { payForNewProduct } from "../purchases.ts";
import type { TestShop } from "../shop.ts";
import { subscribe } from "../subscribe.ts";
import { writes, type AuditRule, type ChangingRoute } from "./change.ts";

const refund = { refundedMinor: 0, reason: "requested_by_customer" };
const spring = { name: "Spring", off: { kind: "percent", percentOff: 25 }, duration: "once" };

const ofSubscription = async (shop: TestShop) => ({ at: { id: (await subscribe(shop)).id } });

/**
 * What happens at Stripe first: the entry is written right after Stripe's answer and before the sync, so that where it
 * cannot be written nothing has changed here.
 */
export const moneyChanges = {
  "POST /api/admin/orders/:id/refunds": writes("order.refunded", async (shop) => {
    const { userId, customerId } = await payForNewProduct(shop);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const [order] = await listOrders(shop.ctx(), { userId });
    return { at: { id: order!.id }, json: refund };
  }),
  "POST /api/admin/subscriptions/:id/cancellation": writes(
    "subscription.cancellation_scheduled",
    ofSubscription,
  ),
  "DELETE /api/admin/subscriptions/:id/cancellation": writes(
    "subscription.cancellation_undone",
    async (shop) => {
      const asked = await ofSubscription(shop);
      await cancelForHolder(shop.ctx(), asked.at);
      return asked;
    },
  ),
  "POST /api/admin/subscriptions/:id/end": writes("subscription.ended", ofSubscription),
  "POST /api/admin/subscriptions/:id/refunds": [
    writes("subscription.refunded", async (shop) => ({
      ...(await ofSubscription(shop)),
      json: { ...refund, end: false },
    })),
    writes(["subscription.refunded", "subscription.ended"], async (shop) => ({
      ...(await ofSubscription(shop)),
      json: { ...refund, end: true },
    })),
  ],
  "POST /api/admin/discounts": writes("discount.created", () => ({ json: spring })),
  "POST /api/admin/discounts/:id/ending": writes("discount.ended", async (shop) => {
    const { id } = await createDiscount(shop.ctx(), newDiscount.parse(spring));
    return { at: { id } };
  }),
} satisfies Partial<Record<ChangingRoute, AuditRule>>;
