import { createApiKey } from "../../worker/identity/keys/change-keys.ts";
import { newEndpointSecret } from "../../worker/webhooks/endpoint-secret.ts";
import { readPorts } from "../shop/ports.ts";
import { getLocalShopEnvironment } from "../shop/environment.ts";
import { withShop } from "../shop/with-shop.ts";
import { readFeed, ShopError } from "./feed-client.ts";
import { readShopState, saveShopState, type ShopState } from "./local-state.ts";

/** Returns the URLs of the shop of `npm start` and of its sandbox. */
export function localUrls(): { url: string; sandboxUrl: string } {
  const { port, sandboxPort } = readPorts();
  return { url: `http://localhost:${port}`, sandboxUrl: `http://127.0.0.1:${sandboxPort}` };
}

/** Returns what is remembered about a shop, or a new state with a new secret. */
export function openShopState(url: string): ShopState {
  return readShopState(url) ?? { secret: newEndpointSecret() };
}

/**
 * Returns an API key that reads the feed of the shop of `npm start`. Uses the one that it made before, if that works.
 * @throws the error of `fetch` if the shop does not answer
 */
export async function openLocalApiKey(url: string): Promise<string> {
  const state = openShopState(url);
  if (state.apiKey !== undefined && (await isUsable({ url, apiKey: state.apiKey })))
    return state.apiKey;
  const { secret: apiKey } = await withShop(getLocalShopEnvironment(), "gatehouse", (newCtx) =>
    createApiKey(newCtx(), { name: "npm run gatehouse", scopes: ["events:read", "licenses:read"] }),
  );
  // A key that no longer works belonged to another database, so its cursor does too.
  const { cursor: _, ...rest } = state;
  saveShopState(url, { ...(state.apiKey === undefined ? state : rest), apiKey });
  return apiKey;
}

async function isUsable(shop: { url: string; apiKey: string }): Promise<boolean> {
  try {
    await readFeed(shop, { limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof ShopError && error.status === 401) return false;
    throw error;
  }
}
