import { useQuery } from "@tanstack/react-query";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { formatSize } from "../../ui/format-size.ts";
import { Time } from "../../ui/time.tsx";
import { deliverableBenefitsQuery, getBenefitLabel } from "../products/deliverable-benefits.tsx";
import { FilesLayout } from "./files-layout.tsx";
import { allFilesKey, fetchAllFiles, type ListedFile } from "./queries.ts";

const columns: Column<ListedFile>[] = [
  { name: "Name", cell: ({ name }) => name },
  { name: "Download", cell: ({ benefit }) => benefit.name },
  { name: "Newest version", cell: (file) => describeNewestVersion(file) },
  { name: "State", cell: ({ archivedAt }) => (archivedAt === null ? "Offered" : "Archived") },
  { name: "Added", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Downloads", numeric: true, cell: ({ downloads }) => downloads },
];

/** `/admin/files/all`: the files of all downloads. */
export default function AllFilesPage() {
  const benefits = useQuery(deliverableBenefitsQuery("download")).data ?? [];
  return (
    <FilesLayout>
      <List
        label="Files"
        queryKey={allFilesKey}
        fetchPage={fetchAllFiles}
        columns={columns}
        rowHref={({ id, benefit }) => consolePaths.file(benefit.id, id)}
        search="The start of a name, or an id"
        filters={[
          {
            name: "benefitId",
            label: "Download",
            options: [
              { value: "", label: "Any" },
              ...benefits.map((benefit) => ({
                value: benefit.id,
                label: getBenefitLabel(benefit),
              })),
            ],
          },
          {
            name: "state",
            label: "State",
            options: [
              { value: "", label: "Any" },
              { value: "offered", label: "Offered" },
              { value: "archived", label: "Archived" },
            ],
          },
          {
            name: "sort",
            label: "Sort",
            options: [
              { value: "", label: "Newest first" },
              { value: "oldest", label: "Oldest first" },
              { value: "name", label: "By name" },
            ],
          },
        ]}
        empty={
          <EmptyState title="No files yet.">
            <p>Add the first file to a download.</p>
            <ButtonLink href={consolePaths.files}>Go to the downloads</ButtonLink>
          </EmptyState>
        }
      />
    </FilesLayout>
  );
}

function describeNewestVersion({ newest }: ListedFile): string {
  if (!newest) return "Nothing to download";
  return `${newest.label || `Version ${newest.number}`} · ${formatSize(newest.size)}`;
}
