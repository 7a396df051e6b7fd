import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { LINK_MS, sealLink } from "./download-link.ts";
import { findEntitledVersion } from "./store.ts";

/**
 * A link to a version's bytes, for the person who asks alone and for five minutes.
 * @returns `url` at this shop; `expiresAt` in unix milliseconds
 * @throws `not_found` when the version is not theirs, or not offered
 */
export async function createLink(
  ctx: UserCtx,
  input: { id: string },
): Promise<{ url: string; expiresAt: number }> {
  const { userId } = ctx.actor;
  const versionId = input.id;
  if (!(await findEntitledVersion(ctx.db, { userId, versionId, now: ctx.now })))
    throw fail("not_found", { reason: "no version of that id for this person" });
  const token = sealLink(ctx.config.auth.secrets, userId, { versionId, issuedAt: ctx.now });
  return { url: `/api/me/downloads/${token}`, expiresAt: ctx.now + LINK_MS };
}
