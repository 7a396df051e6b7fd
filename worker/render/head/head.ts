import type { AnyLocale } from "../../shared/locales.ts";
import type { showProduct, showShop } from "../../storefront/show-shop.ts";
import type { LegalPage } from "../../shared/legal-pages.ts";

/**
 * What the `<head>` of a page says about it. All URLs are absolute, except those of the page's own files. Each entry
 * becomes one element, in this order; `jsonLd` becomes one `<script type="application/ld+json">` each.
 */
export type Head = {
  title: string;
  metas: HeadMeta[];
  links: HeadLink[];
  jsonLd: object[];
};

/** A `<meta>`. `property` is for Open Graph. */
export type HeadMeta = {
  name?: string;
  property?: string;
  content: string;
  media?: string;
};

/** A `<link>`. */
export type HeadLink = {
  rel: string;
  href: string;
  type?: string;
  sizes?: string;
  hrefLang?: string;
  title?: string;
};

/** The shop that a page belongs to. */
export type HeadSite = {
  /** Scheme and host of the deployment, from the configuration. */
  origin: string;
  shop: Awaited<ReturnType<typeof showShop>>["shop"];
  /** The language of the page. */
  locale: AnyLocale;
  /** False for a shop that search engines must leave out, such as a preview. */
  isIndexed: boolean;
  /** Links to the favicon and the manifest. */
  icons: HeadLink[];
  titles: PageTitles;
};

/** The titles of the pages that the seller does not name, in the language of the page. */
export type PageTitles = { missing: string; gone: string; legal: Record<LegalPage, string> };

/** What a page shows, as the shop's API answers it. */
export type HeadPage =
  | { kind: "home"; products: Awaited<ReturnType<typeof showShop>>["products"] }
  | { kind: "product"; product: Awaited<ReturnType<typeof showProduct>> }
  | { kind: "legal"; page: LegalPage; html: string }
  | { kind: "members"; slug: string; title: string; excerptHtml: string }
  | {
      kind: "free";
      slug: string;
      title: string;
      excerptHtml: string;
      bodyHtml: string;
      /** In unix milliseconds, as `updatedAt`. */
      publishedAt: number | null;
      updatedAt: number;
    }
  | { kind: "missing" }
  | { kind: "gone" }
  /** A page of one visitor or user. Its title is what it shows. */
  | { kind: "personal" };
