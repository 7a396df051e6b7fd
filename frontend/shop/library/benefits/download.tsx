import { msg, plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ErrorNotice } from "../../../shell/error-notice.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checksum } from "../../../ui/checksum.tsx";
import { SellerText } from "../../../ui/seller-text.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import type { BenefitPart } from "./benefit-part.ts";
import { useDownload, type OwnedFile, type OwnedVersion } from "./benefit-queries.ts";
import { describeVersion, formatVersionLabel } from "./download-copy.ts";
import styles from "../library.module.css";
import type { OwnedBenefitOf } from "../queries.ts";

export const download: BenefitPart<"download"> = {
  Content: DownloadList,
  countThings: ({ files }) => files.length,
  describeCount: (fileCount) => msg`${plural(fileCount, { one: "# file", other: "# files" })}`,
};

/** The files of a download: the newest version of each, and its older versions. */
function DownloadList({ benefit }: { benefit: OwnedBenefitOf<"download"> }) {
  const [firstFile, ...others] = benefit.files;
  const isNamedByFile = others.length === 0 && firstFile?.name === benefit.name;
  return (
    <>
      {!isNamedByFile && <SellerText lang={benefit.langs?.name}>{benefit.name}</SellerText>}
      {firstFile === undefined && (
        <p className={styles.version}>
          <NoFiles />
        </p>
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
            <OlderVersions count={older.length} />
          </summary>
          <ul className={styles.files}>
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

/** What a download without files says. */
export function NoFiles() {
  const { t } = useLingui();
  return t`No files yet. They appear here when the shop adds them.`;
}

function OlderVersions({ count }: { count: number }) {
  return <Plural value={count} one="# older version" other="# older versions" />;
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
  const { t, i18n } = useLingui();
  const { sha256 } = version;
  const label = formatVersionLabel(i18n, version.label);
  const download = useDownload(version.id);
  const detail = describeVersion(i18n, version);
  return (
    <>
      <div className={styles.row}>
        {isNewest ? (
          <p className={styles.name} dir="auto">
            {name}
          </p>
        ) : (
          <p className={styles.version}>{detail}</p>
        )}
        <Button kind="plain" busy={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? (
            <Trans>
              Starting…
              <VisuallyHidden>
                {" "}
                {name} {label}
              </VisuallyHidden>
            </Trans>
          ) : (
            <DownloadLabel name={name} label={label} />
          )}
        </Button>
      </div>
      {isNewest && <p className={styles.version}>{detail}</p>}
      <details className={styles.older}>
        <summary aria-label={t`Checksum of ${name} ${label}`}>{t`Checksum`}</summary>
        <Checksum sha256={sha256} />
      </details>
      {download.error && <ErrorNotice error={download.error} />}
    </>
  );
}

/** What the button that downloads a version says. */
export function DownloadLabel({ name, label }: { name: string; label: string }) {
  return (
    <Trans comment="Verb. {name}: the file, {label}: its version">
      Download
      <VisuallyHidden>
        {" "}
        {name} {label}
      </VisuallyHidden>
    </Trans>
  );
}
