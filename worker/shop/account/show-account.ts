import type { Ctx, Profile } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { findUser, listIdentities, listSessions } from "./store.ts";

/** How a person signs in. `providerName` is what the button says. */
export type LinkedIdentity = {
  id: string;
  provider: string;
  providerName: string;
  createdAt: number;
};

/** A browser somebody is signed in with. `current` is the one that asks. Times are unix milliseconds. */
export type OpenSession = {
  id: string;
  current: boolean;
  createdAt: number;
  lastSeenAt: number;
  userAgent: string | null;
  country: string | null;
};

export type Account = { user: Profile; identities: LinkedIdentity[]; sessions: OpenSession[] };

/** The signed-in person's own account. */
export async function showAccount(ctx: UserCtx): Promise<Account> {
  const { userId, sessionId } = ctx.actor;
  const [user, identities, sessions] = await Promise.all([
    findUser(ctx.db, userId),
    listIdentities(ctx.db, userId),
    listSessions(ctx.db, userId, ctx.now),
  ]);
  if (!user) throw fail("unauthenticated", { reason: "the person is gone" });
  const { id, name, email, emailVerified, image, role } = user;
  return {
    user: { id, name, email, emailVerified, image, role },
    identities: identities.map(({ id, provider, createdAt }) => ({
      id,
      provider,
      providerName: providerName(ctx, provider),
      createdAt,
    })),
    sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })),
  };
}

/** A provider that is no longer configured keeps its id for a name. */
export function providerName(ctx: Ctx, provider: string): string {
  if (provider === "email") return "Email";
  return ctx.config.auth.providers.find(({ id }) => id === provider)?.name ?? provider;
}
