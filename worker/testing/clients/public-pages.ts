import { editProduct } from "../fixtures/edit-product.ts";
import type { TestShop } from "../shop.ts";
import { openBrowser } from "./sign-in.ts";

/** Opens a visitor without a session. `visit` returns what caches and readers see of an answer. */
export function openVisitor(env: Env) {
  const browser = openBrowser({ env });
  return {
    async visit(path: string, init?: RequestInit) {
      const response = await browser.fetch(path, init);
      return {
        status: response.status,
        body: await response.text(),
        etag: response.headers.get("etag"),
        cacheControl: response.headers.get("cache-control"),
        cacheStatus: response.headers.get("cache-status"),
        contentType: response.headers.get("content-type"),
        location: response.headers.get("location"),
        headers: response.headers,
      };
    },
  };
}

/** Edits a product as the console does, from its current row. */
export async function editTestProduct(
  shop: TestShop,
  { id }: { id: string },
  change: { name?: string; slug?: string; tagline?: string; description?: string },
): Promise<void> {
  await editProduct(shop.ctx(), id, change);
}

export const renameProduct = (shop: TestShop, product: { id: string }, name: string) =>
  editTestProduct(shop, product, { name });
