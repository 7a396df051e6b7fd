import type { Ctx, UserActor, UserCtx } from "../context.ts";
import { signText, verifySignature } from "../lib/crypto.ts";

const PURPOSE = "guest";

/**
 * Returns what the cookie of a guest's browser says: who they are, signed. The database has nothing of it, and it is
 * worth nothing once an account has taken what the guest bought.
 */
export const signGuest = ({ config }: Ctx, guestId: string): string =>
  `${guestId}.${signText(config.auth.secrets, PURPOSE, toText(config, guestId))}`;

/** Returns the guest that a cookie names; null for a cookie that the shop has not made. */
export function readGuest({ config }: Ctx, value: string): string | null {
  const [guestId = "", signature = ""] = value.split(".");
  return verifySignature(config.auth.secrets, PURPOSE, toText(config, guestId), signature)
    ? guestId
    : null;
}

/** Purchases of test mode and of live mode have guests of their own. */
const toText = ({ stripe }: Ctx["config"], guestId: string) => `${stripe.mode} ${guestId}`;

/**
 * Returns the context of a guest. Only opening and confirming a checkout may get one: everything else is for users who
 * have signed in.
 */
export function asGuest(ctx: Ctx, guestId: string): UserCtx {
  const actor: UserActor = {
    type: "user",
    userId: guestId,
    role: "buyer",
    sessionId: "",
    authenticatedAt: 0,
    isGuest: true,
  };
  return { ...ctx, actor };
}
