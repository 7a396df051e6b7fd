import type { Ctx } from "../context.ts";
import { listLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import {
  showLibraryEntries,
  showLibraryEntry,
  type LibraryEntry,
} from "../delivery/library/show-library.ts";
import { findAlert } from "../purchases/alerts/store.ts";
import { readTaxDisplay, type TaxDisplay } from "../settings/tax-settings.ts";
import { resolvePriceTax } from "../catalog/price-tax.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { renderEmail, type RenderedEmail } from "./render-email.ts";
import type { OutboxEmailRow } from "./store.ts";
import type { EmailKind } from "../settings/email-settings.ts";
import { buildEmailContent, type EmailContext } from "./build-email-content.ts";
import { buildEndpointStoppedContent } from "./endpoint-stopped-content.ts";
import {
  buildPriceChangeCanceledContent,
  buildPriceChangeContent,
  type PriceChange,
} from "./price-change-content.ts";
import { isLastPeriod } from "../purchases/price-moves/rules.ts";
import { findMovedSubscription } from "../purchases/price-moves/store.ts";

type FoundMove = NonNullable<Awaited<ReturnType<typeof findMovedSubscription>>>;

type QueuedEmail = Pick<OutboxEmailRow, "userId" | "kind" | "dedupeKey" | "sourceId">;

/**
 * Renders a queued email: to a buyer from their current library, to the team about a webhook endpoint.
 * @returns null if what the email says is no longer true
 */
export async function composeEmail(
  ctx: Ctx,
  email: QueuedEmail,
  userName: string | null,
): Promise<RenderedEmail | null> {
  const { kind } = email;
  if (kind === "price_change" || kind === "price_change_canceled")
    return composePriceChangeEmail(ctx, { ...email, kind }, userName);
  if (kind !== "endpoint_stopped") return composeLibraryEmail(ctx, { ...email, kind }, userName);
  const { name } = await readShopSettings(ctx);
  const shop = { name, origin: ctx.config.origin };
  return renderEmail(
    buildEndpointStoppedContent({ shop, userName, endpointId: email.sourceId }),
    name,
  );
}

async function composeLibraryEmail(
  ctx: Ctx,
  email: QueuedEmail & { kind: EmailKind },
  userName: string | null,
): Promise<RenderedEmail | null> {
  const { userId, sourceId } = email;
  const [owned, entries, failedRefund] = await Promise.all([
    listLibraryItems(ctx, { userId }),
    showLibraryEntries(ctx, { userId, id: sourceId }),
    email.kind === "refund_failed" ? findFailedRefund(ctx, email.dedupeKey) : null,
  ]);
  const entry = joinEntries(entries);
  if (!entry || !isStillAccurate(email, entry)) return null;
  const others = owned.filter(
    ({ sourceId, access }) => access.active && sourceId !== email.sourceId,
  );
  if (
    email.kind === "access_ended" &&
    others.some(({ product }) => product.id === entry.product.id)
  )
    return null;
  const { name } = await readShopSettings(ctx);
  const content = buildEmailContent(email.kind, {
    shop: { name, origin: ctx.config.origin },
    userName,
    entry,
    remaining: others.map(({ product }) => product.name),
    failedRefund,
  });
  return content && renderEmail(content, name);
}

/** Joins the entries of a purchase of several products into one: with all names, benefits and the whole price. */
function joinEntries([first, ...more]: LibraryEntry[]): LibraryEntry | undefined {
  if (!first || more.length === 0) return first;
  const all = [first, ...more];
  return {
    ...first,
    product: {
      ...first.product,
      name: new Intl.ListFormat("en-US").format(all.map(({ product }) => product.name)),
    },
    benefits: all.flatMap(({ benefits }) => benefits),
    price: first.price && {
      ...first.price,
      amountMinor: all.reduce((sum, { price }) => sum + (price?.amountMinor ?? 0), 0),
    },
  };
}

/** Returns the failed refund that an email is about. */
async function findFailedRefund(
  ctx: Ctx,
  refundId: string,
): Promise<NonNullable<EmailContext["failedRefund"]> | null> {
  const alert = await findAlert(ctx.db, ctx.config.stripe.mode, refundId);
  if (!alert) return null;
  const { amountMinor, currency, detail } = alert;
  return { amountMinor, currency, isRetried: detail === "retried" };
}

/** Renders the notice of a new price, unless the subscription is no longer going to have it. */
async function composePriceChangeEmail(
  ctx: Ctx,
  email: QueuedEmail & { kind: "price_change" | "price_change_canceled" },
  userName: string | null,
): Promise<RenderedEmail | null> {
  const { userId, sourceId: subscriptionId } = email;
  const moveId = email.dedupeKey.slice(0, email.dedupeKey.indexOf(":"));
  const [entry, found, taxDisplay] = await Promise.all([
    showLibraryEntry(ctx, { userId, id: subscriptionId }),
    findMovedSubscription(ctx.db, { moveId, subscriptionId }),
    readTaxDisplay(ctx),
  ]);
  const state = email.kind === "price_change" ? "planned" : "canceled";
  if (!entry || found?.row.state !== state) return null;
  const { name } = await readShopSettings(ctx);
  const context = { shop: { name, origin: ctx.config.origin }, userName, entry };
  const content =
    email.kind === "price_change"
      ? buildPriceChangeContent({ ...context, change: toPriceChange(entry, found, taxDisplay) })
      : buildPriceChangeCanceledContent(context);
  return content && renderEmail(content, name);
}

function toPriceChange(
  { access, quantity, renewsAt, price: oldPrice }: LibraryItem,
  { move: { notBefore }, price }: FoundMove,
  taxDisplay: TaxDisplay,
): PriceChange {
  const { amountMinor, currency, interval, intervalCount } = price;
  const status = access.reason === "subscription_trialing" ? "trialing" : "active";
  const isNext = isLastPeriod({ status, currentPeriodEnd: renewsAt }, notBefore);
  return {
    newPrice: {
      amountMinor: amountMinor * quantity,
      currency,
      interval,
      intervalCount,
      // Stripe goes on to tax this subscription, or not, as it did.
      tax: resolvePriceTax(
        { ...taxDisplay, isCalculated: (oldPrice?.tax ?? null) !== null },
        price,
      ),
    },
    renewsAt: isNext ? renewsAt : null,
    notBefore: Math.max(notBefore, isNext ? 0 : (renewsAt ?? 0)),
  };
}

/** Whether an email queued in advance still names the right end. The end may have moved since. */
function isStillAccurate(
  { kind, dedupeKey }: Pick<OutboxEmailRow, "kind" | "dedupeKey">,
  { access, renewsAt }: LibraryItem,
): boolean {
  if (kind !== "ending_soon") return true;
  const end = access.reason === "subscription_canceling" ? access.until : renewsAt;
  return dedupeKey.endsWith(`:${end}`);
}
