import { AccountNotLinked, OAuthAccountNotLinked } from "@auth/core/errors";
import type { Adapter, AdapterUser } from "@auth/core/adapters";
import type { Ctx } from "../../context.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { newId } from "../../lib/ids.ts";
import type { Attempt } from "./sign-in-attempt.ts";
import { nobody } from "./claims.ts";
import { EMAIL_PROVIDER } from "./email-link.ts";
import { openSession } from "./create-session.ts";
import { resumeSession } from "./resume-session.ts";
import {
  deleteSession,
  findUser,
  findUserByIdentity,
  findUserByVerifiedEmail,
  takeEmailToken,
  type NewIdentity,
  type NewUser,
  type UserRow,
} from "./store.ts";

/**
 * What the library may do with our tables, for one request. A new person and identity are held in memory until the
 * session is created, and then written together with it. Where the attempt is to link, the "new" person is the one who
 * asked, and only the identity is new.
 */
export function createAdapter(ctx: Ctx, attempt: Attempt): Adapter {
  let newUser: NewUser | undefined;
  let newIdentity: NewIdentity | undefined;
  // Known only once the callback has begun, after this adapter was made.
  const linkTo = () => (attempt.link === "expired" ? undefined : attempt.link);

  function identityOf(userId: string, provider: string, subject: string): NewIdentity {
    const issuer = ctx.config.auth.providers.find(({ id }) => id === provider)?.issuer ?? provider;
    return { id: newId("idn", ctx.now), userId, provider, issuer, subject, createdAt: ctx.now };
  }

  return {
    async getUser(id) {
      return toAdapterUser(await findUser(ctx.db, id));
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const user = await findUserByIdentity(ctx.db, provider, providerAccountId);
      const link = linkTo();
      if (user && link && user.id !== link.userId) {
        throw new AccountNotLinked("the identity is another person's");
      }
      return toAdapterUser(user);
    },
    async getUserByEmail(email) {
      // Who links may well have this address already: their own.
      if (linkTo()) return null;
      if (attempt.byEmail)
        return toAdapterUser(await findUserByIdentity(ctx.db, EMAIL_PROVIDER, email));
      return toAdapterUser(await findUserByVerifiedEmail(ctx.db, email.toLowerCase()));
    },
    async createUser({ name, email, image }) {
      const link = linkTo();
      if (link) return { id: link.userId, email, emailVerified: null };
      if (attempt.byEmail && (await findUserByVerifiedEmail(ctx.db, email))) {
        throw new OAuthAccountNotLinked("the address belongs to somebody who signs in another way");
      }
      newUser = {
        id: newId("usr", ctx.now),
        name: name ?? null,
        email: email || null,
        emailVerified: Boolean(email),
        image: image ?? null,
        locale: attempt.person?.locale ?? null,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      // The library links no identity when it signs in by email.
      if (attempt.byEmail) newIdentity = identityOf(newUser.id, EMAIL_PROVIDER, email);
      return { id: newUser.id, email, emailVerified: email ? new Date(ctx.now) : null };
    },
    async linkAccount({ userId, provider, providerAccountId }) {
      newIdentity = identityOf(userId, provider, providerAccountId);
    },
    // Written before it was sent.
    async createVerificationToken() {
      return null;
    },
    async useVerificationToken({ identifier, token }) {
      const row = await takeEmailToken(ctx.db, token, identifier);
      if (!row) return null;
      attempt.byEmail = true;
      attempt.person = { ...nobody, subject: row.email, email: row.email };
      return { identifier: row.email, token, expires: new Date(row.expiresAt) };
    },
    async createSession({ sessionToken, userId }) {
      const opened = await openSession(ctx, {
        token: sessionToken,
        userId,
        newUser,
        newIdentity,
        verifiedEmail: attempt.person?.email ?? null,
        authenticatedAt: attempt.person?.authenticatedAt ?? ctx.now,
        replaces:
          linkTo()?.sessionId ?? (ctx.actor.type === "user" ? ctx.actor.sessionId : undefined),
        device: attempt.device,
      }).catch(async (error: unknown) => {
        // Somebody else's sign-in took the address while ours was under way.
        const taken = newUser?.email && (await findUserByVerifiedEmail(ctx.db, newUser.email));
        throw taken ? new OAuthAccountNotLinked("the address was taken a moment ago") : error;
      });
      return { sessionToken, userId: opened.userId, expires: new Date(opened.expiresAt) };
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
    // Reading a session has extended it.
    async updateSession() {},
    async deleteSession(sessionToken) {
      await deleteSession(ctx.db, sha256Hex(sessionToken));
    },
    async updateUser({ id }) {
      const user = toAdapterUser(await findUser(ctx.db, id));
      if (!user) throw new Error("the person is gone");
      return user;
    },
  };
}

type KnownUser = Pick<UserRow, "id" | "name" | "email" | "emailVerified" | "image"> &
  Partial<Pick<UserRow, "status">>;

function toAdapterUser(
  user: KnownUser | undefined,
): (AdapterUser & { status?: UserRow["status"] }) | null {
  if (!user) return null;
  const { id, name, email, emailVerified, image, status } = user;
  // The library knows no person without an email; where we have none it gets an empty one, which it only passes on.
  return {
    id,
    name,
    email: email ?? "",
    emailVerified: emailVerified ? new Date(0) : null,
    image,
    status,
  };
}
