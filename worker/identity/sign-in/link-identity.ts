import { fail } from "../../errors.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import type { UserCtx } from "../../context.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { newId } from "../../lib/ids.ts";
import { MINUTE } from "../../lib/time.ts";
import {
  bindLinkIntent,
  deleteLinkIntents,
  findSessionById,
  insertLinkIntent,
  takeLinkIntent,
} from "./store.ts";

const LINK_MS = 10 * MINUTE;

/** A wish to link. Its id goes along when the authorization begins, within ten minutes. */
export type LinkIntent = { id: string; provider: string; expiresAt: number };

/** Whose account an authorization links to. Both are gone when the intent or its session has died meanwhile. */
export type Link = { userId: string; sessionId: string } | "expired";

/**
 * Notes that the signed-in person wants to link an identity of this provider. A new wish replaces an older one.
 * @throws `invalid_input` for a provider that is not configured
 */
export async function requestLink(ctx: UserCtx, input: { provider: string }): Promise<LinkIntent> {
  const provider = ctx.config.auth.providers.find(({ id }) => id === input.provider);
  if (!provider) {
    throw fail("invalid_input", { fields: [{ path: "provider", message: "is not configured" }] });
  }
  const { userId, sessionId } = ctx.actor;
  const intent: LinkIntent = {
    id: newId("lnk", ctx.now),
    provider: provider.id,
    expiresAt: ctx.now + LINK_MS,
  };
  await commit(ctx.db, [
    deleteLinkIntents(ctx.db, userId),
    insertLinkIntent(ctx.db, { ...intent, userId, sessionId, createdAt: ctx.now }),
  ]);
  return intent;
}

/**
 * Ties the intent to the one authorization whose `state` this is.
 * @throws `not_found` when it is used, expired, for another provider, or of another session
 */
export async function bindLink(
  ctx: UserCtx,
  input: { id: string; provider: string; state: string },
): Promise<void> {
  const { meta } = await bindLinkIntent(ctx.db, {
    id: input.id,
    provider: input.provider,
    sessionId: ctx.actor.sessionId,
    stateHash: sha256Hex(input.state),
    now: ctx.now,
  });
  if (meta.changes === 0)
    throw fail("not_found", { reason: "no waiting link intent of this session" });
}

/**
 * Uses up the intent of a returning authorization.
 * @returns undefined when this authorization was never about linking
 */
export async function takeLink(
  ctx: Ctx,
  input: { provider: string; state: string },
): Promise<Link | undefined> {
  const intent = await takeLinkIntent(ctx.db, sha256Hex(input.state));
  if (!intent) return undefined;
  const session = await findSessionById(ctx.db, intent.sessionId, ctx.now);
  const isAlive = intent.expiresAt > ctx.now && intent.provider === input.provider && session;
  return isAlive ? { userId: intent.userId, sessionId: intent.sessionId } : "expired";
}
