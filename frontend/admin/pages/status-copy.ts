import type { ListedPage } from "./queries.ts";

type Status = ListedPage["status"];

const statusLabels: Record<Status, string> = {
  draft: "Draft",
  published: "Published",
  archived: "Archived",
};

export const getPageStatusLabel = (status: Status): string => statusLabels[status];

/** The statuses that a list can be narrowed to. */
export const pageStatusOptions = (Object.keys(statusLabels) as Status[]).map((value) => ({
  value,
  label: statusLabels[value],
}));

/** Explains who can see a page. */
export function explainPageStatus(
  status: Status,
  { hasBenefits, isFree }: { hasBenefits: boolean; isFree: boolean },
): string {
  if (status === "draft") return "A draft: nobody sees it.";
  if (status === "archived") return "Archived: nobody sees it. What it says stays.";
  if (isFree) return "Published: anyone can read it.";
  return hasBenefits
    ? "Published: those who have what opens it can read it, everybody sees the excerpt."
    : "Published, and nothing opens it yet: everybody sees the excerpt only.";
}
