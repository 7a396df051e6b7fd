import type { PageName } from "./paths.ts";
import type { CatalogName } from "./i18n/browser-i18n.ts";

const shop: CatalogName[] = ["shop"];
const account: CatalogName[] = ["shop", "account"];

/** The catalogs that each page uses, besides `shell`, which every page has. */
export const pageCatalogs: Record<PageName | "console", CatalogName[]> = {
  home: shop,
  product: shop,
  legal: shop,
  page: shop,
  signIn: shop,
  signOut: shop,
  error: shop,
  verifyRequest: shop,
  checkoutReturn: account,
  checkoutLink: account,
  giftLink: account,
  library: account,
  account,
  deleteAccount: account,
  goodbye: account,
  billing: account,
  console: ["shop", "account", "console"],
};
