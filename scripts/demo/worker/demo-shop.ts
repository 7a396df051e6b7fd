import { DurableObject } from "cloudflare:workers";
import shop from "gatehouse:shop";
import { eventTypes } from "../../../worker/stripe/event-types.ts";
import { shiftNumber, shiftText } from "../../seed/lived-shop/shift-times.ts";
import type { DemoEnv } from "./demo-env.ts";
import { goneHeader } from "./gone-header.ts";
import { loadRows } from "./load-rows.ts";
import { createObjectD1 } from "./object-d1.ts";
import { createObjectFiles } from "./object-files.ts";
import { createObjectQueues } from "./object-queue.ts";
import { runWith } from "./outgoing.ts";
import { getWorldPath, splitWorldPath } from "./world-path.ts";

const dayMs = 86_400_000;
const keepMs = dayMs;
/** A use is written down when the one before it is older than this. */
const useMs = 60_000;
/** The shop's scheduled jobs, and how long after the last run each runs again, when somebody is there. */
const jobs = [
  { cron: "*/5 * * * *", everyMs: 300_000 },
  { cron: "17 * * * *", everyMs: 3_600_000 },
  { cron: "23 3 * * *", everyMs: dayMs },
];

/** What a shop and its world share, and what only the shop has. */
export interface ShopSecrets {
  oidcClient: string;
  webhook: string;
  auth: string;
  signing: string;
}

interface ShopConfig {
  id: string;
  origin: string;
  secrets: ShopSecrets;
  stripeKey: string;
}

/**
 * The shop of one visitor: the Worker as it is deployed, with its database, files and queues in this object's SQLite.
 * Everything is deleted a day after the last visit.
 */
export class DemoShop extends DurableObject<DemoEnv> {
  #queues = createObjectQueues(this.ctx.storage, (dueMs) => this.#wakeAt(dueMs));
  #config: ShopConfig | null = null;
  #shopEnv: Env | null = null;
  #alarmMs: number | null = null;
  #usedMs = 0;
  #ranAt: Record<string, number> = {};

