import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { pingDatabase } from "../db/client.ts";

/**
 * Checks that this deployment can serve requests. The configuration is valid, since a context exists.
 * @throws `unavailable` when the database does not answer
 */
export async function checkHealth(ctx: Ctx): Promise<{ status: "ok"; mode: "test" | "live" }> {
  try {
    await pingDatabase(ctx.db);
  } catch (error) {
    throw fail("unavailable", { reason: "D1 does not answer", cause: error });
  }
  return { status: "ok", mode: ctx.config.stripe.mode };
}
