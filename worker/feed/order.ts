import { z } from "zod";
import {
  currencyField,
  disputeStatusField,
  idField,
  linkFields,
  minorField,
  orderNumberField,
  promotionCodeField,
  quantityField,
  timeField,
} from "./fields.ts";
import { jsonObjectWithLink, orderNumberText, rfc3339, toExpression } from "./sql-json.ts";

export const orderStatus = z
  .enum(["pending", "paid", "partially_refunded", "refunded", "disputed", "failed"])
  .meta({ description: "`pending` while a bank debit is processing." });

/** One product of an order with several. */
const orderLine = z.object({
  id: z.string().meta({ description: "Stripe's id of the line.", example: "li_1PqLs2" }),
  productId: idField("prd", "What was bought."),
  priceId: idField("prc", "At which price; null if the price is unknown here.").nullable(),
  quantity: quantityField,
  totalMinor: minorField("What it cost, with tax and after discounts."),
  taxMinor: minorField("The tax in it."),
  discountMinor: minorField("What discounts took off."),
  refundedAt: timeField("When it was refunded, which ended its access.").nullable(),
});

/** A one-time purchase, as other programs see it. */
export const order = z
  .object({
    id: idField("ord", "The order's id."),
    number: orderNumberField,
    customerId: idField("usr", "Who bought it."),
    productId: idField("prd", "What was bought."),
    priceId: idField("prc", "At which price; null if the price is unknown here.").nullable(),
    status: orderStatus,
    currency: currencyField,
    totalMinor: minorField("What was paid, with tax and after discounts."),
    taxMinor: minorField("The tax in it."),
    discountMinor: minorField("What discounts took off."),
    refundedMinor: minorField("What was refunded so far."),
    quantity: quantityField,
    locale: z.string().nullable().meta({
      description: "The language that it was bought in, as a BCP 47 tag; null if it is not known.",
      example: "pt-BR",
    }),
    disputeStatus: disputeStatusField,
    duplicateOf: z.string().nullable().meta({
      description:
        "If this was a second payment for the same thing, and was refunded: the earlier purchase.",
    }),
    stripeCheckoutSessionId: z.string().meta({ example: "cs_live_a1b2c3" }),
    stripePaymentIntentId: z
      .string()
      .nullable()
      .meta({ description: "Null if nothing had to be paid.", example: "pi_3PqLs2" }),
    createdAt: timeField("When the checkout was created."),
    paidAt: timeField("When it was paid.").nullable(),
    refundedAt: timeField("When the latest refund was made.").nullable(),
    disputedAt: timeField("When the deciding dispute was opened.").nullable(),
    promotionCodeId: promotionCodeField,
    giftId: idField(
      "cmp",
      "If it is a gift for somebody else: the gift, whoever has it.",
    ).nullable(),
    lines: z.array(orderLine).nullable().meta({
      description:
        "What was bought, if it is several products or beside a subscription; its `productId`, `priceId` and `quantity` are those of the first line. Null for a single product.",
    }),
    upgradeOf: idField(
      "ord",
      "If it is an upgrade, at the difference: the order of the smaller product.",
    ).nullable(),
    ...linkFields,
  })
  .meta({ ref: "Order", description: "A one-time purchase." });

export type Order = z.output<typeof order>;

/** The JSON of an order, in a query that reads from `orders`. */
export function orderText(): string {
  const fields = {
    id: "orders.id",
    number: orderNumberText("orders.id"),
    customerId: "orders.user_id",
    productId: "orders.product_id",
    priceId: "orders.price_id",
    status: "orders.status",
    currency: "orders.currency",
    totalMinor: "orders.total_minor",
    taxMinor: "orders.tax_minor",
    discountMinor: "orders.discount_minor",
    refundedMinor: "orders.refunded_minor",
    quantity: "orders.quantity",
    locale: "orders.locale",
    disputeStatus: "orders.dispute_status",
    duplicateOf: "orders.duplicate_of",
    stripeCheckoutSessionId: "orders.stripe_session_id",
    stripePaymentIntentId: "orders.stripe_payment_intent_id",
    createdAt: rfc3339("orders.created_at"),
    promotionCodeId: "orders.promotion_code_id",
    giftId: "orders.gift_id",
    lines: "json(orders.lines)",
    upgradeOf: "orders.upgrade_of",
    paidAt: rfc3339("orders.paid_at"),
    refundedAt: rfc3339("orders.refunded_at"),
    disputedAt: rfc3339("orders.disputed_at"),
  };
  return jsonObjectWithLink(
    fields,
    "orders",
    `(SELECT c.id FROM checkouts c
    WHERE c.mode = orders.mode AND c.stripe_session_id = orders.stripe_session_id)`,
  );
}

export const orderJson = toExpression(orderText);
