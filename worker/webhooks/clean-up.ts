import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { DAY } from "../lib/time.ts";
import { reencryptSecret } from "./endpoint-secret.ts";
import { deleteFinished } from "./store-deliveries.ts";
import { listEndpointRows, updateEndpoint } from "./store-endpoints.ts";

const KEEP_DELIVERED_MS = 30 * DAY;
/** As long as the feed keeps events by default: a failed delivery can be retried while its event exists. */
const KEEP_FAILED_MS = 90 * DAY;

/** Statements that delete, per night. What is left is deleted the next night. */
const MAX_DELETES = 10;

/**
 * Deletes old deliveries, and encrypts secrets with the newest AUTH_SECRET, so that the previous one can be removed.
 */
export async function cleanUpWebhooks(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  for (let run = 0; run < MAX_DELETES; run++) {
    // oxlint-disable-next-line gatehouse/record-change -- a job deletes what has expired
    const [deleted] = await commit(db, [
      deleteFinished({
        deliveredBefore: now - KEEP_DELIVERED_MS,
        failedBefore: now - KEEP_FAILED_MS,
      }),
    ]);
    if (deleted?.meta.changes === 0) break;
  }
  const endpoints = await listEndpointRows(db, ctx.config.stripe.mode);
  await commit(
    db,
    endpoints.flatMap(({ id, secret, previousSecret }) => {
      const changed = {
        secret: reencryptSecret(ctx, secret),
        previousSecret: previousSecret && reencryptSecret(ctx, previousSecret),
      };
      return [
        ...(changed.secret ? [updateEndpoint(db, id, { secret: changed.secret })] : []),
        ...(changed.previousSecret
          ? [updateEndpoint(db, id, { previousSecret: changed.previousSecret })]
          : []),
      ];
    }),
  );
}
