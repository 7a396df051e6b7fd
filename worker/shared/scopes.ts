/** What an API key may be allowed to do. The order is the order on screens. */
export const scopes = [
  "products:read",
  "customers:read",
  "customers:write",
  "entitlements:read",
  "orders:read",
  "subscriptions:read",
  "subscriptions:write",
  "licenses:read",
  "licenses:write",
  "gifts:read",
  "gifts:write",
  "statements:read",
  "checkouts:read",
  "checkouts:write",
  "webhooks:read",
  "webhooks:write",
  "events:read",
] as const;

export type Scope = (typeof scopes)[number];
