import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { dayColumn, type Column, type CellContext } from "../list/table.tsx";
import { Badge, toOptions } from "../frame/label.tsx";
import { toViews } from "../list/list-views.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { deliverableBenefitsQuery, getBenefitLabel } from "../benefits/deliverable-benefits.tsx";
import { SectionLayout } from "../frame/section-layout.tsx";
import { allFilesKey, type ListedFile } from "./queries.ts";
import { api } from "../../http/client.ts";

const columns: Column<ListedFile>[] = [
  { name: msg`Name`, cell: ({ name }) => name },
  { name: msg`Download`, cell: ({ benefit }) => benefit.name },
  {
    name: msg`Latest version`,
    phone: "left_out",
    cell: (file, context) => describeNewestVersion(context, file),
  },
  {
    name: msg`Status`,
    cell: ({ archivedAt }) => (
      <Badge
        tone={archivedAt === null ? "good" : "neutral"}
        label={archivedAt === null ? msg`Available` : msg`Archived`}
      />
    ),
  },
  { ...dayColumn<ListedFile>(msg`Added`, ({ createdAt }) => createdAt), phone: "left_out" },
  { name: msg`Downloads`, numeric: true, phone: "named", cell: ({ downloads }) => downloads },
];

/** `/admin/files/all`: the files of all downloads. */
export default function AllFilesPage() {
  const { t, i18n } = useLingui();
  const benefits = useQuery(deliverableBenefitsQuery("download")).data ?? [];
  return (
    <SectionLayout section="files">
      <List
        label={t`Files`}
        queryKey={allFilesKey}
        source={api.admin.files.all}
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
            options: toOptions({ "": t`Newest first`, oldest: t`Oldest first`, name: t`Name` }),
          },
        ]}
        views={{
          list: "files",
          views: toViews("state", { offered: t`Available`, archived: t`Archived` }),
        }}
        emptyTitle={t`No files yet`}
        emptyText={t`Add files to a download to see them here.`}
        emptyAction={<ButtonLink href={consolePaths.files}>{t`Go to downloads`}</ButtonLink>}
      />
    </SectionLayout>
  );
}

function describeNewestVersion({ i18n, formats }: CellContext, { newest }: ListedFile): string {
  if (!newest) return i18n._(msg`No file uploaded yet`);
  const { label, number } = newest;
  return `${label || i18n._(msg`Version ${number}`)} · ${formats.size(newest.size)}`;
}
