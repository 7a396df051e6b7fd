import type { AuthConfig } from "@auth/core";
import type { Ctx } from "../../context.ts";
import { newToken } from "../../lib/crypto.ts";
import { SECOND } from "../../lib/time.ts";
import { createAdapter } from "./adapter.ts";
import type { SignInAttempt } from "./sign-in-attempt.ts";
import { authCookies } from "./cookies.ts";
import { createEmailProvider } from "./email-link.ts";
import { toAuthProvider } from "./providers.ts";
import { safeRedirect } from "./safe-redirect.ts";
import { SESSION_IDLE_MS, SESSION_REFRESH_MS } from "./session-lifetime.ts";
import { verifyIdToken } from "./verify-id-token.ts";

/** Returns the sign-in library's configuration for one request. `basePath` comes from AUTH_URL. */
export async function createAuthConfig(ctx: Ctx, attempt: SignInAttempt): Promise<AuthConfig> {
  const { origin, auth } = ctx.config;
  const email = createEmailProvider(ctx, attempt.network);
  const providers = await Promise.all(
    auth.providers.map((provider) => toAuthProvider(provider, attempt)),
  );
  return {
    // The first secret signs and encrypts; older ones only decrypt.
    secret: auth.secrets,
    trustHost: true,
    providers: email ? [...providers, email] : providers,
    adapter: createAdapter(ctx, attempt),
    session: {
      strategy: "database",
      maxAge: SESSION_IDLE_MS / SECOND,
      updateAge: SESSION_REFRESH_MS / SECOND,
      generateSessionToken: newToken,
    },
    cookies: authCookies(origin),
    pages: {
      signIn: "/signin",
      signOut: "/signout",
      error: "/error",
      verifyRequest: "/verify-request",
    },
    callbacks: {
      redirect: ({ url }) => safeRedirect(String(url), origin),
      async signIn({ user, account, email: sending }) {
        // Asking for a link must not reveal whether the email is known. The check below runs when the link is opened.
        if (sending?.verificationRequest) return true;
        const provider = auth.providers.find(({ id }) => id === account?.provider);
        if (account?.id_token && provider) {
          const authTime = await verifyIdToken(provider, account.id_token);
          if (authTime !== undefined) attempt.authTime = authTime + ctx.clockOffsetMs;
        }
        return !("status" in user) || user.status === "active";
      },
      session: ({ session, user }) => ({
        user: { id: user.id, name: user.name, email: user.email || null, image: user.image },
        expires: session.expires,
      }),
    },
    logger: {
      error(error) {
        attempt.error = error;
      },
      warn() {},
      debug() {},
    },
  };
}
