import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatSize } from "../../ui/format-size.ts";
import { formatDate } from "../../ui/format-time.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useFileChange, type AdminFile, type AdminFileVersion } from "./queries.ts";
import { ArchiveDialog, RenameDialog, NewVersionDialog, WithdrawDialog } from "./file-dialogs.tsx";
import styles from "./files-page.module.css";
import { Checksum } from "../../ui/checksum.tsx";

/** The files of a download in order, each with its versions and actions. */
export function FileRows({ benefitId, files }: { benefitId: string; files: AdminFile[] }) {
  const change = useFileChange();
  const [params] = useSearchParams();
  const shownFileId = params.get("file");
  const move = (from: number, to: number) => {
    const fileIds = files.map(({ id }) => id);
    const [moved] = fileIds.splice(from, 1);
    if (moved) fileIds.splice(to, 0, moved);
    change.mutate({ action: "order", benefitId, fileIds });
  };
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <ol className={styles.files}>
        {files.map((file, index) => (
          <FileRow
            key={file.id}
            file={file}
            isShown={file.id === shownFileId}
            onMoveUp={index > 0 ? () => move(index, index - 1) : undefined}
            onMoveDown={index < files.length - 1 ? () => move(index, index + 1) : undefined}
            isMoving={change.isPending}
            onRestore={() => change.mutate({ action: "restore", id: file.id })}
          />
        ))}
      </ol>
    </>
  );
}

type OpenDialog = "rename" | "archive" | "version" | null;

function FileRow({
  file,
  isShown,
  onMoveUp,
  onMoveDown,
  isMoving,
  onRestore,
}: {
  file: AdminFile;
  /** Whether a link led to this file. */
  isShown: boolean;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  isMoving: boolean;
  onRestore: () => void;
}) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const rowRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) rowRef.current?.scrollIntoView({ block: "center" });
  }, [isShown]);
  const close = () => setOpenDialog(null);
  const { name, versions } = file;
  const newest = versions.find(({ withdrawnAt }) => withdrawnAt === null);
  const isArchived = file.archivedAt !== null;
  const downloads = versions.reduce((sum, version) => sum + version.downloads, 0);
  return (
    <li
      ref={rowRef}
      className={styles.file}
      aria-label={name}
      aria-current={isShown ? "true" : undefined}
    >
      <div className={styles.row}>
        <div className={styles.about}>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.detail}>
            {newest
              ? `${newest.label ? `${newest.label} · ` : ""}${formatSize(newest.size)} · `
              : "Nothing to download yet · "}
            {downloads === 1 ? "1 download" : `${downloads} downloads`}
          </p>
        </div>
        <div className={styles.actions}>
          {isArchived ? (
            <Button kind="plain" onClick={onRestore}>
              Offer again <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          ) : (
            <>
              <Button kind="plain" onClick={() => setOpenDialog("version")}>
                New version <VisuallyHidden>of {name}</VisuallyHidden>
              </Button>
              <Button kind="plain" onClick={() => setOpenDialog("rename")}>
                Rename <VisuallyHidden>{name}</VisuallyHidden>
              </Button>
              <Button kind="plain" onClick={() => setOpenDialog("archive")}>
                Archive <VisuallyHidden>{name}</VisuallyHidden>
              </Button>
              <span className={styles.move}>
                <Button
                  kind="plain"
                  aria-label={`Move ${name} up`}
                  disabled={!onMoveUp}
                  busy={isMoving}
                  onClick={onMoveUp}
                >
                  ↑
                </Button>
                <Button
                  kind="plain"
                  aria-label={`Move ${name} down`}
                  disabled={!onMoveDown}
                  busy={isMoving}
                  onClick={onMoveDown}
                >
                  ↓
                </Button>
              </span>
            </>
          )}
        </div>
      </div>
      {versions.length > 0 && (
        <details className={styles.versions}>
          <summary>
            {versions.length === 1 ? "1 version" : `${versions.length} versions`}
            <VisuallyHidden> of {name}</VisuallyHidden>
          </summary>
          <ul>
            {versions.map((version) => (
              <VersionRow key={version.id} version={version} />
            ))}
          </ul>
        </details>
      )}
      {openDialog === "rename" && <RenameDialog file={file} onClose={close} />}
      {openDialog === "archive" && <ArchiveDialog file={file} onClose={close} />}
      {openDialog === "version" && <NewVersionDialog file={file} onClose={close} />}
    </li>
  );
}

function VersionRow({ version }: { version: AdminFileVersion }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const restore = useFileChange();
  const { id, number, label, fileName, size, sha256, downloads, createdAt, withdrawnAt } = version;
  const title = label || `Version ${number}`;
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p>
          {title}
          {withdrawnAt !== null && <span className={styles.detail}> · withdrawn</span>}
        </p>
        <p className={styles.detail}>
          {fileName} · {formatSize(size)} · {formatDate(createdAt)} ·{" "}
          {downloads === 1 ? "1 download" : `${downloads} downloads`}
        </p>
        <Checksum sha256={sha256} />
        {restore.error && <ErrorNotice error={restore.error} />}
      </div>
      {withdrawnAt === null ? (
        <Button kind="plain" onClick={() => setIsConfirming(true)}>
          Withdraw <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      ) : (
        <Button
          kind="plain"
          busy={restore.isPending}
          onClick={() => restore.mutate({ action: "offer", versionId: id })}
        >
          Offer again <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      )}
      {isConfirming && (
        <WithdrawDialog title={title} versionId={id} onClose={() => setIsConfirming(false)} />
      )}
    </li>
  );
}
