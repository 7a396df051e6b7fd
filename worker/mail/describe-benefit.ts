import type { OwnedBenefit } from "../delivery/benefits/strategies.ts";
import type { Thing } from "./email-content.ts";

/** Somebody must act before there is a key. */
const waits = {
  buyer_name: "Say in your library whose key it is, and it is there.",
  seller_keys: "Your key is not there yet; it will be in your library.",
};

/**
 * A benefit as a mail names it. What can be read has its own address, where somebody signs in first; files and links
 * are in the library, and no address here opens them by itself.
 */
export function describeThing(benefit: OwnedBenefit, origin: string): Thing {
  const thing: Thing = { name: benefit.name, note: benefit.note, code: null, links: [] };
  switch (benefit.type) {
    case "license_key":
      return benefit.waitingFor === null
        ? { ...thing, code: benefit.license?.key ?? null }
        : { ...thing, note: waits[benefit.waitingFor] };
    case "page":
      return {
        ...thing,
        links: benefit.pages.map(({ slug, title }) => ({
          label: title,
          url: `${origin}/read/${encodeURIComponent(slug)}`,
        })),
      };
    default:
      return thing;
  }
}
