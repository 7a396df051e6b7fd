import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createControl } from "./control/routes.ts";
import { createDesk } from "./desk/routes.ts";
import { openMailbox } from "./mail/mailbox.ts";
import { createMail } from "./mail/routes.ts";
import { createOidc } from "./oidc/server.ts";
import { createApi } from "./stripe/api.ts";
import { createCheckoutPages } from "./stripe/checkout/routes.ts";
import { createDocumentPages } from "./stripe/documents/routes.ts";
import { createPortalPages } from "./stripe/portal/routes.ts";
import { createStandIn } from "./stripe/stand-in.ts";

export interface SandboxOptions {
  /** 0 takes a free one. */
  port: number;
  host?: string;
  /** A directory for what is to survive a restart, or `:memory:`. */
  stateDir: string;
  /** The shop's origin: its webhook endpoint and its sign-in callback are there. */
  appUrl: string;
  /** Signs events to the shop. Several, comma separated, while one rotates. */
  webhookSecret: string;
  oidcClient: { id: string; secret: string };
  /** Milliseconds before each further attempt of a failed delivery; tests make them short. */
  retryDelaysMs?: number[];
}

export interface Sandbox {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** Starts the stand-ins: identity provider and Stripe, their controls and the desk, on one port of this machine. */
export async function startSandbox({
  port,
  host = "127.0.0.1",
  stateDir,
  appUrl,
  webhookSecret,
  oidcClient,
  retryDelaysMs,
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
  const openFile = (name: string) =>
    new DatabaseSync(stateDir === ":memory:" ? ":memory:" : join(stateDir, name));
  const oidcDatabase = openFile("oidc.sqlite");
  const mailDatabase = openFile("mail.sqlite");
  const oidc = createOidc({
    issuer: `${url}/oidc`,
    client: { ...oidcClient, redirectUris: [`${appUrl}/api/auth/callback/oidc`] },
    database: oidcDatabase,
  });
  const standIn = createStandIn({
    stateDir,
    serverUrl: url,
    shop: {
      webhookUrl: `${appUrl}/api/stripe/webhook`,
      webhookSecrets: webhookSecret.split(",").map((secret) => secret.trim()),
    },
    retryDelaysMs,
  });
  const app = new Hono()
    .route("/", createApi(standIn))
    .route("/", createCheckoutPages(standIn))
    .route("/", createPortalPages(standIn))
    .route("/", createDocumentPages(standIn))
    .route("/mail", createMail(openMailbox(mailDatabase), standIn.faults))
    .route("/_sandbox", createControl(standIn))
    .route("/", createDesk(standIn, { appUrl, personas: oidc.personas }));
  const answer = getRequestListener(app.fetch);
  listener = (request, response) => {
    if (/^\/oidc(?:[/?]|$)/.test(request.url ?? "")) oidc.handle(request, response);
    else void answer(request, response);
  };

  return {
    url,
    port: actualPort,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
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
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET,
    STATE_DIR,
  } = process.env;
  const sandbox = await startSandbox({
    port: Number(SANDBOX_PORT ?? 8788),
    stateDir: STATE_DIR ?? ".wrangler/sandbox",
    appUrl: APP_URL ?? "http://localhost:8787",
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAx",
    oidcClient: {
      id: OIDC_CLIENT_ID ?? "gatehouse",
      secret: OIDC_CLIENT_SECRET ?? "sandbox-client-secret",
    },
  });
  console.log(`The sandbox is at ${sandbox.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
  }
}
