import type { Ctx } from "../../context.ts";
import { countReceipts, type StatementRow } from "../../law/statements/store.ts";
import { DAY } from "../../lib/time.ts";
import { deliverToStatement } from "./deliver-to-statement.ts";

/** Of a day. What is beyond them waits for the next day, so that the shop cannot be made to flood others' mailboxes. */
const LIMITS = { toAddress: 5, toStrangers: 300 };

/**
 * Sends the receipt of a statement to the address that was typed, which nobody has verified (decision 99).
 * @returns whether nothing is left to do: false if it has to wait
 */
export async function sendReceipt(ctx: Ctx, row: StatementRow): Promise<boolean> {
  if (!ctx.config.auth.emailSender || row.email === "") return true;
  const sent = await countReceipts(ctx.db, { email: row.email, since: ctx.now - DAY });
  if (sent.toAddress >= LIMITS.toAddress) return false;
  if (row.userId === null && sent.toStrangers >= LIMITS.toStrangers) return false;
  return deliverToStatement(ctx, row, {
    step: "receipt",
    render: async () => (await import("./render-receipt.ts")).renderReceipt(ctx, row),
    sent: { receiptSentAt: ctx.now },
  });
}