  constructor(ctx: DurableObjectState, env: DemoEnv) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmMs = await ctx.storage.getAlarm();
      this.#usedMs = (await ctx.storage.get<number>("usedMs")) ?? 0;
      this.#ranAt = (await ctx.storage.get<Record<string, number>>("ranAt")) ?? {};
      const config = await ctx.storage.get<ShopConfig>("config");
      if (config) this.#start(config);
    });
  }

  /** Fills the shop and its world, once. */
  async begin(id: string, origin: string): Promise<void> {
    const random = (bytes: number) =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
    const secrets: ShopSecrets = {
      oidcClient: random(24),
      webhook: `whsec_${random(24)}`,
      auth: random(33),
      signing: random(32),
    };
    const file = (name: string) => this.env.ASSETS.fetch(`${origin}/demo/${name}`);
    const { endedAt } = await (await file("about.json")).json<{ endedAt: number }>();
    const days = Math.max(0, Math.floor((Date.now() - endedAt) / dayMs));
    const world = this.env.WORLDS.getByName(id);
    const stripeKey = await world.load(id, { origin, secrets, days, events: [...eventTypes] });
    await loadRows(this.ctx.storage, await file("shop.rows"), (value) => {
      if (typeof value === "number") return shiftNumber(value, days);
      return typeof value === "string" && days > 0 ? shiftText(value, days) : value;
    });
    const config = { id, origin, secrets, stripeKey };
    const now = Date.now();
    this.#usedMs = now;
    this.#ranAt = Object.fromEntries(jobs.map(({ cron }) => [cron, now]));
    await this.ctx.storage.put({ config, usedMs: now, ranAt: this.#ranAt });
    this.#start(config);
    const { FILES } = this.#shopEnv!;
    for (const { key, body, options } of await (
      await file("files.json")
    ).json<{ key: string; body: string; options: R2PutOptions }[]>())
      await FILES.put(key, new Uint8Array(Buffer.from(body, "base64")), options);
    this.#wakeAt(Date.now() + keepMs);
  }

  /** Deletes the shop with its world. */
  async remove(): Promise<void> {
    const id = this.#config?.id;
    this.#config = null;
    this.#shopEnv = null;
    this.#alarmMs = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    if (id !== undefined) await this.env.WORLDS.getByName(id).remove();
  }

  override async fetch(request: Request): Promise<Response> {
    const env = this.#shopEnv;
    if (!env) return new Response(null, { status: 404, headers: { [goneHeader]: "1" } });
    if (Date.now() - this.#usedMs > useMs) {
      this.#usedMs = Date.now();
      await this.ctx.storage.put("usedMs", this.#usedMs);
    }
    const response = await this.#run(() => shop.fetch(request, env, this.#execution()));
    this.ctx.waitUntil(this.#runJobs(env));
    return response;
  }

  override async alarm(): Promise<void> {
    this.#alarmMs = null;
    const env = this.#shopEnv;
    if (!env || Date.now() >= this.#usedMs + keepMs) return this.remove();
    this.#wakeAt(this.#usedMs + keepMs);
    await this.#run(() =>
      this.#queues.consumeDue((batch) => shop.queue(batch, env, this.#execution())),
    );
  }

  /** Runs the scheduled jobs that are due. Nothing runs in a shop that nobody visits. */
  async #runJobs(env: Env): Promise<void> {
    for (const { cron, everyMs } of jobs) {
      const now = Date.now();
      if (now - (this.#ranAt[cron] ?? 0) < everyMs) continue;
      this.#ranAt[cron] = now;
      await this.ctx.storage.put("ranAt", this.#ranAt);
      await this.#run(() => shop.scheduled({ cron, scheduledTime: now }, env, this.#execution()));
    }
  }

  /** Runs the shop's code. Its requests to Stripe, the identity provider and the email service go to its world. */
  #run<Result>(work: () => Result): Result {
    return runWith(async (request) => {
      const { id, origin } = this.#config!;
      const url = new URL(request.url);
      if (url.origin !== origin)
        return new Response("The demo sends nothing to others.", { status: 403 });
      url.pathname = splitWorldPath(url.pathname)?.inside ?? url.pathname;
      return this.env.WORLDS.getByName(id).fetch(new Request(url, request));
    }, work);
  }

  #execution(): ExecutionContext {
    return {
      waitUntil: (promise: Promise<unknown>) => this.ctx.waitUntil(promise),
      passThroughOnException: () => undefined,
      props: {},
    } as ExecutionContext;
  }

  #start(config: ShopConfig): void {
    const { id, origin, secrets, stripeKey } = config;
    const { storage } = this.ctx;
    const worldUrl = origin + getWorldPath(id);
    const unlimited = { limit: async () => ({ success: true }) };
    this.#config = config;
    this.#shopEnv = {
      DB: createObjectD1(storage),
      FILES: createObjectFiles(storage),
      SYNC_QUEUE: this.#queues.open("gatehouse-sync"),
      WEBHOOK_QUEUE: this.#queues.open("gatehouse-webhooks"),
      // The demo has limits of its own, before any shop.
      SIGN_IN_LIMIT: unlimited,
      API_LIMIT: unlimited,
      LICENSE_LIMIT: unlimited,
      KEY_LIMIT: unlimited,
      STRIPE_LIMIT: unlimited,
      // A part of the key of cached pages, so no visitor sees those of another.
      VERSION: { ...this.env.VERSION, id: `${this.env.VERSION.id}-${id}` },
      SHOP_NAME: "Tidewater",
      SHOP_LINE: "Field recordings, and how to make them",
      AUTH_URL: `${origin}/api/auth`,
      AUTH_SECRET: secrets.auth,
      SIGNING_KEYS: secrets.signing,
      OWNER_EMAILS: "owner@example.com",
      OIDC_NAME: "Sandbox ID",
      OIDC_ISSUER: `${worldUrl}/oidc`,
      OIDC_CLIENT_ID: "gatehouse",
      OIDC_CLIENT_SECRET: secrets.oidcClient,
      EMAIL_FROM: "Tidewater <demo@example.com>",
      EMAIL_API_URL: `${worldUrl}/mail`,
      EMAIL_API_KEY: stripeKey,
      DNS_URL: `${worldUrl}/dns/query`,
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: secrets.webhook,
      STRIPE_API_URL: origin,
      CLOCK_URL: `${worldUrl}/_sandbox/clock`,
    } as unknown as Env;
  }

  /** Sets the alarm, unless it rings earlier anyway. */
  #wakeAt(dueMs: number): void {
    if (this.#alarmMs !== null && this.#alarmMs <= dueMs) return;
    this.#alarmMs = dueMs;
    void this.ctx.storage.setAlarm(dueMs);
  }
}
