import { useQuery } from "@tanstack/react-query";
import { consolePaths } from "../frame/console-paths.ts";
import { PageSection } from "../frame/console-page.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import {
  BenefitSelect,
  deliverableBenefitsQuery,
  useSelectedBenefit,
  type DeliverableBenefit,
} from "../products/deliverable-benefits.tsx";
import { filesQuery } from "./queries.ts";
import { FilesLayout } from "./files-layout.tsx";
import { FileRows } from "./file-rows.tsx";
import { DropArea } from "./drop-area.tsx";
import { UploadList } from "./upload-list.tsx";

/** `/admin/files`: the files of each download benefit. */
export default function FilesPage() {
  const benefitsQuery = useQuery(deliverableBenefitsQuery("download"));
  return (
    <FilesLayout>
      <QueryBoundary query={benefitsQuery} skeleton={<SkeletonLines lines={5} />}>
        {(list) => <DownloadFiles benefits={list} />}
      </QueryBoundary>
    </FilesLayout>
  );
}

function DownloadFiles({ benefits }: { benefits: DeliverableBenefit[] }) {
  const [benefit, selectBenefit] = useSelectedBenefit(benefits);
  if (!benefit)
    return (
      <EmptyState title="Nothing is downloaded yet.">
        <p>
          Files belong to a product: give it a benefit of the type “download”, and add them here.
        </p>
        <ButtonLink href={consolePaths.products}>Go to the products</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <BenefitSelect
        label="Download"
        benefits={benefits}
        selected={benefit}
        onSelect={selectBenefit}
      />
      <BenefitFiles key={benefit.id} benefitId={benefit.id} name={benefit.name} />
    </>
  );
}

function BenefitFiles({ benefitId, name }: { benefitId: string; name: string }) {
  const files = useQuery(filesQuery(benefitId));
  return (
    <QueryBoundary query={files} skeleton={<SkeletonLines lines={5} />}>
      {(list) => {
        const activeFiles = list.filter(({ archivedAt }) => archivedAt === null);
        const archivedFiles = list.filter(({ archivedAt }) => archivedAt !== null);
        return (
          <>
            <DropArea benefitId={benefitId} />
            <UploadList benefitId={benefitId} files={list} />
            <PageSection title={name} description="In the order in which buyers see them.">
              {activeFiles.length === 0 ? (
                <p>No files yet. Drop one above.</p>
              ) : (
                <FileRows benefitId={benefitId} files={activeFiles} />
              )}
            </PageSection>
            {archivedFiles.length > 0 && (
              <PageSection
                title="Archived"
                description="Nobody is offered these; nothing of them is lost."
              >
                <FileRows benefitId={benefitId} files={archivedFiles} />
              </PageSection>
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
