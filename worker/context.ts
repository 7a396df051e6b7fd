import type Stripe from "stripe";
import { readConfig, type Config } from "./config/config.ts";
import { openDatabase, type Database } from "./db/client.ts";
import { newId } from "./lib/ids.ts";
import type { Role } from "./lib/roles.ts";
import { openStripe } from "./stripe/client.ts";

/** Who performs the action. For the system actor, `job` is `queue`, `cron`, `webhook` or `seed`. */
export type Actor =
  | { type: "visitor" }
  | { type: "user"; userId: string; role: Role; sessionId: string; authenticatedAt: number }
  | { type: "system"; job: string };

/** A message on the sync queue: the customer or the product to sync. */
export type SyncMessage =
  | { customerId: string; productId?: never }
  | { productId: string; customerId?: never };

/** The context passed to every verb. */
export type Ctx = {
  db: Database;
  stripe: Stripe;
  config: Config;
  actor: Actor;
  /** Unix milliseconds; constant during a request. */
  now: number;
  requestId: string;
  syncQueue: Queue<SyncMessage>;
  /** The bucket with the files for sale. */
  files: R2Bucket;
  /** Runs work that may finish after the response is sent. */
  defer(work: Promise<unknown>): void;
};

export type UserActor = Extract<Actor, { type: "user" }>;

/** A context whose actor is a signed-in user. */
export type UserCtx = Ctx & { actor: UserActor };

export function isUserCtx(ctx: Ctx): ctx is UserCtx {
  return ctx.actor.type === "user";
}

/** A signed-in user's own profile. `email` is null unless the provider has verified it. */
export type Profile = {
  id: string;
  name: string | null;
  email: string | null;
  emailVerified: boolean;
  image: string | null;
  role: Role;
};

/** Hono's environment in every route. `profile` is loaded together with the session. */
export type AppEnv = { Bindings: Env; Variables: { ctx: Ctx; profile?: Profile } };

/** Hono's environment behind `requireUser`: a user is signed in. */
export type UserEnv = AppEnv & { Variables: { ctx: UserCtx } };

/** Creates the context of one request, queue batch or cron run. */
export function createContext(
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
  actor: Actor,
): Ctx {
  const config = readConfig(env);
  const now = Date.now();
  return {
    db: openDatabase(env.DB),
    stripe: openStripe(config.stripe),
    config,
    actor,
    now,
    requestId: newId("req", now),
    syncQueue: env.SYNC_QUEUE as Queue<SyncMessage>,
    files: env.FILES,
    defer: (work) => execution.waitUntil(work),
  };
}
