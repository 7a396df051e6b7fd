import type { Ctx } from "../../context.ts";
import { describeHead } from "../../render/head/describe-head.ts";
import type { Head, HeadPage, HeadSite, PageTitles } from "../../render/head/head.ts";
import { icons } from "../pictures/icons.ts";
import { isIndexed } from "../../storefront/is-indexed.ts";
import type { PageData } from "../../render/renderer.ts";

/** Returns the head of a page that shows this. @param titles in the language of the page */
export function describePage(ctx: Ctx, { shop, content }: PageData, titles: PageTitles): Head {
  const { origin } = ctx.config;
  const site: HeadSite = {
    origin,
    shop,
    locale: ctx.locale,
    isIndexed: isIndexed(ctx),
    icons,
    titles,
  };
  return describeHead(toHeadPage(content), site);
}

function toHeadPage(content: PageData["content"]): HeadPage {
  switch (content.kind) {
    case "home":
    case "product":
      return content;
    case "legal":
      return { kind: "legal", ...content.legalPage };
    case "members": {
      const { page } = content;
      if (page.access === "open" && page.isFree) return { kind: "free", ...page };
      return { kind: "members", ...page };
    }
    case "missing":
    case "gone":
      return content;
    case "signIn":
    case "library":
    case "frame":
      return { kind: "personal" };
  }
}
