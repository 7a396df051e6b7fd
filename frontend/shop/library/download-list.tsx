import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { OwnedBenefitOf } from "./queries.ts";
import { describeVersion } from "./download-copy.ts";
import styles from "./download-list.module.css";
import { Checksum } from "../../ui/checksum.tsx";
import { useDownload, type OwnedFile, type OwnedVersion } from "./download-queries.ts";

/** The files of a download: the newest version of each, and its older versions. */
export function DownloadList({ benefit }: { benefit: OwnedBenefitOf<"download"> }) {
  const [firstFile, ...others] = benefit.files;
  const isNamedByFile = others.length === 0 && firstFile?.name === benefit.name;
  return (
    <>
      {!isNamedByFile && <p>{benefit.name}</p>}
      {firstFile === undefined && (
        <p className={styles.detail}>The shop has not added files yet. They appear here.</p>
      )}
      <ul className={styles.files}>
        {benefit.files.map((file) => (
          <li key={file.id} className={styles.file}>
            <FileItem file={file} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FileItem({ file: { name, newest, older } }: { file: OwnedFile }) {
  return (
    <>
      <VersionItem version={newest} name={name} isNewest />
      {older.length > 0 && (
        <details className={styles.older}>
          <summary>
            {older.length === 1 ? "One older version" : `${older.length} older versions`}
          </summary>
          <ul>
            {older.map((version) => (
              <li key={version.id} className={styles.file}>
                <VersionItem version={version} name={name} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** A version of a file, with its download button. */
function VersionItem({
  version,
  name,
  isNewest = false,
}: {
  version: OwnedVersion;
  name: string;
  isNewest?: boolean;
}) {
  const { label, sha256 } = version;
  const download = useDownload(version.id);
  const detail = describeVersion(version);
  return (
    <>
      <div className={styles.row}>
        <p className={isNewest ? styles.name : styles.detail}>{isNewest ? name : detail}</p>
        <Button kind="plain" busy={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? "Starting…" : "Download"}
          <VisuallyHidden>{` ${name} ${label}`}</VisuallyHidden>
        </Button>
      </div>
      {isNewest && <p className={styles.detail}>{detail}</p>}
      <Checksum sha256={sha256} />
      {download.error && <ErrorNotice error={download.error} />}
    </>
  );
}
