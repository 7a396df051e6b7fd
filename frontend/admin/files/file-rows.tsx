import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useSearchParams } from "wouter";
import { joinFacts } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { SortableList } from "../../ui/sortable/sortable-list.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useFileChange, type AdminFile, type AdminFileVersion } from "./queries.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { RenameDialog, NewVersionDialog } from "./file-dialogs.tsx";
import shapes from "../frame/shapes.module.css";
import styles from "./files-page.module.css";
import { Checksum } from "../../ui/checksum.tsx";

/** The offered files of a download, each with its versions and actions, in an order that can be changed. */
export function FileRows({ benefitId, files }: { benefitId: string; files: AdminFile[] }) {
  const { t } = useLingui();
  const change = useFileChange();
  const saveOrder = (sorted: AdminFile[]) =>
    change.mutateAsync({ action: "order", benefitId, fileIds: sorted.map(({ id }) => id) });
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <SortableList
        label={t`Files`}
        items={files}
        getName={({ name }) => name}
        onMove={({ items }) => saveOrder(items)}
        className={styles.files}
      >
        {(file, handle) => <FileRow file={file} handle={handle} />}
      </SortableList>
    </>
  );
}

/** The archived files of a download. */
export function ArchivedFileRows({ files }: { files: AdminFile[] }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id} aria-label={file.name}>
          <FileRow file={file} handle={null} />
        </li>
      ))}
    </ul>
  );
}

type OpenDialog = "rename" | "version" | null;

/** @param props.handle the button that the file is dragged by */
function FileRow({ file, handle }: { file: AdminFile; handle: ReactNode }) {
  const { t } = useLingui();
  const formats = useFormats();
  const [params] = useSearchParams();
  // A link may lead to one file of the list.
  const isShown = params.get("file") === file.id;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const restore = useFileChange();
  const archival = useConfirmation(useFileChange());
  const rowRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) rowRef.current?.scrollIntoView({ block: "center" });
  }, [isShown]);
  const close = () => setOpenDialog(null);
  const { name, versions } = file;
  const newest = versions.find(({ withdrawnAt }) => withdrawnAt === null);
  const isArchived = file.archivedAt !== null;
  const downloads = versions.reduce((sum, version) => sum + version.downloads, 0);
  return (
    <div ref={rowRef} className={styles.file} aria-current={isShown ? "true" : undefined}>
      <div className={shapes.spread}>
        {handle}
        <div className={styles.about}>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.detail}>
            {joinFacts(
              ...(newest ? [newest.label, formats.size(newest.size)] : [t`No file uploaded yet`]),
              t`${plural(downloads, { one: "# download", other: "# downloads" })}`,
            )}
          </p>
        </div>
        <div className={shapes.actions}>
          {isArchived ? (
            <RowAction
              label={t`Restore`}
              about={name}
              busy={restore.isPending}
              onClick={() => restore.mutate({ action: "restore", id: file.id })}
            />
          ) : (
            <>
              <RowAction
                label={t`New version`}
                about={t`of ${name}`}
                onClick={() => setOpenDialog("version")}
              />
              <RowAction label={t`Rename`} about={name} onClick={() => setOpenDialog("rename")} />
              <RowAction
                label={t`Archive`}
                about={name}
                onClick={() => archival.ask({ action: "archive", id: file.id })}
              />
            </>
          )}
        </div>
      </div>
      {versions.length > 0 && (
        <details className={shapes.disclosure}>
          <summary>
            <Plural value={{ count: versions.length }} one="# version" other="# versions" />
            <VisuallyHidden>: {name}</VisuallyHidden>
          </summary>
          <ul className={styles.versions}>
            {versions.map((version) => (
              <VersionRow key={version.id} version={version} />
            ))}
          </ul>
        </details>
      )}
      {restore.error && <ErrorNotice error={restore.error} />}
      {openDialog === "rename" && <RenameDialog file={file} onClose={close} />}
      {openDialog === "version" && <NewVersionDialog file={file} onClose={close} />}
      {archival.asked && (
        <ConfirmDialog
          title={t`Archive ${name}?`}
          confirmLabel={t`Archive`}
          kind="danger"
          busyLabel={t`Archiving…`}
          text={t`Nobody will be able to download this file, including customers who bought it. Its versions and download counts are kept, and you can restore it.`}
          {...archival.dialog}
        />
      )}
    </div>
  );
}

function VersionRow({ version }: { version: AdminFileVersion }) {
  const { t } = useLingui();
  const formats = useFormats();
  const restore = useFileChange();
  const withdrawal = useConfirmation(useFileChange());
  const { id, number, label, fileName, size, sha256, downloads, createdAt, withdrawnAt } = version;
  const title = label || t`Version ${number}`;
  return (
    <li className={shapes.spread}>
      <div className={styles.about}>
        <p>
          {withdrawnAt === null ? (
            title
          ) : (
            <Trans>
              {title} <span className={styles.detail}>(withdrawn)</span>
            </Trans>
          )}
        </p>
        <p className={styles.detail}>
          {fileName} · {formats.size(size)} · {formats.date(createdAt)} ·{" "}
          <Plural value={downloads} one="# download" other="# downloads" />
        </p>
        <Checksum sha256={sha256} />
        {restore.error && <ErrorNotice error={restore.error} />}
      </div>
      {withdrawnAt === null ? (
        <RowAction
          label={t`Withdraw`}
          about={title}
          onClick={() => withdrawal.ask({ action: "withdraw", versionId: id })}
        />
      ) : (
        <RowAction
          label={t`Restore`}
          about={title}
          busy={restore.isPending}
          onClick={() => restore.mutate({ action: "offer", versionId: id })}
        />
      )}
      {withdrawal.asked && (
        <ConfirmDialog
          title={t`Withdraw ${title}?`}
          confirmLabel={t`Withdraw`}
          kind="danger"
          busyLabel={t`Withdrawing…`}
          text={t`Nobody will be able to download this version. Customers get the previous version instead. You can restore it.`}
          {...withdrawal.dialog}
        />
      )}
    </li>
  );
}
