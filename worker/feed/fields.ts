import { z } from "zod";

/** An id with this prefix. */
export function idField(prefix: string, description: string) {
  return z.string().meta({ description, example: `${prefix}_01kb2z8q3mh7w5t0d9x6n4c1rv` });
}

export const orderNumberField = z.string().meta({
  description:
    "The number that the customer reads on receipts, made of the id. Very rarely, two purchases of the same second have the same one.",
  example: "1KB2Z8Q-H7W5",
});

/** A time on the wire. */
export function timeField(description: string) {
  return z.iso
    .datetime({ precision: 3 })
    .meta({ description, example: "2026-03-01T09:30:00.000Z" });
}

/** An amount of money. */
export function minorField(description: string) {
  return z.int().meta({
    description: `${description} In the currency's minor unit, e.g. cents.`,
    example: 2900,
  });
}

/** What a purchase has from the link that it came from. */
export const linkFields = {
  linkId: idField(
    "lnc",
    "The checkout link (`lnc_…`) or permanent link (`lnp_…`) that it came from; null without one.",
  ).nullable(),
  metadata: z.record(z.string(), z.string()).meta({
    description:
      "What was attached to the link when it was made. With a permanent link also `ref` and the `utm_…` parameters of the URL that the customer opened.",
    example: { cart: "7712" },
  }),
};

export const promotionCodeField = z.string().nullable().meta({
  description:
    "Stripe's id of the promotion code that was entered at the checkout; null without one.",
  example: "promo_1PqLs2",
});

export const currencyField = z
  .string()
  .meta({ description: "ISO 4217 code in lower case.", example: "usd" });

export const quantityField = z
  .int()
  .meta({ description: "How many were bought, e.g. seats.", example: 1 });

export const disputeStatusField = z
  .enum([
    "warning_needs_response",
    "warning_under_review",
    "warning_closed",
    "needs_response",
    "under_review",
    "won",
    "lost",
    "prevented",
  ])
  .nullable()
  .meta({ description: "Stripe's status of the latest dispute; null if there was none." });
