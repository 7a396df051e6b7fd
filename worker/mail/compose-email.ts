import type { Ctx } from "../context.ts";
import { listLibraryItems, type LibraryItem } from "../delivery/library/list-library-items.ts";
import { showLibraryEntry } from "../delivery/library/show-library.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { renderEmail, type RenderedEmail } from "./render-email.ts";
import type { OutboxEmailRow } from "./store.ts";
import { buildEmailContent } from "./build-email-content.ts";

/**
 * Renders a queued email from the user's current library.
 * @returns null if what the email says is no longer true
 */
export async function composeEmail(
  ctx: Ctx,
  email: Pick<OutboxEmailRow, "userId" | "kind" | "dedupeKey" | "sourceId">,
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

/** Whether an email queued in advance still names the right end. The end may have moved since. */
function isStillAccurate(
  { kind, dedupeKey }: Pick<OutboxEmailRow, "kind" | "dedupeKey">,
  { access, renewsAt }: LibraryItem,
): boolean {
  if (kind !== "ending_soon") return true;
  const end = access.reason === "subscription_canceling" ? access.until : renewsAt;
  return dedupeKey.endsWith(`:${end}`);
}
