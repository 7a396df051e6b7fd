import { env } from "cloudflare:workers";
import { addPrice } from "../testing/fixtures/edit-product.ts";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startPriceMove } from "../admin/products/price-moves/start-price-move.ts";
import { newPrice } from "../admin/products/schema.ts";
import { createGift } from "../gifts/create-gift.ts";
import { createMessage } from "../admin/messages/save-message.ts";
import { sendMessage } from "../admin/messages/send-message.ts";
import { licenseStates } from "../admin/licenses/license-scan.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { subscriptionStates } from "../admin/subscriptions/search-subscriptions.ts";
import { figures } from "../admin/overview/rows.query.ts";
import { openDatabase } from "../db/client.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { runCron } from "../run-cron.ts";
import { startOutageMode } from "../sync/sweeps/outage-mode.ts";
import { restoreTexts } from "../sync/restore/store.ts";
import { recoverFromOutage } from "../sync/sweeps/recover-from-outage.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { encodeCursor } from "../db/page-cursor.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { createPermanentLink } from "../checkout/save-permanent-link.ts";
import { showPermanentLink } from "../checkout/show-permanent-links.ts";
import { createCheckoutLink } from "../checkout/create-checkout-link.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { createFileProduct } from "../testing/fixtures/downloads.ts";
import { findLicenseInLibrary, licenseBenefit } from "../testing/fixtures/licenses.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { createStatement } from "../testing/fixtures/statements.ts";
import { findCostlySteps, recordStatements } from "../testing/database/query-plans.ts";
import { toOrderNumber } from "../shared/order-number.ts";
import type { Route } from "../testing/rules/route-rules.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { insertTestEvents, openReceiver } from "../testing/fakes/webhooks.ts";
import { deliverEvents } from "../webhooks/deliver-events.ts";
import { createEndpoint, deleteEndpoint } from "../webhooks/endpoints.ts";
import { deliveryStatus, newEndpoint } from "../webhooks/schema.ts";

type ReadRoute = Extract<Route, `GET ${string}`>;

/** Ids of existing rows, so that a request runs all of its queries. */
type Ids = Awaited<ReturnType<typeof createFilledShop>>;

const shop = openTestShop();
const recorded = recordStatements(env.DB);
let ids: Ids;

const API = "/api/v1";

/** Together, the requests of all routes would exceed the limit of one address. */
const newAddress = () => crypto.getRandomValues(new Uint8Array(4)).join(".");

async function fetchAll({ fetch }: Ids["owner"], target: string): Promise<{ status: number }> {
  const response = await fetch(target, { headers: { "cf-connecting-ip": newAddress() } });
  await response.arrayBuffer();
  return { status: response.status };
}

/** Creates an owner who has bought one of everything. */
async function createFilledShop() {
  const owner = await createSignedInUser({ role: "owner", env: { ...shop.env, DB: recorded.d1 } });
  const { userId } = owner;
  const product = await shop.createPublishedProduct({ benefits: [licenseBenefit()] });
  const membership = await shop.createPublishedProduct({ prices: [monthly] });
  let checkoutId = "";
  for (const { prices } of [product, membership]) {
    const checkout = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    checkoutId = checkout.id;
  }
  const movedPrices = [
    membership.prices[0]!.id,
    (
      await addPrice(shop.ctx(), {
        productId: membership.id,
        price: newPrice.parse({ ...monthly, amountMinor: 1200 }),
      })
    ).id,
  ] as const;
  const { id: priceMove } = await startPriceMove(shop.ctx(), {
    productId: membership.id,
    fromPriceId: movedPrices[0],
    toPriceId: movedPrices[1],
    noticeDays: 30,
    sendsEmails: false,
  });
  const gift = await createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
  const file = await createFileProduct(shop);
  const page = await createPage(shop.ctx(), {
    slug: "notes",
    title: "Notes",
    excerpt: "",
    body: "",
  });
  const idOf = async (table: string, column = "id") =>
    (await env.DB.prepare(`SELECT ${column} AS id FROM ${table} LIMIT 1`).first<string>("id"))!;
  for (const event of await shop.events()) await shop.deliver(event);
  const endpoint = await createEndpoint(shop.ctx(), newEndpoint.parse({ url: openReceiver().url }));
  await insertTestEvents(shop.ctx(), [userId]);
  await deliverEvents(shop.ctx(), { endpointId: endpoint.id, limit: 1 });
  return {
    owner,
    program: await createApiClient({ ...shop, env: { ...shop.env, DB: recorded.d1 } }),
    endpoint: endpoint.id,
    delivery: await idOf("webhook_deliveries"),
    userId,
    // Accounts of team members cannot be merged.
    userIds: [await shop.createUser(), await shop.createUser()] as const,
    product: product.id,
    slug: product.slug,
    movedProduct: membership.id,
    movedPrices,
    priceMove,
    benefit: product.benefits[0]!.id,
    order: await idOf("orders"),
    subscription: await idOf("subscriptions"),
    statement: await createStatement(shop.ctx().db, { userId, orderId: await idOf("orders") }),
    license: (await findLicenseInLibrary(shop, userId))!.license!.id,
    event: await idOf("events"),
    customer: await idOf("customers"),
    stripeCustomer: await idOf("customers", "stripe_customer_id"),
    email: await insertEmail(userId),
    file: file.fileId,
    fileBenefit: file.benefitId,
    page: page.id,
    gift: gift.id,
    feedEvent: await idOf("feed_events", "'evt_' || max(sequence)"),
    message: await sendMessageTo(userId, product.id),
    checkout: checkoutId,
    checkoutLink: (await createCheckoutLink(shop.ctx(), { priceId: product.prices[0]!.id })).id,
    permanentLink: await showPermanentLink(
      shop.ctx(),
      await createPermanentLink(shop.ctx(), { priceId: product.prices[0]!.id, maxPurchases: 9 }),
    ),
  };
}

