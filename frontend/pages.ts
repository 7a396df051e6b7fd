import type { CatalogName } from "./i18n/browser-i18n.ts";
import { paths } from "./paths.ts";

export type Page = {
  /** Of its URL. A parameter is always the last segment. */
  pattern: string;
  /** Its module in `frontend/shop`. */
  file: string;
  /** The message catalogs that it uses, besides `shell`, which every page has. */
  catalogs: CatalogName[];
  /** Whether it uses React Query, which is loaded with it then. */
  usesReactQuery?: boolean;
  /** What it asks the API for first, and the Worker doesn't embed. */
  requests?: string[];
};

const shop: CatalogName[] = ["shop"];
const account: CatalogName[] = ["shop", "account"];

/** The pages outside the console. */
export const pages = {
  home: { pattern: paths.home, file: "storefront/storefront-page", catalogs: shop },
  product: { pattern: "/p/:slug", file: "storefront/product-page", catalogs: shop },
  signIn: { pattern: paths.signIn(), file: "sign-in/sign-in-page", catalogs: shop },
  signOut: {
    pattern: paths.signOut,
    file: "sign-in/sign-out-page",
    catalogs: shop,
    usesReactQuery: true,
  },
  error: { pattern: paths.error, file: "sign-in/error-page", catalogs: shop },
  verifyRequest: {
    pattern: paths.verifyRequest,
    file: "sign-in/verify-request-page",
    catalogs: shop,
    usesReactQuery: true,
  },
  checkoutReturn: {
    pattern: paths.checkoutReturn,
    file: "checkout/return-page",
    catalogs: account,
    usesReactQuery: true,
  },
  checkoutLink: {
    pattern: "/checkout/:id",
    file: "checkout/link-page",
    catalogs: account,
    usesReactQuery: true,
  },
  giftLink: {
    pattern: "/claim",
    file: "gifts/gift-link-page",
    catalogs: account,
    usesReactQuery: true,
  },
  library: { pattern: paths.library, file: "library/library-page", catalogs: account },
  page: { pattern: "/read/:slug", file: "pages/read-page", catalogs: shop },
  legal: { pattern: "/legal/:page", file: "legal/legal-page", catalogs: shop },
  account: {
    pattern: paths.account,
    file: "account/account-page",
    catalogs: account,
    usesReactQuery: true,
    requests: ["/api/me/account"],
  },
  deleteAccount: {
    pattern: paths.deleteAccount,
    file: "account/delete-page",
    catalogs: account,
    usesReactQuery: true,
  },
  goodbye: { pattern: paths.goodbye, file: "account/goodbye-page", catalogs: account },
  billing: {
    pattern: paths.billing,
    file: "billing/billing-page",
    catalogs: account,
    usesReactQuery: true,
    requests: ["/api/me/billing"],
  },
  seats: {
    pattern: "/account/seats/:id",
    file: "billing/seats-page",
    catalogs: [...account, "seats"],
    usesReactQuery: true,
  },
} satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as PageName[];

/** The catalogs that the console uses, besides `shell`. */
export const consoleCatalogs: CatalogName[] = ["shop", "account", "console"];

/** Returns which page has this path; undefined for the console's pages and for unknown paths. */
export function findPageName(path: string): PageName | undefined {
  return pageNames.find((name) => {
    const { pattern } = pages[name];
    const parameterAt = pattern.indexOf(":");
    if (parameterAt < 0) return path === pattern;
    const parameter = path.slice(parameterAt);
    return path.startsWith(pattern.slice(0, parameterAt)) && /^[^/]+$/.test(parameter);
  });
}
