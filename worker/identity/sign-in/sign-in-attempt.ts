import type { AppEnv } from "../../context.ts";
import type { LinkTarget } from "./link-identity.ts";
import type { ProviderProfile } from "./claims.ts";
import type { SessionDevice } from "./create-session.ts";

/** What the shop asked a provider: to authenticate the user after `askedAt - maxAgeMs`, both in milliseconds. */
export type FreshSignInRequest = { askedAt: number; maxAgeMs: number };

/** State of one request to the library, filled while it runs. */
export type SignInAttempt = {
  device: SessionDevice;
  /** The network of the request, as rate limits count it; null without an IP address. */
  network: string | null;
  /** Set if this callback links an identity instead of signing in. */
  linkTarget?: LinkTarget;
  /** Set if the user has just opened a sign-in link sent to their email. */
  isByEmail?: boolean;
  /** The provider's claims about the user. */
  providerProfile?: ProviderProfile;
  /** Set when a session was created. `email` is the one that the provider vouches for now; null if there is none. */
  signedIn?: { userId: string; email: string | null };
  /** The `auth_time` of the verified ID token, in unix milliseconds, as the shop's own clock would show it. */
  authTime?: number;
  /** Set if the shop asked for a fresh sign-in in this authorization. */
  freshSignInRequest?: FreshSignInRequest;
  /** Set with the session: when the user proved who they are, in unix milliseconds. */
  provenTime?: number;
  /** The last error the library reported. */
  error?: Error;
};

/** Hono's environment inside `/api/auth`. */
export type SignInAppEnv = AppEnv & { Variables: { attempt: SignInAttempt } };
