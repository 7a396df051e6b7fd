import type {
  Article,
  BreadcrumbList,
  ItemList,
  Organization,
  WebSite,
  WithContext,
} from "schema-dts";
import type { HeadSite } from "./head.ts";

const context = "https://schema.org";

/** The page of products lists at most this many of them for programs. `sitemap.xml` has all. */
const MAX_LISTED_PRODUCTS = 100;

/** How other objects refer to the shop. */
export const organizationId = (origin: string) => `${origin}/#organization`;

/** Returns the shop as the seller. */
export function describeOrganization({ origin, shop }: HeadSite): WithContext<Organization> {
  return {
    "@context": context,
    "@type": "Organization",
    "@id": organizationId(origin),
    name: shop.name,
    url: `${origin}/`,
    ...(shop.line && { description: shop.line }),
    ...(shop.logo && { logo: `${origin}${shop.logo.url}` }),
    ...(shop.supportEmail && { email: shop.supportEmail }),
  };
}

/** Returns the shop as a site. */
export function describeWebSite({ origin, shop }: HeadSite): WithContext<WebSite> {
  return {
    "@context": context,
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: shop.name,
    url: `${origin}/`,
    ...(shop.line && { description: shop.line }),
    inLanguage: shop.languages.offered,
    publisher: { "@id": organizationId(origin) },
  };
}

/** Returns the way to a page: the shop, then the page. */
export function describeBreadcrumbs(
  { origin, shop }: HeadSite,
  page: { name: string; url: string },
): WithContext<BreadcrumbList> {
  const steps = [{ name: shop.name, url: `${origin}/` }, page];
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: url,
    })),
  };
}

/** Returns the list of the products for sale, in the shop's order. */
export function describeProductList(
  { origin }: HeadSite,
  products: { slug: string; name: string }[],
): WithContext<ItemList> {
  return {
    "@context": context,
    "@type": "ItemList",
    numberOfItems: products.length,
    itemListElement: products.slice(0, MAX_LISTED_PRODUCTS).map(({ slug, name }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      url: `${origin}/p/${slug}`,
    })),
  };
}

/**
 * Returns a text that anyone can read.
 * @param article.url, article.image absolute
 * @param article.publishedAt, article.updatedAt in unix milliseconds
 */
export function describeArticle(
  { origin, shop, locale }: HeadSite,
  article: {
    title: string;
    description: string;
    url: string;
    image: string;
    publishedAt: number;
    updatedAt: number;
  },
): WithContext<Article> {
  const { title, description, url, image, publishedAt, updatedAt } = article;
  const author = {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: shop.name,
    url: `${origin}/`,
  } as const;
  return {
    "@context": context,
    "@type": "Article",
    headline: title,
    ...(description && { description }),
    url,
    mainEntityOfPage: url,
    inLanguage: locale,
    image,
    datePublished: new Date(publishedAt).toISOString(),
    // A page that was published after its last edit is as new as its publication.
    dateModified: new Date(Math.max(publishedAt, updatedAt)).toISOString(),
    author,
    publisher: author,
    isAccessibleForFree: true,
  };
}
