import type { PageTitles } from "../shop/site/head/head.ts";

/** The titles of the pages that the seller does not name, in English. */
export const pageTitles: PageTitles = {
  missing: "Page not found",
  gone: "No longer sold",
  legal: { terms: "Terms", privacy: "Privacy", refunds: "Refunds", imprint: "Imprint" },
};