/** Inserts an email to a user that was sent, and returns its id. */
async function insertEmail(userId: string): Promise<string> {
  const id = `mal_${"0".repeat(26)}`;
  await env.DB.prepare(
    `INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, status, next_attempt_at, created_at)
      SELECT ?1, ?2, 'purchase', id, id, 'sent', 0, 0 FROM orders WHERE user_id = ?2 LIMIT 1`,
  )
    .bind(id, userId)
    .run();
  return id;
}

/** Sends a message to those with access to a product, and returns its id. */
async function sendMessageTo(userId: string, productId: string): Promise<string> {
  const sender = openTestShop({ hasEmailSender: true });
  const ctx = sender.asUser(userId, Date.now(), "owner");
  const draft = await createMessage(ctx, {
    purpose: "service",
    recipients: { of: "product", productId },
    subject: "Hello",
    body: "A new chapter.",
  });
  await sendMessage(ctx, draft);
  return draft.id;
}

beforeAll(async () => {
  ids = await createFilledShop();
  return () => deleteEndpoint(shop.ctx(), { id: ids.endpoint });
});

/** A cursor that works in every list sorted by time. */
const late = (prefix: string, value: number | string = 50) =>
  `cursor=${encodeCursor({ value, id: `${prefix}_${"0".repeat(24)}50` })}`;

const lateBySpent = late("usr", "usd 2900");

/** Times that filter lists of the API. */
const since = ["createdAfter=2020-01-01T00:00:00Z", "createdBefore=2099-01-01T00:00:00Z"];

/** The filters of a list of the API, combined with each other. @param statuses two, separated by a comma */
function filterLists({ userId, product }: Ids, prefix: string, statuses: string): string[] {
  const [status] = statuses.split(",");
  return ["", late(prefix), ...since].flatMap((page) =>
    ["", `&product=${product}`].flatMap((ofProduct) =>
      ["", `&status=${status}`, `&status=${statuses}`].flatMap((withStatus) =>
        ["", `&customer=${userId}`].map((of) => `${page}${of}${ofProduct}${withStatus}`),
      ),
    ),
  );
}

/** The filter by the number that customers read, alone and with all others. */
const byNumber = ({ userId, product }: Ids, status: string): string[] =>
  ["", `&customer=${userId}&product=${product}&status=${status}`].map(
    (more) => `number=1M847V3-20B4${more}`,
  );

/** A range of days that filters lists of the console. */
const days = "from=2020-01-01&to=2099-01-01";

const none = [""];
const readsNoTable = "reads none of our tables";

/**
 * The requests of each GET route: its filters, its sort orders, its later pages. A string says why a route is skipped.
 * `at` are the values of the path parameters.
 */
