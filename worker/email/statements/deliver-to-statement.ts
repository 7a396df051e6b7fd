import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import type { RenderedEmail } from "../../email-layout/render-email.ts";
import { deliverEmail } from "../../email-sender/deliver-email.ts";
import { EmailDeliveryError } from "../../email-sender/email-message.ts";
import { updateStatement, type StatementRow } from "../../law/statements/store.ts";
import { logFailure } from "../../lib/log.ts";
import { pauseSender, readSenderPause } from "../sender-pause.ts";

/**
 * Hands an email about a statement to the sender, for the address that was typed (decision 99).
 * @param input.render loads the messages with the first email, not with the Worker
 * @param input.sent what the row says once it was sent
 * @returns whether nothing is left to do: false if it has to wait
 */
export async function deliverToStatement(
  ctx: Ctx,
  row: StatementRow,
  input: {
    step: "receipt" | "decision";
    render: () => Promise<RenderedEmail>;
    sent: Partial<StatementRow>;
  },
): Promise<boolean> {
  const sender = ctx.config.auth.emailSender;
  if (!sender || row.email === "") return true;
  if ((await readSenderPause(ctx)) > 0) return false;
  const { step } = input;
  const idempotencyKey = step === "receipt" ? row.id : `${row.id}:${step}`;
  const message = await input.render();
  try {
    await deliverEmail(sender, { to: row.email, ...message, idempotencyKey });
  } catch (error) {
    if (!(error instanceof EmailDeliveryError)) throw error;
    if (error.retryAfterMs !== null) await pauseSender(ctx, error);
    else logFailure(ctx, "statement.step_failed", error, { statement: row.id, step });
    // An address that the sender refuses stays refused.
    return !error.isRetriable && error.isOfMessage;
  }
  await commit(ctx.db, [updateStatement(ctx.db, row.id, input.sent)]);
  return true;
}
