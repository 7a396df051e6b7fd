import type Stripe from "stripe";
import type { Ctx, UserCtx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";
import { collectAll, idOf } from "../../stripe/references.ts";
import { eInvoiceSettings } from "../../settings/e-invoice-settings.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import {
  findLinkedStripeCustomer,
  mapStripeCustomersByStripeId,
} from "../../sync/customer/find-stripe-customers.ts";
import { toEInvoiceDocument, type EInvoiceSeller } from "./to-document.ts";
import { writeCii } from "./write-cii.ts";

/** An e-invoice as a file. */
export type EInvoiceFile = { name: string; xml: string };

/** Returns the response that downloads an e-invoice. */
export function sendEInvoice({ name, xml }: EInvoiceFile): Response {
  return new Response(xml, {
    headers: {
      "content-type": "application/xml; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`,
      "cache-control": "private, no-store",
    },
  });
}

/**
 * Writes the e-invoice of one of the user's own invoices.
 * @throws `not_found` for another user's invoice, and while the shop offers none; `invalid_input`, which
 *   says why an e-invoice would be wrong; `stripe_unavailable`
 */
export async function writeOwnEInvoice(
  ctx: UserCtx,
  input: { invoiceId: string },
): Promise<EInvoiceFile> {
  const customer = await findLinkedStripeCustomer(ctx, { userId: ctx.actor.userId });
  const invoice = await fetchInvoice(ctx, input);
  if (!customer || idOf(invoice.customer) !== customer.stripeCustomerId)
    throw fail("not_found", { reason: "another customer's invoice" });
  return writeEInvoice(ctx, invoice);
}

/** Does the same for the team, for any invoice of a customer of the shop. */
export async function writeAnyEInvoice(
  ctx: Ctx,
  input: { invoiceId: string },
): Promise<EInvoiceFile> {
  const invoice = await fetchInvoice(ctx, input);
  const stripeCustomerIds = [idOf(invoice.customer) ?? ""];
  const known = await mapStripeCustomersByStripeId(ctx, { stripeCustomerIds });
  if (known.size === 0) throw fail("not_found", { reason: "not a customer of the shop" });
  return writeEInvoice(ctx, invoice);
}

/** Returns what e-invoices say of the seller; null while the shop offers none. */
export async function readEInvoiceSeller(ctx: Ctx): Promise<EInvoiceSeller | null> {
  const [settings, shop] = await Promise.all([eInvoiceSettings.read(ctx), readShopSettings(ctx)]);
  const { supportEmail: email } = shop;
  return settings.offered && email !== null ? { ...settings, email } : null;
}

async function writeEInvoice(ctx: Ctx, invoice: Stripe.Invoice): Promise<EInvoiceFile> {
  const seller = await readEInvoiceSeller(ctx);
  if (seller === null) throw fail("not_found", { reason: "the shop offers no e-invoices" });
  if (isSoldByLink(invoice)) throw fail("not_found", { reason: "the invoice is Link's" });
  const document = toEInvoiceDocument(invoice, seller);
  return { name: `${document.number}.xml`, xml: writeCii(document) };
}

async function fetchInvoice(
  ctx: Ctx,
  { invoiceId }: { invoiceId: string },
): Promise<Stripe.Invoice> {
  try {
    const invoice = await ctx.stripe.invoices.retrieve(invoiceId, {
      expand: ["payments.data.payment.payment_intent", "parent.subscription_details.subscription"],
    });
    return await completeInvoice(ctx, invoice);
  } catch (cause) {
    if (isResourceMissing(cause)) throw fail("not_found", { reason: "no such invoice", cause });
    throw fail("stripe_unavailable", { reason: "the invoice was not fetched", cause });
  }
}

/** Adds the lines of an invoice that came with the first ones only. Takes a request only if there are more. */
export const completeInvoice = (ctx: Ctx, invoice: Stripe.Invoice): Promise<Stripe.Invoice> =>
  completeLines(invoice, (...list) => ctx.stripe.invoices.listLineItems(...list));

/** Does the same for any object that has lines. */
export async function completeLines<
  Line,
  Item extends { id: string; lines: { data: Line[]; has_more: boolean } },
>(
  item: Item,
  listLines: (id: string, page: { limit: number }) => AsyncIterable<Line>,
): Promise<Item> {
  const { id, lines } = item;
  if (!lines.has_more) return item;
  const data = await collectAll(listLines(id, { limit: 100 }));
  return { ...item, lines: { ...lines, data, has_more: false } };
}

/** Whether Link was the seller, so that the invoice is Link's. */
function isSoldByLink({ parent, payments }: Stripe.Invoice): boolean {
  const subscription = parent?.subscription_details?.subscription;
  const sold = [
    subscription,
    ...(payments?.data ?? []).map(({ payment }) => payment.payment_intent),
  ];
  return sold.some((each) => typeof each === "object" && each?.managed_payments?.enabled === true);
}
