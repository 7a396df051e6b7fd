import { describe, expect, it, test } from "vitest";
import { embedJson } from "../../shared/embed-json.ts";
import { renderMarkdown } from "../../shared/markdown.ts";
import {
  findStructuredDataErrors,
  readStructuredData,
} from "../../testing/rules/structured-data.ts";
import { pageTitles } from "../../testing/fixtures/page-titles.ts";
import { monthlyPrice, oneTimePrice, yearlyPrice } from "../../testing/fixtures/public-prices.ts";
import type { LanguageSettings } from "../../settings/languages.ts";
import { describeHead } from "./describe-head.ts";
import type { Head, HeadPage, HeadSite } from "./head.ts";

const origin = "https://tidewater.example";

const site: HeadSite = {
  origin,
  shop: {
    name: "Tidewater",
    line: "Field recordings, and how to make them",
    supportEmail: "help@tidewater.example",
    logo: { url: `/api/shop/logo/${"a".repeat(64)}.png`, saysName: false },
    accent: null,
    typeface: "system",
    sharePicture: null,
    legal: ["terms"],
    seller: { name: "Tidewater", city: null, country: null },
    soldByLink: false,
    payFirst: false,
    isTaxCalculated: false,
    languages: { default: "en", offered: ["en"] },
  },
  locale: "en",
  isIndexed: true,
  titles: pageTitles,
  icons: [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }],
};

function productPage(
  changes: Partial<Extract<HeadPage, { kind: "product" }>["product"]> = {},
): HeadPage {
  return {
    kind: "product",
    product: {
      id: "prd_1",
      slug: "membership",
      name: "Membership",
      tagline: "Every recording, as it comes",
      image: null,
      prices: [monthlyPrice],
      addOns: [],
      parts: [],
      includes: null,
      benefits: [],
      sharePicture: null,
      descriptionHtml: renderMarkdown("All recordings. New ones **every week**."),
      refunds: null,
      cover: null,
      pictures: [],
      samples: [],
      ...changes,
    },
  };
}

const pages: [name: string, page: HeadPage][] = [
  ["the shop", { kind: "home", products: [] }],
  [
    "the shop with products",
    {
      kind: "home",
      products: [
        {
          id: "prd_1",
          slug: "membership",
          name: "Membership",
          tagline: "",
          image: null,
          prices: [monthlyPrice],
          includes: null,
          benefits: [],
        },
      ],
    },
  ],
  ["a product", productPage()],
  ["a product with two prices", productPage({ prices: [monthlyPrice, yearlyPrice] })],
  [
    "a product with prices in two currencies",
    productPage({
      prices: [monthlyPrice, { ...oneTimePrice, currency: "jpy", amountMinor: 1200 }],
    }),
  ],
  ["a product by the seat", productPage({ prices: [{ ...yearlyPrice, model: "per_seat" }] })],
  ["a free product", productPage({ prices: [{ ...oneTimePrice, amountMinor: 0 }] })],
  ["a product without a price", productPage({ prices: [] })],
  ["a legal page", { kind: "legal", page: "terms", html: renderMarkdown("Be kind.") }],
  [
    "a members' page",
    { kind: "members", slug: "notes", title: "Notes", excerptHtml: renderMarkdown("First.") },
  ],
  [
    "a free page",
    {
      kind: "free",
      slug: "notes",
      title: "Notes",
      excerptHtml: "",
      bodyHtml: renderMarkdown("First."),
      publishedAt: 1_760_000_000_000,
      updatedAt: 1_750_000_000_000,
    },
  ],
  ["an unknown page", { kind: "missing" }],
  ["an archived product", { kind: "gone" }],
];

const meta = (head: Head, name: string) =>
  head.metas.find((each) => each.name === name || each.property === name)?.content;

const toHtml = ({ jsonLd }: Head) =>
  jsonLd.map((data) => `<script type="application/ld+json">${embedJson(data)}</script>`).join("");

