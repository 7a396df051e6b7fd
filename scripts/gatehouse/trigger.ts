import { setTimeout as sleep } from "node:timers/promises";
import type { WireEvent } from "../../worker/feed/wire-event.ts";
import { readFeed } from "./feed-client.ts";
import { localUrls, openLocalApiKey } from "./local-shop.ts";
import { openTriggerShop, type TriggerShop } from "./trigger-shop.ts";

const PAGE_SIZE = 100;
const MAX_WAIT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

/** Makes an event happen. */
export type Trigger = (shop: TriggerShop) => Promise<unknown>;

/**
 * Makes an event happen in the shop of `npm start`, and prints the events that came of it, up to the one asked for.
 * @throws Error if the shop is not running, or the event does not appear
 */
export async function trigger(type: string, run: Trigger): Promise<void> {
  const { url, sandboxUrl } = localUrls();
  const shop = { url, apiKey: await openLocalApiKey(url) };
  const { newestSequence } = await readFeed(shop, { limit: 1 });
  await run(openTriggerShop({ url, sandboxUrl }));
  let after = newestSequence;
  for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline;) {
    const { data } = await readFeed(shop, { after, limit: PAGE_SIZE });
    for (const event of data) {
      console.log(describeEvent(event));
      if (event.type === type) return;
      after = event.sequence;
    }
    if (data.length === 0) await sleep(POLL_INTERVAL_MS);
  }
  throw new Error(`${type} did not appear in the feed within ${MAX_WAIT_MS / 1000} s.`);
}

function describeEvent({ type, id, customerId }: WireEvent): string {
  return `${type}  ${id}${customerId === null ? "" : `  ${customerId}`}`;
}
