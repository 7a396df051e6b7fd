import { fail, failAt } from "../../errors.ts";
import type { Ctx, UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { newId } from "../../lib/ids.ts";
import { MINUTE } from "../../lib/time.ts";
import {
  bindLinkIntent,
  deleteLinkIntents,
  findActiveSessionById,
  insertLinkIntent,
  deleteLinkIntentByState,
} from "./store.ts";

const LINK_INTENT_LIFETIME_MS = 10 * MINUTE;

/** An intent to link an identity. Its id is sent when the authorization starts, within ten minutes. */
export type LinkIntent = { id: string; provider: string; expiresAt: number };

/**
 * The user and session that an authorization links to, and when that session authenticated (unix milliseconds); or
 * "expired" if the intent or its session has ended meanwhile.
 */
export type LinkTarget = { userId: string; sessionId: string; authenticatedAt: number } | "expired";

/**
 * Records that the signed-in user wants to link an identity of this provider. Replaces an older intent.
 * @throws `invalid_input` if the provider isn't configured
 */
export async function createLinkIntent(
  ctx: UserCtx,
  input: { provider: string },
): Promise<LinkIntent> {
  const provider = ctx.config.auth.providers.find(({ id }) => id === input.provider);
  if (!provider) {
    throw failAt("provider", "is not configured");
  }
  const { userId, sessionId } = ctx.actor;
  const intent: LinkIntent = {
    id: newId("lnk", ctx.now),
    provider: provider.id,
    expiresAt: ctx.now + LINK_INTENT_LIFETIME_MS,
  };
  await commit(ctx.db, [
    deleteLinkIntents(ctx.db, userId),
    insertLinkIntent(ctx.db, { ...intent, userId, sessionId, createdAt: ctx.now }),
  ]);
  return intent;
}

/**
 * Binds the intent to the authorization with this `state`.
 * @throws `not_found` if the intent is used, expired, for another provider, or from another session
 */
export async function bindIntentToState(
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
 * Consumes the intent of a returning authorization.
 * @returns undefined if this authorization isn't for linking
 */
export async function consumeLinkIntent(
  ctx: Ctx,
  input: { provider: string; state: string },
): Promise<LinkTarget | undefined> {
  const intent = await deleteLinkIntentByState(ctx.db, sha256Hex(input.state));
  if (!intent) return undefined;
  const session = await findActiveSessionById(ctx.db, intent.sessionId, ctx.now);
  if (!session || intent.expiresAt <= ctx.now || intent.provider !== input.provider)
    return "expired";
  const { userId, sessionId } = intent;
  return { userId, sessionId, authenticatedAt: session.authenticatedAt };
}
