import { jsonObject } from "./sql-json.ts";

/**
 * A grant in the history: its row, without the mode, which the event has. Times are in unix milliseconds. Other
 * programs never see it; they see entitlements.
 */
export type GrantSnapshot = {
  id: string;
  userId: string;
  benefitId: string;
  productId: string;
  sourceType: "order" | "subscription" | "gift";
  sourceId: string;
  quantity: number;
  waitingFor: "buyer_name" | "seller_keys" | null;
  reason: string;
  grantedAt: number;
  endsAt: number | null;
  revokedAt: number | null;
};

/** The JSON of a grant's history, in a query that reads from `grants`. */
export function grantText(): string {
  return jsonObject({
    id: "grants.id",
    userId: "grants.user_id",
    benefitId: "grants.benefit_id",
    productId: "grants.product_id",
    sourceType: "grants.source_type",
    sourceId: "grants.source_id",
    quantity: "grants.quantity",
    waitingFor: "grants.waiting_for",
    reason: "grants.reason",
    grantedAt: "grants.granted_at",
    endsAt: "grants.ends_at",
    revokedAt: "grants.revoked_at",
  });
}

/** The JSON of the end of an order by the deletion of its Stripe customer, in a query that reads from `orders`. */
export function closureText(): string {
  return jsonObject({
    orderId: "orders.id",
    userId: "orders.user_id",
    customerDeletedAt: "orders.customer_deleted_at",
  });
}
