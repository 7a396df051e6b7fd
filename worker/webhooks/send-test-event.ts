import type { Ctx } from "../context.ts";
import { toEventId, type WireEvent } from "../feed/wire-event.ts";
import { newToken } from "../lib/crypto.ts";
import { listSigningSecrets } from "./endpoint-secret.ts";
import { requireEndpoint } from "./endpoints.ts";
import { sendWebhook, type AttemptError } from "./send-webhook.ts";

/** What came of a test. `responseStatus` and `responseBody` are null if there was no answer. */
export type TestResult = {
  delivered: boolean;
  error: AttemptError | null;
  responseStatus: number | null;
  responseBody: string | null;
  durationMs: number;
};

/**
 * Sends an event of the type `webhook.test` to an endpoint, also if it is not enabled. It is not in the feed and is
 * sent once.
 * @throws `not_found`
 */
export async function sendTestEvent(ctx: Ctx, input: { id: string }): Promise<TestResult> {
  const endpoint = await requireEndpoint(ctx, input.id);
  const event: WireEvent = {
    id: `${toEventId(0)}_${newToken().slice(0, 16)}`,
    type: "webhook.test",
    timestamp: new Date(ctx.now).toISOString(),
    sequence: 0,
    customerId: null,
    data: { endpointId: endpoint.id },
  };
  const attempt = await sendWebhook({
    url: endpoint.url,
    secrets: listSigningSecrets(ctx, endpoint),
    message: { id: event.id, body: JSON.stringify(event) },
    shopOrigin: ctx.config.origin,
    now: ctx.now,
  });
  return {
    delivered: attempt.error === null,
    error: attempt.error,
    responseStatus: attempt.status,
    responseBody: attempt.answer,
    durationMs: attempt.durationMs,
  };
}
