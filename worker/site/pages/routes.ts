import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { cachePublicPage } from "../../http/cache-public-page.ts";
import { slug } from "../../catalog/slug.ts";
import { legalPageName } from "../../settings/legal-pages.ts";
import { answerMissing, answerPage } from "./answer-page.ts";
import { loadHome, loadLegalPage, loadMembersPage, loadProduct } from "./load-content.ts";

/** The pages that visitors read, as HTML. A name that cannot exist is not found, like one that does not. */
export const siteRoutes = new Hono<AppEnv>()
  .get("/", cachePublicPage(), (c) => answerPage(c, loadHome))
  .get("/p/:slug", cachePublicPage(), (c) => {
    const input = slug.safeParse(c.req.param("slug"));
    return input.success ? answerPage(c, loadProduct({ slug: input.data })) : answerMissing(c);
  })
  // Links from before the secret followed the `#`. From here on, no request has it.
  .get("/claim/:secret", (c): Response | Promise<Response> => {
    const secret = c.req.param("secret");
    if (!/^[\w-]{43}$/.test(secret)) return answerMissing(c);
    c.header("cache-control", "no-store");
    return c.redirect(`/claim#${secret}`, 302);
  })
  .get("/legal/:page", cachePublicPage(), (c) => {
    const page = legalPageName.safeParse(c.req.param("page"));
    return page.success ? answerPage(c, loadLegalPage({ page: page.data })) : answerMissing(c);
  })
  .get("/read/:slug", cachePublicPage(), (c) => {
    const input = slug.safeParse(c.req.param("slug"));
    return input.success ? answerPage(c, loadMembersPage({ slug: input.data })) : answerMissing(c);
  });
