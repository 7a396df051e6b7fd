import { expect, test } from "vitest";
import { setPriceActive } from "../../testing/fixtures/edit-product.ts";
// oxlint-disable-next-line no-restricted-imports, import/default -- the test compares the paths with the app's
import paths from "../../../frontend/paths.ts?raw";
// oxlint-disable-next-line no-restricted-imports, import/default -- as above
import appPages from "../../../frontend/pages.ts?raw";
import { createPage } from "../../admin/pages/create-page.ts";
import { publishPage } from "../../admin/pages/publish-page.ts";
import { unpublishProduct } from "../../admin/products/publish-product.ts";
import { saveLegalTexts } from "../../settings/legal-pages.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { editTestProduct, openVisitor, renameProduct } from "../../testing/clients/public-pages.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openBrowser, ORIGIN } from "../../testing/clients/sign-in.ts";
import { collectTax } from "../../testing/fixtures/tax.ts";

const shop = openTestShop();
const { visit } = openVisitor(shop.env);
const newSlug = (name: string) => `${name}-${crypto.randomUUID()}`;
const texts = { terms: "", privacy: "", refunds: "", imprint: "" };

/** Whether a crawler that follows robots.txt may read a path: the longest rule that fits decides. */
function mayCrawl(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)]
    .map(([, kind, prefix]) => ({ isAllowed: kind === "Allow", prefix: prefix! }))
    .filter(({ prefix }) => path.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  return rules[0]?.isAllowed ?? true;
}

