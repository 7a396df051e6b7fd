import { Hono, type Context } from "hono";
import { accepts } from "hono/accepts";
import { slug } from "../../catalog/slug.ts";
import type { AppEnv } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { cachePublicPage } from "../../http/cache-public-page.ts";
import { LOCALE_PARAM, sourceLocale } from "../../shared/locales.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import { describeProduct } from "./describe-product.ts";
import { describeShop } from "./describe-shop.ts";
import { renderRobots } from "./robots.ts";
import { streamSitemap, streamSitemapFile } from "./sitemap.ts";

const XML = { "content-type": "application/xml; charset=utf-8" };

const cacheForCrawlers = cachePublicPage({ isInOneLanguage: true });
const cacheMarkdown = cachePublicPage({ variant: "markdown", isInOneLanguage: true });

/** robots.txt, sitemaps, llms.txt and products as Markdown. Always in English. */
export const crawlerRoutes = new Hono<AppEnv>()
  .get("/robots.txt", cacheForCrawlers, (c) => c.text(renderRobots(c.var.ctx)))
  .get("/sitemap.xml", cacheForCrawlers, async (c) =>
    c.body(await streamSitemap(c.var.ctx), 200, XML),
  )
  .get("/sitemaps/:file", cacheForCrawlers, (c) => {
    const number = Number(/^([1-9]\d{0,4})\.xml$/.exec(c.req.param("file"))?.[1] ?? 0);
    return answerOr404(c, async () =>
      c.body(await streamSitemapFile(c.var.ctx, { number }), 200, XML),
    );
  })
  .get("/llms.txt", cacheForCrawlers, async (c) => c.text(await describeShop(c.var.ctx)))
  // The product in Markdown: at a URL of its own, and for programs that prefer it to HTML.
  .get("/p/:slug", async (c, next) => {
    const isOwnUrl = c.req.param("slug").endsWith(".md");
    if (!isOwnUrl && !prefersMarkdown(c)) await next();
    else {
      // Our own words are in English. The seller's are in the language that the URL asks for.
      const ctx = { ...c.var.ctx, locale: sourceLocale };
      c.set("ctx", await withTextsIn(ctx, c.req.query(LOCALE_PARAM) ?? null));
      const stored = await cacheMarkdown(c, async () => {
        c.res = await answerMarkdown(c, c.req.param("slug").replace(/\.md$/, ""));
      });
      if (stored) c.res = stored;
    }
    if (!isOwnUrl) c.res.headers.append("vary", "Accept");
  });

function prefersMarkdown(c: Context<AppEnv>): boolean {
  const supports = ["text/html", "text/markdown"];
  return accepts(c, { header: "Accept", supports, default: "text/html" }) === "text/markdown";
}

function answerMarkdown(c: Context<AppEnv>, name: string): Promise<Response> {
  return answerOr404(c, async () => {
    const { origin } = c.var.ctx.config;
    const input = slug.safeParse(name);
    if (!input.success) return answerAbsent(c, 404);
    const product = await describeProduct(c.var.ctx, { slug: input.data });
    const path = `/p/${product.slug}${c.req.path.endsWith(".md") ? ".md" : ""}`;
    if (product.slug !== name) return c.redirect(origin + path, 301);
    return c.body(product.markdown, 200, {
      "content-type": "text/markdown; charset=utf-8",
      // Search engines list the page, and not both.
      link: `<${origin}/p/${product.slug}>; rel="canonical"`,
    });
  });
}

/** Answers, or says in plain text that there is nothing, or nothing any longer. */
async function answerOr404(c: Context<AppEnv>, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === "not_found") return answerAbsent(c, 404);
    if (code === "product_archived") return answerAbsent(c, 410);
    throw error;
  }
}

function answerAbsent(c: Context<AppEnv>, status: 404 | 410): Response {
  const text = status === 404 ? "There is nothing at this URL." : "This product is no longer sold.";
  return c.text(`${text} The shop: ${c.var.ctx.config.origin}/llms.txt\n`, status);
}
