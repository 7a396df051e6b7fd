import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { reencryptSecret } from "./endpoint-secret.ts";
import { listEndpointRows, updateEndpoint } from "./store-endpoints.ts";

/** Encrypts the secrets of endpoints with the newest AUTH_SECRET, so that the previous one can be removed. */
export async function reencryptSecrets(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const endpoints = await listEndpointRows(db, ctx.config.stripe.mode);
  // oxlint-disable-next-line gatehouse/record-change -- the secrets stay the same
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