const requests: Record<ReadRoute, string | ((ids: Ids) => { at?: string[]; queries: string[] })> = {
  "GET /api/auth/callback/:provider": "changes rows, one at a time",
  "GET /api/auth/csrf": readsNoTable,
  "GET /api/auth/error": readsNoTable,
  "GET /api/auth/providers": readsNoTable,
  "GET /api/auth/session": readsNoTable,
  "GET /api/auth/signin": readsNoTable,
  "GET /api/auth/signout": readsNoTable,
  "GET /api/auth/verify-request": readsNoTable,

  "GET /": () => ({ queries: none }),
  "GET /embed/:slugs": ({ slug }) => ({ at: [slug], queries: none }),
  "GET /p/:slug": ({ slug }) => ({ at: [slug], queries: none }),
  "GET /robots.txt": readsNoTable,
  "GET /sitemap.xml": () => ({ queries: none }),
  "GET /sitemaps/:file": () => ({ at: ["1.xml"], queries: none }),
  "GET /llms.txt": () => ({ queries: none }),
  "GET /favicon.ico": "reads one setting",
  "GET /favicon.svg": "reads one setting",
  "GET /apple-touch-icon.png": "reads one setting",
  "GET /icon-192.png": "reads one setting",
  "GET /manifest.webmanifest": "reads one setting",
  "GET /legal/:page": "reads one setting",
  "GET /read/:slug": "reads one page",
  "GET /preview/p/:id": "reads one product",
  "GET /preview/read/:id": "reads one page",
  "GET /signin": ({ movedPrices }) => ({
    queries: ["", `callbackUrl=${encodeURIComponent(`/p/any?buy=${movedPrices[0]}`)}`],
  }),
  "GET /library": () => ({ queries: none }),
  "GET /account": "reads the shop's settings",
  "GET /account/billing": "reads the shop's settings",
  "GET /checkout/return": "reads the shop's settings",
  "GET /checkout/:id": ({ checkoutLink }) => ({ at: [checkoutLink], queries: none }),
  "GET /buy": ({ movedPrices }) => ({ queries: [`price=${movedPrices[0]}`] }),
  "GET /buy/:code": ({ permanentLink }) => ({ at: [permanentLink.code], queries: none }),
  "GET /withdraw": "reads the shop's settings",
  "GET /cancel": "reads the shop's settings",
  "GET /plain/claim": "reads the shop's settings",
  "GET /plain/*": "reads the shop's settings",
  "GET /plain/signin": ({ movedPrices }) => ({
    queries: ["", `callbackUrl=${encodeURIComponent(`/p/any?buy=${movedPrices[0]}`)}`],
  }),
  "GET /plain/signout": "reads the shop's settings",
  "GET /plain/error": "reads the shop's settings",
  "GET /plain/verify-request": "reads the shop's settings",
  "GET /plain/checkout/return": ({ checkout }) => ({ queries: [`checkout=${checkout}`] }),
  "GET /plain/library": () => ({ queries: none }),
  "GET /plain/account/billing": () => ({ queries: none }),
  "GET /plain/read/:slug": "reads one page",
  "GET /plain/emails/off": "reads the shop's settings",
  "GET /plain/notifications/off": "reads the shop's settings",
  "GET /api/shop": () => ({ queries: none }),
  "GET /share-picture": "reads one setting",
  "GET /p/:slug/share-picture": ({ slug }) => ({ at: [slug], queries: none }),
  "GET /api/shop/images/:sha256": "reads the bucket",
  "GET /api/shop/samples/:sha256": "reads the bucket",
  "GET /api/shop/products/:slug": ({ slug }) => ({ at: [slug], queries: none }),
  "GET /api/shop/theme.css": () => ({ queries: none }),
  "GET /api/shop/logo/:name": "reads the bucket",
  "GET /api/shop/legal/:page": "reads one setting",
  "GET /api/v1/orders": (ids) => ({
    queries: [...filterLists(ids, "ord", "paid,refunded"), ...byNumber(ids, "paid")],
  }),
  "GET /api/v1/orders/:id": ({ order }) => ({ at: [order], queries: none }),
  "GET /api/v1/statements": ({ userId }) => ({
    queries: ["", late("stm"), ...since, `customer=${userId}`, "kind=withdrawal&state=open"],
  }),
  "GET /api/v1/statements/:id": ({ statement }) => ({ at: [statement], queries: none }),
  "GET /api/v1/subscriptions": (ids) => ({
    queries: [...filterLists(ids, "sub", "active,past_due"), ...byNumber(ids, "active")],
  }),
  "GET /api/v1/subscriptions/:id": ({ subscription }) => ({ at: [subscription], queries: none }),
  "GET /api/v1/licenses": (ids) => ({ queries: filterLists(ids, "lic", "granted,disabled") }),
  "GET /api/v1/licenses/:id": ({ license }) => ({ at: [license], queries: none }),
  "GET /api/v1/gifts": (ids) => ({
    queries: [...filterLists(ids, "cmp", "active,waiting"), `seatOf=${ids.subscription}`],
  }),
  "GET /api/v1/gifts/:id": ({ gift }) => ({ at: [gift], queries: none }),
  "GET /api/v1/checkouts": (ids) => ({ queries: filterLists(ids, "lnc", "open,complete") }),
  "GET /api/v1/checkouts/:id": ({ checkoutLink }) => ({ at: [checkoutLink], queries: none }),
  "GET /api/v1/links": ({ product }) => ({ queries: ["", late("lnp"), `product=${product}`] }),
  "GET /api/v1/links/:id": ({ permanentLink }) => ({ at: [permanentLink.id], queries: none }),
  "GET /.well-known/jwks.json": readsNoTable,
  "GET /api/v1/events": ({ feedEvent, userId }) => ({
    queries: [
      "",
      `customer=${userId}`,
      `customer=${userId}&types=order.paid&after=${feedEvent.replace("evt_", "")}`,
      `after=${feedEvent.replace("evt_", "")}&limit=100`,
      "types=order.paid,gift.ended",
    ],
  }),
  "GET /api/v1/events/:id": ({ feedEvent }) => ({ at: [feedEvent], queries: none }),
  "GET /api/v1/webhook-endpoints": () => ({ queries: none }),
  "GET /api/v1/webhook-endpoints/:id": ({ endpoint }) => ({ at: [endpoint], queries: none }),
  "GET /api/v1/webhook-endpoints/:id/deliveries": ({ endpoint }) => ({
    at: [endpoint],
    queries: ["", late("whd"), ...deliveryStatus.options.map((status) => `status=${status}`)],
  }),
  "GET /api/v1/deliveries/:id": ({ delivery }) => ({ at: [delivery], queries: none }),
  "GET /api/v1/features": () => ({ queries: none }),
  "GET /api/v1/entitlements/check": ({ userId }) => ({
    queries: [
      `feature=export&customer=${userId}`,
      "feature=export&issuer=https://id.example&subject=1",
      "feature=export&email=ann@example.com",
    ],
  }),
  "GET /api/v1/customers": () => ({
    queries: ["", late("usr"), "issuer=https://id.example&subject=1", "email=ann@example.com"],
  }),
  "GET /api/v1/customers/:id": ({ userId }) => ({ at: [userId], queries: none }),
  "GET /api/v1/customers/:id/state": ({ userId }) => ({ at: [userId], queries: none }),
  "GET /api/v1/products": () => ({
    queries: ["", "status=published", late("prd"), `status=draft&${late("prd")}`],
  }),
  "GET /api/v1/products/:id": ({ product }) => ({ at: [product], queries: none }),

  "GET /api/me": () => ({ queries: none }),
  "GET /api/me/account": () => ({ queries: none }),
  "GET /api/me/account/deletion": () => ({ queries: none }),
  "GET /api/me/account/export": () => ({ queries: none }),
  "GET /api/me/billing": () => ({ queries: none }),
  "GET /api/me/checkout-links/:id": ({ checkoutLink }) => ({ at: [checkoutLink], queries: none }),
  "GET /api/me/downloads/:token": "reads one version",
  "GET /claim/:secret": readsNoTable,
  "GET /api/me/billing/details": () => ({ queries: none }),
  "GET /api/me/invoices": () => ({ queries: none }),
  "GET /api/me/invoices/:invoiceId/e-invoice": "reads one Stripe customer",
  "GET /api/me/library": () => ({ queries: none }),
  "GET /api/me/offers/:productId": ({ product }) => ({ at: [product], queries: none }),
  "GET /api/me/pages/:slug": "reads one page",
  "GET /api/me/subscriptions/:id/resumption": "reads one subscription",
  "GET /api/me/subscriptions/:id/plan-change": "reads one subscription",
  "GET /api/me/seats/:id": "reads the seats of one purchase",

  "GET /api/admin/audit": () => ({
    queries: ["", late("aud"), days, `${days}&${late("aud")}`].flatMap((page) =>
      ["", "search=order.refunded", "search=prd_1", "search=ann", "actorId=usr_1"].flatMap(
        (filter) => [`${page}&${filter}`, `${page}&${filter}&action=product.updated`],
      ),
    ),
  }),
  "GET /api/admin/gifts": ({ userId }) => ({ queries: [`userId=${userId}`] }),
  "GET /api/admin/gifts/products": () => ({ queries: none }),
  "GET /api/admin/seats/:id": "reads the seats of one purchase",
  "GET /api/admin/gifts/waiting": () => ({ queries: ["", late("cmp")] }),
  "GET /api/admin/overview": () => ({
    queries: [
      "range=30d",
      "range=12m",
      "range=all",
      "compare=year",
      "from=2026-01-05&to=2026-05-09",
    ],
  }),
  "GET /api/admin/overview/sales": () => ({ queries: ["range=30d", "range=12m"] }),
  "GET /api/admin/overview/cohorts": () => ({ queries: none }),
  "GET /api/admin/overview/upcoming": () => ({ queries: none }),
  "GET /api/admin/overview/rows": ({ product }) => ({
    queries: figures.flatMap((figure) => [
      `figure=${figure}&currency=usd&key=${figure === "country" ? "US" : product}`,
      `figure=${figure}&currency=usd&key=&cursor=${encodeCursor({ value: Date.now(), id: "x" })}`,
    ]),
  }),
  "GET /api/admin/overview/rows/export": () => ({ queries: ["figure=revenue"] }),
  "GET /api/admin/overview/export": () => ({ queries: ["range=12m"] }),
  "GET /api/admin/preview/products/:id": ({ product }) => ({ at: [product], queries: none }),
  "GET /api/admin/preview/pages/:id": ({ page }) => ({ at: [page], queries: none }),
  "GET /api/admin/setup": () => ({ queries: none }),
  "GET /api/admin/overview/disputes": () => ({ queries: none }),
  "GET /api/admin/overview/alerts": () => ({ queries: none }),
  "GET /api/admin/overview/payments/export": () => ({ queries: ["range=30d", "range=12m"] }),
  "GET /api/admin/events": ({ customer, stripeCustomer, event }) => ({
    queries: ["", "status=received", "status=dead", "status=ignored"].flatMap((narrowed) =>
      ["", late("evt"), `search=${event}`, `search=${customer}`, `search=${stripeCustomer}`].map(
        (more) => `${narrowed}&${more}`,
      ),
    ),
  }),
  "GET /api/admin/events/:id": ({ event }) => ({ at: [event], queries: none }),
  "GET /api/admin/customers/filters": () => ({ queries: none }),
  "GET /api/admin/customers": ({ userId, customer, stripeCustomer, product }) => ({
    queries: [
      ...[
        "tag=vip",
        "country=DE",
        `product=${product}`,
        `product=${product}&who=active&tag=vip&country=DE`,
      ].flatMap((narrowed) => [narrowed, `${narrowed}&${late("usr")}`, `${narrowed}&search=us`]),
      ...["", "spent=10", "tag=vip&who=team"].flatMap((narrowed) => [
        `${narrowed}&sort=spent`,
        `${narrowed}&sort=spent&${lateBySpent}`,
      ]),
      ...["bought=30", "bought=-90", "sort=last_purchase"].flatMap((narrowed) => [
        narrowed,
        `${narrowed}&${late("usr")}`,
      ]),
      ...["", "who=customers", "who=active", "who=team", "who=guests"].flatMap((narrowed) =>
        [
          "",
          days,
          `${days}&${late(narrowed === "who=customers" ? "cst" : "usr")}`,
          late(narrowed === "who=customers" ? "cst" : "usr"),
          "search=us",
        ].map((more) => `${narrowed}&${more}`),
      ),
      ...[userId, customer, stripeCustomer].map((id) => `search=${id}`),
    ],
  }),
  "GET /api/admin/customers/export": () => ({ queries: ["", "who=customers", "search=us"] }),
  "GET /api/admin/customers/summary": () => ({
    queries: [
      "",
      "who=customers",
      "who=active",
      "who=team",
      "who=guests",
      "search=us",
      "tag=vip",
      "country=DE",
      "spent=10",
      "bought=30",
    ].flatMap((narrowed) => [narrowed, `${narrowed}&${days}`]),
  }),
  "GET /api/admin/customers/:userId": ({ userId }) => ({ at: [userId], queries: none }),
  "GET /api/admin/customers/:userId/stripe": ({ userId }) => ({ at: [userId], queries: none }),
  "GET /api/admin/customers/:userId/emails/:id": ({ userId, email }) => ({
    at: [userId, email],
    queries: none,
  }),
  "GET /api/admin/customers/:userId/merge": ({ userIds }) => ({
    at: [userIds[0]],
    queries: [`fromId=${userIds[1]}`],
  }),
  "GET /api/admin/messages": ({ message }) => ({
    queries: ["", `cursor=${encodeCursor({ value: 0, id: message })}`],
  }),
  "GET /api/admin/messages/:id": ({ message }) => ({ at: [message], queries: none }),
  "GET /api/admin/messages/:id/recipients": ({ message }) => ({ at: [message], queries: none }),
  "GET /api/admin/messages/:id/html": ({ message }) => ({
    at: [message],
    queries: ["locale=en&scheme=light"],
  }),
  "GET /api/admin/settings/shop": () => ({ queries: none }),
  "GET /api/admin/settings/share-picture": () => ({ queries: none }),
  "GET /api/admin/settings/look/verdict": readsNoTable,
  "GET /api/admin/settings/translations": () => ({ queries: none }),
  "GET /api/admin/settings/legal": () => ({ queries: none }),
  "GET /api/admin/settings/legal-facts": () => ({ queries: none }),
  "GET /api/admin/settings/policy": () => ({ queries: none }),
  "GET /api/admin/settings/e-invoices": () => ({ queries: none }),
  "GET /api/admin/settings/tax": () => ({ queries: none }),
  "GET /api/admin/settings/consent": () => ({ queries: none }),
  "GET /api/admin/settings/storefront": () => ({ queries: none }),
  "GET /api/admin/settings/checkout": () => ({ queries: none }),
  "GET /api/admin/settings/trials": () => ({ queries: none }),
  "GET /api/admin/settings/win-back": () => ({ queries: none }),
  "GET /api/admin/settings/win-back/figures": () => ({ queries: none }),
  "GET /api/admin/settings/emails/checkout-reminders": () => ({ queries: none }),
  "GET /api/admin/settings/law": () => ({ queries: none }),
  "GET /api/admin/settings/law/rules": () => ({ queries: none }),
  "GET /api/admin/settings/languages": () => ({ queries: none }),
  "GET /api/admin/settings/emails": () => ({ queries: none }),
  "GET /api/admin/settings/emails/examples/:example": readsNoTable,
  "GET /api/admin/settings/emails/examples/:example/html": readsNoTable,
  "GET /api/admin/sweeps": () => ({ queries: none }),
  "GET /api/admin/rebuild": () => ({ queries: none }),
  "GET /api/admin/doctor": () => ({ queries: none }),
  "GET /api/admin/doctor/releases": () => ({ queries: none }),
  "GET /api/admin/pages": ({ page }) => ({
    queries: ["", "sort=changed", "sort=title"].flatMap((sort) =>
      ["", "status=draft"].flatMap((narrowed) =>
        ["", late("pag"), "search=No", `search=${page}`].map(
          (more) => `${sort}&${narrowed}&${more}`,
        ),
      ),
    ),
  }),
  "GET /api/admin/pages/:id": ({ page }) => ({ at: [page], queries: none }),
  "GET /api/admin/files": ({ fileBenefit }) => ({ queries: [`benefitId=${fileBenefit}`] }),
  "GET /api/admin/files/all": ({ file, fileBenefit }) => ({
    queries: ["", "sort=oldest", "sort=name"].flatMap((sort) =>
      ["", "state=offered", `benefitId=${fileBenefit}`].flatMap((narrowed) =>
        ["", late("fil"), "search=A", `search=${file}`].map(
          (more) => `${sort}&${narrowed}&${more}`,
        ),
      ),
    ),
  }),
  "GET /api/admin/files/uploads": "reads the bucket",
  "GET /api/admin/files/:id/uploads": "reads the bucket",
  "GET /api/admin/files/:id/uploads/:uploadId": "reads the bucket",
  "GET /api/admin/search": ({ license, userId }) => ({
    queries: [
      "us",
      "129.00",
      userId,
      license,
      "1M847V3-20B4",
      ...["cst", "cus", "chk", "cs", "ord", "pi", "sub", "ch", "in", "evt", "prd", "prod"].map(
        (prefix) => `${prefix}_1`,
      ),
    ].map((search) => `search=${search}`),
  }),
  "GET /api/admin/licenses": ({ benefit, license, userId }) => ({
    queries: ["", ...licenseStates.map((state) => `state=${state}`)].flatMap((narrowed) =>
      ["", `benefitId=${benefit}`].flatMap((of) =>
        ["", late("lic"), days, "search=us", `search=${userId}`, `search=${license}`].map(
          (more) => `${narrowed}&${of}&${more}`,
        ),
      ),
    ),
  }),
  "GET /api/admin/licenses/csv": ({ benefit }) => ({ queries: ["", `benefitId=${benefit}`] }),
  "GET /api/admin/licenses/stock/:benefitId": ({ benefit }) => ({ at: [benefit], queries: none }),
  "GET /api/admin/licenses/:id": ({ license }) => ({ at: [license], queries: none }),
  "GET /api/admin/benefits": () => ({
    queries: ["type=page", "type=download", "type=license_key"],
  }),
  "GET /api/admin/benefits/deliverable": () => ({
    queries: ["type=page", "type=download", "type=license_key"],
  }),
  "GET /api/admin/products": () => ({
    queries: ["", "status=published", "status=draft", "status=archived"].flatMap((narrowed) =>
      ["", late("1", "published 1"), "search=us"].map((more) => `${narrowed}&${more}`),
    ),
  }),
  "GET /api/admin/products/importable": () => ({ queries: none }),
  "GET /api/admin/products/owners": () => ({ queries: none }),
  "GET /api/admin/products/share-pictures": () => ({ queries: none }),
  "GET /api/admin/products/:id": ({ product }) => ({ at: [product], queries: none }),
  "GET /api/admin/products/:id/upgrade": ({ product }) => ({ at: [product], queries: none }),
  "GET /api/admin/products/:id/benefits/:benefitId/removal": ({ product, benefit }) => ({
    at: [product, benefit],
    queries: none,
  }),
  "GET /api/admin/products/:productId/price-moves": ({ movedProduct }) => ({
    at: [movedProduct],
    queries: none,
  }),
  "GET /api/admin/products/:productId/price-moves/preview": ({ movedProduct, movedPrices }) => ({
    at: [movedProduct],
    queries: ["", "&cursor=sub_0"].map(
      (more) => `from=${movedPrices[0]}&to=${movedPrices[1]}${more}`,
    ),
  }),
  "GET /api/admin/products/:productId/price-moves/:moveId/subscriptions": ({
    movedProduct,
    priceMove,
  }) => ({
    at: [movedProduct, priceMove],
    queries: ["planned", "moved", "left_out", "failed"].map((state) => `state=${state}`),
  }),
  "GET /api/admin/discounts": () => ({ queries: none }),
  "GET /api/admin/links": ({ product, permanentLink }) => ({
    queries: [
      "",
      late("lnp"),
      `productId=${product}`,
      `id=${permanentLink.id}`,
      "state=active&search=a",
      "state=inactive",
    ],
  }),
  "GET /api/admin/developers/keys": () => ({ queries: none }),
  "GET /api/admin/developers/features": () => ({ queries: none }),
  "GET /api/admin/developers/check": ({ userId }) => ({
    queries: [`feature=export&customer=${userId}`, "feature=export&customer=ann@example.com"],
  }),
  "GET /api/admin/developers/settings": () => ({ queries: none }),
  "GET /api/admin/developers/feed": ({ userId }) => ({
    queries: ["", "type=order.paid"].flatMap((narrowed) =>
      ["", late("evt"), "search=ann@example.com", `search=${userId}`].map(
        (more) => `${narrowed}&${more}`,
      ),
    ),
  }),
  "GET /api/admin/developers/feed/:id": ({ feedEvent }) => ({ at: [feedEvent], queries: none }),
  "GET /api/admin/developers/endpoints": () => ({ queries: none }),
  "GET /api/admin/developers/endpoints/:id": ({ endpoint }) => ({ at: [endpoint], queries: none }),
  "GET /api/admin/developers/endpoints/:id/deliveries": ({ endpoint }) => ({
    at: [endpoint],
    queries: ["", "status=failed", "status=pending", "status=delivered"].flatMap((narrowed) =>
      ["", late("whd")].map((more) => `${narrowed}&${more}`),
    ),
  }),
  "GET /api/admin/developers/endpoints/:id/deliveries/:deliveryId": ({ endpoint, delivery }) => ({
    at: [endpoint, delivery],
    queries: none,
  }),
  "GET /api/admin/saved-filters": () => ({ queries: ["list=orders"] }),
  "GET /api/admin/orders": ({ product, order, userId, permanentLink }) => ({
    queries: ["", "status=refunded", "sort=oldest", "sort=oldest&status=paid"].flatMap((narrowed) =>
      ["", `productId=${product}`, "promotionCodeId=promo_1", `linkId=${permanentLink.id}`].flatMap(
        (of) =>
          [
            "",
            late("ord"),
            days,
            `${days}&${late("ord")}`,
            "search=us",
            `search=${order}`,
            `search=${toOrderNumber(order)}`,
            `search=${userId}&${days}`,
          ].map((more) => `${narrowed}&${of}&${more}`),
      ),
    ),
  }),
  "GET /api/admin/orders/export": ({ product }) => ({ queries: ["", `productId=${product}`] }),
  "GET /api/admin/orders/summary": ({ product, userId }) => ({
    queries: ["", "status=refunded", "status=paid", `search=${userId}`].flatMap((narrowed) =>
      ["", `productId=${product}`, days].map((more) => `${narrowed}&${more}`),
    ),
  }),
  "GET /api/admin/orders/products": () => ({ queries: none }),
  "GET /api/admin/orders/:id": ({ order }) => ({ at: [order], queries: none }),
  "GET /api/admin/statements": ({ userId }) => ({
    queries: [
      "",
      late("stm"),
      "state=open",
      "state=accepted",
      "kind=withdrawal",
      `userId=${userId}`,
    ],
  }),
  "GET /api/admin/statements/open": () => ({ queries: none }),
  "GET /api/admin/statements/:id": ({ statement }) => ({ at: [statement], queries: none }),
  "GET /api/admin/invoices": () => ({ queries: none }),
  "GET /api/admin/invoices/daily-totals/export": () => ({
    queries: [`month=${new Date().toISOString().slice(0, 7)}&timeZone=UTC`],
  }),
  "GET /api/admin/invoices/e-invoices/export":
    "reads the Stripe customers of a page, and what Link sold of it, by unique indexes",
  "GET /api/admin/invoices/:invoiceId/e-invoice": "reads one Stripe customer",
  "GET /api/admin/subscriptions": ({ product, subscription, userId, permanentLink }) => ({
    queries: ["", "sort=oldest", ...subscriptionStates.map((status) => `status=${status}`)].flatMap(
      (narrowed) =>
        [
          "",
          `productId=${product}`,
          "promotionCodeId=promo_1",
          `linkId=${permanentLink.id}`,
        ].flatMap((of) =>
          [
            "",
            late("sub"),
            days,
            `${days}&${late("sub")}`,
            "search=us",
            `search=${subscription}`,
            `search=${userId}&${days}`,
          ].map((more) => `${narrowed}&${of}&${more}`),
        ),
    ),
  }),
  "GET /api/admin/subscriptions/export": () => ({ queries: ["", "status=active"] }),
  "GET /api/admin/subscriptions/summary": ({ product, userId }) => ({
    queries: ["", ...subscriptionStates.map((status) => `status=${status}`)].flatMap((narrowed) =>
      ["", `productId=${product}`, days, `search=${userId}`].map((more) => `${narrowed}&${more}`),
    ),
  }),
  "GET /api/admin/subscriptions/:id/plan-change": "reads one subscription",
  "GET /api/admin/subscriptions/:id/resumption": "reads one subscription",
  "GET /api/admin/subscriptions/:id": ({ subscription }) => ({ at: [subscription], queries: none }),
  "GET /api/admin/notifications": () => ({ queries: none }),
  "GET /api/admin/notifications/:kind/preview": readsNoTable,
  "GET /api/admin/team": () => ({
    queries: ["", "sort=newest", "sort=name"].flatMap((sort) =>
      ["", late("usr"), "role=owner", "search=a"].map((more) => `${sort}&${more}`),
    ),
  }),
  "GET /api/admin/team/:id/programs": ({ owner }) => ({ at: [owner.userId], queries: none }),
  "GET /api/admin/team/invitations": () => ({ queries: ["", late("inv"), "search=a"] }),
};

