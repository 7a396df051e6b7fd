const shop = ["shop"] as const;
const me = ["me"] as const;
const offers = [...me, "offer"] as const;
const checkouts = ["checkout"] as const;

/**
 * The storefront's query keys. A key starts with its parent's key, and invalidating a key invalidates all keys that
 * start with it. The console's keys are in `admin/<section>/queries.ts`.
 */
export const queryKeys = {
  shop,
  shopDetails: [...shop, "details"] as const,
  product: (slug: string) => [...shop, "product", slug] as const,
  legalPage: (page: string) => [...shop, "legal", page] as const,
  /** Everything of the signed-in user. */
  me,
  account: [...me, "account"] as const,
  deletionPreview: [...me, "deletion"] as const,
  library: [...me, "library"] as const,
  page: (slug: string) => [...me, "page", slug] as const,
  billing: [...me, "billing"] as const,
  invoiceDetails: [...me, "invoiceDetails"] as const,
  invoices: [...me, "invoices"] as const,
  planPreview: (subscriptionId: string, wanted: { priceId: string; quantity: number }) =>
    [...me, "plan-change", subscriptionId, wanted] as const,
  resumption: (subscriptionId: string) => [...me, "resumption", subscriptionId] as const,
  seats: (id: string) => [...me, "seats", id] as const,
  offers,
  offer: (productId: string) => [...offers, productId] as const,
  giftLink: (secret: string) => ["gift-link", secret] as const,
  checkoutLink: (id: string) => ["checkout-link", id] as const,
  checkouts,
  checkout: (checkoutId: string) => [...checkouts, checkoutId] as const,
  providers: ["auth", "providers"] as const,
  /** What the Worker knows of a purchase that the user signs in for. Never asked for. */
  intendedPurchase: (returnPath: string) => ["auth", "purchase", returnPath] as const,
  sessionEnded: ["session-ended"] as const,
};
