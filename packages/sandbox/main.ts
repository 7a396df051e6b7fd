import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { openNodeDatabase } from "./database/node-database.ts";
import type { Sandbox, SandboxOptions } from "./options.ts";
import { createParts } from "./parts.ts";
import { shopSecretKey } from "./stripe/stand-in.ts";

export type { CronOptions, OidcClient, Sandbox, SandboxOptions, WebhookTarget } from "./options.ts";

/**
 * Starts the OpenID provider, the stand-in for Stripe, the mailbox, the control API and the dashboard on one port.
 * Resolves as soon as the server answers.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = "127.0.0.1", stateDir = ":memory:" } = options;
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
  const openDatabase = (name: string) =>
    openNodeDatabase(stateDir === ":memory:" ? ":memory:" : join(stateDir, name));
  const databases = {
    stripe: openDatabase("stripe.sqlite"),
    oidc: openDatabase("oidc.sqlite"),
    mail: openDatabase("mail.sqlite"),
  };
  databases.stripe.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  const parts = createParts({ ...options, databases, serverUrl: url, issuer });
  const handleRequest = getRequestListener(parts.app.fetch);
  listener = (request, response) => {
    if (/^\/(?:v1|mail\/emails)(?:[/?]|$)/.test(request.url ?? ""))
      response.once("close", parts.activity.begin());
    const paying = /^\/checkout\/(cs_\w+)/.exec(request.url ?? "")?.[1];
    if (paying) parts.timekeeper.waitForPayment(paying);
    if (/^\/oidc(?:[/?]|$)/.test(request.url ?? "")) parts.oidc.handle(request, response);
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
      await parts.timekeeper.stop();
      await parts.standIn.stop();
      for (const database of Object.values(databases)) database.close();
    },
  };
}
