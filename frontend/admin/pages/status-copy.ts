import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ListedPage } from "./queries.ts";

type Status = ListedPage["status"];

const statusLabels: Record<Status, MessageDescriptor> = {
  draft: msg`Draft`,
  published: msg`Published`,
  archived: msg`Archived`,
};

/** Returns the label of a page's status. */
export const getPageStatusLabel = (i18n: I18n, status: Status): string =>
  i18n._(statusLabels[status]);

/** The statuses that a list can be narrowed to. */
export const pageStatusOptions = (Object.keys(statusLabels) as Status[]).map((value) => ({
  value,
  label: statusLabels[value],
}));

/** Explains who can see a page. */
export function explainPageStatus(
  i18n: I18n,
  status: Status,
  { hasBenefits, isFree }: { hasBenefits: boolean; isFree: boolean },
): string {
  if (status === "draft") return i18n._(msg`Draft. Only your team can see it.`);
  if (status === "archived") return i18n._(msg`Archived. Only your team can see it.`);
  if (isFree) return i18n._(msg`Published. Anyone can read it.`);
  return hasBenefits
    ? i18n._(msg`Published. Customers with access can read it. Everyone can see the excerpt.`)
    : i18n._(msg`Published, but no benefit gives access to it. Everyone can see the excerpt.`);
}
