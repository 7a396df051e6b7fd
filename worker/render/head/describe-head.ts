import { toDecimal } from "../../shared/money.ts";
import { toCardIn, toProductCard } from "../../drawing/share-card.ts";
import type { LanguageSettings } from "../../settings/languages.ts";
import { isLocale, type AnyLocale } from "../../shared/locales.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "../../shared/share-picture-size.ts";
import type { Head, HeadLink, HeadMeta, HeadPage, HeadSite } from "./head.ts";
import {
  describeArticle,
  describeBreadcrumbs,
  describeOrganization,
  describeProductList,
  describeWebSite,
} from "./json-ld.ts";
import { describeOpenGraphLocales, describeTranslations, toLocaleUrl } from "./languages.ts";
import { shorten, toPlainText } from "../../markdown/plain-text.ts";
import { describeProduct } from "./product-json-ld.ts";
import { getSharePicture, type SharePicture } from "./share-picture.ts";

/** Search engines show about as much. In characters. */
const MAX_DESCRIPTION_LENGTH = 160;

/** As much as search engines read of a product. In characters. */
const MAX_PRODUCT_TEXT_LENGTH = 5000;

/** `--paper` of `frontend/styles/tokens.css`, for the browser's own bars. */
const themeColors = { light: "#f9fbfb", dark: "#0b1114" };

/** What differs from page to page. `path` is null for a page that has no URL of its own. */
type Details = {
  title: string;
  description: string;
  path: string | null;
  type: "website" | "product" | "article";
  picture: SharePicture;
  metas: HeadMeta[];
  links: HeadLink[];
  jsonLd: object[];
};

/**
 * Returns the head of a public page.
 * @param page what the page shows
 * @param site the shop that it belongs to
 */
export function describeHead(page: HeadPage, site: HeadSite): Head {
  const details = describePage(page, site);
  const { path } = details;
  const { shop } = site;
  const title = [details.title, shop.name].filter(Boolean).join(" · ");
  const url = path === null ? null : toLocaleUrl(site, path);
  return {
    title,
    metas: [
      ...(details.description ? [{ name: "description", content: details.description }] : []),
      { name: "robots", content: describeRobots(site, path !== null) },
      ...(url === null ? [] : describeShareCard(details, site, { title, url })),
      { name: "theme-color", content: themeColors.light, media: "(prefers-color-scheme: light)" },
      { name: "theme-color", content: themeColors.dark, media: "(prefers-color-scheme: dark)" },
    ],
    links: [
      ...(url === null ? [] : [{ rel: "canonical", href: url }]),
      ...(path === null ? [] : describeTranslations(site, path)),
      ...details.links,
      ...site.icons,
    ],
    jsonLd: details.jsonLd,
  };
}

/** Large previews are allowed, so that a result can show the product's picture. */
function describeRobots({ isIndexed }: HeadSite, hasUrl: boolean): string {
  return isIndexed && hasUrl ? "index, follow, max-image-preview:large" : "noindex";
}

