import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { LINK_TTL_MS, signDownloadLink } from "./download-link.ts";
import { findEntitledVersion } from "./store.ts";

/**
 * Creates a link to a version's bytes that works only for this user, for `LINK_TTL_MS`.
 * @returns `url` at this shop; `expiresAt` in unix milliseconds
 * @throws `not_found` if the user has no access to the version, or it is not available
 */
export async function createDownloadLink(
  ctx: UserCtx,
  input: { id: string },
): Promise<{ url: string; expiresAt: number }> {
  const { userId } = ctx.actor;
  const versionId = input.id;
  const { mode } = ctx.config.stripe;
  if (!(await findEntitledVersion(ctx.db, { userId, versionId, mode, now: ctx.now })))
    throw fail("not_found", { reason: "no version of that id for this user" });
  const token = signDownloadLink(ctx.config.auth.secrets, userId, { versionId, issuedAt: ctx.now });
  return { url: `/api/me/downloads/${token}`, expiresAt: ctx.now + LINK_TTL_MS };
}
