import { sandboxUrl } from "./shop.ts";

type WebhookMode = "deliver" | "hold" | "drop" | "duplicate" | "shuffle";

async function callSandbox<Result>(path: string, body?: unknown): Promise<Result> {
  const response = await fetch(`${sandboxUrl()}/_sandbox/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Result;
}

/** Sets what the sandbox does with new webhooks. */
export const setWebhooks = (mode: WebhookMode) => callSandbox("webhooks", { mode, delayMs: 0 });

/** Replaces the card of a Stripe customer. */
export const replaceCard = (customerId: string, card: string) =>
  callSandbox(`customers/${customerId}/card`, { card });

/** Pays an open Checkout Session without its page, as if the browser had been closed. */
export const payWithoutBrowser = (
  sessionId: string,
  card: string,
  choices: { country?: string } = {},
) => callSandbox(`checkout/${sessionId}/pay`, { card, ...choices });

/** Makes the next `times` matching API calls fail with status 500. With 0, removes the fault. */
export const setFault = (match: string, times: number) =>
  callSandbox("faults", { match, times, status: 500 });

/** Adds a TXT record to the DNS that the shop asks. */
export const setDnsRecord = (record: { name: string; value: string }) => callSandbox("dns", record);

/** Delivers the webhooks that the `hold` mode kept back. */
export const flushWebhooks = () => callSandbox("webhooks/flush", {});

/**
 * Lets time pass for Stripe and the shop. Returns when the shop has seen it.
 * @param stepSeconds passes it in steps of this length, which is faster if much happens
 */
export const passTime = (seconds: number, stepSeconds?: number) =>
  callSandbox("clock", { advanceSeconds: seconds, stepSeconds });

/** Starts a scheduled job of the shop, and waits until it has ended. */
export const runJob = (cron: string) => callSandbox("cron", { cron });

/** Returns the emails to an address, newest first. */
export async function listMessages(to: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${sandboxUrl()}/mail/messages?to=${encodeURIComponent(to)}`);
  const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] };
  return messages;
}

/** Returns the subjects of the emails to an address, newest first. */
export async function listEmailSubjects(to: string): Promise<string[]> {
  return (await listMessages(to)).map(({ subject }) => subject);
}

/** Returns how many webhooks the shop has not accepted yet. */
export async function countOpenWebhooks(): Promise<number> {
  const { events } = await callSandbox<{ events: { deliveries: { state: string }[] }[] }>("events");
  return events.flatMap(({ deliveries }) => deliveries).filter(({ state }) => state === "pending")
    .length;
}

/** Changes the URL of the shop's webhook endpoint. */
export async function moveWebhookEndpoint(url: string): Promise<void> {
  const headers = { authorization: "Bearer sk_test_sandbox" };
  const endpoints = `${sandboxUrl()}/v1/webhook_endpoints`;
  const list = (await (await fetch(endpoints, { headers })).json()) as { data: { id: string }[] };
  const body = new URLSearchParams({ url });
  await fetch(`${endpoints}/${list.data[0]?.id}`, { method: "POST", headers, body });
}

/** Expires an open Checkout Session, as time does. */
export async function expireSession(sessionId: string): Promise<void> {
  const headers = { authorization: "Bearer sk_test_sandbox" };
  const path = `/v1/checkout/sessions/${sessionId}/expire`;
  const answer = await fetch(`${sandboxUrl()}${path}`, { method: "POST", headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** Puts the newest payment under review. */
export async function openReview(): Promise<void> {
  const headers = { authorization: "Bearer sk_test_sandbox" };
  const answer = await fetch(`${sandboxUrl()}/v1/charges?limit=1`, { headers });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  await callSandbox("reviews", { charge: data[0]?.id });
}

/** Sets the URL of the terms of service in the Stripe account. */
export const setTermsUrl = (url: string) => callSandbox("settings", { termsOfServiceUrl: url });
