import type { ListedPage } from "./queries.ts";

type Status = ListedPage["status"];

const names: Record<Status, string> = {
  draft: "Draft",
  published: "Published",
  archived: "Archived",
};

export const nameStatus = (status: Status): string => names[status];

/** Who sees a page as it stands. */
export function explainStatus(status: Status, isOpened: boolean): string {
  if (status === "draft") return "A draft: nobody sees it.";
  if (status === "archived") return "Archived: nobody sees it. What it says stays.";
  return isOpened
    ? "Published: those who have what opens it can read it, everybody sees the excerpt."
    : "Published, and nothing opens it yet: everybody sees the excerpt only.";
}
