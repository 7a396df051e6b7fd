import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { attachPage } from "../admin/pages/attach-page.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { createGift } from "../gifts/create-gift.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { showPage, type PageView } from "../delivery/pages/show-page.ts";
import { saveConsentSettings } from "../settings/consent-settings.ts";
import { saveLegalTexts } from "../settings/legal-pages.ts";
import { readShopSettings, saveShopDetails } from "../settings/shop-settings.ts";
import { withTextsIn } from "../settings/text-language.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import type { showProduct, showShop } from "../storefront/show-shop.ts";
import { createCountingD1 } from "../testing/database/create-counting-d1.ts";
import { openPage, readData } from "../testing/clients/drawn-pages.ts";
import { editProduct } from "../testing/fixtures/edit-product.ts";
import { translateBenefit, translateProduct } from "../testing/fixtures/edit-translations.ts";
import { openVisitor } from "../testing/clients/public-pages.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";

type Product = Awaited<ReturnType<typeof showProduct>>;
type Shop = Awaited<ReturnType<typeof showShop>>;

const shop = openTestShop();

/** Reads an answer of the shop as a visitor whose browser asks for this language. */
const readIn = <Answer>(locale: string, path: string) =>
  openBrowser({ env: shop.env }).json<Answer>(path, { headers: { "accept-language": locale } });

const inGerman = { headers: { "accept-language": "de" } };

async function createTranslatedProduct() {
  const product = await shop.createPublishedProduct({
    name: "Tides",
    tagline: "A year of tides",
    description: "Cold **water**.",
    benefits: [
      { type: "link", name: "The map", settings: { url: "https://example.com", note: "Hi" } },
      { type: "page", name: "Notes", settings: {} },
    ],
  });
  await translateProduct(shop.ctx(), product.id, {
    de: { name: "Gezeiten", description: "Kaltes **Wasser**." },
  });
  const { id: benefitId } = product.benefits[0]!;
  await translateBenefit(shop.ctx(), {
    productId: product.id,
    benefitId,
    translations: { de: { name: "Die Karte" } },
  });
  return { ...product, benefitId };
}

test("a product is shown in German, and each text without a translation in the default language", async () => {
  const { id, slug, benefitId } = await createTranslatedProduct();
  const path = `/api/shop/products/${slug}`;
  const german = await readIn<Product>("de", path);
  expect(german).toMatchObject({
    name: "Gezeiten",
    defaultName: "Tides",
    tagline: "A year of tides",
    descriptionHtml: "<p>Kaltes <strong>Wasser</strong>.</p>",
    langs: { tagline: "en" },
  });
  expect(german.benefits.map(({ name, langs }) => [name, langs])).toEqual([
    ["Die Karte", undefined],
    ["Notes", { name: "en" }],
  ]);
  expect(await readIn<Product>("fr", path)).toMatchObject({
    name: "Tides",
    descriptionHtml: "<p>Cold <strong>water</strong>.</p>",
    langs: { name: "en", tagline: "en", description: "en" },
  });
  const english = await readIn<Product>("en", path);
  expect([english.name, english.langs, english.defaultName]).toEqual([
    "Tides",
    undefined,
    undefined,
  ]);

  const { products } = await readIn<Shop>("de", "/api/shop");
  const card = products.find((each) => each.id === id)!;
  expect(card).toMatchObject({ name: "Gezeiten", langs: { tagline: "en" } });
  expect(card.benefits.find((each) => each.id === benefitId)!.name).toBe("Die Karte");
});

test("what is about to be bought has its German name on the sign-in page and on the last screen", async () => {
  const { slug, prices } = await createTranslatedProduct();
  const price = prices[0]!.id;
  const callbackUrl = `/p/${slug}?buy=${price}`;
  const signIn = await openBrowser({ env: shop.env }).fetch(
    `/plain/signin?${new URLSearchParams({ callbackUrl })}`,
    inGerman,
  );
  expect(await signIn.text()).toContain("Gezeiten");
  const buyer = await createSignedInUser({ env: shop.env });
  const lastScreen = await (await buyer.fetch(`/buy?price=${price}`, inGerman)).text();
  expect(lastScreen).toContain("Gezeiten");
  expect(lastScreen).not.toContain("Tides");
});

