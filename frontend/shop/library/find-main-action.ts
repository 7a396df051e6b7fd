import { findReader, type Reader } from "./benefits/download-copy.ts";
import type { OwnedBenefit } from "./queries.ts";

/** The first thing that a user does with a product: `versionId` of a file, `slug` of a page. */
export type MainAction =
  | { do: "download" | "show" | "play"; versionId: string; name: string; kind: Reader | null }
  | { do: "read"; slug: string; name: string }
  | { do: "open"; url: string; name: string }
  | { do: "copy"; key: string; name: string };

/** Returns what the first benefit is for that can be used at once; null if there is nothing to open. */
export function findMainAction(benefits: OwnedBenefit[]): MainAction | null {
  for (const benefit of benefits) {
    const action = findAction(benefit);
    if (action) return action;
  }
  return null;
}

function findAction(benefit: OwnedBenefit): MainAction | null {
  const { name } = benefit;
  switch (benefit.type) {
    case "download": {
      const [file] = benefit.files;
      if (!file) return null;
      const { id: versionId, fileName } = file.newest;
      const kind = findReader(fileName);
      const verb = kind === "pdf" ? "show" : kind === null ? "download" : "play";
      return { do: verb, versionId, name: file.name, kind };
    }
    case "page": {
      const [page] = benefit.pages;
      return page ? { do: "read", slug: page.slug, name: page.title } : null;
    }
    case "link":
      return benefit.url ? { do: "open", url: benefit.url, name } : null;
    case "license_key":
      return benefit.license ? { do: "copy", key: benefit.license.key, name } : null;
    case "feature":
      return null;
  }
}