/** Returns the Open Graph and Twitter tags of a link to this page. Readers of either fall back to Open Graph. */
function describeShareCard(
  { title: name, description, type, picture, metas }: Details,
  site: HeadSite,
  page: { title: string; url: string },
): HeadMeta[] {
  const { origin, shop } = site;
  return [
    { property: "og:type", content: type },
    { property: "og:site_name", content: shop.name },
    // The shop's name is beside it already.
    { property: "og:title", content: name || page.title },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:url", content: page.url },
    ...describeOpenGraphLocales(site),
    { property: "og:image", content: origin + picture.path },
    { property: "og:image:type", content: picture.type },
    { property: "og:image:width", content: String(SHARE_WIDTH) },
    { property: "og:image:height", content: String(SHARE_HEIGHT) },
    { property: "og:image:alt", content: [name, shop.name].filter(Boolean).join(" · ") },
    ...metas,
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

function describePage(page: HeadPage, site: HeadSite): Details {
  const { shop, titles } = site;
  const base = { type: "website" as const, picture: findShopPicture(site), metas: [], links: [] };
  switch (page.kind) {
    case "home":
      return {
        ...base,
        title: "",
        description: shorten(shop.line, MAX_DESCRIPTION_LENGTH),
        path: "/",
        jsonLd: [
          describeOrganization(site),
          describeWebSite(site),
          ...(page.products.length > 0 ? [describeProductList(site, page.products)] : []),
        ],
      };
    case "product":
      return describeProductPage(page, site);
    case "legal":
      return describeText(site, {
        path: `/legal/${page.page}`,
        title: site.titles.legal[page.page],
        html: page.html,
      });
    case "members":
      return {
        ...describeText(site, {
          path: `/read/${page.slug}`,
          title: page.title,
          html: page.excerptHtml,
        }),
        type: "article",
      };
    case "free":
      return describeFreePage(page, site);
    case "missing":
      return { ...base, title: titles.missing, description: "", path: null, jsonLd: [] };
    case "gone":
      return { ...base, title: titles.gone, description: "", path: null, jsonLd: [] };
    case "personal":
      return { ...base, title: "", description: "", path: null, jsonLd: [] };
  }
}

/** Returns the head of a page that anyone can read. Its excerpt describes it, or else its first sentences. */
function describeFreePage(page: Extract<HeadPage, { kind: "free" }>, site: HeadSite): Details {
  const { title, excerptHtml, bodyHtml, publishedAt, updatedAt } = page;
  const path = `/read/${page.slug}`;
  const text = describeText(site, { path, title, html: excerptHtml || bodyHtml });
  const article = describeArticle(site, {
    title,
    description: text.description,
    url: site.origin + path,
    image: site.origin + text.picture.path,
    publishedAt: publishedAt ?? updatedAt,
    updatedAt,
  });
  return { ...text, type: "article", jsonLd: [...text.jsonLd, article] };
}

/** Returns the head of a page that is a text. */
function describeText(
  site: HeadSite,
  { path, title, html }: { path: string; title: string; html: string },
): Details {
  return {
    title,
    description: shorten(toPlainText(html), MAX_DESCRIPTION_LENGTH),
    path,
    type: "website",
    picture: findShopPicture(site),
    metas: [],
    links: [],
    jsonLd: [
      describeOrganization(site),
      describeBreadcrumbs(site, { name: title, url: site.origin + path }),
    ],
  };
}

/** Returns the language of the page if it is not the shop's default one, and has texts of the seller. */
const findOwnLanguage = (locale: AnyLocale, languages: LanguageSettings) =>
  locale !== languages.default && isLocale(locale) ? locale : null;

/** Returns the picture of links to the shop, also for its pages that have none of their own. */
function findShopPicture({
  shop: { name, line, defaultLine, accent, logo, sharePicture, languages },
  locale,
}: HeadSite) {
  const card = {
    name,
    line: defaultLine ?? line,
    accent,
    logo: logo && (logo.url.split("/").at(-1) ?? null),
  };
  const own = findOwnLanguage(locale, languages);
  return getSharePicture(
    "/share-picture",
    own ? [toCardIn(card, own, { line }), card] : [card],
    sharePicture,
  );
}

function describeProductPage(
  { product }: Extract<HeadPage, { kind: "product" }>,
  site: HeadSite,
): Details {
  const { origin, shop } = site;
  const { name, slug, tagline, image, prices } = product;
  const path = `/p/${slug}`;
  const url = origin + path;
  const text = toPlainText(product.descriptionHtml);
  const [price] = prices;
  const card = toProductCard({ ...product, name: product.defaultName ?? name }, shop);
  const own = findOwnLanguage(site.locale, shop.languages);
  const picture = getSharePicture(
    `${path}/share-picture`,
    own ? [toCardIn(card, own, { name }), card] : [card],
    product.sharePicture,
  );
  const images = [
    ...(image ? [image.startsWith("/") ? origin + image : image] : []),
    origin + picture.path,
  ];
  return {
    title: name,
    description: shorten(tagline || text, MAX_DESCRIPTION_LENGTH),
    path,
    type: "product",
    picture,
    metas: price
      ? [
          {
            property: "product:price:amount",
            content: toDecimal(price.amountMinor, price.currency),
          },
          { property: "product:price:currency", content: price.currency.toUpperCase() },
          { property: "product:availability", content: "in stock" },
        ]
      : [],
    links: [
      {
        rel: "alternate",
        type: "text/markdown",
        href: toLocaleUrl(site, `${path}.md`).slice(origin.length),
        title: name,
      },
    ],
    jsonLd: [
      describeOrganization(site),
      describeProduct(
        {
          name,
          description: shorten(text || tagline, MAX_PRODUCT_TEXT_LENGTH),
          url,
          images,
          prices,
        },
        { origin, name: shop.name },
      ),
      describeBreadcrumbs(site, { name, url }),
    ].filter((data) => data !== null),
  };
}
