import type { Actor, Ctx, Profile } from "../../context.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { expiryFrom, SESSION_REFRESH_MS } from "./session-life.ts";
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
  const tokenHash = await sha256Hex(input.token);
  const row = await findSession(ctx.db, tokenHash, ctx.now);
  if (!row) return null;
  const { sessionId, lastSeenAt, absoluteEndAt, authenticatedAt, ...rest } = row;
  const extended = ctx.now - lastSeenAt >= SESSION_REFRESH_MS;
  const expiresAt = extended ? expiryFrom(ctx.now, absoluteEndAt) : rest.expiresAt;
  if (extended) await extendSession(ctx.db, tokenHash, ctx.now, expiresAt);
  const { id, name, email, emailVerified, image, role } = rest;
  return {
    actor: { type: "user", userId: id, role, sessionId, authenticatedAt },
    profile: { id, name, email, emailVerified, image, role },
    expiresAt,
    extended,
  };
}
