import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column, type CellContext } from "../frame/list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { ListDay } from "../frame/list-time.tsx";
import { deliverableBenefitsQuery, getBenefitLabel } from "../benefits/deliverable-benefits.tsx";
import { FilesLayout } from "./files-layout.tsx";
import { allFilesKey, fetchAllFiles, type ListedFile } from "./queries.ts";

const columns: Column<ListedFile>[] = [
  { name: msg`Name`, cell: ({ name }) => name },
  { name: msg`Download`, cell: ({ benefit }) => benefit.name },
  { name: msg`Latest version`, cell: (file, context) => describeNewestVersion(context, file) },
  {
    name: msg`Status`,
    cell: ({ archivedAt }) =>
      archivedAt === null ? (
        <StatusBadge tone="good">
          <Trans>Available</Trans>
        </StatusBadge>
      ) : (
        <StatusBadge tone="neutral">
          <Trans>Archived</Trans>
        </StatusBadge>
      ),
  },
  {
    name: msg`Added`,
    cell: ({ createdAt }) => <ListDay at={createdAt} />,
    detail: ({ createdAt }, { formats }) => formats.time(createdAt),
  },
  { name: msg`Downloads`, numeric: true, cell: ({ downloads }) => downloads },
];

/** `/admin/files/all`: the files of all downloads. */
export default function AllFilesPage() {
  const { t, i18n } = useLingui();
  const benefits = useQuery(deliverableBenefitsQuery("download")).data ?? [];
  return (
    <FilesLayout>
      <List
        label={t`Files`}
        queryKey={allFilesKey}
        fetchPage={fetchAllFiles}
        columns={columns}
        rowHref={({ id, benefit }) => consolePaths.file(benefit.id, id)}
        search={t`Start of a name, or an ID`}
        filters={[
          {
            name: "benefitId",
            label: t`Download`,
            options: [
              { value: "", label: t`Any` },
              ...benefits.map((benefit) => ({
                value: benefit.id,
                label: getBenefitLabel(i18n, benefit),
              })),
            ],
          },
          {
            name: "sort",
            label: t`Sort by`,
            options: [
              { value: "", label: t`Newest first` },
              { value: "oldest", label: t`Oldest first` },
              { value: "name", label: t`Name` },
            ],
          },
        ]}
        views={{
          list: "files",
          views: [
            { name: t`All`, query: {} },
            { name: t`Available`, query: { state: "offered" } },
            { name: t`Archived`, query: { state: "archived" } },
          ],
        }}
        empty={
          <EmptyState title={t`No files yet`}>
            <p>
              <Trans>Add files to a download to see them here.</Trans>
            </p>
            <ButtonLink href={consolePaths.files}>
              <Trans>Go to downloads</Trans>
            </ButtonLink>
          </EmptyState>
        }
      />
    </FilesLayout>
  );
}

function describeNewestVersion({ i18n, formats }: CellContext, { newest }: ListedFile): string {
  if (!newest) return i18n._(msg`No file uploaded yet`);
  const { label, number } = newest;
  return `${label || i18n._(msg`Version ${number}`)} · ${formats.size(newest.size)}`;
}
