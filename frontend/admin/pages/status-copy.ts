import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Status } from "../frame/label.tsx";
import type { ListedPage } from "./queries.ts";

type PageStatus = ListedPage["status"];

/** How each status of a page is shown. */
export const pageStatuses: Record<PageStatus, Status> = {
  draft: { tone: "neutral", label: msg`Draft` },
  published: { tone: "good", label: msg`Published` },
  archived: { tone: "neutral", label: msg`Archived` },
};

/** Explains who can see a page. */
export function explainPageStatus(
  i18n: I18n,
  status: PageStatus,
  { hasBenefits, isFree }: { hasBenefits: boolean; isFree: boolean },
): string {
  if (status === "draft") return i18n._(msg`Draft. Only your team can see it.`);
  if (status === "archived") return i18n._(msg`Archived. Only your team can see it.`);
  if (isFree) return i18n._(msg`Published. Anyone can read it.`);
  return hasBenefits
    ? i18n._(msg`Published. Customers with access can read it. Everyone can see the excerpt.`)
    : i18n._(msg`Published, but no benefit gives access to it. Everyone can see the excerpt.`);
}
