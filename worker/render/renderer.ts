import type { AnyLocale } from "../shared/locales.ts";
import type { PageView } from "../delivery/pages/show-page.ts";
import type { showLegalPage } from "../settings/legal-pages.ts";
import type { showProduct, showShop, showShopDetails } from "../storefront/show-shop.ts";
import type { Head, PageTitles } from "./head/head.ts";
import type { PlainPage, SignInContent } from "./plain-content.ts";
import type { Ctx, Profile } from "../context.ts";
import type { SeatOffer } from "../delivery/library/list-seat-offers.ts";
import type { UnpaidCheckout } from "../checkout/list-unpaid-checkouts.ts";
import type { LibraryEntry } from "../delivery/library/show-library.ts";
import { logEvent, summarizeError } from "../lib/log.ts";

/**
 * What a page of one visitor or user shows at first. The browser draws it anew when its code is there, and the rest with
 * it.
 */
export type PersonalContent =
  | ({ kind: "signIn" } & SignInContent)
  | {
      kind: "library";
      entries: LibraryEntry[];
      unpaid: UnpaidCheckout[];
      seatOffers: SeatOffer[];
    }
  /** What is around the content, with its headings. The browser asks for the content. */
  | { kind: "frame"; of: "billing" | "account" | "checkoutReturn" | "other" };

/** What a page shows, as the shop's API answers it. */
export type PageContent =
  | ({ kind: "home" } & Omit<Awaited<ReturnType<typeof showShop>>, "shop">)
  | { kind: "product"; product: Awaited<ReturnType<typeof showProduct>> }
  | { kind: "legal"; legalPage: Awaited<ReturnType<typeof showLegalPage>> }
  /** A free page, or a members' page: for a visitor, its excerpt. */
  | { kind: "members"; page: PageView }
  | { kind: "missing" }
  /** A product that is no longer sold. */
  | { kind: "gone" }
  | PersonalContent;

/** What a page embeds for the browser, which shows the same without asking again. */
export type PageData = {
  shop: Awaited<ReturnType<typeof showShopDetails>>;
  content: PageContent;
  /** Who reads it, if the page is only for them: `user` is null for a visitor. Public pages are for everybody. */
  me?: { user: Profile | null };
};

/**
 * Makes the HTML of every page from the frontend's components. It is built from `frontend/server.ts`, and is the only
 * code of the frontend that the Worker runs.
 */
export type Renderer = {
  /** Whether the app has a page at this path. */
  isAppPath(path: string): boolean;
  /**
   * The scripts and messages that the page at this path needs, as URLs of this deployment, the largest script first.
   */
  listScripts(path: string, locale: AnyLocale): string[];
  /**
   * The app without content, for the pages that the browser draws itself.
   * @param plainPath where a browser without scripts is led, by a refresh or a link; null if there is no such page
   */
  getAppShell(locale: AnyLocale, plainPath: string | null): Promise<string>;
  /** Returns the titles of the pages that the seller does not name. */
  namePages(locale: AnyLocale): Promise<PageTitles>;
  /**
   * Draws a page that the browser takes over.
   * @param page.locale the language of its texts
   * @param page.path as in the URL
   * @param page.plainPath as of `getAppShell`; null for a page that is complete without scripts
   * @throws the error of a component; nothing has been sent then
   */
  renderPage(page: {
    locale: AnyLocale;
    path: string;
    plainPath: string | null;
    head: Head;
    data: PageData;
  }): Promise<ReadableStream<Uint8Array>>;
  /** Draws products for a frame on another site. @throws as `renderPage` */
  renderEmbed(page: {
    locale: AnyLocale;
    shop: PageData["shop"];
    products: Awaited<ReturnType<typeof showProduct>>[];
  }): Promise<ReadableStream<Uint8Array>>;
  /** Draws a page without scripts. @throws as `renderPage` */
  renderPlainPage(page: PlainPage & { locale: AnyLocale }): Promise<ReadableStream<Uint8Array>>;
};

/** Loads the renderer on first use: most requests need none of its code. */
export function loadRenderer(): Promise<Renderer> {
  return import("@gatehouse/renderer");
}

/** Logs that a page could not be drawn. The visitor gets an answer without it. */
export function logDrawFailure({ requestId }: Pick<Ctx, "requestId">, error: unknown): void {
  logEvent("error", "page.draw_failed", { error: summarizeError(error) }, { requestId });
}
