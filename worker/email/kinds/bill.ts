import { msg } from "@lingui/core/macro";
import type { PaidWith } from "../../db/schema/outbox.ts";
import type { EmailContent, EmailRow } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { toOrderNumber } from "../../shared/order-number.ts";
import { paymentBrands } from "../../shared/payment-brands.ts";

/** What was paid at a checkout. Amounts are in minor units. */
export type Bill = {
  /** Of the order or subscription. */
  sourceId: string;
  /** The number that Stripe prints on the invoice; null if it is unknown. */
  invoiceNumber: string | null;
  paidAt: number | null;
  currency: string;
  quantity: number;
  /** Before discounts, and before tax that comes on top; null if it is unknown. */
  subtotalMinor: number | null;
  discountMinor: number;
  /** What was bought, before discounts and tax, if it is several products; else empty. */
  lines: { name: string; quantity: number; subtotalMinor: number }[];
  /** The codes that were used. */
  discountCodes: string[];
  taxMinor: number;
  /** Whether the tax is part of the subtotal. */
  isTaxIncluded: boolean;
  totalMinor: number;
  refundedMinor: number;
  /** Whether Link is the seller: then the receipt and the invoice are Link's. */
  soldByLink: boolean;
};

/** The order number, the invoice number, the day of the payment, what was paid with, and the seller if it is the shop. */
export function listBillDetails(
  context: EmailContext,
  bill: Pick<Bill, "sourceId" | "invoiceNumber" | "paidAt"> & {
    method?: PaidWith | null;
    soldByLink?: boolean;
  },
): EmailRow[] {
  const { i18n, formats, shop } = context;
  const { method = null, soldByLink = false } = bill;
  const paidWith = method && describeMethod(method);
  return [
    orderNumberRow(context, bill.sourceId),
    ...(bill.invoiceNumber === null
      ? []
      : [{ label: i18n._(msg`Invoice number`), value: bill.invoiceNumber }]),
    ...(bill.paidAt === null
      ? []
      : [
          {
            label: i18n._(
              msg({ message: `Date paid`, comment: "Label of the date of the payment" }),
            ),
            value: formats.date(bill.paidAt),
          },
        ]),
    ...(paidWith
      ? [
          {
            label: i18n._(
              msg({ message: `Paid with`, comment: "Label of a card: Visa •••• 4242" }),
            ),
            value: paidWith,
          },
        ]
      : []),
    ...(shop.seller === null || soldByLink
      ? []
      : [
          {
            label: i18n._(
              msg({
                message: `Sold by`,
                comment: "Label of the name and the address of the seller",
              }),
            ),
            value: toName(context, shop.seller),
          },
        ]),
  ];
}

/** The sum of a bill. */
export function totalRow(
  { i18n, formats }: EmailContext,
  { amountMinor, currency }: { amountMinor: number; currency: string },
): EmailContent["amounts"][number] {
  return {
    label: i18n._(msg({ message: `Total`, comment: "Label of the sum of a bill" })),
    value: formats.money(amountMinor, currency, "exact"),
    isTotal: true,
  };
}

/** The number of an order or a subscription, as people read it. */
export function orderNumberRow({ i18n }: EmailContext, sourceId: string): EmailRow {
  return { label: i18n._(msg`Order number`), value: toOrderNumber(sourceId) };
}

/** `Visa •••• 4242`, in every language; null if neither is known. */
function describeMethod({ type, brand, last4 }: PaidWith): string | null {
  const name = paymentBrands[brand ?? ""] ?? paymentBrands[type];
  const parts = [name, last4 === null ? undefined : `•••• ${last4}`];
  return parts.filter((part) => part !== undefined).join(" ") || null;
}

/** The lines of a bill: product, discount, tax, total, and what was refunded since. */
export function listBillAmounts(
  context: EmailContext,
  bill: Bill,
  product: { name: string },
): EmailContent["amounts"] {
  const { i18n, formats } = context;
  const { discountMinor, discountCodes, taxMinor, refundedMinor } = bill;
  const codes = formats.list(discountCodes.map((code) => toName(context, code)));
  const money = (amountMinor: number) => formats.money(amountMinor, bill.currency, "exact");
  const row = (isShown: boolean, label: string, amountMinor: number) =>
    isShown ? [{ label, value: money(amountMinor) }] : [];
  const sold = [{ name: product.name, quantity: bill.quantity, subtotalMinor: bill.subtotalMinor }];
  return [
    ...(bill.lines.length > 0 ? bill.lines : sold).flatMap(
      ({ subtotalMinor, quantity, ...line }) => {
        const name = toName(context, line.name);
        return subtotalMinor === null
          ? []
          : row(
              true,
              quantity > 1
                ? i18n._(
                    msg({
                      message: `${name} × ${quantity}`,
                      comment: "{name}: a product; {quantity}: how many seats of it",
                    }),
                  )
                : name,
              subtotalMinor,
            );
      },
    ),
    ...row(
      discountMinor > 0,
      codes === ""
        ? i18n._(msg({ message: `Discount`, comment: "Label of an amount in a bill" }))
        : i18n._(msg({ message: `Discount (${codes})`, comment: "{codes}: the discount codes" })),
      -discountMinor,
    ),
    ...row(
      taxMinor > 0,
      bill.isTaxIncluded
        ? i18n._(
            msg({
              message: `Tax included`,
              comment: "Label of an amount that is part of the price in a bill",
            }),
          )
        : i18n._(msg({ message: `Tax`, comment: "Label of an amount in a bill" })),
      taxMinor,
    ),
    totalRow(context, { amountMinor: bill.totalMinor, currency: bill.currency }),
    ...row(
      refundedMinor > 0,
      i18n._(
        msg({ message: `Refunded in total`, comment: "Label of all that was refunded of a bill" }),
      ),
      -refundedMinor,
    ),
  ];
}
