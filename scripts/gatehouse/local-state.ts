import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** What `listen` remembers about a shop. The API key is stored only for the shop of `npm start`. */
const shopState = z.object({
  secret: z.string().startsWith("whsec_"),
  cursor: z.int().optional(),
  apiKey: z.string().optional(),
});
const fileContent = z.record(z.string(), shopState);

export type ShopState = z.output<typeof shopState>;

const PATH = join(".wrangler", "gatehouse.json");

/** Returns what is remembered about a shop, by its URL; undefined if nothing is. */
export function readShopState(url: string, path = PATH): ShopState | undefined {
  return readAll(path)[url];
}

/** Remembers something about a shop. */
export function saveShopState(url: string, state: ShopState, path = PATH): void {
  mkdirSync(dirname(path), { recursive: true });
  const content = { ...readAll(path), [url]: state };
  // Only the owner may read it: it contains secrets.
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Returns everything in the file; nothing if there is no file, or if it is damaged. */
function readAll(path: string): Record<string, ShopState> {
  try {
    return fileContent.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
