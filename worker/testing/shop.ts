import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { inject } from "vitest";
import worker from "../index.ts";
import {
  type Actor,
  createContext,
  type Ctx,
  type SyncMessage,
  type UserCtx,
  type WebhookMessage,
} from "../context.ts";
import { commit } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { outboxEmails } from "../db/schema/outbox.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import { createProduct } from "../admin/products/create-product.ts";
import { publishProduct } from "../admin/products/publish-product.ts";
import { newProduct, type NewProduct } from "../admin/products/schema.ts";
import { showProduct } from "../storefront/show-shop.ts";
import { newId } from "../lib/ids.ts";
import { withFreshSettings } from "../settings/read-setting.ts";
import type { Role } from "../shared/roles.ts";
import { processWebhookBatch } from "../webhooks/process-queue.ts";

/** The secret that `deliver` signs events with. */
export const WEBHOOK_SECRET = "whsec_dGVzdHMtZGVsaXZlci1ieS1oYW5k";

/**
 * Opens a shop with its own Stripe account in the sandbox, so that no test sees another's data. Messages for the sync
 * queue are collected in `queued`; `processQueue` processes them. Likewise `queuedWebhooks`.
 * @param options.stripeKey a restricted key, for a shop with the account of another
 * @param options.metrics where the shop writes data points
 * @param options.hasEmailSender whether the shop sends email, to the sandbox's mailbox
 * @param options.emailBinding sends email instead, as Cloudflare's binding
 */
export function openTestShop(
  options: {
    webhookSecrets?: string;
    hasEmailSender?: boolean;
    emailBinding?: Pick<SendEmail, "send">;
    stripeKey?: string;
    metrics?: AnalyticsEngineDataset;
  } = {},
) {
  const stripeKey = options.stripeKey ?? `sk_test_${crypto.randomUUID().replaceAll("-", "")}`;
  const queued: SyncMessage[] = [];
  const queuedWebhooks: WebhookMessage[] = [];
  const deferred: Promise<unknown>[] = [];
  // A variable of tests, which `Env` doesn't have.
  const resolver = { DNS_URL: `${inject("sandboxUrl")}/dns/query` };
  const shopEnv: Env = {
    ...env,
    ...resolver,
    ...(options.metrics && { METRICS: options.metrics }),
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: options.webhookSecrets ?? WEBHOOK_SECRET,
    SYNC_QUEUE: recordingQueue(queued),
    WEBHOOK_QUEUE: recordingQueue(queuedWebhooks),
    // The account's own key, so that injected email faults affect only this shop.
    ...(options.hasEmailSender && {
      EMAIL_FROM: "Tidewater <shop@example.com>",
      EMAIL_API_KEY: stripeKey,
      EMAIL_API_URL: `${inject("sandboxUrl")}/mail`,
    }),
    ...(options.emailBinding && {
      EMAIL_PROVIDER: "cloudflare",
      EMAIL_FROM: "Tidewater <shop@example.com>",
      EMAIL: options.emailBinding,
    }),
  };

  const ctx = (actor: Actor = { type: "system", job: "test" }, now = Date.now()): Ctx => ({
    ...createContext(shopEnv, { waitUntil: (work) => void deferred.push(work) }, actor),
    now,
  });

  return {
    stripeKey,
    env: shopEnv,
    queued,
    queuedWebhooks,
    ctx,

    /** Returns a context of this user; `now` in unix milliseconds. */
    asUser(userId: string, now = Date.now(), role: Role = "buyer"): UserCtx {
      const actor = {
        type: "user",
        userId,
        role,
        sessionId: "ses_test",
        authenticatedAt: now,
      } as const;
      return { ...ctx(actor, now), actor };
    },

    async createUser(email: string | null = `${crypto.randomUUID()}@example.com`): Promise<string> {
      const now = Date.now();
      const id = newId("usr", now);
      const { db } = ctx();
      await commit(db, [
        db.insert(users).values({
          id,
          name: "A Buyer",
          email,
          emailVerified: true,
          createdAt: now,
          updatedAt: now,
        }),
      ]);
      return id;
    },

    /** Creates a product that does not exist at Stripe, for tests that sell nothing. */
    async createDraftProduct(product: Partial<NewProduct> = {}) {
      const input = newProduct.parse({
        slug: `p-${crypto.randomUUID()}`,
        name: "A Product",
        tagline: "",
        description: "",
        prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
        benefits: [{ type: "feature", name: "The thing", settings: {} }],
        ...product,
      });
      const { id } = await createProduct(ctx(), { ...input, position: 0 });
      return { id, slug: input.slug, name: input.name };
    },

    /** Creates a published product and returns it as the storefront shows it. */
    async createPublishedProduct(product: Partial<NewProduct>) {
      const { id, slug } = await this.createDraftProduct(product);
      // Reads the settings together, as requests do.
      const at = withFreshSettings(ctx());
      await publishProduct(at, { productId: id });
      return showProduct(at, { slug });
    },

    /** Pays an open Checkout Session on Stripe's page, with the user's choices there. */
    async pay(
      checkoutUrl: string,
      card = "4242424242424242",
      choices: CheckoutChoices = {},
    ): Promise<Stripe.Checkout.Session> {
      const path = `checkout/${sessionIdOf(checkoutUrl)}/pay`;
      return control<Stripe.Checkout.Session>(stripeKey, path, { card, ...choices });
    },

    /** Sends a user's due emails. A run for everybody sends some only, and other tests' would be due first. */
    async sendEmailsTo(userId: string, now?: number): Promise<void> {
      const at = ctx(undefined, now);
      const emails = await at.db.select().from(outboxEmails).where(eq(outboxEmails.userId, userId));
      await sendQueuedEmails(at, { ids: emails.map(({ id }) => id) });
    },

    /** Waits for deferred work, then returns the emails that the user received, oldest first. */
    async emailsTo(userId: string): Promise<ReceivedEmail[]> {
      const { db } = ctx();
      const { email } = (await db.select().from(users).where(eq(users.id, userId)).get())!;
      return this.emailsToAddress(email ?? "");
    },

    /** Does the same for an address, e.g. of an account that was deleted. */
    async emailsToAddress(email: string): Promise<ReceivedEmail[]> {
      await Promise.all(deferred.splice(0));
      const query = new URLSearchParams({ to: email });
      const answer = await fetch(`${inject("sandboxUrl")}/mail/messages?${query}`);
      return (await answer.json<{ messages: ReceivedEmail[] }>()).messages.toReversed();
    },

    /** Loses all queued messages, as a crash of the queue does. Returns them. */
    loseMessages: () => queued.splice(0),

    /** Processes all queued messages as one batch. */
    async processQueue() {
      const batch = createMessageBatch<SyncMessage>(
        "gatehouse-sync",
        queued
          .splice(0)
          .map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body })),
      );
      const execution = createExecutionContext();
      await worker.queue(batch, shopEnv, execution);
      return getQueueResult(batch, execution);
    },

    /** Processes all queued webhook messages as one batch, at this time. */
    async processWebhooks(now = Date.now()) {
      const batch = createMessageBatch<WebhookMessage>(
        "gatehouse-webhooks",
        queuedWebhooks
          .splice(0)
          .map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body })),
      );
      await processWebhookBatch(() => ctx(undefined, now), batch);
      return getQueueResult(batch, createExecutionContext());
    },

    control: <Answer>(path: string, body?: unknown) => control<Answer>(stripeKey, path, body),

    /** Returns the events that Stripe created so far, oldest first; 100 at most. */
    async events(): Promise<Stripe.Event[]> {
      const { data } = await ctx().stripe.events.list({ limit: 100 });
      return data.toReversed();
    },

    /**
     * Delivers an event to the Worker as Stripe does and waits for all work. `overrides` replaces signature or body.
     */
    async deliver(
      event: Stripe.Event,
      overrides: { signature?: string | null; body?: string } = {},
    ): Promise<Response> {
      const payload = JSON.stringify(event);
      const signature =
        overrides.signature === undefined ? await signWebhook(payload) : overrides.signature;
      const execution = createExecutionContext();
      const body = overrides.body ?? payload;
      const response = await worker.fetch(
        new Request("http://localhost:8787/api/stripe/webhook", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "content-length": String(new Blob([body]).size),
            ...(signature !== null && { "stripe-signature": signature }),
          },
          body,
        }),
        shopEnv,
        execution,
      );
      await waitOnExecutionContext(execution);
      return response;
    },
  };
}

