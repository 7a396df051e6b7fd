import type Stripe from "stripe";
import type { Plan } from "../../catalog/list-plans.ts";
import { SECOND } from "../../lib/time.ts";

/**
 * A line of the invoice for a plan change. A screen describes it from its kind, product and seats.
 * - `unused_time`: credit for time that was paid for and won't be used
 * - `remaining_time`: the new price for the rest of the current period
 * - `full_period`: the new price for a new period, until `periodEnd`
 * - `other`: anything else, as `description` says
 */
export type PreviewLine = {
  kind: "unused_time" | "remaining_time" | "full_period" | "other";
  /** Null for a price that the catalog doesn't have. */
  productName: string | null;
  quantity: number;
  /** In unix milliseconds. */
  periodEnd: number;
  /** Stripe's own text, in English. */
  description: string | null;
  /** In minor units; a credit is negative. */
  amountMinor: number;
};

/** Turns a line of Stripe's preview into what a screen shows. @param plans the prices whose products have a name */
export function toPreviewLine(line: Stripe.InvoiceLineItem, plans: Plan[]): PreviewLine {
  const price = line.pricing?.price_details?.price;
  const stripePriceId = typeof price === "string" ? price : price?.id;
  const plan = plans.find((each) => each.price.stripePriceId === stripePriceId);
  return {
    kind: findKind(line),
    productName: plan?.product.name ?? null,
    quantity: line.quantity ?? 1,
    periodEnd: line.period.end * SECOND,
    description: line.description,
    amountMinor: line.amount,
  };
}

function findKind({ parent, amount }: Stripe.InvoiceLineItem): PreviewLine["kind"] {
  const details = parent?.subscription_item_details;
  if (!details) return "other";
  if (!details.proration) return "full_period";
  return amount < 0 ? "unused_time" : "remaining_time";
}
