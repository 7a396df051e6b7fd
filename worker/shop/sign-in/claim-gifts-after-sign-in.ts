import { createMiddleware } from "hono/factory";
import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { claimWaitingGifts } from "../gifts/claim-gift.ts";

/**
 * After a sign-in, claims the gifts that wait for the user, before the browser is redirected to its page. If that
 * fails, the user is signed in anyway, and the gifts wait for the next sign-in.
 */
export const claimGiftsAfterSignIn = createMiddleware<SignInAppEnv>(async (c, next) => {
  await next();
  const { signedIn } = c.var.attempt;
  if (!signedIn) return;
  const ctx = { ...c.var.ctx, actor: { type: "system", job: "sign-in" } as const };
  await claimWaitingGifts(ctx, signedIn).catch((error: unknown) =>
    logEvent("error", "gifts_not_claimed", { user: signedIn.userId, error: summarizeError(error) }),
  );
});
