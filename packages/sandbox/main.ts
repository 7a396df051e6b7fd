import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createActivity } from "./cron/activity.ts";
import { createTimekeeper } from "./cron/timekeeper.ts";
import { createControlApi } from "./control/routes.ts";
import { createDashboard } from "./dashboard/routes.ts";
import { createHookReceiver } from "./hooks/routes.ts";
import { openMailbox } from "./mail/mailbox.ts";
import { createMailServer } from "./mail/routes.ts";
import { createOidcProvider } from "./oidc/server.ts";
import type { Sandbox, SandboxOptions } from "./options.ts";
import { createStripeApi } from "./stripe/api.ts";
import { createCheckoutPages } from "./stripe/checkout/routes.ts";
import { createDocumentPages } from "./stripe/documents/routes.ts";
import { createPortalPages } from "./stripe/portal/routes.ts";
import { createAuthenticationPages } from "./stripe/payments/authentication-pages.ts";
import { createStandIn, shopSecretKey } from "./stripe/stand-in.ts";

export type { CronOptions, OidcClient, Sandbox, SandboxOptions, WebhookTarget } from "./options.ts";

/**
 * Starts the OpenID provider, the stand-in for Stripe, the mailbox, the control API and the dashboard on one port.
 * Resolves as soon as the server answers.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = "127.0.0.1", stateDir = ":memory:", webhook, cron } = options;
  let listener: (request: IncomingMessage, response: ServerResponse) => void = (
    _request,
    response,
  ) => response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  server.listen(port, host);
  await once(server, "listening");
  const actualPort = (server.address() as AddressInfo).port;
  const url = `http://${host}:${actualPort}`;
  const issuer = `${options.publicUrl ?? url}/oidc`;

  if (stateDir !== ":memory:") mkdirSync(stateDir, { recursive: true });
  const openDatabaseFile = (name: string) =>
    new DatabaseSync(stateDir === ":memory:" ? ":memory:" : join(stateDir, name));
  const oidcDatabase = openDatabaseFile("oidc.sqlite");
  const mailDatabase = openDatabaseFile("mail.sqlite");
  const oidc = createOidcProvider({
    issuer,
    clients: options.clients ?? [],
    database: oidcDatabase,
  });
  const standIn = createStandIn({
    stateDir,
    serverUrl: url,
    webhook,
    retryDelaysMs: options.retryDelaysMs,
    clockOffsetSeconds: options.clockOffsetSeconds,
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
    .route("/", createAuthenticationPages(standIn))
    .route("/hooks", createHookReceiver())
    .route("/mail", createMailServer(openMailbox(mailDatabase, readShopTime), standIn.faults))
    .route("/_sandbox", createControlApi(standIn, timekeeper))
    .route(
      "/",
      createDashboard(standIn, timekeeper, {
        appUrl: options.appUrl,
        signInUrl: options.signInUrl,
        personas: oidc.personas,
      }),
    );
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
    issuer,
    secretKey: shopSecretKey,
    stripeConfig: { host, port: actualPort, protocol: "http" },
    async control<Answer>(path: string, body?: object, key = shopSecretKey): Promise<Answer> {
      const response = await fetch(`${url}/_sandbox/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Answer;
      if (!response.ok)
        throw new Error(`The sandbox answered ${response.status}: ${JSON.stringify(answer)}`);
      return answer;
    },
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
