import { Trans, useLingui } from "@lingui/react/macro";
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
} from "../benefits/deliverable-benefits.tsx";
import { filesQuery } from "./queries.ts";
import { FilesLayout } from "./files-layout.tsx";
import { ArchivedFileRows, FileRows } from "./file-rows.tsx";
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
  const { t } = useLingui();
  const [benefit, selectBenefit] = useSelectedBenefit(benefits);
  if (!benefit)
    return (
      <EmptyState title={t`No downloads yet`}>
        <p>
          <Trans>
            Files belong to a download. Add a download benefit to a product, then upload files here.
          </Trans>
        </p>
        <ButtonLink href={consolePaths.products}>
          <Trans>Go to products</Trans>
        </ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <BenefitSelect
        label={t`Download`}
        benefits={benefits}
        selected={benefit}
        onSelect={selectBenefit}
      />
      <BenefitFiles key={benefit.id} benefitId={benefit.id} name={benefit.name} />
    </>
  );
}

function BenefitFiles({ benefitId, name }: { benefitId: string; name: string }) {
  const { t } = useLingui();
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
            <PageSection title={name} description={t`Customers see files in this order.`}>
              {activeFiles.length === 0 ? (
                <p>
                  <Trans>No files yet. Add one above.</Trans>
                </p>
              ) : (
                <FileRows benefitId={benefitId} files={activeFiles} />
              )}
            </PageSection>
            {archivedFiles.length > 0 && (
              <PageSection
                title={t`Archived`}
                description={t`Archived files can’t be downloaded. You can restore them at any time.`}
              >
                <ArchivedFileRows files={archivedFiles} />
              </PageSection>
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
