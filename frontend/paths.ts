/** Every URL of the app. What varies is encoded here and nowhere else. */
export const paths = {
  home: "/",
  productPattern: "/p/:slug",
  product: (slug: string) => `/p/${encodeURIComponent(slug)}`,
  /** A product page that goes on to checkout as soon as somebody is signed in. */
  buy: (slug: string, { priceId, quantity }: { priceId: string; quantity?: number | undefined }) =>
    `/p/${encodeURIComponent(slug)}?${new URLSearchParams({ buy: priceId, ...(quantity && { seats: String(quantity) }) })}`,
  signIn: (returnTo?: string) =>
    returnTo && returnTo !== "/"
      ? `/signin?callbackUrl=${encodeURIComponent(returnTo)}`
      : "/signin",
  signOut: "/signout",
  error: "/error",
  verifyRequest: "/verify-request",
  checkoutReturn: "/checkout/return",
  library: "/library",
  libraryEntry: (id: string) => `/library#${encodeURIComponent(id)}`,
  readPattern: "/read/:slug",
  /** A members-only page. */
  read: (slug: string) => `/read/${encodeURIComponent(slug)}`,
  legalPattern: "/legal/:page",
  /** Terms, privacy and the like, where the seller wrote them. */
  legal: (page: string) => `/legal/${encodeURIComponent(page)}`,
  account: "/account",
  /** Back from linking an account of this provider. */
  linked: (providerId: string) => `/account?linked=${encodeURIComponent(providerId)}`,
  deleteAccount: "/account/delete",
  goodbye: "/goodbye",
  billing: "/account/billing",
  /** An order or a subscription on the billing page. */
  billingRow: (id: string) => `/account/billing#${encodeURIComponent(id)}`,
  /** The seller's side; its pages' addresses come with its code. */
  console: "/admin",
};

/** Auth.js's own endpoints; the typed client does not know them. */
export const authPaths = {
  csrf: "/api/auth/csrf",
  providers: "/api/auth/providers",
  signIn: (providerId: string) => `/api/auth/signin/${encodeURIComponent(providerId)}`,
  openEmailLink: "/api/auth/callback/email",
  signOut: "/api/auth/signout",
};
