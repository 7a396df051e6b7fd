import { Hono } from "hono";
import type { AppEnv, UserEnv } from "../context.ts";
import { requireFreshSignIn, requireRole } from "../http/require.ts";
import type { Role } from "../shared/roles.ts";
import { auditRoutes } from "./audit/routes.ts";
import { priceMoveRoutes } from "./products/price-moves/routes.ts";
import { benefitRoutes, productRoutes } from "./products/routes.ts";
import { customerRoutes } from "./customers/routes.ts";
import { discountRoutes } from "./discounts/routes.ts";
import { developerRoutes } from "./developers/routes.ts";
import { doctorRoutes } from "./doctor/routes.ts";
import { fileRoutes, versionRoutes } from "./files/routes.ts";
import { giftRoutes } from "./gifts/routes.ts";
import { eventRoutes, replayRoutes } from "./events/routes.ts";
import { linkRoutes } from "./links/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { licenseAdminRoutes } from "./licenses/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { invoiceRoutes } from "./invoices/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { statementRoutes } from "./statements/routes.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { pageAdminRoutes } from "./pages/routes.ts";
import { previewRoutes } from "./preview/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { savedFilterRoutes } from "./saved-filters/routes.ts";
import { setupRoutes } from "./setup/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { adminSeatRoutes } from "./seats/routes.ts";
import { adminSubscriptionRoutes } from "./subscriptions/routes.ts";
import { outageRoutes, rebuildRoutes, sweepRoutes } from "./sync/routes.ts";
import { teamRoutes } from "./team/routes.ts";

/** The role that each section of the console needs. Visitors are asked to sign in; a lower role gets 404. */
const sectionRoles: Record<string, Role> = {
  overview: "support",
  setup: "owner",
  preview: "support",
  products: "admin",
  benefits: "support",
  orders: "support",
  subscriptions: "support",
  invoices: "support",
  statements: "support",
  customers: "support",
  messages: "support",
  gifts: "support",
  seats: "support",
  licenses: "support",
  files: "admin",
  "file-versions": "admin",
  pages: "admin",
  discounts: "admin",
  links: "admin",
  developers: "admin",
  events: "support",
  replays: "support",
  sweeps: "admin",
  rebuild: "owner",
  outage: "owner",
  doctor: "admin",
  notifications: "support",
  team: "owner",
  settings: "owner",
  audit: "admin",
  search: "support",
  "saved-filters": "support",
};

/** Routes that need a higher role than their section. */
const roleExceptions: [method: string, path: string, role: Role][] = [
  ["GET", "/benefits", "admin"],
  ["GET", "/overview/export", "admin"],
  ["GET", "/overview/rows/export", "admin"],
  ["GET", "/overview/payments/export", "admin"],
  ["GET", "/invoices", "admin"],
  ["GET", "/invoices/daily-totals/export", "admin"],
  ["GET", "/invoices/e-invoices/export", "admin"],
  ["POST", "/overview/alerts/:id/refund", "admin"],
  ["POST", "/overview/alerts/:id/dismissal", "admin"],
  ["POST", "/orders/:id/refunds", "admin"],
  ["POST", "/subscriptions/:id/cancellation", "admin"],
  ["DELETE", "/subscriptions/:id/cancellation", "admin"],
  ["POST", "/subscriptions/:id/end", "admin"],
  ["POST", "/orders/:id/dispute-answer", "admin"],
  ["POST", "/subscriptions/:id/dispute-answer", "admin"],
  ["POST", "/subscriptions/:id/refunds", "admin"],
  ["GET", "/subscriptions/:id/plan-change", "admin"],
  ["POST", "/subscriptions/:id/plan-change", "admin"],
  ["POST", "/subscriptions/:id/pause", "admin"],
  ["DELETE", "/subscriptions/:id/pause", "admin"],
  ["GET", "/subscriptions/:id/resumption", "admin"],
  ["PUT", "/subscriptions/:id/trial", "admin"],
  ["PUT", "/subscriptions/:id/discount", "admin"],
  ["POST", "/subscriptions/:id/payment", "admin"],
  ["POST", "/statements/:id/decision", "admin"],
  ["DELETE", "/customers/:userId/sessions", "admin"],
  ["DELETE", "/customers/:userId/sessions/:id", "admin"],
  ["GET", "/customers/:userId/merge", "admin"],
  ["POST", "/customers/:userId/merge", "admin"],
  ["POST", "/licenses", "admin"],
  ["POST", "/licenses/preview", "admin"],
  ["POST", "/licenses/stock/:benefitId/fulfillment", "admin"],
];

