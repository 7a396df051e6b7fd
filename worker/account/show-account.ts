import type { Ctx, Profile, UserCtx } from "../context.ts";
import { fail } from "../errors.ts";
import { findUser, listIdentities, listSessions } from "../identity/sign-in/store.ts";

/** One way the user signs in. `providerName` is the text on the sign-in button. */
export type LinkedIdentity = {
  id: string;
  provider: string;
  providerName: string;
  createdAt: number;
};

/** A session of the user. `current` marks the one of this request. Times are unix milliseconds. */
export type ActiveSession = {
  id: string;
  current: boolean;
  createdAt: number;
  lastSeenAt: number;
  userAgent: string | null;
  country: string | null;
};

export type Account = {
  user: Profile & { wantsReminders: boolean; wantsNews: boolean; doEmailsBounce: boolean };
  identities: LinkedIdentity[];
  sessions: ActiveSession[];
};

/** Returns the signed-in user's account. */
export async function showAccount(ctx: UserCtx): Promise<Account> {
  const { userId, sessionId } = ctx.actor;
  const [user, identities, sessions] = await Promise.all([
    findUser(ctx.db, userId),
    listIdentities(ctx.db, userId),
    listSessions(ctx.db, userId, ctx.now),
  ]);
  if (!user) throw fail("unauthenticated", { reason: "the user was deleted" });
  const { id, name, email, emailVerified, image, role, locale, timeZone } = user;
  const { wantsReminders, wantsNews } = user;
  const doEmailsBounce = user.emailProblem === "bounced";
  return {
    user: {
      id,
      name,
      email,
      emailVerified,
      image,
      role,
      locale,
      timeZone,
      wantsReminders,
      wantsNews,
      doEmailsBounce,
    },
    identities: identities.map(({ id, provider, createdAt }) => ({
      id,
      provider,
      providerName: getProviderName(ctx, provider),
      createdAt,
    })),
    sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })),
  };
}

/** Returns a provider's name, or its id if it is no longer configured. */
export function getProviderName(ctx: Ctx, provider: string): string {
  if (provider === "email") return "Email";
  return ctx.config.auth.providers.find(({ id }) => id === provider)?.name ?? provider;
}
