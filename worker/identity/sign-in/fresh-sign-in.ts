import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { MINUTE } from "../../lib/time.ts";
import type { FreshSignInRequest, SignInAttempt } from "./sign-in-attempt.ts";
import { deleteFreshSignInRequest, insertFreshSignInRequest } from "./store.ts";

/** As long as the state cookie: without it, no answer is accepted. */
const REQUEST_LIFETIME_MS = 15 * MINUTE;
/** How far the provider's clock may differ from ours. */
const CLOCK_TOLERANCE_MS = MINUTE;

/** The `authenticatedAt` of a session whose sign-in proves no time: never fresh. */
export const NOT_PROVEN = 0;

/** Records that the shop asked for a fresh sign-in, for the authorization with this `state`. */
export async function recordFreshSignInRequest(
  ctx: Ctx,
  input: { state: string; maxAgeMs: number },
): Promise<void> {
  await commit(ctx.db, [
    insertFreshSignInRequest(ctx.db, {
      stateHash: sha256Hex(input.state),
      maxAgeMs: input.maxAgeMs,
      createdAt: ctx.now,
      expiresAt: ctx.now + REQUEST_LIFETIME_MS,
    }),
  ]);
}

/**
 * Consumes what the shop asked for in the authorization that returns now.
 * @returns undefined if it asked for nothing
 */
export async function consumeFreshSignInRequest(
  ctx: Ctx,
  input: { state: string },
): Promise<FreshSignInRequest | undefined> {
  const row = await deleteFreshSignInRequest(ctx.db, sha256Hex(input.state));
  return row && { askedAt: row.createdAt, maxAgeMs: row.maxAgeMs };
}

/**
 * Returns when the user proved who they are, in unix milliseconds. An emailed link proves it now. A provider proves it
 * by the `auth_time` of its signed ID token only; one that sends none, or one that is older than the shop asked for,
 * proves nothing. Linking proves nothing about the account, so its session keeps the time of the session it replaces.
 */
export function getProvenTime(attempt: SignInAttempt, now: number): number {
  if (attempt.linkTarget && attempt.linkTarget !== "expired")
    return attempt.linkTarget.authenticatedAt;
  if (attempt.isByEmail) return now;
  const { authTime, freshSignInRequest } = attempt;
  if (authTime === undefined || authTime > now + CLOCK_TOLERANCE_MS) return NOT_PROVEN;
  if (freshSignInRequest) {
    const { askedAt, maxAgeMs } = freshSignInRequest;
    if (authTime < askedAt - maxAgeMs - CLOCK_TOLERANCE_MS) return NOT_PROVEN;
  }
  return Math.min(authTime, now);
}