/**
 * Changes that are worth a stolen session: a buyer is charged, money goes back, access ends for good, what every buyer
 * relies on is another, or a bank reads it as the shop's only word. They need a fresh sign-in; sections ask for it
 * themselves where only some inputs are dangerous.
 */
const freshSignInNeeded: [method: string, path: string][] = [
  ["POST", "/orders/:id/refunds"],
  ["POST", "/subscriptions/:id/refunds"],
  ["POST", "/orders/:id/dispute-answer"],
  ["POST", "/subscriptions/:id/dispute-answer"],
  ["POST", "/subscriptions/:id/end"],
  ["POST", "/subscriptions/:id/plan-change"],
  ["DELETE", "/subscriptions/:id/pause"],
  ["PUT", "/subscriptions/:id/trial"],
  ["PUT", "/subscriptions/:id/discount"],
  ["POST", "/subscriptions/:id/payment"],
  ["POST", "/statements/:id/decision"],
  ["POST", "/overview/alerts/:id/refund"],
  ["PUT", "/settings/legal"],
  ["PUT", "/settings/tax"],
  ["PUT", "/developers/settings"],
];

const admin = new Hono<AppEnv>().basePath("/api/admin");
for (const [section, role] of Object.entries(sectionRoles))
  admin.use(`/${section}/*`, requireRole(role));
for (const [method, path, role] of roleExceptions) admin.on(method, path, requireRole(role));
const fresh = new Hono<UserEnv>();
for (const [method, path] of freshSignInNeeded) fresh.on(method, path, requireFreshSignIn);
admin.route("/", fresh);

/** Every section of the console, at `/api/admin`. `app.ts` loads them with the first request for one. */
export const adminRoutes = admin
  .route("/overview", overviewRoutes)
  .route("/setup", setupRoutes)
  .route("/preview", previewRoutes)
  .route("/products", productRoutes)
  .route("/products/:productId/price-moves", priceMoveRoutes)
  .route("/benefits", benefitRoutes)
  .route("/orders", orderRoutes)
  .route("/subscriptions", adminSubscriptionRoutes)
  .route("/invoices", invoiceRoutes)
  .route("/statements", statementRoutes)
  .route("/customers", customerRoutes)
  .route("/messages", messageRoutes)
  .route("/gifts", giftRoutes)
  .route("/seats", adminSeatRoutes)
  .route("/licenses", licenseAdminRoutes)
  .route("/files", fileRoutes)
  .route("/file-versions", versionRoutes)
  .route("/pages", pageAdminRoutes)
  .route("/discounts", discountRoutes)
  .route("/links", linkRoutes)
  .route("/developers", developerRoutes)
  .route("/events", eventRoutes)
  .route("/replays", replayRoutes)
  .route("/sweeps", sweepRoutes)
  .route("/rebuild", rebuildRoutes)
  .route("/outage", outageRoutes)
  .route("/doctor", doctorRoutes)
  .route("/notifications", notificationRoutes)
  .route("/team", teamRoutes)
  .route("/settings", settingsRoutes)
  .route("/audit", auditRoutes)
  .route("/search", searchRoutes)
  .route("/saved-filters", savedFilterRoutes);
