import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { dayColumn, type Column } from "../list/table.tsx";
import { Badge, toOptions } from "../frame/label.tsx";
import { pageStatuses } from "./status-copy.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { api, read } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import type { View } from "../list/list-views.tsx";
import { pagesKey, type ListedPage } from "./queries.ts";

const columns: Column<ListedPage>[] = [
  { name: msg`Title`, cell: ({ title }) => title, detail: ({ slug }) => <code>/read/{slug}</code> },
  {
    name: msg`Status`,
    cell: ({ status }) => <Badge {...pageStatuses[status]} />,
  },
  {
    name: msg`Access`,
    cell: ({ isFree, benefits }, { i18n }) =>
      [...(isFree ? [i18n._(msg`Free`)] : []), ...benefits.map(({ name }) => name)].join(", ") ||
      "–",
  },
  dayColumn(msg`Updated`, ({ updatedAt }) => updatedAt),
];

const filters: Filter[] = [
  {
    name: "sort",
    label: msg`Sort by`,
    options: toOptions({
      "": msg`Newest first`,
      changed: msg`Recently updated`,
      title: msg`Title`,
    }),
  },
];

const views: View[] = Object.entries(pageStatuses).map(([status, { label }]) => ({
  name: label,
  query: { status },
}));

const { publication } = api.admin.pages[":id"];

const actions: BulkAction<ListedPage>[] = [
  {
    label: msg`Publish`,
    doneLabel: msg`Published`,
    explanation: msg`The last saved version of each page is published.`,
    getRefusal: ({ status }) =>
      status === "published" ? msg`This page is already published.` : null,
    run: ({ id }) => read(publication.$put({ param: { id } })),
  },
  {
    label: msg`Archive`,
    doneLabel: msg`Archived`,
    explanation: msg`Archived pages can’t be read by anyone. Their text is kept, and you can publish them again.`,
    isDangerous: true,
    getRefusal: ({ status }) =>
      status === "archived" ? msg`This page is already archived.` : null,
    run: ({ id }) => read(publication.$delete({ param: { id } })),
  },
];

/** `/admin/pages`: the members-only and free pages. */
export default function PagesPage() {
  const { t } = useLingui();
  return (
    <ConsolePage
      title={t`Pages`}
      description={t`Members-only pages that come with a benefit, and free pages for everyone.`}
      actions={
        <ButtonLink kind="primary" href={consolePaths.newPage}>
          {t`New page`}
        </ButtonLink>
      }
    >
      <List
        label={t`Pages`}
        queryKey={pagesKey}
        source={api.admin.pages}
        columns={columns}
        rowHref={({ id }) => consolePaths.page(id)}
        search={t`Start of a title or URL`}
        filters={filters}
        views={{ list: "pages", views }}
        bulk={{ getName: ({ title }) => title, actions }}
        emptyTitle={t`No pages yet`}
        emptyText={t`Pages stay drafts until you publish them. Choose which benefits give access to a page, or make it free for everyone.`}
      />
    </ConsolePage>
  );
}
