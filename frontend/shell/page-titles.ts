import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LegalPage } from "../../worker/shared/legal-pages.ts";

/** The titles of the legal pages: in the footer, on the pages and in their heads. */
export const legalPageTitles: Record<LegalPage, MessageDescriptor> = {
  terms: msg({ message: `Terms`, comment: "Title of a page: terms of service" }),
  privacy: msg({ message: `Privacy`, comment: "Title of a page: privacy policy" }),
  refunds: msg({ message: `Refunds`, comment: "Title of a page: refund policy" }),
  withdrawal: msg({
    message: `Right of withdrawal`,
    comment: "Title of a page: how consumers withdraw from a contract",
  }),
  imprint: msg({ message: `Imprint`, comment: "Title of a page: who is responsible for the shop" }),
  accessibility: msg({
    message: `Accessibility`,
    comment: "Title of a page: how accessible the shop is",
  }),
  japan: msg({
    message: `Legal notice (Japan)`,
    comment: "Title of a page that the law of Japan asks for; in Japanese 特定商取引法に基づく表記",
  }),
  brazil: msg({
    message: `Legal notice (Brazil)`,
    comment: "Title of a page that Decreto 7.962 of Brazil asks for",
  }),
};

/** The title of the "not found" page's document. */
export const missingTitle: MessageDescriptor = msg`Page not found`;

/** The title of the document of a product that is no longer sold. */
export const goneTitle: MessageDescriptor = msg`No longer sold`;
