import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { countUnverifiedEmail } from "../identity/sign-in/email-link.ts";
import { findStatement, insertStatement, type StatementRow } from "../law/statements/store.ts";
import { enqueueWebhooks } from "../webhooks/enqueue-webhooks.ts";
import { processStatement } from "./process-statement.ts";

export type NewStatement = Pick<
  StatementRow,
  "id" | "kind" | "cause" | "reason" | "name" | "email" | "contract" | "wishedEnd"
>;

/**
 * Keeps what a buyer declared, and sends the receipt. What follows from it, and whether there is such a contract, is
 * found after the answer, so that neither the answer nor its time says anything about it.
 * @param input.statement.id made when the button was shown: pressed twice, it declares once
 * @param input.network of the request, as rate limits count it; null if it has no IP address
 * @returns when it was received
 * @throws `rate_limited`; `invalid_input` if the id is that of another statement
 */
export async function declareStatement(
  ctx: Ctx,
  { statement, network }: { statement: NewStatement; network: string | null },
): Promise<{ receivedAt: number }> {
  const { db, now } = ctx;
  const { mode } = ctx.config.stripe;
  await countUnverifiedEmail(ctx, { email: statement.email.toLowerCase(), network });
  await commit(db, [
    insertStatement(db, {
      ...statement,
      mode,
      locale: ctx.locale,
      receivedAt: now,
      nextAttemptAt: now,
    }),
  ]);
  const row = await findStatement(db, statement.id, mode);
  if (row?.email !== statement.email || row.kind !== statement.kind)
    throw fail("invalid_input", { reason: "the id is that of another statement" });
  ctx.defer(processStatement(ctx, { id: row.id }).then(() => enqueueWebhooks(ctx)));
  return { receivedAt: row.receivedAt };
}