describe("the head of a product", () => {
  test("the head of a product has its name, description, price and picture", () => {
    const head = describeHead(productPage(), site);
    expect(head.title).toBe("Membership · Tidewater");
    expect(
      Object.fromEntries(head.metas.map((each) => [each.name ?? each.property, each.content])),
    ).toMatchObject({
      description: "Every recording, as it comes",
      robots: "index, follow, max-image-preview:large",
      "og:type": "product",
      "og:site_name": "Tidewater",
      "og:title": "Membership",
      "og:description": "Every recording, as it comes",
      "og:url": `${origin}/p/membership`,
      "og:image": `${origin}/p/membership/share-picture?v=cover-2`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:type": "image/png",
      "og:image:alt": "Membership · Tidewater",
      "product:price:amount": "9.00",
      "product:price:currency": "USD",
      "twitter:card": "summary_large_image",
    });
    expect(head.links).toEqual([
      { rel: "canonical", href: `${origin}/p/membership` },
      { rel: "alternate", type: "text/markdown", href: "/p/membership.md", title: "Membership" },
      ...site.icons,
    ]);
  });

  test("the head of a product takes the first sentences of the description if there is no short one", () => {
    const descriptionHtml = renderMarkdown(
      "## Inside\n\nAll *recordings* of `Tidewater` & more. [Listen](https://x.example) first!\n\n- One\n- Two",
    );
    const head = describeHead(productPage({ tagline: "", descriptionHtml }), site);
    expect(meta(head, "description")).toBe(
      "All recordings of Tidewater & more. Listen first! One Two",
    );
  });

  test("the head of a product names its URL in every language; the seller's default needs no parameter", () => {
    const languages: LanguageSettings = { default: "de", offered: ["en", "de", "ar"] };
    const shop = { ...site.shop, languages };
    const head = describeHead(productPage(), { ...site, shop, locale: "ar" });
    const url = `${origin}/p/membership`;
    expect(head.links.filter(({ hrefLang }) => hrefLang)).toEqual([
      { rel: "alternate", hrefLang: "en", href: `${url}?lang=en` },
      { rel: "alternate", hrefLang: "de", href: url },
      { rel: "alternate", hrefLang: "ar", href: `${url}?lang=ar` },
      { rel: "alternate", hrefLang: "x-default", href: url },
    ]);
    expect(head.links[0]).toEqual({ rel: "canonical", href: `${url}?lang=ar` });
    expect(
      head.metas.flatMap(({ property, content }) =>
        property?.startsWith("og:locale") || property === "og:url" ? [content] : [],
      ),
    ).toEqual([`${url}?lang=ar`, "ar_AR", "en_US", "de_DE"]);
    const german = describeHead(productPage(), { ...site, shop, locale: "de" });
    expect(german.links[0]).toEqual({ rel: "canonical", href: url });
  });
});

describe("structured data", () => {
  it.each(pages)("the structured data of %s has no error", async (_, page) => {
    expect(await findStructuredDataErrors(toHtml(describeHead(page, site)))).toEqual([]);
  });

  it("structured data cannot end its script with any product name", () => {
    const name = "</script><script>alert(1)</script><!-- &amp;";
    const html = toHtml(describeHead(productPage({ name }), site));
    expect(html.match(/<\/script>/g)).toHaveLength(3);
    expect(html).not.toContain("<!--");
    expect(readStructuredData(html)["Product"]?.[0]).toMatchObject({ name });
  });

  it.each([
    ["without a name", (json: string) => json.replace('"name":"Membership",', "")],
    ["without its prices", (json: string) => json.replaceAll('"price":"9.00",', "")],
    ["with half of its text", (json: string) => json.replace("}</script>", "</script>")],
  ])("the structured data of a product %s is found to be broken", async (_, breakIt) => {
    const html = toHtml(describeHead(productPage(), site));
    const broken = breakIt(html);
    expect(broken).not.toBe(html);
    expect(await findStructuredDataErrors(broken)).not.toEqual([]);
  });
});

describe("search engines", () => {
  it.each<HeadPage>([{ kind: "missing" }, { kind: "gone" }])(
    "search engines leave out a page that is $kind",
    (page) => {
      const head = describeHead(page, site);
      expect(meta(head, "robots")).toBe("noindex");
      expect(head.links).toEqual(site.icons);
      expect(meta(head, "og:url")).toBeUndefined();
    },
  );

  it("search engines leave out a shop that is not public", () => {
    expect(meta(describeHead(productPage(), { ...site, isIndexed: false }), "robots")).toBe(
      "noindex",
    );
  });
});

test("pages that the seller does not name have titles in the page's language", () => {
  const legal = { ...pageTitles.legal, terms: "AGB" };
  const german = {
    ...site,
    titles: { legal, missing: "Seite nicht gefunden", gone: "Nicht mehr erhältlich" },
  };
  const terms = describeHead({ kind: "legal", page: "terms", html: "" }, german);
  expect(terms.title).toBe("AGB · Tidewater");
  expect(meta(terms, "og:title")).toBe("AGB");
  expect(describeHead({ kind: "missing" }, german).title).toBe("Seite nicht gefunden · Tidewater");
  expect(describeHead({ kind: "gone" }, german).title).toBe("Nicht mehr erhältlich · Tidewater");
});