test("the drawn page is in German with the picture of its links, and the Markdown on request", async () => {
  const { id, slug } = await createTranslatedProduct();
  await editProduct(shop.ctx(), id, { tagline: "" });
  const german = await openBrowser({ env: shop.env }).fetch(`/p/${slug}`, inGerman);
  const html = await german.text();
  expect(html).toContain("<title>Gezeiten");
  expect(readData(html).content).toMatchObject({ kind: "product", product: { name: "Gezeiten" } });
  const picture = (page: string) => /property="og:image" content="([^"]*)"/.exec(page)?.[1];
  expect(picture(html)).toBe(picture((await openPage(shop, `/p/${slug}`)).html));

  const { visit } = openVisitor(shop.env);
  const markdown = await visit(`/p/${slug}.md?lang=de`, inGerman);
  expect(markdown.body).toMatch(/^# Gezeiten\n[^]*Die Karte[^]*Kaltes \*\*Wasser\*\*\./);
  expect((await visit(`/p/${slug}.md`, inGerman)).body).toMatch(/^# Tides\n[^]*The map/);
});

test("a page uncached in German costs 2 statements more than in the default language, cached none", async () => {
  const { slug } = await createTranslatedProduct();
  const counting = createCountingD1(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: counting.d1 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const count = async (init?: RequestInit) => {
    await visit(`/p/${slug}`, init);
    return counting.take().statements;
  };
  await visit("/api/shop/theme.css");
  counting.take();
  const inDefault = await count();
  const uncached = await count(inGerman);
  // The shop's own line, the product with its benefits, and the titles of its pages, if it has any.
  expect([uncached - inDefault, await count(inGerman)]).toEqual([2, 0]);
});

test("a cached page in German shows a new translation at once", async () => {
  const { id, slug } = await createTranslatedProduct();
  const { visit } = openVisitor(shop.env);
  const read = async () => {
    const { body, cacheStatus } = await visit(`/api/shop/products/${slug}`, inGerman);
    return [(JSON.parse(body) as Product).name, cacheStatus];
  };
  await read();
  expect(await read()).toEqual(["Gezeiten", "gatehouse; hit"]);
  await translateProduct(shop.ctx(), id, { de: { name: "Flut" } });
  expect(await read()).toEqual(["Flut", "gatehouse; fwd=miss; stored"]);
});

test("an email names the product in the language of its reader", async () => {
  const mailing = openTestShop({ hasEmailSender: true });
  const product = await mailing.createPublishedProduct({ name: "Tides" });
  await translateProduct(mailing.ctx(), product.id, { de: { name: "Gezeiten" } });
  const subjectFor = async (locale: string) => {
    const userId = await mailing.createUser();
    await env.DB.prepare("UPDATE users SET locale = ? WHERE id = ?").bind(locale, userId).run();
    const checkout = await openCheckout(mailing.asUser(userId), {
      priceId: product.prices[0]!.id,
    });
    await mailing.pay(checkout.url);
    await confirmCheckout(mailing.asUser(userId), { id: checkout.id });
    const [email] = await mailing.emailsTo(userId);
    return email!.subject;
  };
  expect(await subjectFor("de")).toContain("Gezeiten");
  expect(await subjectFor("fr")).toContain("Tides");
});

test("the seller's own consent text is in the buyer's language on Stripe's page", async () => {
  const selling = openTestShop();
  await selling.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
  await saveConsentSettings(selling.ctx(), {
    ask: "terms",
    text: "I agree.",
    translations: { de: { text: "Ich stimme zu." } },
  });
  const { prices } = await selling.createPublishedProduct({});
  const textFor = async (locale: "de" | "ja") => {
    const buyer = { ...selling.asUser(await selling.createUser()), locale };
    const { url } = await openCheckout(buyer, { priceId: prices[0]!.id });
    const { custom_text: text } = await selling.pay(url);
    return text.terms_of_service_acceptance?.message;
  };
  expect([await textFor("de"), await textFor("ja")]).toEqual(["Ich stimme zu.", "I agree."]);
  await saveConsentSettings(selling.ctx(), { ask: "none", text: null, translations: {} });
});

test("a page is shown in German to its readers, and its paid text only to them", async () => {
  const { id: productId, benefits } = await createTranslatedProduct();
  const title = { de: { title: "Erstes Kapitel", body: "Nur für **Leser**." } };
  const texts = { excerpt: "For *all*.", body: "For **readers**." };
  const [first, second] = [`a-${crypto.randomUUID()}`, `b-${crypto.randomUUID()}`];
  for (const page of [
    { slug: first, title: "Chapter one", ...texts, translations: title },
    { slug: second, title: "Chapter two", ...texts },
  ]) {
    const { id } = await createPage(shop.ctx(), page);
    await attachPage(shop.ctx(), { pageId: id, benefitId: benefits[1]!.id });
    await publishPage(shop.ctx(), { id });
  }
  const closed = await readIn<PageView>("de", `/api/me/pages/${first}`);
  expect(closed).toMatchObject({
    access: "closed",
    title: "Erstes Kapitel",
    excerptHtml: "<p>For <em>all</em>.</p>",
    langs: { excerpt: "en" },
    products: [{ name: "Gezeiten" }],
  });
  expect(JSON.stringify(closed)).not.toContain("Leser");

  const userId = await shop.createUser();
  await createGift(shop.ctx(), { userId, productId, note: "A gift" });
  const ctx = await withTextsIn(shop.asUser(userId), "de");
  expect(await showPage(ctx, { slug: first, userId })).toMatchObject({
    bodyHtml: "<p>Nur für <strong>Leser</strong>.</p>",
    next: { title: "Chapter two", langs: { title: "en" } },
    why: { product: { name: "Gezeiten" } },
  });
  expect(await showPage(ctx, { slug: second, userId })).toMatchObject({
    bodyHtml: "<p>For <strong>readers</strong>.</p>",
    langs: { title: "en", body: "en" },
    previous: { slug: first, title: "Erstes Kapitel" },
  });

  const [entry] = await showLibrary(ctx, { userId });
  expect(entry!.product).toMatchObject({ name: "Gezeiten", langs: { tagline: "en" } });
  expect(entry!.benefits).toMatchObject([
    { name: "Die Karte", note: "Hi", langs: { note: "en" } },
    { name: "Notes", pages: [{ title: "Erstes Kapitel" }, { title: "Chapter two" }] },
  ]);
  expect(
    entry!.timeline.flatMap(({ granted }) => granted.map(({ name }) => name)).toSorted(),
  ).toEqual(["Die Karte", "Notes"]);
  // In the console and in work in the background, everything is in the default language.
  const [plain] = await showLibrary(shop.asUser(userId), { userId });
  expect([plain!.product.name, plain!.product.langs]).toEqual(["Tides", undefined]);
});

test("legal pages and the shop's line are shown in German where the seller has written them", async () => {
  const { name, supportEmail } = await readShopSettings(shop.ctx());
  await saveShopDetails(shop.ctx(), {
    name,
    line: "Field guides",
    supportEmail,
    translations: { de: { line: "Feldführer" }, fr: { line: " " } },
  });
  await saveLegalTexts(shop.ctx(), {
    terms: "The terms.",
    privacy: "Privacy.",
    refunds: "",
    imprint: "",
    translations: { de: { terms: "Die **Bedingungen**.", refunds: "Erstattung." } },
  });
  const { shop: german } = await readIn<Shop>("de", "/api/shop");
  expect(german).toMatchObject({ line: "Feldführer", defaultLine: "Field guides" });
  expect(german.legal).toEqual(expect.arrayContaining(["terms", "privacy"]));
  // A translation without a text in the default language makes no page.
  expect(german.legal).not.toContain("refunds");
  const { shop: french } = await readIn<Shop>("fr", "/api/shop");
  expect([french.line, french.langs]).toEqual(["Field guides", { line: "en" }]);
  expect(await readIn("de", "/api/shop/legal/terms")).toEqual({
    page: "terms",
    name: "terms",
    html: "<p>Die <strong>Bedingungen</strong>.</p>",
  });
  expect(await readIn("de", "/api/shop/legal/privacy")).toEqual({
    page: "privacy",
    name: "privacy",
    html: "<p>Privacy.</p>",
    langs: { privacy: "en" },
  });
  expect((await openVisitor(shop.env).visit("/api/shop/legal/refunds", inGerman)).status).toBe(404);
});
