import { AccountNotLinked, OAuthAccountNotLinked } from "@auth/core/errors";
import type { Adapter, AdapterUser } from "@auth/core/adapters";
import type { Ctx } from "../../context.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { isLocale } from "../../shared/locales.ts";
import { newId } from "../../lib/ids.ts";
import { consumeEmailToken } from "./store-email-links.ts";
import { getProvenTime } from "./fresh-sign-in.ts";
import type { SignInAttempt } from "./sign-in-attempt.ts";
import { emptyProviderProfile } from "./claims.ts";
import { EMAIL_PROVIDER } from "./email-link.ts";
import { createSession } from "./create-session.ts";
import { resumeSession } from "./resume-session.ts";
import {
  deleteSession,
  findUser,
  findUserByIdentity,
  findUserByVerifiedEmail,
  type NewIdentity,
  type NewUser,
  type UserRow,
} from "./store.ts";

/**
 * Returns the adapter that gives the sign-in library access to our tables, for one request. A new user and identity are
 * kept in memory until the session is created, and are written in its batch. When linking, the "new" user is the
 * signed-in one, and only the identity is new.
 */
export function createAdapter(ctx: Ctx, attempt: SignInAttempt): Adapter {
  let newUser: NewUser | undefined;
  let newIdentity: NewIdentity | undefined;
  // A function, since the link target is known only when the callback starts, after the adapter is created.
  const activeLinkTarget = () =>
    attempt.linkTarget === "expired" ? undefined : attempt.linkTarget;

  function toNewIdentity(userId: string, provider: string, subject: string): NewIdentity {
    const issuer = ctx.config.auth.providers.find(({ id }) => id === provider)?.issuer ?? provider;
    return { id: newId("idn", ctx.now), userId, provider, issuer, subject, createdAt: ctx.now };
  }

  return {
    async getUser(id) {
      return toAdapterUser(await findUser(ctx.db, id));
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const user = await findUserByIdentity(ctx.db, provider, providerAccountId);
      const link = activeLinkTarget();
      if (user && link && user.id !== link.userId) {
        throw new AccountNotLinked("the identity belongs to another user");
      }
      return toAdapterUser(user);
    },
    async getUserByEmail(email) {
      // When linking, the email may already be the user's own.
      if (activeLinkTarget()) return null;
      if (attempt.isByEmail)
        return toAdapterUser(
          (await findUserByIdentity(ctx.db, EMAIL_PROVIDER, email)) ??
            (await findSignedInUserWithEmail(ctx, email)),
        );
      return toAdapterUser(await findUserByVerifiedEmail(ctx.db, email.toLowerCase()));
    },
    async createUser({ name, email, image }) {
      const link = activeLinkTarget();
      if (link) return { id: link.userId, email, emailVerified: null };
      if (attempt.isByEmail && (await findUserByVerifiedEmail(ctx.db, email))) {
        throw new OAuthAccountNotLinked("the address belongs to somebody who signs in another way");
      }
      newUser = {
        id: newId("usr", ctx.now),
        name: name ?? null,
        email: email || null,
        emailVerified: Boolean(email),
        image: image ?? null,
        // What they have read so far, and not what their provider believes.
        locale: isLocale(ctx.locale) ? ctx.locale : null,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      // The library calls `linkAccount` for providers only, not for sign-in by email.
      if (attempt.isByEmail) newIdentity = toNewIdentity(newUser.id, EMAIL_PROVIDER, email);
      return { id: newUser.id, email, emailVerified: email ? new Date(ctx.now) : null };
    },
    async linkAccount({ userId, provider, providerAccountId }) {
      newIdentity = toNewIdentity(userId, provider, providerAccountId);
    },
    // The token was stored before the email was sent.
    async createVerificationToken() {
      return null;
    },
    async useVerificationToken({ identifier, token }) {
      const row = await consumeEmailToken(ctx.db, token, identifier);
      if (!row) return null;
      attempt.isByEmail = true;
      attempt.providerProfile = { ...emptyProviderProfile, subject: row.email, email: row.email };
      // The library compares it with the real time.
      const expires = new Date(row.expiresAt - ctx.clockOffsetMs);
      return { identifier: row.email, token, expires };
    },
    async createSession({ sessionToken, userId }) {
      attempt.provenTime = getProvenTime(attempt, ctx.now);
      const session = await createSession(ctx, {
        token: sessionToken,
        userId,
        newUser,
        newIdentity,
        verifiedEmail: attempt.providerProfile?.email ?? null,
        reachedEmail: (attempt.isByEmail && attempt.providerProfile?.email) || null,
        authenticatedAt: attempt.provenTime,
        replacedSessionId:
          activeLinkTarget()?.sessionId ??
          (ctx.actor.type === "user" ? ctx.actor.sessionId : undefined),
        device: attempt.device,
      }).catch(async (error: unknown) => {
        // Another sign-in may have claimed the email in the meantime.
        const emailOwner = newUser?.email && (await findUserByVerifiedEmail(ctx.db, newUser.email));
        throw emailOwner ? new OAuthAccountNotLinked("the address was taken a moment ago") : error;
      });
      attempt.signedIn = {
        userId: session.userId,
        email: attempt.providerProfile?.email ?? null,
      };
      return { sessionToken, userId: session.userId, expires: new Date(session.expiresAt) };
    },
    async getSessionAndUser(sessionToken) {
      const resumed = await resumeSession(ctx, { token: sessionToken });
      const user = resumed && toAdapterUser(resumed.profile);
      if (!resumed || !user) return null;
      return {
        user,
        session: { sessionToken, userId: user.id, expires: new Date(resumed.expiresAt) },
      };
    },
    // `getSessionAndUser` has already extended the session.
    async updateSession() {},
    async deleteSession(sessionToken) {
      await deleteSession(ctx.db, sha256Hex(sessionToken));
    },
    async updateUser({ id }) {
      const user = toAdapterUser(await findUser(ctx.db, id));
      if (!user) throw new Error("the user was deleted");
      return user;
    },
  };
}

/**
 * Finds the user of this request's session if the address is their verified one. With a link to it, a signed-in user
 * confirms who they are even if their provider can't prove when they signed in.
 */
async function findSignedInUserWithEmail(ctx: Ctx, email: string): Promise<UserRow | undefined> {
  const user = await findUserByVerifiedEmail(ctx.db, email);
  return ctx.actor.type === "user" && user?.id === ctx.actor.userId ? user : undefined;
}

type UserFields = Pick<UserRow, "id" | "name" | "email" | "emailVerified" | "image"> &
  Partial<Pick<UserRow, "status">>;

function toAdapterUser(
  user: UserFields | undefined,
): (AdapterUser & { status?: UserRow["status"] }) | null {
  if (!user) return null;
  const { id, name, email, emailVerified, image, status } = user;
  // The library requires an email. An empty one is safe, since the library only passes it on.
  return {
    id,
    name,
    email: email ?? "",
    emailVerified: emailVerified ? new Date(0) : null,
    image,
    status,
  };
}
