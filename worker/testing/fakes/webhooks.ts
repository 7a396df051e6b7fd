import { inject, onTestFinished } from "vitest";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { feedEvents } from "../../db/schema/feed.ts";
import { deliverEvents } from "../../webhooks/deliver-events.ts";
import { createEndpoint, deleteEndpoint } from "../../webhooks/endpoints.ts";
import { newEndpoint } from "../../webhooks/schema.ts";
import type { TestShop } from "../shop.ts";

/** How a receiver answers, as `packages/sandbox/hooks` describes it. */
type ReceiverRule = {
  match?: string;
  every?: number;
  times?: number;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  repeat?: number;
  hang?: boolean;
};

type ReceivedHook = { headers: Record<string, string>; body: string; status: number };

/** Opens an endpoint in the sandbox that receives webhooks and answers 200, until it gets other rules. */
export function openReceiver() {
  const url = `${inject("sandboxUrl")}/hooks/${crypto.randomUUID()}`;
  return {
    url,
    async received(): Promise<ReceivedHook[]> {
      const answer = await fetch(`${url}/received`);
      return (await answer.json<{ received: ReceivedHook[] }>()).received;
    },
    /** Returns the sequences of the events, in the order they arrived. */
    async receivedSequences(): Promise<number[]> {
      return (await this.received()).map(({ body }) => Number(JSON.parse(body).sequence));
    },
    async answer(rules: ReceiverRule[]): Promise<void> {
      const response = await fetch(`${url}/rules`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ rules }),
      });
      if (!response.ok) throw new Error(await response.text());
      await response.body?.cancel();
    },
  };
}

/** Creates an endpoint for the events from now on. It is deleted after the test. */
export async function createTestEndpoint(
  ctx: Ctx,
  input: { url: string; types?: string[] },
): Promise<{ id: string; secret: string }> {
  const { id, secret } = await createEndpoint(ctx, newEndpoint.parse(input));
  onTestFinished(() => deleteEndpoint(ctx, { id }).catch(() => {}));
  return { id, secret };
}

/** Writes events directly into the feed, one for each user id. Returns their sequences. */
export async function insertTestEvents(
  ctx: Ctx,
  userIds: (string | null)[],
  type = "order.paid",
): Promise<number[]> {
  const results = await commit(
    ctx.db,
    userIds.map((userId, i) =>
      ctx.db
        .insert(feedEvents)
        .values({
          mode: ctx.config.stripe.mode,
          type,
          objectId: `ord_${i}`,
          userId,
          data: JSON.stringify({ id: `ord_${i}`, customer: userId }),
          actorType: "system",
          actorId: "test",
          requestId: ctx.requestId,
          createdAt: ctx.now,
        })
        .returning({ sequence: feedEvents.sequence }),
    ),
  );
  return results.map(({ results: [row] }) => Number(row?.["sequence"]));
}

/**
 * Runs an endpoint's deliveries as queue and cron would, and lets the shop's clock jump to each time that one is due.
 * @param until no run after this time
 * @param stepMs the precision of the clock; the queue's is a second
 * @returns the times of the runs
 */
export async function runDeliveries(
  shop: TestShop,
  endpointId: string,
  {
    from,
    until = from,
    limit = 40,
    stepMs = 1,
  }: { from: number; until?: number; limit?: number; stepMs?: number },
): Promise<number[]> {
  const times: number[] = [];
  let at: number | null = from;
  while (at !== null && at <= until) {
    times.push(at);
    const ctx = shop.ctx(undefined, at);
    const next = await deliverEvents(ctx, { endpointId, limit });
    const due = next ?? (await findNextDue(ctx, endpointId));
    at = due === null ? null : at + Math.ceil(Math.max(0, due - at) / stepMs) * stepMs;
  }
  return times;
}

/** Returns when cron finds something to do for an endpoint, or null if nothing is pending. */
async function findNextDue({ db, now }: Ctx, endpointId: string): Promise<number | null> {
  const endpoint = await db.$client
    .prepare(
      `SELECT blocked_until, lease_until, (SELECT min(next_attempt_at) FROM webhook_deliveries
         WHERE endpoint_id = webhook_endpoints.id AND status = 'pending') AS due_at
       FROM webhook_endpoints WHERE id = ? AND status = 'enabled'`,
    )
    .bind(endpointId)
    .first<{ blocked_until: number; lease_until: number; due_at: number | null }>();
  if (!endpoint || endpoint.due_at === null) return null;
  const dueAt = Math.max(endpoint.due_at, endpoint.blocked_until, endpoint.lease_until);
  return dueAt > now ? dueAt : null;
}
