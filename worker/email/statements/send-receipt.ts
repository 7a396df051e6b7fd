import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { deliverEmail } from "../../email-sender/deliver-email.ts";
import { EmailDeliveryError } from "../../email-sender/email-message.ts";
import { countReceipts, updateStatement, type StatementRow } from "../../law/statements/store.ts";
import { logFailure } from "../../lib/log.ts";
import { DAY } from "../../lib/time.ts";
import { pauseSender, readSenderPause } from "../sender-pause.ts";

/** Of a day. What is beyond them waits for the next day, so that the shop cannot be made to flood others' mailboxes. */
const LIMITS = { toAddress: 5, toStrangers: 300 };

/**
 * Sends the receipt of a statement to the address that was typed, which nobody has verified (decision 99).
 * @returns whether nothing is left to do: false if it has to wait
 */
export async function sendReceipt(ctx: Ctx, row: StatementRow): Promise<boolean> {
  const sender = ctx.config.auth.emailSender;
  if (!sender || row.email === "") return true;
  const sent = await countReceipts(ctx.db, { email: row.email, since: ctx.now - DAY });
  if (sent.toAddress >= LIMITS.toAddress) return false;
  if (row.userId === null && sent.toStrangers >= LIMITS.toStrangers) return false;
  if ((await readSenderPause(ctx)) > 0) return false;
  // The messages are loaded with the first email, not with the Worker.
  const { renderReceipt } = await import("./render-receipt.ts");
  const message = await renderReceipt(ctx, row);
  try {
    await deliverEmail(sender, { to: row.email, ...message, idempotencyKey: row.id });
  } catch (error) {
    if (!(error instanceof EmailDeliveryError)) throw error;
    if (error.retryAfterMs !== null) await pauseSender(ctx, error);
    else logFailure(ctx, "statement.step_failed", error, { statement: row.id, step: "receipt" });
    // An address that the sender refuses stays refused.
    return !error.isRetriable && error.isOfMessage;
  }
  await commit(ctx.db, [updateStatement(ctx.db, row.id, { receiptSentAt: ctx.now })]);
  return true;
}
