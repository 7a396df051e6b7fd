import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { inject } from "vitest";
import worker from "../index.ts";
import { createContext, type Actor, type Ctx, type SyncMessage } from "../context.ts";
import { commit } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { createProduct } from "../admin/products/create-product.ts";
import { publishProduct } from "../admin/products/publish-product.ts";
import { newProduct, type NewProduct } from "../catalog/schema.ts";
import { showProduct } from "../shop/storefront/show-shop.ts";
import type { UserCtx } from "../context.ts";
import { newId } from "../lib/ids.ts";

/** What `deliver` signs with. */
export const WEBHOOK_SECRET = "whsec_dGVzdHMtZGVsaXZlci1ieS1oYW5k";

/**
 * A shop with a Stripe account of its own at the sandbox, so that no test sees another's data. What the app puts on
 * the sync queue is kept in `queued`; `work` does it.
 * @param options.mails whether it has an email sender, the sandbox's mailbox
 */
export function openTestShop(options: { webhookSecrets?: string; mails?: boolean } = {}) {
  const stripeKey = `sk_test_${crypto.randomUUID().replaceAll("-", "")}`;
  const queued: SyncMessage[] = [];
  const deferred: Promise<unknown>[] = [];
  const shopEnv: Env = {
    ...env,
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: options.webhookSecrets ?? WEBHOOK_SECRET,
    SYNC_QUEUE: recordingQueue(queued),
    // With the key of its account, so that the faults of its mailbox are its own too.
    ...(options.mails && {
      EMAIL_FROM: "Tidewater <shop@example.com>",
      EMAIL_API_KEY: stripeKey,
      EMAIL_API_URL: `${inject("sandboxUrl")}/mail`,
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
    ctx,

    /** A context of this user; `now` in unix milliseconds. */
    as(userId: string, now = Date.now()): UserCtx {
      const actor = {
        type: "user",
        userId,
        role: "buyer",
        sessionId: "ses_test",
        authenticatedAt: now,
      } as const;
      return { ...ctx(actor, now), actor };
    },

    async newBuyer(email: string | null = `${crypto.randomUUID()}@example.com`): Promise<string> {
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

    /** A published product, as the storefront shows it. */
    async sell(product: Partial<NewProduct>) {
      const slug = `p-${crypto.randomUUID()}`;
      const { id } = await createProduct(ctx(), {
        ...newProduct.parse({
          slug,
          name: "A Product",
          tagline: "",
          description: "",
          prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
          benefits: [{ type: "feature", name: "The thing", settings: {} }],
          ...product,
        }),
        position: 0,
      });
      await publishProduct(ctx(), { productId: id });
      return showProduct(ctx(), { slug: product.slug ?? slug });
    },

    /** Pays an open session at Stripe's page, with what the buyer chooses there. */
    async pay(
      checkoutUrl: string,
      card = "4242424242424242",
      choice: Choice = {},
    ): Promise<Stripe.Checkout.Session> {
      const path = `checkout/${sessionIdOf(checkoutUrl)}/pay`;
      return control<Stripe.Checkout.Session>(stripeKey, path, { card, ...choice });
    },

    /** What a person got by email, oldest first, once all that was deferred is done. */
    async mailsTo(userId: string): Promise<Received[]> {
      await Promise.all(deferred.splice(0));
      const { db } = ctx();
      const { email } = (await db.select().from(users).where(eq(users.id, userId)).get())!;
      const query = new URLSearchParams({ to: email ?? "" });
      const answer = await fetch(`${inject("sandboxUrl")}/mail/messages?${query}`);
      return (await answer.json<{ messages: Received[] }>()).messages.toReversed();
    },

    /** Works everything queued as one batch. */
    async work() {
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

    control: <Answer>(path: string, body?: unknown) => control<Answer>(stripeKey, path, body),

    /** Every event Stripe has made so far, oldest first. */
    async events(): Promise<Stripe.Event[]> {
      const { data } = await ctx().stripe.events.list({ limit: 100 });
      return data.toReversed();
    },

    /** Delivers an event to the Worker as Stripe would, until all is done; `signature` and `body` can be spoiled. */
    async deliver(
      event: Stripe.Event,
      spoiled: { signature?: string | null; body?: string } = {},
    ): Promise<Response> {
      const payload = JSON.stringify(event);
      const signature =
        spoiled.signature === undefined ? await sign(ctx().stripe, payload) : spoiled.signature;
      const execution = createExecutionContext();
      const response = await worker.fetch(
        new Request("http://localhost:8787/api/stripe/webhook", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...(signature !== null && { "stripe-signature": signature }),
          },
          body: spoiled.body ?? payload,
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
type Received = { to: string; subject: string; text: string; html: string };

/** What a session can leave to the buyer: an amount in minor units, quantities by line item, a promotion code. */
type Choice = { amount?: number; quantities?: Record<string, number>; promotionCode?: string };

/** The session that Stripe's page at this address is for. */
export function sessionIdOf(checkoutUrl: string): string {
  return new URL(checkoutUrl).pathname.split("/").at(-1) ?? "";
}

export type TestShop = ReturnType<typeof openTestShop>;

/** Signs a payload with the shop's webhook secret, at `now` (unix milliseconds). */
export function sign(
  stripe: Stripe,
  payload: string,
  now = Date.now(),
  secret = WEBHOOK_SECRET,
): Promise<string> {
  return stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(now / 1000),
  });
}

/** Remembers what was sent, so that a test decides when it is worked; the real queue is in `work-queue.test.ts`. */
function recordingQueue(queued: SyncMessage[]): Queue {
  const response = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  return {
    send: async (body: SyncMessage) => (queued.push(body), response),
    sendBatch: async (messages: Iterable<{ body: SyncMessage }>) => {
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
