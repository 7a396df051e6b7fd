import { recordChange } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import { logEvent } from "../lib/log.ts";
import { queueEndpointStoppedEmails, type QueuedEmails } from "../email/queue-emails.ts";
import type { Round } from "./evaluate-round.ts";
import { updateEndpoint, type EndpointRow } from "./store-endpoints.ts";

/**
 * Returns the writes that stop an endpoint until the seller enables it again, with an email to the owners and admins.
 * Its pending deliveries and its cursor stay, so it loses no event.
 */
export async function stopEndpoint(
  ctx: Ctx,
  input: { endpoint: EndpointRow } & NonNullable<Round["stop"]>,
): Promise<QueuedEmails> {
  const { endpoint, status, reason } = input;
  const { id } = endpoint;
  const emails = await queueEndpointStoppedEmails(ctx, { endpointId: id, status });
  logEvent("error", "webhook.endpoint_stopped", { endpoint: id, status, reason }, ctx);
  return {
    statements: [
      updateEndpoint(ctx.db, id, { status, statusReason: reason, updatedAt: ctx.now }),
      recordChange(ctx, {
        action: "webhook_endpoint.stopped",
        targetId: id,
        before: { status: endpoint.status },
        after: { status, reason },
      }),
      ...emails.statements,
    ],
    emailIds: emails.emailIds,
  };
}
