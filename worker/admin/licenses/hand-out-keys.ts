import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { fulfillWaitingGrants } from "../../delivery/licenses/fulfill-waiting-grants.ts";
import { queueKeysArrivedEmails } from "../../email/queue-emails.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";

/**
 * Issues keys in stock to the grants that wait for them, and emails the users who got one.
 * @param audit runs in the first batch; not written if no grant waits
 */
export async function handOutKeys(
  ctx: Ctx,
  input: { benefitId: string },
  audit?: Statement,
): Promise<void> {
  const emailIds: string[] = [];
  await fulfillWaitingGrants(ctx, input, {
    ...(audit && { audit }),
    async tell(grants) {
      const queued = await queueKeysArrivedEmails(ctx, {
        grants: grants.filter(({ waitingFor }) => waitingFor === "seller_keys"),
      });
      emailIds.push(...queued.emailIds);
      return queued.statements;
    },
  });
  if (emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: emailIds }));
}