test("robots.txt allows public pages and what they show, and no page that depends on its reader", async () => {
  const { body, contentType } = await visit("/robots.txt");
  expect(contentType).toMatch(/^text\/plain/);
  expect(body).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`);
  const blocks = [
    ...(paths + appPages).matchAll(/export const (?:paths|pages) = \{\n([\s\S]*?)\n\}/g),
  ];
  expect(blocks).toHaveLength(2);
  const quoted = blocks.flatMap(([block]) => [...block.matchAll(/"(\/[^"]*)"/g)]);
  const pages = [...new Set(quoted.map(([, path]) => path!))];
  expect(pages.length).toBeGreaterThan(14);
  const allowed = pages.filter((path) => mayCrawl(body, path)).toSorted();
  expect(allowed).toEqual(["/", "/docs/api", "/legal/:page", "/p/:slug", "/read/:slug"]);
  for (const path of ["/p/a.md", "/llms.txt", "/api/shop/theme.css", "/api/shop/images/1"])
    expect([path, mayCrawl(body, path)]).toEqual([path, true]);
  for (const path of [
    "/admin",
    "/admin/products",
    "/api/me",
    "/api/auth/signin",
    "/buy",
    "/plain/signin",
  ])
    expect([path, mayCrawl(body, path)]).toEqual([path, false]);
});

test("a shop in test mode asks not to be listed, and a live one asks for it", async () => {
  const origin = "https://shop.example.com";
  const open = async (key: string) => {
    const env = { ...shop.env, AUTH_URL: `${origin}/api/auth`, STRIPE_SECRET_KEY: key };
    const visitor = openBrowser({ env: withoutSandbox(env) as Env, origin });
    const [robots, page] = await Promise.all(
      ["/robots.txt", "/"].map(async (path) => (await visitor.fetch(path)).text()),
    );
    return { robots, page: /<meta name="robots" content="([^"]*)"/.exec(page!)?.[1] };
  };
  const inTestMode = await open(shop.stripeKey);
  expect(inTestMode.page).toBe("noindex");
  // A crawler that is kept out would not see it.
  expect(mayCrawl(inTestMode.robots!, "/")).toBe(true);
  expect(inTestMode.robots).not.toContain("Sitemap");
  const live = await open("sk_live_0123456789abcdef");
  expect(live.page).toMatch(/^index/);
  expect(live.robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
});

/** On a public host, the values of the sandbox are refused. */
function withoutSandbox(env: Env) {
  const random = () => crypto.randomUUID() + crypto.randomUUID();
  const { STRIPE_API_URL, EMAIL_API_URL, DNS_URL, ...rest } = env as Env & { DNS_URL: string };
  return {
    ...rest,
    AUTH_SECRET: random(),
    STRIPE_WEBHOOK_SECRET: `whsec_${random()}`,
    OIDC_ISSUER: "https://id.example.com",
    OIDC_CLIENT_SECRET: random(),
    OWNER_EMAILS: "ann@shop.example.com",
    SIGNING_KEYS: "",
  };
}

test("the sitemap has every public page once, and nothing else", async () => {
  await emptyDatabase();
  const product = await shop.createPublishedProduct({});
  await shop.createDraftProduct();
  const archived = await shop.createPublishedProduct({});
  await unpublishProduct(shop.ctx(), { productId: archived.id, to: "archived" });
  const priceless = await shop.createPublishedProduct({});
  const priceId = priceless.prices[0]!.id;
  await setPriceActive(shop.ctx(), { productId: priceless.id, priceId, active: false });
  const page = { slug: newSlug("notes"), title: "Notes", excerpt: "", body: "" };
  const { id } = await createPage(shop.ctx(), page);
  await createPage(shop.ctx(), { ...page, slug: newSlug("draft") });
  await publishPage(shop.ctx(), { id });
  await saveLegalTexts(shop.ctx(), {
    ...texts,
    privacy: "We keep nothing.",
    accessibility: "Few barriers.",
    templates: { accessibility: "2026-11-26" },
  });

  const { body, contentType } = await visit("/sitemap.xml");
  expect(contentType).toBe("application/xml; charset=utf-8");
  expect(body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http/);
  const paths = [
    "/",
    "/legal/privacy",
    "/legal/accessibility",
    `/read/${page.slug}`,
    `/p/${product.slug}`,
  ];
  const locations = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  expect(locations).toEqual(paths.map((path) => ORIGIN + path));
  for (const path of paths) expect([path, (await visit(path)).status]).toEqual([path, 200]);
  expect(body).toMatch(
    new RegExp(`/p/${product.slug}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>`),
  );
  expect(body).toMatch(/\/legal\/privacy<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
  expect((await visit("/sitemaps/1.xml")).body).toBe(body);
  for (const file of ["2.xml", "0.xml", "01.xml", "1", "x.xml"])
    expect([file, (await visit(`/sitemaps/${file}`)).status]).toEqual([file, 404]);
});

test("the next sitemap has a product that was published since", async () => {
  await visit("/sitemap.xml");
  const { slug } = await shop.createPublishedProduct({});
  expect((await visit("/sitemap.xml")).body).toContain(`/p/${slug}<`);
});

test("a product in Markdown says what it costs, what a buyer gets and how to buy", async () => {
  await collectTax(shop);
  const product = await shop.createPublishedProduct({
    name: "Salt *marsh* [1]",
    tagline: "Slack tide\nat dawn",
    description: "## Recorded\n\nAt **slack tide**.",
    prices: [
      { type: "one_time", amountMinor: 2900, currency: "usd" },
      { ...monthly, trialDays: 14 },
      { type: "one_time", model: "pay_what_you_want", minimumMinor: 3500, currency: "usd" },
      { ...monthly, model: "per_seat", amountMinor: 4000, interval: "year", intervalCount: 2 },
    ],
    benefits: [
      { type: "download", name: "Recordings", settings: {} },
      {
        type: "license_key",
        name: "Player",
        settings: { prefix: "SM", activationLimit: 3, perSeat: true },
      },
    ],
  });
  const url = `${ORIGIN}/p/${product.slug}`;
  const { body, contentType, headers } = await visit(`/p/${product.slug}.md`);
  expect(contentType).toBe("text/markdown; charset=utf-8");
  expect(headers.get("link")).toBe(`<${url}>; rel="canonical"`);
  expect(body).toBe(String.raw`# Salt \*marsh\* \[1\]

> Slack tide at dawn

## Prices

- $9.00 a month plus tax, after a free trial of 14 days
- $29.00 plus tax, paid once
- from $35.00 (the buyer chooses) plus tax, paid once
- $40.00 a seat every 2 years plus tax

## What you get

- Recordings: 0 files
- Player: 3 activations a seat

## Description

## Recorded

At **slack tide**.

## How to buy

Open ${url} in a browser, choose "Buy", and sign in. The payment is made on a page of Stripe.
`);
  await renameProduct(shop, product, "Reed bed");
  expect((await visit(`/p/${product.slug}.md`)).body).toMatch(/^# Reed bed\n/);
});

test("a program that prefers Markdown gets it at the product's URL, and a browser gets HTML", async () => {
  const { slug } = await shop.createPublishedProduct({ name: "Salt marsh" });
  const get = (accept: string) => visit(`/p/${slug}`, { headers: { accept } });
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const formats = {
    "text/markdown": "text/markdown",
    "text/markdown, text/html;q=0.9, */*;q=0.1": "text/markdown",
    [browser]: "text/html",
    "text/html, text/markdown;q=0.5": "text/html",
    "*/*": "text/html",
  };
  // Twice: neither is answered with what is stored of the other.
  for (const [accept, format] of [...Object.entries(formats), ...Object.entries(formats)]) {
    const { contentType, headers, body } = await get(accept);
    expect([accept, contentType]).toEqual([accept, `${format}; charset=utf-8`]);
    expect(headers.get("vary")).toBe(
      format === "text/markdown" ? "Accept" : "Cookie, Accept-Language, x-locale, Accept",
    );
    expect(body.startsWith("# Salt marsh")).toBe(format === "text/markdown");
  }
  const markdown = await get("text/markdown");
  const headers = { accept: browser, "if-none-match": markdown.etag! };
  expect((await visit(`/p/${slug}`, { headers })).status).toBe(200);
});

test("the Markdown of a renamed product is at its new URL, and that of an archived one is gone", async () => {
  const product = await shop.createPublishedProduct({});
  const renamed = newSlug("renamed");
  await editTestProduct(shop, product, { slug: renamed });
  expect(await visit(`/p/${product.slug}.md?a=1`)).toMatchObject({
    status: 301,
    location: `${ORIGIN}/p/${renamed}.md?a=1`,
  });
  await unpublishProduct(shop.ctx(), { productId: product.id, to: "archived" });
  for (const slug of [product.slug, renamed]) {
    const { status, body } = await visit(`/p/${slug}.md`);
    expect([status, body]).toEqual([410, expect.stringContaining("no longer sold")]);
  }
  for (const name of ["nothing", "No%20slug", ""])
    expect([name, (await visit(`/p/${name}.md`)).status]).toEqual([name, 404]);
});

test("llms.txt says what the shop is and links to each product's Markdown", async () => {
  await emptyDatabase();
  const first = await shop.createPublishedProduct({ name: "Salt marsh", tagline: "Slack tide" });
  await shop.createDraftProduct({ name: "Hidden" });
  await saveLegalTexts(shop.ctx(), { ...texts, terms: "Be kind." });
  const { body, contentType } = await visit("/llms.txt");
  expect(contentType).toMatch(/^text\/plain/);
  expect(body).toMatch(/^# Tidewater\n\n> Field recordings/);
  expect(body).toContain(
    `\n## Products\n\n- [Salt marsh](${ORIGIN}/p/${first.slug}.md): Slack tide\n`,
  );
  expect(body).toContain(`\n## Optional\n\n- [Terms](${ORIGIN}/legal/terms)\n`);
  expect(body).not.toContain("Hidden");
  for (const [, path] of body.matchAll(/\]\(http:\/\/[^/]+([^)]+)\)/g))
    expect([path, (await visit(path!)).status]).toEqual([path, 200]);
});
