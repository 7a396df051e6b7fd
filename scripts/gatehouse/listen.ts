import { readFeed } from "./feed-client.ts";
import { forwardEvents } from "./forward-events.ts";
import { localUrls, openLocalApiKey, openShopState } from "./local-shop.ts";
import { saveShopState } from "./local-state.ts";

const INTERVAL_MS = 1000;

/**
 * Forwards a shop's events to a local server until Ctrl-C. It continues where it was when it runs again.
 * @throws Error if the URL is not usable, or there is no API key for a shop elsewhere
 */
export async function listen(input: {
  to: string;
  shop: string | undefined;
  onlyNew: boolean;
}): Promise<void> {
  const to = URL.parse(input.to);
  if (to?.protocol !== "http:" && to?.protocol !== "https:")
    throw new Error("--to must be a URL such as http://localhost:3000/hooks");
  const shopUrl = URL.parse(input.shop ?? localUrls().url);
  if (!shopUrl) throw new Error("--shop must be a URL such as https://shop.example.com");
  const shop = { url: shopUrl.origin, apiKey: await openApiKey(shopUrl.origin) };
  const { newestSequence } = await readFeed(shop, { limit: 1 });
  const state = openShopState(shop.url);
  const remembered = input.onlyNew ? undefined : state.cursor;
  // A cursor beyond the feed belonged to another database.
  const cursor = Math.min(remembered ?? newestSequence, newestSequence);
  const saveCursor = (sequence: number) => {
    saveShopState(shop.url, { ...openShopState(shop.url), secret: state.secret, cursor: sequence });
  };
  saveCursor(cursor);
  console.log(`
  Events of    ${shop.url}
  go to        ${to.href}
  signed with  ${state.secret}

  Starting after evt_${cursor}${cursor < newestSequence ? `: ${newestSequence - cursor} events happened meanwhile` : ""}.
  Press Ctrl-C to stop.
`);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  await forwardEvents({
    shop,
    to: to.href,
    secret: state.secret,
    cursor,
    saveCursor,
    print: console.log,
    signal: stop.signal,
    intervalMs: INTERVAL_MS,
  });
}

/**
 * Returns the key to read a shop's feed with. For the shop of `npm start` that is always the command's own: the guides put
 * a key into GATEHOUSE_KEY that may only check access.
 * @throws Error if there is none for a shop elsewhere
 */
export async function openApiKey(
  shopUrl: string,
  apiKey = process.env["GATEHOUSE_KEY"],
  openLocal = openLocalApiKey,
): Promise<string> {
  if (shopUrl === localUrls().url) return openLocal(shopUrl);
  if (apiKey) return apiKey;
  throw new Error(
    `Put an API key of ${shopUrl} with the scopes events:read and licenses:read into GATEHOUSE_KEY. Create one in the console under Developers.`,
  );
}
