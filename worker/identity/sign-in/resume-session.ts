import type { Actor, Ctx, Profile } from "../../context.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { expiryFrom, SESSION_REFRESH_MS } from "./session-lifetime.ts";
import { extendSession, findSession } from "./store.ts";

/** Who a token stands for. `extended` says that the cookie's expiry must follow. */
export type ResumedSession = {
  actor: Extract<Actor, { type: "user" }>;
  profile: Profile;
  expiresAt: number;
  extended: boolean;
};

/**
 * The living session of a token: one read, and one write a day. Role and status are the database's of this moment.
 * @returns null when there is none: unknown, expired, revoked, or its person disabled or deleted
 * @throws when the database cannot be read, which is not the same as signed out
 */
export async function resumeSession(
  ctx: Ctx,
  input: { token: string },
): Promise<ResumedSession | null> {
  const tokenHash = sha256Hex(input.token);
  const row = await findSession(ctx.db, tokenHash, ctx.now);
  if (!row) return null;
  const extended = ctx.now - row.lastSeenAt >= SESSION_REFRESH_MS;
  const expiresAt = extended ? expiryFrom(ctx.now, row.absoluteEndAt) : row.expiresAt;
  if (extended) await extendSession(ctx.db, tokenHash, ctx.now, expiresAt);
  const { sessionId, authenticatedAt, id, name, email, image, role } = row;
  return {
    actor: { type: "user", userId: id, role, sessionId, authenticatedAt },
    profile: { id, name, email, emailVerified: row.emailVerified === 1, image, role },
    expiresAt,
    extended,
  };
}
