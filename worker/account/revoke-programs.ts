import { recordChangeIfApplied } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { listKeysOf, markKeyRevoked } from "../identity/keys/store.ts";
import { isBelowAdmin } from "../identity/team/store.ts";
import { listEndpointsOf, updateEndpoint } from "../webhooks/store-endpoints.ts";

/**
 * Lists what a member set up for programs and what still works without them: their API keys, and the webhook endpoints
 * that they or these keys created.
 */
export async function listPrograms(ctx: Ctx, { userId }: { userId: string }) {
  const [keys, endpoints] = await Promise.all([
    listKeysOf(ctx.db, userId, ctx.now),
    listEndpointsOf(ctx.db, userId),
  ]);
  return { keys, endpoints };
}

/**
 * Returns the writes that revoke the keys and disable the endpoints of `listPrograms`. They do nothing while the user is
 * an admin or an owner, so they must follow the statement that takes the role.
 */
export async function revokePrograms(ctx: Ctx, input: { userId: string }): Promise<Statement[]> {
  const { db, now } = ctx;
  const { keys, endpoints } = await listPrograms(ctx, input);
  const hasLeft = isBelowAdmin(input.userId);
  return [
    ...keys.flatMap(({ id, name }) => [
      markKeyRevoked(db, id, now, hasLeft),
      recordChangeIfApplied(ctx, { action: "api_key.revoked", targetId: id, before: { name } }),
    ]),
    ...endpoints.flatMap(({ id, status }) => [
      updateEndpoint(
        db,
        id,
        { status: "disabled", statusReason: "manual", updatedAt: now },
        hasLeft,
      ),
      recordChangeIfApplied(ctx, {
        action: "webhook_endpoint.updated",
        targetId: id,
        before: { status },
        after: { status: "disabled" },
      }),
    ]),
  ];
}
