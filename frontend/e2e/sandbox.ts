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

/** Has Stripe answer so to the next calls that match; none with `times` 0. */
export const setFault = (match: string, times: number) =>
  control("faults", { match, times, status: 500 });

/** Sends what was held back. */
export const flushWebhooks = () => control("webhooks/flush", {});

/** Where Stripe sends the shop's events to from now on. */
export async function moveWebhookEndpoint(url: string): Promise<void> {
  const headers = { authorization: "Bearer sk_test_sandbox" };
  const endpoints = `${inject("shopSandboxUrl")}/v1/webhook_endpoints`;
  const list = (await (await fetch(endpoints, { headers })).json()) as { data: { id: string }[] };
  const body = new URLSearchParams({ url });
  await fetch(`${endpoints}/${list.data[0]?.id}`, { method: "POST", headers, body });
}
