import { inject } from "vitest";

type WebhookMode = "deliver" | "hold" | "drop" | "duplicate" | "shuffle";

async function control<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${inject("shopSandboxUrl")}/_sandbox/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** What Stripe does with webhooks from now on. */
export const setWebhooks = (mode: WebhookMode) => control("webhooks", { mode, delayMs: 0 });

/** Gives a customer another card, as their bank's new one would come. */
export const swapCard = (customerId: string, card: string) =>
  control(`customers/${customerId}/card`, { card });

/** Pays an open session as its page would, for a buyer whose browser is gone. */
export const payBehindTheScenes = (sessionId: string, card: string) =>
  control(`checkout/${sessionId}/pay`, { card });