/** A message in the sandbox's mailbox. */
type ReceivedEmail = {
  from: string;
  /** Empty if answers go to `from`. */
  replyTo: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/**
 * What a user can choose in a Checkout Session: an email, an amount in minor units, quantities by line item, a promotion
 * code.
 */
type CheckoutChoices = {
  email?: string;
  country?: string;
  amount?: number;
  quantities?: Record<string, number>;
  promotionCode?: string;
};

/** Returns the id of the Checkout Session that this URL opens. */
export function sessionIdOf(checkoutUrl: string): string {
  return new URL(checkoutUrl).pathname.split("/").at(-1) ?? "";
}

export type TestShop = ReturnType<typeof openTestShop>;

/** Signs a payload as Stripe's own library does, with the shop's webhook secret, at `now` (unix milliseconds). */
export function signWebhook(
  payload: string,
  now = Date.now(),
  secret = WEBHOOK_SECRET,
): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(now / 1000),
  });
}

/**
 * Collects the messages, so that a test decides when they are processed. `process-queue.test.ts` tests the real queue.
 */
function recordingQueue<Message>(queued: Message[]): Queue {
  const response = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  return {
    send: async (body: Message) => (queued.push(body), response),
    sendBatch: async (messages: Iterable<{ body: Message }>) => {
      for (const { body } of messages) queued.push(body);
      return response;
    },
    metrics: async () => response.metadata.metrics,
  } as unknown as Queue;
}

async function control<Answer>(stripeKey: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${inject("sandboxUrl")}/_sandbox/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${stripeKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
