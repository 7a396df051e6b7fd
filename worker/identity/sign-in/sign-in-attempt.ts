import type { AppEnv } from "../../context.ts";
import type { Link } from "./link-identity.ts";
import type { Person } from "./claims.ts";
import type { Device } from "./create-session.ts";

/** What one request to the library is about, gathered while it runs. */
export type Attempt = {
  device: Device;
  /** Set when this callback is to link an identity rather than to sign in. */
  link?: Link;
  /** Set when the person has just proved to own the address of `person`. */
  byEmail?: boolean;
  /** What the provider says about the person. */
  person?: Person;
  /** The last error the library reported. */
  failure?: Error;
};

/** Hono's environment inside `/api/auth`. */
export type SignInEnv = AppEnv & { Variables: { attempt: Attempt } };
