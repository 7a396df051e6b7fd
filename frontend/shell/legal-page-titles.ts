import type { LegalPage } from "../../worker/settings/legal-pages.ts";

/** What each legal page is called, in the footer and on the page itself. */
export const legalNames: Record<LegalPage, string> = {
  terms: "Terms",
  privacy: "Privacy",
  refunds: "Refunds",
  imprint: "Imprint",
};
