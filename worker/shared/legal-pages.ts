/** The legal pages of a shop, in the footer's order. `/legal/<page>` is the URL of each. */
export const legalPages = [
  "terms",
  "privacy",
  "refunds",
  "withdrawal",
  "imprint",
  "accessibility",
  "japan",
  "brazil",
] as const;
export type LegalPage = (typeof legalPages)[number];

/** Makes something for each legal page. */
export function mapLegalPages<Made>(make: (page: LegalPage) => Made): Record<LegalPage, Made> {
  return Object.fromEntries(legalPages.map((page) => [page, make(page)])) as Record<
    LegalPage,
    Made
  >;
}

/** What a template of a legal page leaves to the seller: `[[Your name]]`. A page is not published with one. */
export const templateGap = /\[\[([^\]]+)\]\]/;
