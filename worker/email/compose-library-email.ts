import type { Ctx } from "../context.ts";
import { listLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import { showLibraryEntries } from "../delivery/library/show-library.ts";
import { isLastPeriod } from "../purchases/price-moves/rules.ts";
import { listPlannedPrices } from "../purchases/price-moves/store.ts";
import { findAlert } from "../purchases/alerts/store.ts";
import type { QueuedEmail } from "./queued-email.ts";
import { libraryEmails, type LibraryEmailKind } from "./kinds/library-emails.ts";
import type { LibraryFacts } from "./kinds/library-facts.ts";
import type { EmailContent } from "../email-layout/email-content.ts";
import type { EmailContext } from "../email-layout/email-context.ts";
import { readChangeFacts } from "./read-change-facts.ts";
import { readContract } from "./read-contract.ts";
import { findBill, findInvoiceUrl } from "./find-bill.ts";

/**
 * Writes an email about a purchase or a gift, from the user's current library.
 * @returns null if what it says is no longer true
 */
export async function composeLibraryEmail(
  ctx: Ctx,
  context: EmailContext,
  email: QueuedEmail & { kind: LibraryEmailKind },
): Promise<EmailContent | null> {
  const { userId, sourceId, kind } = email;
  const [owned, entries, failedRefund, changeFacts] = await Promise.all([
    kind === "access_ended" ? listLibraryItems(ctx, { userId }) : [],
    listEntries(ctx, email),
    email.facts?.of === "failed_refund" ? findFailedRefund(ctx, email.facts.refundId) : null,
    readChangeFacts(ctx, email),
  ]);
  const entry = joinEntries(context, entries);
  if (!entry || !isStillAccurate(email, entry)) return null;
  const others = owned.filter((item) => item.access.active && item.sourceId !== sourceId);
  if (others.some(({ product }) => product.id === entry.product.id)) return null;
  return libraryEmails[kind](context, {
    entry: kind === "renewal_notice" ? await withPlannedPrice(ctx, entry) : entry,
    remaining: others.map(({ product }) => product.name),
    failedRefund,
    ...changeFacts,
    contract: kind === "purchase" ? await readContract(ctx, { ...entry, userId }) : null,
    bill: showsBill(kind, entry) ? await findBill(ctx, { ...entry, userId }) : null,
    invoiceUrl: needsInvoice(kind, entry)
      ? await findInvoiceUrl(ctx, { userId, id: sourceId })
      : null,
  });
}

type Entry = LibraryFacts["entry"];

/** Reads what was bought: with its benefits, if the email names them. A renewal has to cost few rows. */
async function listEntries(
  ctx: Ctx,
  { userId, sourceId, kind }: QueuedEmail & { kind: LibraryEmailKind },
): Promise<Entry[]> {
  if (kind !== "payment" && kind !== "pause")
    return showLibraryEntries(ctx, { userId, id: sourceId, isPresentOnly: true });
  const items = await listLibraryItems(ctx, { userId });
  return items
    .filter((item) => item.sourceId === sourceId)
    .map((item) => ({ ...item, benefits: [] }));
}

/** Returns a subscription with the price of its next renewal, if the team moves it to another one by then. */
async function withPlannedPrice(ctx: Ctx, entry: Entry): Promise<Entry> {
  const { sourceId, price, quantity, renewsAt } = entry;
  const [planned] = await listPlannedPrices(ctx.db, [sourceId]);
  const period = { status: "active", currentPeriodEnd: renewsAt };
  if (!planned || !price || !isLastPeriod(period, planned.notBefore)) return entry;
  return { ...entry, price: { ...price, amountMinor: planned.price.amountMinor * quantity } };
}

/** A receipt, or the end of an order that was refunded. The start of a free trial has nothing to show. */
function showsBill(kind: LibraryEmailKind, { access, renewsAt, isGiven }: LibraryItem): boolean {
  const isTrial = access.reason === "subscription_trialing" && renewsAt !== null;
  return kind === "purchase"
    ? // Who gives a product away has paid for it, and has no access.
      isGiven === true || (access.active && !isTrial)
    : kind === "access_ended" && access.reason === "order_refunded";
}

/** Whether the user has to go to the open invoice: no retry of the payment can succeed, or the team asks. */
function needsInvoice(kind: LibraryEmailKind, { notice }: LibraryItem): boolean {
  const codes: (string | undefined)[] = ["confirmation_required", "invoice_overdue"];
  return kind === "payment_request" || codes.includes(notice?.code);
}

/** Joins the entries of a purchase of several products into one: with all names, benefits and the whole price. */
function joinEntries({ formats }: EmailContext, entries: Entry[]): Entry | undefined {
  // Of an order whose lines were refunded in part, what is left of it.
  const open = entries.filter(({ access }) => access.active);
  const all = open.length > 0 ? open : entries;
  const [first] = all;
  if (!first || all.length === 1) return first;
  return {
    ...first,
    product: { ...first.product, name: formats.list(all.map(({ product }) => product.name)) },
    benefits: all.flatMap(({ benefits }) => benefits),
    price: first.price && {
      ...first.price,
      amountMinor: all.reduce((sum, { price }) => sum + (price?.amountMinor ?? 0), 0),
    },
  };
}

/** Returns the failed refund that an email is about. */
async function findFailedRefund(ctx: Ctx, refundId: string): Promise<LibraryFacts["failedRefund"]> {
  const alert = await findAlert(ctx.db, ctx.config.stripe.mode, refundId);
  if (!alert) return null;
  const { amountMinor, currency, detail } = alert;
  return { amountMinor, currency, isRetried: detail === "retried" };
}

/** Whether an email queued in advance still names the right end. The end may have moved since. */
function isStillAccurate(
  { kind, facts }: Pick<QueuedEmail, "kind" | "facts">,
  { access, renewsAt }: LibraryItem,
): boolean {
  if (kind !== "ending_soon") return true;
  const hasOwnEnd = access.reason === "subscription_canceling" || access.reason === "gift";
  const end = hasOwnEnd ? access.until : renewsAt;
  return facts?.of === "end" && facts.at === end;
}
