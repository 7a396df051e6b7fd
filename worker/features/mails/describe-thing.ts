import type { OwnedBenefit } from "../benefits/strategies.ts";
import type { Thing } from "./letter.ts";

/** A benefit as a mail names it. Links lead to the shop's own pages, where somebody signs in first. */
export function describeThing(benefit: OwnedBenefit, origin: string, entryId: string): Thing {
  const thing: Thing = { name: benefit.name, note: benefit.note, code: null, links: [] };
  const library = `${origin}/library#${encodeURIComponent(entryId)}`;
  switch (benefit.type) {
    case "license_key":
      return benefit.waitingFor === "buyer_name"
        ? { ...thing, links: [{ label: "Name its holder to get the key", url: library }] }
        : benefit.waitingFor === "seller_keys"
          ? { ...thing, note: "Your key is on its way; it will be in your library." }
          : thing;
    case "download":
      return { ...thing, links: [{ label: "Download", url: library }] };
    case "page":
    case "link":
      return { ...thing, links: [{ label: "Open", url: library }] };
    default:
      return thing;
  }
}
