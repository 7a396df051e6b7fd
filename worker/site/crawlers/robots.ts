import type { Ctx } from "../../context.ts";
import { isIndexed } from "../../storefront/is-indexed.ts";

/** Pages that depend on who reads them. A test compares the list with the app's pages. */
const privatePaths = [
  "/account",
  "/admin",
  "/buy",
  "/cancel",
  "/checkout",
  "/claim",
  "/error",
  "/goodbye",
  "/library",
  "/plain",
  "/signin",
  "/signout",
  "/verify-request",
  "/withdraw",
];

/**
 * Returns `/robots.txt`. Search engines may read the API's answers that pages show: pictures and colors. A shop that
 * must not be listed lets its pages be read, because each of them says so; only its sitemap is not named.
 */
export function renderRobots(ctx: Pick<Ctx, "config">): string {
  const lines = [
    "User-agent: *",
    "Allow: /api/shop/",
    "Disallow: /api/",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    ...(isIndexed(ctx) ? ["", `Sitemap: ${ctx.config.origin}/sitemap.xml`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