/** Of the overview, and of its export. */
const overviewSteps: [step: string, why: string][] = [
  ["SCAN prices", "stops at the first that is for sale"],
  ["SCAN events", "starts at the newest and stops at the first of the mode"],
  [
    "USE TEMP B-TREE FOR ORDER BY after SEARCH subscriptions USING INDEX subscriptions_status (mode=? AND status=?)",
    "only until cron has counted them",
  ],
];

const checkoutsOfOneUser: [step: string, why: string] = [
  "USE TEMP B-TREE FOR ORDER BY after SEARCH checkouts USING INDEX checkouts_customer (customer_id=?)",
  "the checkouts of one user",
];

/** A link's index has no time: it is for few questions. */
const ofOneLink = (table: string): [string, string] => [
  `USE TEMP B-TREE FOR ORDER BY after SEARCH ${table} USING INDEX ${table}_link (link_id=?)`,
  `the ${table} of one link`,
];

/** A number says in which second the purchase was made. */
const ofOneTime = (table: string): [string, string] => [
  `USE TEMP B-TREE FOR ORDER BY after SEARCH ${table} USING INDEX sqlite_autoindex_${table}_1 (id>? AND id<?)`,
  `the ${table} of one second`,
];

/** Steps that cost more in a large shop, by route, and why that is acceptable. */
const allowed: Partial<Record<ReadRoute, [step: string, why: string][]>> = {
  "GET /api/me/account/export": [["SCAN payments", "one user requests it, and rarely"]],
  "GET /api/me/billing": [
    [
      "USE TEMP B-TREE FOR ORDER BY after SEARCH prices USING INDEX prices_stripe (mode=?)",
      "the prices of a catalog",
    ],
  ],
  "GET /api/admin/preview/pages/:id": [
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH products USING INDEX products_status (status=?)",
      "the prices of the products that include the page",
    ],
  ],
  "GET /api/admin/products/:id/upgrade": [
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH products USING INDEX products_status (status=?)",
      "the prices of a catalog",
    ],
  ],
  "GET /api/admin/customers/:userId": [checkoutsOfOneUser],
  "GET /api/admin/customers/:userId/stripe": [checkoutsOfOneUser],
  "GET /api/admin/overview": overviewSteps,
  "GET /api/admin/overview/export": overviewSteps,
  "GET /api/admin/licenses": [
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH users USING INDEX users_email (email>? AND email<?)",
      "sorts the keys of one email",
    ],
  ],
  "GET /api/v1/orders": [ofOneTime("orders")],
  "GET /api/v1/subscriptions": [ofOneTime("subscriptions")],
  "GET /api/admin/orders": [
    ofOneLink("orders"),
    [
      "USE TEMP B-TREE FOR ORDER BY after MULTI-INDEX OR",
      "the orders of the users who match the search, and those of one second",
    ],
  ],
  "GET /api/admin/search": [
    [
      "USE TEMP B-TREE FOR ORDER BY after CO-ROUTINE places",
      "the products among two thousand places of the search's longest word",
    ],
  ],
  "GET /api/admin/subscriptions/:id": [
    [
      "USE TEMP B-TREE FOR ORDER BY after SEARCH prices USING INDEX prices_stripe (mode=?)",
      "the prices of a catalog",
    ],
  ],
  "GET /api/admin/subscriptions": [
    ofOneLink("subscriptions"),
    [
      "USE TEMP B-TREE FOR ORDER BY after MULTI-INDEX OR",
      "the subscriptions of the users who match the search, and those with paused payments",
    ],
  ],
  "GET /api/v1/gifts": [
    [
      "USE TEMP B-TREE FOR ORDER BY after SEARCH gifts USING INDEX gifts_seat (seat_of=?)",
      "the seats of one purchase",
    ],
    [
      "USE TEMP B-TREE FOR ORDER BY after SEARCH claims USING INDEX claims_seat (seat_of=?)",
      "the invitations to seats of one purchase",
    ],
  ],
  "GET /api/admin/products/owners": [
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH orders USING INDEX orders_product (mode=?)",
      "reads every purchase, so the list does not wait for it",
    ],
    [
      "USE TEMP B-TREE FOR ORDER BY after SCAN orders USING INDEX orders_lines",
      "reads the orders with several products, as above",
    ],
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH i USING COVERING INDEX subscription_items_product (product_id>?)",
      "the same",
    ],
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SCAN gifts USING INDEX gifts_product",
      "the same",
    ],
  ],
  "GET /api/admin/products/:id/benefits/:benefitId/removal": [
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH orders USING INDEX orders_product (mode=? AND product_id=?)",
      "counts all users who have the product, before a rare change",
    ],
    [
      "USE TEMP B-TREE FOR ORDER BY after SCAN orders USING INDEX orders_lines",
      "reads the orders with several products, as above",
    ],
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH i USING COVERING INDEX subscription_items_product (product_id=?)",
      "the same",
    ],
    [
      "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH gifts USING INDEX gifts_product (product_id=?)",
      "the same",
    ],
  ],
};

