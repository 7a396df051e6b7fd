import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Part } from "../frame/console-page.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatSize } from "../../ui/format-size.ts";
import { FileButton } from "../../ui/file-button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { openUploadsQuery, useFileChange, type OpenUpload, type SellersFile } from "./queries.ts";
import styles from "./files-page.module.css";
import { Fingerprint } from "../../ui/checksum.tsx";
import type { Upload } from "./upload-queue.ts";
import { describeUpload } from "./upload-copy.ts";
import { isOpenUploadOf, uploads, useUploads } from "./uploads.ts";

/** What is on its way from this tab, of whatever download, and what was cut off and can go on. */
export function UploadList({ benefitId, files }: { benefitId: string; files: SellersFile[] }) {
  const own = useUploads();
  const open = useQuery(openUploadsQuery(benefitId));
  const unfinished = (open.data ?? []).filter(
    (upload) =>
      !own.some(
        ({ fileId, size, state }) =>
          state !== "done" && fileId === upload.fileId && size === upload.size,
      ),
  );
  if (own.length === 0 && unfinished.length === 0) return null;
  return (
    <Part title="Uploads">
      <ul className={styles.uploads} aria-label="Uploads">
        {own.map((upload) => (
          <OwnUpload key={upload.key} upload={upload} />
        ))}
        {unfinished.map((upload) => (
          <CutOff
            key={upload.id}
            upload={upload}
            name={files.find(({ id }) => id === upload.fileId)?.name ?? upload.fileName}
          />
        ))}
      </ul>
    </Part>
  );
}

function OwnUpload({ upload }: { upload: Upload }) {
  const { key, name, state, size, sent, sha256 } = upload;
  const isMoving = state === "sending" || state === "resting" || state === "waiting";
  return (
    <li className={styles.upload}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        {state !== "done" && (
          <progress
            className={styles.progress}
            max={size}
            value={state === "checking" ? undefined : sent}
            aria-label={`Upload of ${name}`}
          />
        )}
        {/* Said when it changes its state, not at each byte. */}
        <p className={styles.detail} data-failed={state === "failed"}>
          {describeUpload(upload)}
        </p>
        {sha256 && <Fingerprint sha256={sha256} />}
        <VisuallyHidden>
          <output>{`${name}: ${state === "failed" ? describeUpload(upload) : state}`}</output>
        </VisuallyHidden>
      </div>
      <div className={styles.actions}>
        {isMoving && (
          <Button kind="plain" onClick={() => uploads.pause(key)}>
            Pause <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
        {(state === "paused" || state === "failed") && (
          <Button kind="plain" onClick={() => uploads.resume(key)}>
            Go on <VisuallyHidden>with {name}</VisuallyHidden>
          </Button>
        )}
        {(isMoving || state === "paused" || state === "failed") && (
          <Button kind="plain" onClick={() => void uploads.cancel(key)}>
            Cancel <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
        {state === "done" && (
          <Button kind="plain" onClick={() => uploads.dismiss(key)}>
            Hide <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
      </div>
    </li>
  );
}

/** Begun in another tab, before a reload or by a colleague: whoever has the file goes on with it. */
function CutOff({ upload, name }: { upload: OpenUpload; name: string }) {
  const change = useFileChange();
  const { id: uploadId, fileId, fileName, label, size, partSize, parts, present } = upload;
  const sent = Math.min(size, present.length * partSize);
  const [isOther, setIsOther] = useState(false);
  const goOn = ([file]: File[]) => {
    if (!file) return;
    const isSame = isOpenUploadOf(upload, file);
    setIsOther(!isSame);
    if (isSame) uploads.add({ fileId, label, file });
  };
  return (
    <li className={styles.upload}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <progress
          className={styles.progress}
          max={parts}
          value={present.length}
          aria-label={`Upload of ${name}`}
        />
        <p className={styles.detail}>
          {formatSize(sent)} of {formatSize(size)} are there. Choose {fileName} again and it goes
          on.
        </p>
        {isOther && (
          <p className={styles.detail} data-failed="true" role="alert">
            That is another file, or it was changed since. Give this upload up to begin anew.
          </p>
        )}
        {change.error && <ErrorNotice error={change.error} />}
      </div>
      <div className={styles.actions}>
        <FileButton kind="plain" about={fileName} onChoose={goOn}>
          Choose the file
        </FileButton>
        <Button
          kind="plain"
          busy={change.isPending}
          onClick={() => change.mutate({ do: "give up", fileId, uploadId })}
        >
          Give up <VisuallyHidden>{fileName}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
