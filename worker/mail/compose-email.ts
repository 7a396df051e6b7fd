import type { Ctx } from "../context.ts";
import { listLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import { showLibraryEntries, type LibraryEntry } from "../delivery/library/show-library.ts";
import { findAlert } from "../purchases/alerts/store.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { renderEmail, type RenderedEmail } from "./render-email.ts";
import type { OutboxEmailRow } from "./store.ts";
import type { EmailKind } from "../settings/email-settings.ts";
import { buildEmailContent, type EmailContext } from "./build-email-content.ts";
import { buildEndpointStoppedContent } from "./endpoint-stopped-content.ts";

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

/** Whether an email queued in advance still names the right end. The end may have moved since. */
function isStillAccurate(
  { kind, dedupeKey }: Pick<OutboxEmailRow, "kind" | "dedupeKey">,
  { access, renewsAt }: LibraryItem,
): boolean {
  if (kind !== "ending_soon") return true;
  const end = access.reason === "subscription_canceling" ? access.until : renewsAt;
  return dedupeKey.endsWith(`:${end}`);
}
