import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { FeedEvent } from "./events.ts";

export type { FeedEvent } from "./events.ts";

/** A request as Node's servers have it: the headers, and the body exactly as it arrived. */
export type RawRequest = {
  headers: Record<string, string | string[] | undefined>;
  body?: string | Uint8Array | undefined;
};

/** The request is not a webhook of this shop, or it is older than five minutes. Hono and Express answer it with 400. */
export class InvalidWebhookError extends Error {
  override readonly name = "InvalidWebhookError";
  /** Read by Express. */
  readonly status = 400;

  /** Read by Hono. */
  getResponse(): Response {
    return new Response("This is not a valid webhook", { status: this.status });
  }
}

/**
 * Returns the event of a webhook after checking its signature and age. While a secret is rolled, the shop signs with
 * both, so either of them is accepted.
 * @param secret the endpoint's secret: `whsec_…`
 * @throws InvalidWebhookError if the request is not from the shop, was changed, or is too old
 */
export async function verifyWebhook(
  request: Request | RawRequest,
  secret: string,
): Promise<FeedEvent> {
  if (!secret) throw new TypeError("verifyWebhook needs the secret of the endpoint");
  const webhook = new Webhook(secret);
  const body = await readBody(request);
  try {
    return webhook.verify(body, readHeaders(request)) as FeedEvent;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError || error instanceof SyntaxError)) throw error;
    throw new InvalidWebhookError(error.message, { cause: error });
  }
}

async function readBody(request: Request | RawRequest): Promise<string> {
  if (request instanceof Request) return request.text();
  const { body = "" } = request;
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  throw new TypeError(
    "verifyWebhook needs the body as it arrived. In Express, use express.raw({ type: '*/*' })",
  );
}

function readHeaders({ headers }: Request | RawRequest): Record<string, string> {
  const entries = headers instanceof Headers ? headers : Object.entries(headers);
  return Object.fromEntries([...entries].map(([name, value]) => [name, String(value)]));
}
