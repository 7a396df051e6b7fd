import type { QueryClient } from "@tanstack/react-query";
import type { PageData } from "../../worker/render/renderer.ts";
import { productQuery, shopDetailsQuery, shopQuery } from "../http/shop.ts";
import { legalPageQuery } from "../shop/legal/queries.ts";
import { drawnForVisitors, pageQuery } from "../shop/pages/queries.ts";

/** The id of the data block. */
export const pageDataId = "page-data";

/** Puts what a page shows into the cache, in the Worker and in the browser, so that both draw the same. */
export function fillCache(client: QueryClient, { shop, content }: PageData): void {
  client.setQueryData(shopDetailsQuery.queryKey, shop);
  switch (content.kind) {
    case "home":
      client.setQueryData(shopQuery.queryKey, { shop, products: content.products });
      return;
    case "product":
      client.setQueryData(productQuery(content.product.slug).queryKey, content.product);
      return;
    case "legal":
      client.setQueryData(legalPageQuery(content.legalPage.page).queryKey, content.legalPage);
      return;
    case "members":
      client.setQueryData(pageQuery(content.page.slug).queryKey, content.page, {
        updatedAt: drawnForVisitors,
      });
      return;
    case "missing":
    case "gone":
  }
}

/** Returns the data that the Worker has embedded; undefined if it answered with the app alone. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}
