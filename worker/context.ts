import type Stripe from "stripe";
import { readConfig, type Config } from "./config/config.ts";
import { openDatabase, type Database } from "./db/client.ts";
import { newId } from "./lib/ids.ts";
import type { Role } from "./lib/roles.ts";
import { openStripe } from "./stripe/client.ts";

/** Who asks. The system actor names the job: `queue`, `cron`, `webhook`, `seed`. */
export type Actor =
  | { type: "visitor" }
  | { type: "user"; userId: string; role: Role; sessionId: string; authenticatedAt: number }
  | { type: "system"; job: string };

/** What travels on the sync queue: which customer, or which product of the catalog, to look at again. */
export type SyncMessage =
  | { customerId: string; productId?: never }
  | { productId: string; customerId?: never };

/** What every verb gets. */
export type Ctx = {
  db: Database;
  stripe: Stripe;
  config: Config;
  actor: Actor;
  /** Unix milliseconds, fixed for the request. */
  now: number;
  requestId: string;
  syncQueue: Queue<SyncMessage>;
  /** The bytes that are sold. */
  files: R2Bucket;
  /** Work that may outlive the response. */
  defer(work: Promise<unknown>): void;
};

export type UserActor = Extract<Actor, { type: "user" }>;

/** A context whose actor is known to be a signed-in person. */
export type UserCtx = Ctx & { actor: UserActor };

export function isUserCtx(ctx: Ctx): ctx is UserCtx {
  return ctx.actor.type === "user";
}

/** A signed-in person as the person sees it. `email` is null unless the provider says it is verified. */
export type Profile = {
  id: string;
  name: string | null;
  email: string | null;
  emailVerified: boolean;
  image: string | null;
  role: Role;
};

/** Hono's environment in every route. `profile` is read together with the session. */
export type AppEnv = { Bindings: Env; Variables: { ctx: Ctx; profile?: Profile } };

/** The context of one request, queue batch or cron run. */
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
