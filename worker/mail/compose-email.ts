import type { Ctx } from "../context.ts";
import { listLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import { showLibraryEntry } from "../delivery/library/show-library.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { renderEmail, type RenderedEmail } from "./render-email.ts";
import type { OutboxEmailRow } from "./store.ts";
import type { EmailKind } from "../settings/email-settings.ts";
import { buildEmailContent } from "./build-email-content.ts";
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
  const [owned, entry] = await Promise.all([
    listLibraryItems(ctx, { userId }),
    showLibraryEntry(ctx, { userId, id: sourceId }),
  ]);
  if (!entry || !isStillAccurate(email, entry)) return null;
  const others = owned.filter(({ id, access }) => access.active && id !== entry.id);
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
  });
  return content && renderEmail(content, name);
}

/** Renders the notice of a new price, unless the subscription is no longer going to have it. */
async function composePriceChangeEmail(
  ctx: Ctx,
  email: QueuedEmail & { kind: "price_change" | "price_change_canceled" },
  userName: string | null,
): Promise<RenderedEmail | null> {
  const { userId, sourceId: subscriptionId } = email;
  const moveId = email.dedupeKey.slice(0, email.dedupeKey.indexOf(":"));
  const [entry, found] = await Promise.all([
    showLibraryEntry(ctx, { userId, id: subscriptionId }),
    findMovedSubscription(ctx.db, { moveId, subscriptionId }),
  ]);
  const state = email.kind === "price_change" ? "planned" : "canceled";
  if (!entry || found?.row.state !== state) return null;
  const { name } = await readShopSettings(ctx);
  const context = { shop: { name, origin: ctx.config.origin }, userName, entry };
  const content =
    email.kind === "price_change"
      ? buildPriceChangeContent({ ...context, change: toPriceChange(entry, found) })
      : buildPriceChangeCanceledContent(context);
  return content && renderEmail(content, name);
}

function toPriceChange(
  { access, quantity, renewsAt }: LibraryItem,
  { move: { notBefore }, price }: FoundMove,
): PriceChange {
  const { amountMinor, currency, interval, intervalCount } = price;
  const status = access.reason === "subscription_trialing" ? "trialing" : "active";
  const isNext = isLastPeriod({ status, currentPeriodEnd: renewsAt }, notBefore);
  return {
    newPrice: { amountMinor: amountMinor * quantity, currency, interval, intervalCount },
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
