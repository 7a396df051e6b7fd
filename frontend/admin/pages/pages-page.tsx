import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column, type Filter } from "../frame/list.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Time } from "../../ui/time.tsx";
import { fetchPages, pagesKey, type ListedPage } from "./queries.ts";
import { getPageStatusLabel, pageStatusOptions } from "./status-copy.ts";

const columns: Column<ListedPage>[] = [
  { name: "Title", cell: ({ title }) => title },
  { name: "Status", cell: ({ status }) => getPageStatusLabel(status) },
  {
    name: "Access",
    cell: ({ isFree, benefits }) =>
      [...(isFree ? ["Free"] : []), ...benefits.map(({ name }) => name)].join(", ") || "–",
  },
  { name: "Address", cell: ({ slug }) => <code>/read/{slug}</code> },
  { name: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

const filters: Filter[] = [
  {
    name: "status",
    label: "Status",
    options: [{ value: "", label: "Any" }, ...pageStatusOptions],
  },
  {
    name: "sort",
    label: "Sort",
    options: [
      { value: "", label: "Newest first" },
      { value: "changed", label: "Last changed first" },
      { value: "title", label: "By title" },
    ],
  },
];

/** `/admin/pages`: the members-only and free pages. */
export default function PagesPage() {
  return (
    <ConsolePage
      title="Pages"
      description="What you write for those who have bought, while everybody else sees the excerpt, and free pages for anyone."
      actions={
        <ButtonLink kind="primary" href={consolePaths.newPage}>
          New page
        </ButtonLink>
      }
    >
      <List
        label="Pages"
        queryKey={pagesKey}
        fetchPage={fetchPages}
        columns={columns}
        rowHref={({ id }) => consolePaths.page(id)}
        search="The start of a title or address"
        filters={filters}
        empty={
          <EmptyState title="No pages yet.">
            <p>
              A page is a draft until you publish it, and opens with the benefits you choose, or for
              anyone.
            </p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}
