import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { insertEmail } from "../email/store.ts";
import { toOutboxRow } from "../email/queued-email.ts";
import { DAY, HOUR } from "../lib/time.ts";
import { countCheckoutReminders, listLeftCheckouts } from "../purchases/checkout/store.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { defineCursor } from "../sync/cursors/store.ts";

const PAGE = 100;
const PAGES_PER_RUN = 10;
/** How old a checkout may be beyond the seller's choice, after runs that failed. */
const MAX_DELAY_MS = DAY;
const FIGURES_MS = 90 * DAY;

/** The last checkout that was looked at. */
const progress = defineCursor<{ createdAt: number; id: string }>("checkout_reminders");

/**
 * Runs every few minutes: queues an email about each checkout that somebody left as long ago as the seller chose, if they
 * agreed to news. Each checkout has one, however often this runs. Whether it is still true is asked again when it is sent.
 */
export async function remindOfCheckouts(ctx: Ctx): Promise<void> {
  const { checkoutReminderHours: hours } = await emailSettings.read(ctx);
  if (hours === null || !ctx.config.auth.emailSender) return;
  const until = ctx.now - hours * HOUR;
  const saved = await progress.read(ctx);
  // Who turns it on writes to nobody who left long ago.
  const earliest = until - (saved ? MAX_DELAY_MS : HOUR);
  let after = saved && saved.createdAt > earliest ? saved : { createdAt: earliest, id: "" };
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const { mode } = ctx.config.stripe;
    const rows = await listLeftCheckouts(ctx.db, { mode, after, until, limit: PAGE });
    const isLast = rows.length < PAGE;
    after = isLast ? { createdAt: Math.max(until, after.createdAt), id: "" } : rows.at(-1)!;
    await commit(ctx.db, [
      ...rows.map(({ id, userId }) =>
        insertEmail(
          ctx.db,
          toOutboxRow(ctx, { userId, kind: "checkout_reminder", dedupeKey: id, sourceId: id }),
        ),
      ),
      progress.save(ctx, { createdAt: after.createdAt, id: after.id }),
    ]);
    if (isLast) return;
  }
}

/** Counts the emails about left checkouts of the last 90 days, and those after which the user paid. */
export function showReminderFigures(ctx: Ctx): Promise<{ sent: number; paid: number }> {
  const { mode } = ctx.config.stripe;
  return countCheckoutReminders(ctx.db, { mode, since: ctx.now - FIGURES_MS });
}