const cases = Object.entries(requests).flatMap(([route, requestsOf]) =>
  typeof requestsOf === "string" ? [] : [[route, requestsOf] as const],
);

test.each(cases)(
  "%s uses indexes, and sorts only small sets of rows",
  async (route, requestsOf) => {
    const { at = [], queries } = requestsOf(ids);
    const values = [...at];
    const path = route.slice("GET ".length).replaceAll(/:\w+/g, () => values.shift()!);
    const costly = new Map<string, string>();
    for (const query of queries) {
      recorded.take();
      const target = `${path}?${query}`;
      const { status } = path.startsWith(API)
        ? await ids.program.get(target.slice(API.length))
        : await fetchAll(ids.owner, target);
      expect([query, status]).toEqual([query, 200]);
      for (const statement of recorded.take())
        for (const step of await findCostlySteps(statement))
          costly.set(step, `?${query} sent: ${statement.sql}`);
    }
    const expected = (allowed[route as ReadRoute] ?? []).map(([step]) => step);
    expect([...costly].filter(([step]) => !expected.includes(step))).toEqual([]);
    // An exception that is no longer needed must be removed.
    expect(expected.filter((step) => !costly.has(step))).toEqual([]);
  },
);

const restored = new Set<string>(restoreTexts);

/** Steps of scheduled jobs, the queue and rebuilds that cost more in a large shop, and why that is acceptable. */
const allowedInBackground: [step: string, why: string][] = [
  ["SCAN feed_erasures", "has only what the same job has not erased yet"],
  ["SCAN events", "reads a thousand of the oldest"],
  ["SCAN event_payloads", "reads two hundred of the oldest"],
  [
    "USE TEMP B-TREE FOR ORDER BY after CO-ROUTINE (subquery-2)",
    "sorts two hundred events with payloads of older versions",
  ],
  ["SCAN rendered_markdown", "the texts of the seller, once a night"],
  ["USE TEMP B-TREE FOR ORDER BY after SCAN rendered_markdown", "the same"],
  [
    "USE TEMP B-TREE FOR ORDER BY after SEARCH subscriptions USING INDEX subscriptions_status (mode=? AND status=?)",
    "sorts the counts of each currency",
  ],
  [
    "USE TEMP B-TREE FOR LAST TERM OF ORDER BY after SEARCH grants USING INDEX grants_ending (ends_at>? AND ends_at<?)",
    "sorts the grants that end at the same time",
  ],
  ["USE TEMP B-TREE FOR ORDER BY after SCAN b", "sorts the keys that ended since the last run"],
];

