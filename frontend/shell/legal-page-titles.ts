import type { LegalPage } from "../../worker/settings/legal-pages.ts";

/** The titles of the legal pages, in the footer and on the pages. */
export const legalPageTitles: Record<LegalPage, string> = {
  terms: "Terms",
  privacy: "Privacy",
  refunds: "Refunds",
  imprint: "Imprint",
};
