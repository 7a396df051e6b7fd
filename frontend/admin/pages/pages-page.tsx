import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column, type Filter } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { BulkAction } from "../frame/bulk/bulk-action.ts";
import { ListDay } from "../frame/list-time.tsx";
import type { View } from "../frame/list-views.tsx";
import { fetchPages, pagesKey, type ListedPage } from "./queries.ts";
import { getPageStatusLabel, pageStatusOptions } from "./status-copy.ts";

const columns: Column<ListedPage>[] = [
  { name: msg`Title`, cell: ({ title }) => title, detail: ({ slug }) => <code>/read/{slug}</code> },
  {
    name: msg`Status`,
    cell: ({ status }, { i18n }) => (
      <StatusBadge tone={status === "published" ? "good" : "neutral"}>
        {getPageStatusLabel(i18n, status)}
      </StatusBadge>
    ),
  },
  {
    name: msg`Access`,
    cell: ({ isFree, benefits }, { i18n }) =>
      [...(isFree ? [i18n._(msg`Free`)] : []), ...benefits.map(({ name }) => name)].join(", ") ||
      "–",
  },
  {
    name: msg`Updated`,
    cell: ({ updatedAt }) => <ListDay at={updatedAt} />,
    detail: ({ updatedAt }, { formats }) => formats.time(updatedAt),
  },
];

const filters: Filter[] = [
  {
    name: "sort",
    label: msg`Sort by`,
    options: [
      { value: "", label: msg`Newest first` },
      { value: "changed", label: msg`Recently updated` },
      { value: "title", label: msg`Title` },
    ],
  },
];

const views: View[] = [
  { name: msg`All`, query: {} },
  ...pageStatusOptions.map(({ value, label }) => ({ name: label, query: { status: value } })),
];

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
          <Trans>New page</Trans>
        </ButtonLink>
      }
    >
      <List
        label={t`Pages`}
        queryKey={pagesKey}
        fetchPage={fetchPages}
        columns={columns}
        rowHref={({ id }) => consolePaths.page(id)}
        search={t`Start of a title or URL`}
        filters={filters}
        views={{ list: "pages", views }}
        bulk={{ getName: ({ title }) => title, actions }}
        empty={
          <EmptyState title={t`No pages yet`}>
            <p>
              <Trans>
                Pages stay drafts until you publish them. Choose which benefits give access to a
                page, or make it free for everyone.
              </Trans>
            </p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}
