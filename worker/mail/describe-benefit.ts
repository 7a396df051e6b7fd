import type { LibraryBenefit } from "../delivery/benefits/strategies.ts";
import type { EmailBenefit } from "./email-content.ts";

/** Notes for license keys that can't be issued yet. */
const waitingNotes = {
  buyer_name: "Say in your library whose key it is, and it is there.",
  seller_keys: "Your key is not there yet; it will be in your library.",
};

/**
 * Describes a benefit for an email. Pages get a link that requires signing in. Files and links are only reachable
 * through the library, so an email never contains a URL that grants access by itself.
 */
export function describeBenefit(benefit: LibraryBenefit, origin: string): EmailBenefit {
  const emailBenefit: EmailBenefit = {
    name: benefit.name,
    note: benefit.note,
    code: null,
    links: [],
  };
  switch (benefit.type) {
    case "license_key":
      return benefit.waitingFor === null
        ? { ...emailBenefit, code: benefit.license?.key ?? null }
        : { ...emailBenefit, note: waitingNotes[benefit.waitingFor] };
    case "page":
      return {
        ...emailBenefit,
        links: benefit.pages.map(({ slug, title }) => ({
          label: title,
          url: `${origin}/read/${encodeURIComponent(slug)}`,
        })),
      };
    default:
      return emailBenefit;
  }
}
