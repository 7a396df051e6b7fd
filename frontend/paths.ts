/** Makes a page go on with what the user started before signing in. */
export const continueParam = "continue";

/** Opens the dialog that buys a product as a gift. */
export const giftParam = "gift";

/** What is bought of a product: a price, the number of seats, and the products beside it. */
export type Selection = {
  priceId: string;
  quantity?: number | undefined;
  addOnIds?: string[] | undefined;
};

/** All URLs of the app. Variable parts are encoded only here. */
export const paths = {
  home: "/",
  product: (slug: string) => `/p/${encodeURIComponent(slug)}`,
  /** A product page that continues to checkout as soon as the user is signed in. */
  buy: (slug: string, { priceId, quantity, addOnIds }: Selection) =>
    `/p/${encodeURIComponent(slug)}?${new URLSearchParams({ buy: priceId, ...(quantity && { seats: String(quantity) }), ...(addOnIds && { with: addOnIds.join(",") }) })}`,
  /** A product page that asks whom the product is for, as soon as the user is signed in. */
  giveProduct: (slug: string) => `/p/${encodeURIComponent(slug)}?${giftParam}=1`,
  /** The target of a product's form, with `price`, `seats` and `with`. Also the page that asks to confirm after signing in. */
  buyForm: "/buy",
  /** Where the form goes that chooses a language. */
  languageForm: "/plain/language",
  signIn: (returnTo?: string) =>
    returnTo && returnTo !== "/"
      ? `/signin?${new URLSearchParams({ callbackUrl: returnTo })}`
      : "/signin",
  signOut: "/signout",
  error: "/error",
  verifyRequest: "/verify-request",
  /** A purchase that another program prepared. */
  checkoutLink: (id: string) => `/checkout/${encodeURIComponent(id)}`,
  checkoutReturn: "/checkout/return",
  /** The gift whose link was opened last in this browser. It is accepted as soon as the user is signed in. */
  acceptGift: `/claim?${continueParam}=1`,
  library: "/library",
  libraryEntry: (id: string) => `/library#${encodeURIComponent(id)}`,
  /** A members-only page. */
  page: (slug: string) => `/read/${encodeURIComponent(slug)}`,
  /** A legal page, such as the terms. Exists only if the seller has written it. */
  legal: (page: string) => `/legal/${encodeURIComponent(page)}`,
  /** Withdrawing from a contract and canceling one, without signing in. The Worker draws these pages. */
  withdraw: "/withdraw",
  cancel: "/cancel",
  account: "/account",
  /** The account page after linking an account of this provider. */
  accountLinked: (providerId: string) => `/account?linked=${encodeURIComponent(providerId)}`,
  deleteAccount: "/account/delete",
  goodbye: "/goodbye",
  billing: "/account/billing",
  /** An order or a subscription on the billing page. */
  billingRow: (id: string) => `/account/billing#${encodeURIComponent(id)}`,
  /** Who has the seats of an order or a subscription. */
  seats: (id: string) => `/account/seats/${encodeURIComponent(id)}`,
  /** The API reference, a page of its own outside of the app. */
  apiReference: "/docs/api",
  /** The console. The paths of its pages are in `admin/frame/console-paths.ts`. */
  console: "/admin",
};

/** Pages and forms for browsers without JavaScript. The Worker draws them. */
export const plainPaths = {
  checkoutReturn: (checkoutId: string) =>
    `/plain/checkout/return?${new URLSearchParams({ checkout: checkoutId })}`,
  page: (slug: string) => `/plain/read/${encodeURIComponent(slug)}`,
  /** The target of a form that cancels or resumes it. */
  subscription: (id: string) => `/plain/account/billing/${encodeURIComponent(id)}`,
  /** The target of a form. @param versionId of a file */
  download: (versionId: string) => `/plain/downloads/${encodeURIComponent(versionId)}`,
  /** The target of a form that opens the file in the browser's reader. @param versionId of a PDF */
  showDownload: (versionId: string) => `/plain/downloads/${encodeURIComponent(versionId)}?show`,
};

/** The endpoints of Auth.js, which are not part of the typed client. */
export const authPaths = {
  csrf: "/api/auth/csrf",
  providers: "/api/auth/providers",
  signIn: (providerId: string) => `/api/auth/signin/${encodeURIComponent(providerId)}`,
  emailCallback: "/api/auth/callback/email",
  signOut: "/api/auth/signout",
};

/**
 * Returns whether the path is in the console or a preview: only the team has these pages, in the languages of the
 * console.
 */
export function isTeamPath(path: string): boolean {
  return isConsolePath(path) || path.startsWith("/preview/");
}

/** Returns whether the path is in the console. */
export function isConsolePath(path: string): boolean {
  return path === paths.console || path.startsWith(`${paths.console}/`);
}
