import type { Ctx } from "../../context.ts";
import { describeHead } from "./head/describe-head.ts";
import type { Head, HeadPage, HeadSite, SharePicture } from "./head/head.ts";
import type { PageData } from "./renderer.ts";

/** Returns the head of a page that shows this. */
export function describePage(ctx: Ctx, { shop, content }: PageData): Head {
  const { origin } = ctx.config;
  const sharePicture: SharePicture = {
    path: shop.logo ? shop.logo.url : "/favicon.svg",
    type: "image/png",
    alt: shop.name,
  };
  const site: HeadSite = {
    origin,
    shop,
    isIndexed: true,
    sharePicture,
    icons: [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }],
  };
  return describeHead(toHeadPage(content, sharePicture), site);
}

function toHeadPage(content: PageData["content"], sharePicture: SharePicture): HeadPage {
  switch (content.kind) {
    case "home":
      return content;
    case "product":
      return { ...content, sharePicture };
    case "legal":
      return { kind: "legal", ...content.legalPage };
    case "members": {
      const { page } = content;
      const excerptHtml = page.access === "closed" ? page.excerptHtml : page.bodyHtml;
      return { kind: "members", slug: page.slug, title: page.title, excerptHtml };
    }
    case "missing":
      return content;
  }
}
