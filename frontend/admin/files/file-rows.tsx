import { useState } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatSize } from "../../ui/format-size.ts";
import { formatDay } from "../../ui/format-time.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useFileChange, type SellersFile, type SellersVersion } from "./queries.ts";
import { ArchiveDialog, RenameDialog, VersionDialog, WithdrawDialog } from "./file-dialogs.tsx";
import styles from "./files-page.module.css";
import { Fingerprint } from "../../ui/checksum.tsx";

/** Files in their order, each with its versions and what can be done with it. */
export function FileRows({ benefitId, files }: { benefitId: string; files: SellersFile[] }) {
  const change = useFileChange();
  const move = (from: number, to: number) => {
    const fileIds = files.map(({ id }) => id);
    const [moved] = fileIds.splice(from, 1);
    if (moved) fileIds.splice(to, 0, moved);
    change.mutate({ do: "order", benefitId, fileIds });
  };
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <ol className={styles.files}>
        {files.map((file, at) => (
          <FileRow
            key={file.id}
            file={file}
            onUp={at > 0 ? () => move(at, at - 1) : undefined}
            onDown={at < files.length - 1 ? () => move(at, at + 1) : undefined}
            isMoving={change.isPending}
            onRestore={() => change.mutate({ do: "restore", id: file.id })}
          />
        ))}
      </ol>
    </>
  );
}

type Asking = "rename" | "archive" | "version" | null;

function FileRow({
  file,
  onUp,
  onDown,
  isMoving,
  onRestore,
}: {
  file: SellersFile;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  isMoving: boolean;
  onRestore: () => void;
}) {
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const { name, versions } = file;
  const newest = versions.find(({ withdrawnAt }) => withdrawnAt === null);
  const isArchived = file.archivedAt !== null;
  const downloads = versions.reduce((sum, version) => sum + version.downloads, 0);
  return (
    <li className={styles.file} aria-label={name}>
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
              <Button kind="plain" onClick={() => setAsking("version")}>
                New version <VisuallyHidden>of {name}</VisuallyHidden>
              </Button>
              <Button kind="plain" onClick={() => setAsking("rename")}>
                Rename <VisuallyHidden>{name}</VisuallyHidden>
              </Button>
              <Button kind="plain" onClick={() => setAsking("archive")}>
                Archive <VisuallyHidden>{name}</VisuallyHidden>
              </Button>
              <span className={styles.move}>
                <Button
                  kind="plain"
                  aria-label={`Move ${name} up`}
                  disabled={!onUp}
                  busy={isMoving}
                  onClick={onUp}
                >
                  ↑
                </Button>
                <Button
                  kind="plain"
                  aria-label={`Move ${name} down`}
                  disabled={!onDown}
                  busy={isMoving}
                  onClick={onDown}
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
      {asking === "rename" && <RenameDialog file={file} onClose={close} />}
      {asking === "archive" && <ArchiveDialog file={file} onClose={close} />}
      {asking === "version" && <VersionDialog file={file} onClose={close} />}
    </li>
  );
}

function VersionRow({ version }: { version: SellersVersion }) {
  const [isAsking, setIsAsking] = useState(false);
  const offering = useFileChange();
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
          {fileName} · {formatSize(size)} · {formatDay(createdAt)} ·{" "}
          {downloads === 1 ? "1 download" : `${downloads} downloads`}
        </p>
        <Fingerprint sha256={sha256} />
        {offering.error && <ErrorNotice error={offering.error} />}
      </div>
      {withdrawnAt === null ? (
        <Button kind="plain" onClick={() => setIsAsking(true)}>
          Withdraw <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      ) : (
        <Button
          kind="plain"
          busy={offering.isPending}
          onClick={() => offering.mutate({ do: "offer", versionId: id })}
        >
          Offer again <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      )}
      {isAsking && (
        <WithdrawDialog title={title} versionId={id} onClose={() => setIsAsking(false)} />
      )}
    </li>
  );
}
