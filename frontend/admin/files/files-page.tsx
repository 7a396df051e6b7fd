import { useLingui } from "@lingui/react/macro";
import { useQuery, useMutation } from "@tanstack/react-query";
import { consolePaths } from "../frame/console-paths.ts";
import { PageSection } from "../frame/console-page.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import {
  BenefitSelect,
  deliverableBenefitsQuery,
  useSelectedBenefit,
  type DeliverableBenefit,
} from "../benefits/deliverable-benefits.tsx";
import { filesQuery, type AdminFile } from "./queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";
import { ArchivedFileRows, FileRows } from "./file-rows.tsx";
import { UploadList } from "./upload-list.tsx";
import { useState, type DragEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./files-page.module.css";
import { startUploads } from "./uploads.ts";

/** `/admin/files`: the files of each download benefit. */
export default function FilesPage() {
  const benefitsQuery = useQuery(deliverableBenefitsQuery("download"));
  return (
    <SectionLayout section="files">
      <QueryBoundary query={benefitsQuery} lines={5}>
        {(list) => <DownloadFiles benefits={list} />}
      </QueryBoundary>
    </SectionLayout>
  );
}

function DownloadFiles({ benefits }: { benefits: DeliverableBenefit[] }) {
  const { t } = useLingui();
  const [benefit, selectBenefit] = useSelectedBenefit(benefits);
  if (!benefit)
    return (
      <EmptyState
        title={t`No downloads yet`}
        text={t`Files belong to a download. Add a download benefit to a product, then upload files here.`}
      >
        <ButtonLink href={consolePaths.products}>{t`Go to products`}</ButtonLink>
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
    <QueryBoundary query={files} lines={5}>
      {(list) => {
        const activeFiles = list.filter(({ archivedAt }) => archivedAt === null);
        const archivedFiles = list.filter(({ archivedAt }) => archivedAt !== null);
        return (
          <>
            <DropArea benefitId={benefitId} files={activeFiles} />
            <UploadList benefitId={benefitId} files={list} />
            <PageSection title={name} description={t`Customers see files in this order.`}>
              {activeFiles.length === 0 ? (
                <p>{t`No files yet. Add one above.`}</p>
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

/** Accepts dropped or chosen files. Each becomes a file of the download, or resumes its unfinished upload. */
function DropArea({ benefitId, files }: { benefitId: string; files: AdminFile[] }) {
  const { t } = useLingui();
  const [isDragOver, setIsDragOver] = useState(false);
  const upload = useMutation({
    mutationFn: async (chosen: File[]) => {
      const names = new Set(files.map(({ name }) => name));
      const { created, empty } = await startUploads(benefitId, chosen);
      return { empty, repeated: created.filter((name) => names.has(name)) };
    },
  });
  const emptyFiles = upload.data?.empty.join(", ");
  const repeatedFiles = upload.data?.repeated.join(", ");
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    upload.mutate([...event.dataTransfer.files]);
  };
  return (
    <>
      <div
        className={styles.drop}
        data-over={isDragOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={drop}
      >
        <p>{t`Drop files of any size here. Uploads resume after a lost connection or a reload.`}</p>
        <FileButton multiple onChoose={(files) => upload.mutate(files)}>
          {t`Choose files`}
        </FileButton>
      </div>
      {upload.error && <ErrorNotice error={upload.error} />}
      {emptyFiles && <Notice tone="error" title={t`Empty files weren’t added: ${emptyFiles}`} />}
      {repeatedFiles && (
        <Notice
          tone="info"
          title={t`There are now two files with the same name: ${repeatedFiles}`}
          text={t`To replace the old file instead, archive the new one, and choose “New version” at the old one.`}
        />
      )}
    </>
  );
}
