import type { ExtractSchema } from "hono/types";
import type { AppType } from "../app.ts";
import type { Role } from "../context.ts";

/**
 * Who a route is for. `anyone`: visitors too. `by signature`: who asks is known by what the request carries, and a session
 * says nothing. A role: that one and those above it.
 */
export type Rule = "anyone" | "by signature" | Role;

type Schema = ExtractSchema<AppType>;

type RoutesAt<Path extends keyof Schema & string> = {
  [Method in keyof Schema[Path] & string]: Method extends `$${infer Name}`
    ? `${Uppercase<Name>} ${Path}`
    : never;
}[keyof Schema[Path] & string];

/** Every route of the app, as `METHOD /path`. */
type Route = { [Path in keyof Schema & string]: RoutesAt<Path> }[keyof Schema & string];

/** Who may use which route. A new route without a line here does not build. */
export const routeRules: Record<Route | "GET /api/health", Rule> = {
  "GET /api/health": "anyone",

  "GET /api/auth/callback/:provider": "anyone",
  "POST /api/auth/callback/:provider": "anyone",
  "GET /api/auth/csrf": "anyone",
  "GET /api/auth/error": "anyone",
  "GET /api/auth/providers": "anyone",
  "GET /api/auth/session": "anyone",
  "GET /api/auth/signin": "anyone",
  "POST /api/auth/signin/:provider": "anyone",
  "GET /api/auth/signout": "anyone",
  "POST /api/auth/signout": "anyone",
  "GET /api/auth/verify-request": "anyone",

  "GET /api/shop": "anyone",
  "GET /api/shop/images/:sha256": "anyone",
  "GET /api/shop/products/:slug": "anyone",

  "POST /api/v1/licenses/activate": "by signature",
  "POST /api/v1/licenses/deactivate": "by signature",
  "POST /api/v1/licenses/file": "by signature",
  "POST /api/v1/licenses/validate": "by signature",
  "GET /.well-known/jwks.json": "anyone",

  "GET /api/me": "anyone",
  "GET /api/me/account": "buyer",
  "PATCH /api/me/account": "buyer",
  "DELETE /api/me/account": "buyer",
  "GET /api/me/account/deletion": "buyer",
  "GET /api/me/account/export": "buyer",
  "GET /api/me/billing": "buyer",
  "POST /api/me/billing/portal": "buyer",
  "POST /api/me/checkouts": "buyer",
  "POST /api/me/checkouts/:id/confirmation": "buyer",
  "POST /api/me/downloads/:id/links": "buyer",
  "GET /api/me/downloads/:token": "buyer",
  "DELETE /api/me/activations/:id": "buyer",
  "DELETE /api/me/identities/:id": "buyer",
  "GET /api/me/invoices": "buyer",
  "GET /api/me/library": "buyer",
  "POST /api/me/licenses": "buyer",
  "POST /api/me/licenses/:id/file": "buyer",
  "POST /api/me/licenses/:id/rotation": "buyer",
  "POST /api/me/links": "buyer",
  "GET /api/me/offers/:productId": "buyer",
  "GET /api/me/pages/:slug": "anyone",
  "DELETE /api/me/sessions": "buyer",
  "DELETE /api/me/sessions/:id": "buyer",
  "POST /api/me/subscriptions/:id/cancellation": "buyer",
  "DELETE /api/me/subscriptions/:id/cancellation": "buyer",
  "POST /api/me/subscriptions/:id/end": "buyer",
  "POST /api/me/subscriptions/:id/pause": "buyer",
  "DELETE /api/me/subscriptions/:id/pause": "buyer",
  "GET /api/me/subscriptions/:id/plan-change": "buyer",
  "POST /api/me/subscriptions/:id/plan-change": "buyer",
  "PUT /api/me/subscriptions/:id/quantity": "buyer",

  "GET /api/admin/audit": "admin",
  "GET /api/admin/comps": "support",
  "POST /api/admin/comps": "support",
  "POST /api/admin/comps/:id/ending": "support",
  "GET /api/admin/overview": "support",
  "GET /api/admin/overview/disputes": "support",
  "GET /api/admin/settings/mails": "owner",
  "PUT /api/admin/settings/mails": "owner",
  "GET /api/admin/settings/mails/:kind/preview": "owner",
  "GET /api/admin/pages": "admin",
  "POST /api/admin/pages": "admin",
  "POST /api/admin/pages/preview": "admin",
  "GET /api/admin/pages/:id": "admin",
  "PUT /api/admin/pages/:id": "admin",
  "PUT /api/admin/pages/:id/benefits/:benefitId": "admin",
  "DELETE /api/admin/pages/:id/benefits/:benefitId": "admin",
  "PUT /api/admin/pages/:id/publication": "admin",
  "DELETE /api/admin/pages/:id/publication": "admin",
  "GET /api/admin/files": "admin",
  "POST /api/admin/files": "admin",
  "PUT /api/admin/files/:id/name": "admin",
  "POST /api/admin/files/:id/archival": "admin",
  "POST /api/admin/files/:id/versions": "admin",
  "POST /api/admin/file-versions/:id/withdrawal": "admin",
  "GET /api/admin/files/:id/uploads": "admin",
  "POST /api/admin/files/:id/uploads": "admin",
  "GET /api/admin/files/:id/uploads/:uploadId": "admin",
  "PUT /api/admin/files/:id/uploads/:uploadId/parts/:part": "admin",
  "POST /api/admin/files/:id/uploads/:uploadId/completion": "admin",
  "DELETE /api/admin/files/:id/uploads/:uploadId": "admin",
  "GET /api/admin/licenses": "support",
  "POST /api/admin/licenses": "admin",
  "POST /api/admin/licenses/:id/suspension": "support",
  "DELETE /api/admin/licenses/:id/suspension": "support",
  "GET /api/admin/benefits": "admin",
  "PUT /api/admin/benefits/:id": "admin",
  "GET /api/admin/products": "admin",
  "POST /api/admin/products": "admin",
  "GET /api/admin/products/importable": "admin",
  "POST /api/admin/products/images": "admin",
  "POST /api/admin/products/imports": "admin",
  "GET /api/admin/products/owners": "admin",
  "POST /api/admin/products/preview": "admin",
  "GET /api/admin/products/:id": "admin",
  "PUT /api/admin/products/:id": "admin",
  "POST /api/admin/products/:id/benefits": "admin",
  "PUT /api/admin/products/:id/benefits": "admin",
  "PUT /api/admin/products/:id/benefits/:benefitId": "admin",
  "DELETE /api/admin/products/:id/benefits/:benefitId": "admin",
  "GET /api/admin/products/:id/benefits/:benefitId/removal": "admin",
  "PUT /api/admin/products/:id/position": "admin",
  "POST /api/admin/products/:id/prices": "admin",
  "PUT /api/admin/products/:id/prices/:priceId": "admin",
  "POST /api/admin/products/:id/push": "admin",
  "PUT /api/admin/products/:id/status": "admin",
  "GET /api/admin/discounts": "admin",
  "POST /api/admin/discounts": "admin",
  "POST /api/admin/discounts/:id/ending": "admin",
  "GET /api/admin/orders": "support",
  "GET /api/admin/orders/export": "support",
  "GET /api/admin/orders/:id": "support",
  "POST /api/admin/orders/:id/refunds": "admin",
  "GET /api/admin/team": "owner",
  "POST /api/admin/team": "owner",
  "PUT /api/admin/team/:id/role": "owner",
  "DELETE /api/admin/team/:id": "owner",

  "POST /api/stripe/webhook": "by signature",
};
