import type { AppEnv } from "../../context.ts";
import type { Person } from "./claims.ts";
import type { Device } from "./open-session.ts";

/** What one request to the library is about, gathered while it runs. */
export type Attempt = {
  /** The session the browser came with. A sign-in kills it. */
  sessionToken: string | undefined;
  device: Device;
  /** What the provider says about the person. */
  person?: Person;
  /** The last error the library reported. */
  failure?: Error;
};

/** Hono's environment inside `/api/auth`. */
export type SignInEnv = AppEnv & { Variables: { attempt: Attempt } };
