/** The titles of the legal pages: in the footer, on the pages and in their heads. */
export const legalPageTitles = {
  terms: "Terms",
  privacy: "Privacy",
  refunds: "Refunds",
  imprint: "Imprint",
};