test("scheduled jobs, the queue, sweeps and rebuilds use indexes, and sort only small sets of rows", async () => {
  const ctx = (now: number) => ({ ...shop.ctx(undefined, now), db: openDatabase(recorded.d1) });
  const { DB } = shop.env;
  const now = Date.now();
  recorded.take();
  // The queue opens its own database.
  shop.env.DB = recorded.d1;
  onTestFinished(() => void (shop.env.DB = DB));
  // The last run of an hour counts what the overview shows.
  const lastRun = (Math.floor(now / HOUR) + 1) * HOUR - MINUTE;
  for (const [cron, at] of [
    ["23 3 * * *", now],
    ["*/5 * * * *", lastRun],
    ["17 * * * *", lastRun],
    ["23 3 * * *", now + 400 * DAY],
    ["*/5 * * * *", lastRun + 400 * DAY],
  ] as const)
    await runCron(ctx(at), cron);
  await runRebuild(shop);
  await startOutageMode(ctx(now));
  await recoverFromOutage(ctx(now), { ignoresWaiting: true });
  // Those of the feed and of a restore have tests of their own, beside them.
  const statements = recorded
    .take()
    .filter(({ sql }) => !sql.startsWith("INSERT INTO feed_events") && !restored.has(sql));
  expect(statements.length).toBeGreaterThan(100);
  const costly = new Map<string, string>();
  for (const statement of statements)
    for (const step of await findCostlySteps(statement)) costly.set(step, statement.sql);
  const expected = allowedInBackground.map(([step]) => step);
  expect([...costly].filter(([step]) => !expected.includes(step))).toEqual([]);
  expect(expected.filter((step) => !costly.has(step))).toEqual([]);
});
