import type { PageView } from "../../delivery/pages/show-page.ts";
import type { showLegalPage } from "../../settings/legal-pages.ts";
import type { showProduct, showShop, showShopDetails } from "../storefront/show-shop.ts";
import type { Head } from "./head/head.ts";
import type { PlainPage } from "./plain/content.ts";

/** What a page shows, as the shop's API answers it to a visitor. */
export type PageContent =
  | { kind: "home"; products: Awaited<ReturnType<typeof showShop>>["products"] }
  | { kind: "product"; product: Awaited<ReturnType<typeof showProduct>> }
  | { kind: "legal"; legalPage: Awaited<ReturnType<typeof showLegalPage>> }
  | { kind: "members"; page: PageView }
  | { kind: "missing" }
  /** A product that is no longer sold. */
  | { kind: "gone" };

/** What a page embeds for the browser, which shows the same without asking again. */
export type PageData = {
  shop: Awaited<ReturnType<typeof showShopDetails>>;
  content: PageContent;
};

/**
 * Makes the HTML of every page from the frontend's components. It is built from `frontend/server.ts`, and is the only
 * code of the frontend that the Worker runs.
 */
export type Renderer = {
  /** Whether the app has a page at this path. */
  isAppPath(path: string): boolean;
  /** The scripts that the page at this path needs, as URLs of this deployment, the largest first. */
  listScripts(path: string): string[];
  /** The app without content, for the pages that the browser draws itself. */
  appShell: string;
  /**
   * Draws a public page.
   * @param page.path as in the URL
   * @throws whatever a component throws; nothing has been sent then
   */
  renderPage(page: {
    path: string;
    head: Head;
    data: PageData;
  }): Promise<ReadableStream<Uint8Array>>;
  /** Draws a page without scripts. @throws as `renderPage` */
  renderPlainPage(page: PlainPage): Promise<ReadableStream<Uint8Array>>;
};

/** Loads the renderer on first use: most requests need none of its code. */
export function loadRenderer(): Promise<Renderer> {
  return import("@gatehouse/renderer");
}
