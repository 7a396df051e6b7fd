import { readConfig, type Config } from "./config/config.ts";
import { openDatabase, type Database } from "./db/client.ts";
import { newId } from "./lib/ids.ts";
import { setLogVersion } from "./lib/log.ts";
import { openMetrics, type Metrics } from "./metrics/metrics.ts";
import { sourceLocale, type AnyLocale } from "./shared/locales.ts";
import type { Role } from "./shared/roles.ts";
import { openStripe, type StripeClient } from "./stripe/client.ts";

/** Who performs the action. For the system actor, `job` is `queue`, `cron`, `webhook` or `seed`. */
export type Actor =
  | { type: "visitor" }
  | {
      type: "user";
      userId: string;
      role: Role;
      sessionId: string;
      authenticatedAt: number;
      /** The email that the provider vouched for at the sign-in of this session, in lower case, and when that was. */
      verifiedEmail?: string | null;
      signedInAt?: number;
      /** Somebody who buys without signing in (decision 121), known by a cookie. Only the routes of buying accept it. */
      isGuest?: true;
    }
  /** Another program, with an API key that has these scopes. */
  | { type: "key"; keyId: string; scopes: readonly string[] }
  | { type: "system"; job: string };

/** Returns who acts, as it is stored. Visitors change nothing that is stored with a name. */
export function identifyActor({ actor }: Pick<Ctx, "actor">): {
  type: "user" | "key" | "system";
  id: string;
} {
  switch (actor.type) {
    case "user":
      return { type: "user", id: actor.userId };
    case "key":
      return { type: "key", id: actor.keyId };
    case "system":
      return { type: "system", id: actor.job };
    case "visitor":
      return { type: "system", id: "visitor" };
  }
}

/** Long jobs that a message continues, piece by piece. Cron continues them too, so a lost message costs five minutes. */
export type JobName = "sweep" | "rebuild" | "emails";

/**
 * A message on the sync queue: the customer or the product to sync, the price move or the job to continue, or an event
 * of Cloudflare's Email Sending, which a subscription of the account puts there.
 */
export type SyncMessage =
  | { customerId: string; productId?: never; priceMoveId?: never; job?: never }
  | { productId: string; customerId?: never; priceMoveId?: never; job?: never }
  | { priceMoveId: string; customerId?: never; productId?: never; job?: never }
  | { job: JobName; customerId?: never; productId?: never; priceMoveId?: never }
  | { type: string; customerId?: never; productId?: never; priceMoveId?: never; job?: never };

/** A message on the webhook queue: the endpoint whose deliveries are due. */
export type WebhookMessage = { endpointId: string };

/** A language in which buyers read the seller's texts, and the shop's default, in which all of them are written. */
export type TextLanguage = { locale: string; fallback: string };

/** Settings by name, as JSON texts. `changes`: which changes of the site they include (`db/site-version.ts`). */
export type KnownSettings = {
  changes: number;
  rows: Promise<ReadonlyMap<string, { text: string; updatedAt: number }>>;
};

/** Which legal pages there are, and the beginning of the one about refunds in Markdown. `changes` as above. */
export type KnownLegalPages = {
  changes: number;
  rows: Promise<{ page: string; start: string | null }[]>;
};

/** The context passed to every verb. */
export type Ctx = {
  db: Database;
  stripe: StripeClient;
  config: Config;
  actor: Actor;
  /** Unix milliseconds; constant during a request. */
  now: number;
  /**
   * How many milliseconds `now` is ahead of the real time: 0, except beside the sandbox. The clocks of others (sign-in
   * providers, receivers of webhooks) show `now - clockOffsetMs`.
   */
  clockOffsetMs: number;
  requestId: string;
  /**
   * The language of the answer. A visitor's or user's own in the shop (worker/http/choose-locale.ts); English for the
   * console, other programs and work in the background.
   */
  locale: AnyLocale;
  syncQueue: Queue<SyncMessage>;
  webhookQueue: Queue<WebhookMessage>;
  /**
   * The language of the seller's texts (`translations/translate.ts`): names, descriptions, pages. Null for the shop's
   * default language, as everywhere in the console.
   */
  texts: TextLanguage | null;
  /** The bucket with the files for sale. */
  files: R2Bucket;
  /**
   * Whether this work may have added events to the feed (`recordEvents` says so), so that the webhooks must be enqueued
   * after it. Copies of the context share it.
   */
  feed: { mayHaveNewEvents: boolean };
  /**
   * The settings as this request has read them, all at once (`settings/read-setting.ts`). Copies of the context share
   * it. Null for work in the background, which may take minutes: it reads a setting whenever it needs it.
   */
  settings: { known?: KnownSettings; legalPages?: KnownLegalPages } | null;
  /** Where data points are written; undefined in a shop without them. */
  metrics: Metrics | undefined;
  /** Waits for another worker, such as the one that holds a lease. Tests replace it, so that no time passes. */
  wait(durationMs: number): Promise<void>;
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
  /** BCP 47; null if unknown. */
  locale: string | null;
  /** An IANA name; null if unknown. */
  timeZone: string | null;
};

/** Hono's environment in every route. `profile` is loaded together with the session. */
export type AppEnv = { Bindings: Env; Variables: { ctx: Ctx; profile?: Profile } };

/** Hono's environment behind `requireUser`: a user is signed in. */
export type UserEnv = AppEnv & { Variables: { ctx: UserCtx } };

/**
 * Creates the context of one request, queue batch or cron run.
 * @param clockOffsetMs from `readClockOffset`
 */
export function createContext(
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
  actor: Actor,
  clockOffsetMs = 0,
): Ctx {
  const config = readConfig(env);
  const now = Date.now() + clockOffsetMs;
  // Scripts have no such binding.
  setLogVersion((env as Partial<Env>).VERSION?.id);
  return {
    db: openDatabase(env.DB),
    stripe: openStripe(config.stripe),
    config,
    actor,
    now,
    clockOffsetMs,
    requestId: newId("req", now),
    locale: sourceLocale,
    syncQueue: env.SYNC_QUEUE as Queue<SyncMessage>,
    webhookQueue: env.WEBHOOK_QUEUE as Queue<WebhookMessage>,
    texts: null,
    files: env.FILES,
    feed: { mayHaveNewEvents: false },
    settings: actor.type === "system" ? null : {},
    metrics: openMetrics(env),
    wait: (durationMs) => scheduler.wait(durationMs),
    defer: (work) => execution.waitUntil(work),
  };
}
