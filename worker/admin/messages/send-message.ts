import { recordChangeIfApplied } from "../../audit/record-change.ts";
import type { Ctx, SyncMessage, UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import { endIfDone } from "../../email/messages/outcomes.ts";
import { queueListedPage } from "../../email/messages/queue-listed-page.ts";
import {
  findMessage,
  listOpenMessages,
  stopMessage,
  updateDraft,
  type MessageRow,
} from "../../email/messages/store.ts";
import { areFiguresCurrent } from "../../purchases/customer-figures/update-customer-figures.ts";
import { listRecipients } from "./list-recipients.ts";
import { requireMessage, summarize, type MessageVersion } from "./save-message.ts";

/** Pages of recipients that the request lists which sends a message: few wait longer than for it. */
const PAGES_AT_ONCE = 10;
/**
 * Pages of recipients that each run of cron lists: 2,000 recipients, with a few queries for a hundred. D1 limits the
 * queries of a run, which the other jobs need too.
 */
const PAGES_PER_RUN = 20;

/**
 * Sends a saved draft, to all for whom it is now. What was confirmed is what is sent: another version is refused.
 * @throws `not_found`, `forbidden`; `edit_conflict` if it was changed or sent since; `invalid_input` at `sender`
 */
export async function sendMessage(ctx: UserCtx, input: MessageVersion): Promise<void> {
  const message = await requireMessage(ctx, input);
  if (!ctx.config.auth.emailSender) throw failAt("sender", "Set up an email sender first.");
  const { mode } = ctx.config.stripe;
  const [started] = await commit(ctx.db, [
    updateDraft(ctx.db, input, { status: "listing", mode, startedAt: ctx.now }),
    recordChangeIfApplied(ctx, {
      action: "message.sent",
      targetId: message.id,
      after: summarize(message),
    }),
  ]);
  if (started?.meta.changes === 0) throw fail("edit_conflict");
  await queueEmailsOf(ctx, message.id, PAGES_AT_ONCE);
  await ctx.syncQueue.send({ job: "emails" } satisfies SyncMessage);
}

/** Stops a message: who has not got it gets none. Does nothing if it was sent. @throws as `requireMessage` */
export async function stopSending(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { id } = await requireMessage(ctx, input);
  await commit(ctx.db, [
    stopMessage(ctx.db, id),
    recordChangeIfApplied(ctx, { action: "message.stopped", targetId: id }),
  ]);
}

/** Continues to list the recipients of messages, and ends those of which no email waits. Run by cron. */
export async function continueMessages(ctx: Ctx): Promise<void> {
  let pages = PAGES_PER_RUN;
  const errors: unknown[] = [];
  for (const { id } of await listOpenMessages(ctx.db, ctx.config.stripe.mode)) {
    try {
      if (pages > 0) pages -= await queueEmailsOf(ctx, id, pages);
      await endIfDone(ctx, { id });
    } catch (error) {
      // One that cannot be listed, by a filter of an older version, does not hold up the others.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Queues a message to its next recipients. @returns how many pages of them it listed */
async function queueEmailsOf(ctx: Ctx, id: string, maxPages: number): Promise<number> {
  for (let pages = 0; pages < maxPages; pages++) {
    const message = await findMessage(ctx.db, id);
    if (message?.status !== "listing") return pages;
    // An upgrade marks everybody: whose figures are not calculated yet is on no list. A later run goes on.
    const isOfList = message.recipients.of !== "customer";
    if (pages === 0 && isOfList && !(await areFiguresCurrent(ctx))) return pages;
    const page = await listRecipients(ctx, message, message.listedUpTo);
    try {
      await queueListedPage(ctx, message, page);
    } catch (error) {
      if (!(await hasChanged(ctx, message))) throw error;
    }
  }
  return maxPages;
}

/** Whether the message was stopped, deleted, or its page listed by another worker. */
async function hasChanged(ctx: Ctx, { id, status, listedUpTo }: MessageRow): Promise<boolean> {
  const found = await findMessage(ctx.db, id);
  return found?.status !== status || found.listedUpTo !== listedUpTo;
}
