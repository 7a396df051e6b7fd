import { resolvePriceTax } from "../catalog/price-tax.ts";
import type { Ctx } from "../context.ts";
import type { LibraryItem } from "../delivery/library/list-library-items.ts";
import { showLibraryEntries } from "../delivery/library/show-library.ts";
import { isLastPeriod } from "../purchases/price-moves/rules.ts";
import { findMovedSubscription } from "../purchases/price-moves/store.ts";
import { readTaxDisplay, type TaxDisplay } from "../settings/tax-settings.ts";
import type { QueuedEmail } from "./queued-email.ts";
import { wasSent } from "./store.ts";
import {
  writePriceChange,
  writePriceChangeCanceled,
  type PriceChange,
} from "./kinds/price-change.ts";
import type { EmailContent } from "../email-layout/email-content.ts";
import type { EmailContext } from "../email-layout/email-context.ts";

type FoundMove = NonNullable<Awaited<ReturnType<typeof findMovedSubscription>>>;

/**
 * Writes the notice of a new price, or that it was called off.
 * @returns null if the subscription is no longer going to have it
 */
export async function composePriceChangeEmail(
  ctx: Ctx,
  context: EmailContext,
  email: QueuedEmail & { kind: "price_change" | "price_change_canceled" },
): Promise<EmailContent | null> {
  const { userId, sourceId: subscriptionId, facts } = email;
  if (facts?.of !== "price_move") return null;
  const { moveId } = facts;
  const [[entry], found, taxDisplay] = await Promise.all([
    showLibraryEntries(ctx, { userId, id: subscriptionId, isPresentOnly: true }),
    findMovedSubscription(ctx.db, { moveId, subscriptionId }),
    readTaxDisplay(ctx),
  ]);
  const state = email.kind === "price_change" ? "planned" : "canceled";
  const notice = { kind: "price_change" as const, dedupeKey: `${moveId}:${subscriptionId}` };
  // Who was not told about the new price yet is not told that it is called off.
  if (email.kind === "price_change_canceled" && !(await wasSent(ctx.db, notice))) return null;
  if (!entry || found?.row.state !== state) return null;
  return email.kind === "price_change"
    ? writePriceChange(context, { entry, change: toPriceChange(entry, found, taxDisplay) })
    : writePriceChangeCanceled(context, { entry });
}

function toPriceChange(
  { access, quantity, renewsAt, price: oldPrice }: LibraryItem,
  { move, row, price }: FoundMove,
  taxDisplay: TaxDisplay,
): PriceChange {
  const notBefore = row.notBefore ?? move.notBefore;
  const { amountMinor, currency, interval, intervalCount } = price;
  const status = access.reason === "subscription_trialing" ? "trialing" : "active";
  const isNext = isLastPeriod({ status, currentPeriodEnd: renewsAt }, notBefore);
  return {
    newPrice: {
      amountMinor: amountMinor * quantity,
      currency,
      interval,
      intervalCount,
      // Stripe continues to tax this subscription, or not, as before.
      tax: resolvePriceTax(
        { ...taxDisplay, isCalculated: (oldPrice?.tax ?? null) !== null },
        price,
      ),
    },
    renewsAt: isNext ? renewsAt : null,
    notBefore: Math.max(notBefore, isNext ? 0 : (renewsAt ?? 0)),
  };
}
