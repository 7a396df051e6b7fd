import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RowAction } from "../frame/row-action.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { PageSection } from "../frame/console-page.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import {
  unfinishedUploadsQuery,
  useFileChange,
  type UnfinishedUpload,
  type AdminFile,
} from "./queries.ts";
import shapes from "../frame/shapes.module.css";
import styles from "./files-page.module.css";
import { Checksum } from "../../ui/checksum.tsx";
import { isRejected, type Upload } from "./upload-queue.ts";
import { describeUpload, uploadStateLabels } from "./upload-copy.ts";
import { isUploadOfFile, uploadQueue, useUploads } from "./uploads.ts";

/** The uploads of this tab, for all downloads, and unfinished uploads that can be resumed. */
export function UploadList({ benefitId, files }: { benefitId: string; files: AdminFile[] }) {
  const { t } = useLingui();
  const activeUploads = useUploads();
  const unfinishedUploads = useQuery(unfinishedUploadsQuery(benefitId));
  const unfinished = (unfinishedUploads.data ?? []).filter(
    (upload) =>
      !activeUploads.some(
        ({ fileId, size, state }) =>
          state !== "done" && fileId === upload.fileId && size === upload.size,
      ),
  );
  if (activeUploads.length === 0 && unfinished.length === 0) return null;
  return (
    <PageSection title={t`Uploads`}>
      <ul className={styles.files} aria-label={t`Uploads`}>
        {activeUploads.map((upload) => (
          <ActiveUploadRow key={upload.key} upload={upload} />
        ))}
        {unfinished.map((upload) => (
          <UnfinishedUploadRow
            key={upload.id}
            upload={upload}
            name={files.find(({ id }) => id === upload.fileId)?.name ?? upload.fileName}
          />
        ))}
      </ul>
    </PageSection>
  );
}

function ActiveUploadRow({ upload }: { upload: Upload }) {
  const { t, i18n } = useLingui();
  const { key, name, state, size, sent, sha256, error } = upload;
  const isStopped = state === "paused" || state === "failed";
  const isInProgress = state === "sending" || state === "retrying" || state === "waiting";
  return (
    <li className={shapes.spread}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        {state !== "done" && (
          <progress
            className={styles.progress}
            max={size}
            value={state === "checking" ? undefined : sent}
            aria-label={t`Upload of ${name}`}
          />
        )}
        {/* Announced when the state changes, not on each progress event. */}
        <p className={styles.detail} data-failed={state === "failed"}>
          {describeUpload(i18n, upload)}
        </p>
        {sha256 && <Checksum sha256={sha256} />}
        <VisuallyHidden>
          <output>
            {name}:{" "}
            {state === "failed" ? describeUpload(i18n, upload) : i18n._(uploadStateLabels[state])}
          </output>
        </VisuallyHidden>
      </div>
      <div className={shapes.actions}>
        {isInProgress && (
          <RowAction label={t`Pause`} about={name} onClick={() => uploadQueue.pause(key)} />
        )}
        {isStopped && !isRejected(error) && (
          <RowAction label={t`Resume`} about={name} onClick={() => uploadQueue.resume(key)} />
        )}
        {(isInProgress || isStopped) && (
          <RowAction label={t`Cancel`} about={name} onClick={() => void uploadQueue.cancel(key)} />
        )}
        {state === "done" && (
          <RowAction label={t`Hide`} about={name} onClick={() => uploadQueue.dismiss(key)} />
        )}
      </div>
    </li>
  );
}

/**
 * An upload that was started in another tab, before a reload, or by another member. Anyone who has the file can resume
 * it.
 */
function UnfinishedUploadRow({ upload, name }: { upload: UnfinishedUpload; name: string }) {
  const formats = useFormats();
  const { t } = useLingui();
  const change = useFileChange();
  const { id: uploadId, fileId, fileName, label, size, partSize, parts, uploadedParts } = upload;
  const sentSize = formats.size(Math.min(size, uploadedParts.length * partSize));
  const totalSize = formats.size(size);
  const [isDifferentFile, setIsDifferentFile] = useState(false);
  const resumeUpload = ([file]: File[]) => {
    if (!file) return;
    const isSame = isUploadOfFile(upload, file);
    setIsDifferentFile(!isSame);
    if (isSame) uploadQueue.add({ fileId, label, file });
  };
  return (
    <li className={shapes.spread}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <progress
          className={styles.progress}
          max={parts}
          value={uploadedParts.length}
          aria-label={t`Upload of ${name}`}
        />
        <p className={styles.detail}>
          {t`${sentSize} of ${totalSize} uploaded. Choose ${fileName} again to resume.`}
        </p>
        {isDifferentFile && (
          <p className={styles.detail} data-failed="true" role="alert">
            <Trans>
              This isn’t the same file, or it has changed. Choose the original file, or cancel this
              upload to start over.
            </Trans>
          </p>
        )}
        {change.error && <ErrorNotice error={change.error} />}
      </div>
      <div className={shapes.actions}>
        <FileButton kind="plain" label={t`Choose file ${fileName}`} onChoose={resumeUpload}>
          {t`Choose file`}
        </FileButton>
        <RowAction
          label={t`Cancel upload`}
          about={fileName}
          busy={change.isPending}
          onClick={() => change.mutate({ action: "cancel", fileId, uploadId })}
        />
      </div>
    </li>
  );
}
