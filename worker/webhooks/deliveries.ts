import { recordChange } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { readPage, type Page, type PageInput } from "../db/page-cursor.ts";
import { fail } from "../errors.ts";
import { requireEndpoint } from "./endpoints.ts";
import { enqueueWebhooks } from "./enqueue-webhooks.ts";
import {
  countPending,
  findDelivery,
  listDeliveryRows,
  makePendingDue,
  restartDelivery,
  restartFailedDeliveries,
  type DeliveryRow,
} from "./store-deliveries.ts";
import { toWireDelivery, type WireDelivery } from "./wire-delivery.ts";
import { updateEndpoint } from "./store-endpoints.ts";

/**
 * Lists the deliveries of an endpoint, newest event first.
 * @throws `not_found`, `invalid_input` for a wrong cursor
 */
export async function listDeliveries(
  ctx: Ctx,
  input: PageInput & { endpointId: string; status?: DeliveryRow["status"] | undefined },
): Promise<Page<WireDelivery>> {
  const { id: endpointId } = await requireEndpoint(ctx, input.endpointId);
  const { status } = input;
  const page = await readPage(
    input,
    ({ after, limit }) => {
      const before = after && Number(after.value);
      return listDeliveryRows(ctx.db, { endpointId, status, before, limit });
    },
    ({ delivery }) => ({ value: delivery.sequence, id: delivery.id }),
  );
  return { ...page, items: page.items.map(toWireDelivery) };
}

/** Returns one delivery. @throws `not_found` */
export async function showDelivery(ctx: Ctx, input: { id: string }): Promise<WireDelivery> {
  return toWireDelivery(await requireDelivery(ctx, input));
}

async function requireDelivery(ctx: Ctx, { id }: { id: string }) {
  const found = await findDelivery(ctx.db, ctx.config.stripe.mode, id);
  if (!found) throw fail("not_found", { reason: "no such delivery" });
  return found;
}

/**
 * Attempts a delivery again now, in any state, with a new schedule. Earlier events of the same user that wait at the
 * endpoint are attempted before it. If the endpoint is not enabled, it is attempted when it is.
 * @throws `not_found`
 */
export async function retryDelivery(ctx: Ctx, input: { id: string }): Promise<WireDelivery> {
  const { delivery } = await requireDelivery(ctx, input);
  const { endpointId, userId, status } = delivery;
  await commit(ctx.db, [
    restartDelivery(ctx.db, input.id),
    makePendingDue({ endpointId, userId, now: ctx.now }),
    updateEndpoint(ctx.db, endpointId, { blockedUntil: 0 }),
    recordChange(ctx, {
      action: "webhook_endpoint.deliveries_retried",
      targetId: endpointId,
      after: { deliveryId: input.id, status },
    }),
  ]);
  await enqueueWebhooks(ctx);
  return showDelivery(ctx, input);
}

/**
 * Attempts everything again now that waits for an endpoint, and the failed deliveries whose events happened since a
 * time, in the order of the events.
 * @param input.since Unix milliseconds
 * @returns how many there are
 * @throws `not_found`
 */
export async function retryDeliveries(
  ctx: Ctx,
  input: { endpointId: string; since: number },
): Promise<{ retried: number }> {
  const { endpointId, since } = input;
  await requireEndpoint(ctx, endpointId);
  const answers = await commit(ctx.db, [
    restartFailedDeliveries({ endpointId, since }),
    makePendingDue({ endpointId, now: ctx.now }),
    updateEndpoint(ctx.db, endpointId, { blockedUntil: 0 }),
    recordChange(ctx, {
      action: "webhook_endpoint.deliveries_retried",
      targetId: endpointId,
      after: { since },
    }),
    countPending(endpointId),
  ]);
  await enqueueWebhooks(ctx);
  const [pending] = (answers.at(-1)?.results ?? []) as { count: number }[];
  return { retried: pending?.count ?? 0 };
}
