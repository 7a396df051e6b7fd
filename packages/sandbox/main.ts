import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createActivity } from "./cron/activity.ts";
import type { CronOptions } from "./cron/cron.ts";
import { createTimekeeper } from "./cron/timekeeper.ts";
import { createControlApi } from "./control/routes.ts";
import { createDashboard } from "./dashboard/routes.ts";
import { createHookReceiver } from "./hooks/routes.ts";
import { openMailbox } from "./mail/mailbox.ts";
import { createMailServer } from "./mail/routes.ts";
import { createOidcProvider } from "./oidc/server.ts";
import { createStripeApi } from "./stripe/api.ts";
import { createCheckoutPages } from "./stripe/checkout/routes.ts";
import { createDocumentPages } from "./stripe/documents/routes.ts";
import { createPortalPages } from "./stripe/portal/routes.ts";
import { createStandIn, shopSecretKey } from "./stripe/stand-in.ts";
import type { EventFilter } from "./stripe/webhooks/endpoint.ts";

export interface SandboxOptions {
  /** `0` picks a free port. */
  port: number;
  host?: string;
  /** The directory that keeps the state across restarts, or `:memory:` to keep nothing. */
  stateDir: string;
  /** The shop's origin. Events go to `/api/stripe/webhook`, sign-ins return to `/api/auth/callback/oidc`. */
  appUrl: string;
  /** Signs the shop's events. Several secrets are separated by commas, while one replaces another. */
  webhookSecret: string;
  /** The event types the shop's webhook endpoint subscribes to; all of them by default. */
  webhookEvents?: EventFilter[];
  oidcClient: { id: string; secret: string };
  /** Where browsers and the shop reach the OpenID provider, if a proxy leads there; by default, the server's own URL. */
  publicUrl?: string | undefined;
  /** The shop's scheduled jobs, which the sandbox starts on time. Without it, none run. */
  cron?: CronOptions | undefined;
  /** Milliseconds before each retry of a failed delivery. Tests make them short. */
  retryDelaysMs?: number[];
  /**
   * How far the clock of the shop's new account is ahead of the real time, in seconds. Negative: it begins in the past.
   */
  clockOffsetSeconds?: number;
}

export interface Sandbox {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts the OpenID provider, the stand-in for Stripe, the mailbox, the control API and the dashboard on one port.
 * Resolves as soon as the server answers.
 */
export async function startSandbox({
  port,
  host = "127.0.0.1",
  stateDir,
  appUrl,
  webhookSecret,
  webhookEvents = ["*"],
  oidcClient,
  publicUrl,
  cron,
  retryDelaysMs,
  clockOffsetSeconds,
}: SandboxOptions): Promise<Sandbox> {
  let listener: (request: IncomingMessage, response: ServerResponse) => void = (
    _request,
    response,
  ) => response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  server.listen(port, host);
  await once(server, "listening");
  const actualPort = (server.address() as AddressInfo).port;
  const url = `http://${host}:${actualPort}`;

  if (stateDir !== ":memory:") mkdirSync(stateDir, { recursive: true });
  const openDatabaseFile = (name: string) =>
    new DatabaseSync(stateDir === ":memory:" ? ":memory:" : join(stateDir, name));
  const oidcDatabase = openDatabaseFile("oidc.sqlite");
  const mailDatabase = openDatabaseFile("mail.sqlite");
  const oidc = createOidcProvider({
    issuer: `${publicUrl ?? url}/oidc`,
    client: { ...oidcClient, redirectUris: [`${appUrl}/api/auth/callback/oidc`] },
    database: oidcDatabase,
  });
  const standIn = createStandIn({
    stateDir,
    serverUrl: url,
    shop: {
      webhookUrl: `${appUrl}/api/stripe/webhook`,
      webhookSecrets: webhookSecret.split(",").map((secret) => secret.trim()),
      webhookEvents,
    },
    retryDelaysMs,
    clockOffsetSeconds,
  });
  const activity = createActivity();
  const timekeeper = createTimekeeper(standIn, activity, cron);
  const readShopTime = () =>
    Date.now() + standIn.getOrCreateAccount(shopSecretKey).clock.offset() * 1000;
  const app = new Hono()
    .route("/", createStripeApi(standIn))
    .route("/", createCheckoutPages(standIn))
    .route("/", createPortalPages(standIn))
    .route("/", createDocumentPages(standIn))
    .route("/hooks", createHookReceiver())
    .route("/mail", createMailServer(openMailbox(mailDatabase, readShopTime), standIn.faults))
    .route("/_sandbox", createControlApi(standIn, timekeeper))
    .route("/", createDashboard(standIn, timekeeper, { appUrl, personas: oidc.personas }));
  const handleRequest = getRequestListener(app.fetch);
  listener = (request, response) => {
    if (/^\/(?:v1|mail\/emails)(?:[/?]|$)/.test(request.url ?? ""))
      response.once("close", activity.begin());
    const paying = /^\/checkout\/(cs_\w+)/.exec(request.url ?? "")?.[1];
    if (paying) timekeeper.waitForPayment(paying);
    if (/^\/oidc(?:[/?]|$)/.test(request.url ?? "")) oidc.handle(request, response);
    else void handleRequest(request, response);
  };

  return {
    url,
    port: actualPort,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await timekeeper.stop();
      await standIn.stop();
      oidcDatabase.close();
      mailDatabase.close();
    },
  };
}

if (import.meta.main) {
  const {
    SANDBOX_PORT,
    APP_URL,
    STRIPE_WEBHOOK_SECRET,
    WEBHOOK_EVENTS,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET,
    PUBLIC_URL,
    STATE_DIR,
    CRON_URL,
    CRON_EXPRESSIONS,
  } = process.env;
  const sandbox = await startSandbox({
    port: Number(SANDBOX_PORT ?? 8788),
    stateDir: STATE_DIR ?? ".wrangler/sandbox",
    appUrl: APP_URL ?? "http://localhost:8787",
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAx",
    webhookEvents: (WEBHOOK_EVENTS ?? "*").split(",").map((type) => type.trim() as EventFilter),
    oidcClient: {
      id: OIDC_CLIENT_ID ?? "gatehouse",
      secret: OIDC_CLIENT_SECRET ?? "sandbox-client-secret",
    },
    publicUrl: PUBLIC_URL,
    cron: CRON_URL
      ? { url: CRON_URL, expressions: (CRON_EXPRESSIONS ?? "* * * * *").split(";") }
      : undefined,
  });
  console.log(`The sandbox is at ${sandbox.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
  }
}
