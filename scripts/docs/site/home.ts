import type { Chapter } from "./write-for-programs.ts";

/** How many pages of a chapter the first page names. */
const NAMED = 5;

/** Returns the first page: where each kind of reader begins. */
export function writeHome(chapters: Chapter[]): string {
  const hasGuide = chapters.some(({ pages }) =>
    pages.some(({ slug }) => slug === "guides/demo-shop"),
  );
  const columns = chapters.map(({ title, summary, pages }) =>
    [
      '<section class="reader">',
      `## ${title}`,
      summary,
      pages
        .slice(0, NAMED)
        .map(({ title, slug }) => `- [${title}](/${slug}/)`)
        .join("\n"),
      "</section>",
    ].join("\n\n"),
  );
  return [
    "Gatehouse sells access to digital products from one Cloudflare Worker. People sign in with an account they already have, pay through your own Stripe account, and get what they paid for at once.",
    "```sh\nnpm start\n```",
    "This starts a shop with fourteen months of sales on your machine, without an account anywhere: stand-ins replace Stripe, the identity provider and the email service.".concat(
      hasGuide
        ? " [The demo shop](/guides/demo-shop/) lists the test users and the test cards."
        : "",
    ),
    `<div class="readers">`,
    ...columns,
    "</div>",
    "Programs read [llms.txt](/llms.txt), and every page as Markdown at its address with `.md`.",
  ].join("\n\n");
}
