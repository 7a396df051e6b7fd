import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { WireEvent } from "../../worker/feed/wire-event.ts";
import { readFeed, ShopError } from "./feed-client.ts";

const PAGE_SIZE = 100;
const TIMEOUT_MS = 10_000;

/** What `forwardEvents` needs. `saveCursor` is called with the sequence of each event that was answered. */
export type Forwarding = {
  shop: { url: string; apiKey: string };
  to: string;
  /** `whsec_…` */
  secret: string;
  /** The sequence to continue after. */
  cursor: number;
  saveCursor(sequence: number): void;
  print(line: string): void;
  /** Ends the forwarding. */
  signal: AbortSignal;
  /** Milliseconds between two looks at the feed, and before trying again. */
  intervalMs: number;
};

/**
 * Forwards events in their order, until `signal` ends it. While the shop or the receiver does not answer, it waits and
 * continues where it was. An unsuccessful answer is printed and not retried: the receiver has to be fixed.
 * @throws ShopError if the shop refuses the API key
 */
export async function forwardEvents(input: Forwarding): Promise<void> {
  const { shop, print, signal, intervalMs, saveCursor } = input;
  const pause = () => sleep(intervalMs, undefined, { signal }).catch(() => {});
  let { cursor } = input;
  let isShopDown = false;
  while (!signal.aborted) {
    try {
      const { data } = await readFeed(shop, { after: cursor, limit: PAGE_SIZE });
      if (isShopDown) print("The shop answers again.");
      isShopDown = false;
      for (const event of data) {
        if (!(await forwardEvent(input, event, pause))) return;
        cursor = event.sequence;
        saveCursor(cursor);
      }
      if (data.length < PAGE_SIZE) await pause();
    } catch (error) {
      if (error instanceof ShopError && error.oldestSequence !== undefined) {
        cursor = error.oldestSequence - 1;
        print(`Some events are no longer in the feed. Continuing at evt_${error.oldestSequence}.`);
        continue;
      }
      if (error instanceof ShopError && error.status < 500 && error.status !== 429) throw error;
      if (!isShopDown) print(`${shop.url} does not answer. Waiting for it …`);
      isShopDown = true;
      await pause();
    }
  }
}

/** Sends one event until the receiver answers. Returns false if the forwarding ended first. */
async function forwardEvent(
  { to, secret, print, signal }: Forwarding,
  event: WireEvent,
  pause: () => Promise<unknown>,
): Promise<boolean> {
  let isReceiverDown = false;
  while (!signal.aborted) {
    const startedAt = Date.now();
    try {
      const { status } = await sendEvent(to, secret, event);
      const time = new Date(event.timestamp).toLocaleTimeString("en-GB");
      print(`${time}  ${event.type}  ${event.id}  → ${status} (${Date.now() - startedAt} ms)`);
      return true;
    } catch {
      if (!isReceiverDown) print(`${to} does not answer. ${event.type} ${event.id} waits for it …`);
      isReceiverDown = true;
      await pause();
    }
  }
  return false;
}

/** Sends an event once, with the headers of Standard Webhooks. */
async function sendEvent(to: string, secret: string, event: WireEvent): Promise<Response> {
  const body = JSON.stringify(event);
  const now = new Date();
  const response = await fetch(to, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      "user-agent": "Gatehouse-Webhooks/1",
      "webhook-id": event.id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(event.id, now, body),
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response;
}
