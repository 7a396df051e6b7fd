import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { LibraryBenefit } from "../../delivery/benefits/strategies.ts";
import type { EmailBenefit } from "../layout/email-content.ts";
import { toSingleLine, type EmailContext } from "../layout/email-context.ts";

/** Notes for license keys that can't be issued yet. */
const waitingNotes: Record<"buyer_name" | "seller_keys", MessageDescriptor> = {
  buyer_name: msg`Enter the licensee’s name in your library to get your license key.`,
  seller_keys: msg`Your license key isn’t available yet. We’ll email you when it’s in your library.`,
};

/**
 * Describes a benefit for an email. Pages get a link that requires signing in. Files and links are only reachable
 * through the library, so an email never contains a URL that grants access by itself.
 */
export function describeBenefit(
  { i18n, shop }: EmailContext,
  benefit: LibraryBenefit,
): EmailBenefit {
  const emailBenefit: EmailBenefit = {
    name: toSingleLine(benefit.name),
    note: benefit.note,
    code: null,
    links: [],
  };
  switch (benefit.type) {
    case "license_key":
      return benefit.waitingFor === null
        ? { ...emailBenefit, code: benefit.license?.key ?? null }
        : { ...emailBenefit, note: i18n._(waitingNotes[benefit.waitingFor]) };
    case "page":
      return {
        ...emailBenefit,
        links: benefit.pages.map(({ slug, title }) => ({
          label: title,
          url: `${shop.origin}/read/${encodeURIComponent(slug)}`,
        })),
      };
    case "feature":
    case "download":
    case "link":
      return emailBenefit;
  }
}
