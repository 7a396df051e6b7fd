import { msg, plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { plainPaths } from "../../../paths.ts";
import { ErrorNotice } from "../../../shell/error-notice.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checksum } from "../../../ui/checksum.tsx";
import { SellerText } from "../../../ui/seller-text.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import type { BenefitPart } from "./benefit-part.ts";
import { useDownload, usePlay, type OwnedFile, type OwnedVersion } from "./benefit-queries.ts";
import { describeVersion, findReader, formatVersionLabel, type Reader } from "./download-copy.ts";
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
      {!isNamedByFile && (
        <SellerText className={styles.group} lang={benefit.langs?.name}>
          {benefit.name}
        </SellerText>
      )}
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
      <Checksums files={benefit.files} />
    </>
  );
}

/** The checksums of all files and their versions, in one place: few buyers compare them. */
export function Checksums({ files }: { files: OwnedFile[] }) {
  const { t, i18n } = useLingui();
  if (files.length === 0) return null;
  const versions = files.flatMap(({ name, newest, older }) =>
    [newest, ...older].map((version) => ({
      ...version,
      title: [name, formatVersionLabel(i18n, version.label)].filter(Boolean).join(", "),
    })),
  );
  return (
    <details className={styles.older}>
      <summary>{t`Checksums`}</summary>
      <ul className={styles.files}>
        {versions.map(({ id, title, sha256 }) => (
          <li key={id} className={styles.file}>
            <span dir="auto">{title}</span>
            <Checksum sha256={sha256} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function FileItem({ file: { name, langs, newest, older } }: { file: OwnedFile }) {
  return (
    <>
      <VersionItem version={newest} name={name} lang={langs?.name} isNewest />
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
  lang,
  isNewest = false,
}: {
  version: OwnedVersion;
  name: string;
  /** Of the name, if it is not in the language of the page. */
  lang?: string | undefined;
  isNewest?: boolean;
}) {
  const { t, i18n } = useLingui();
  const label = formatVersionLabel(i18n, version.label);
  const download = useDownload(version.id);
  const play = usePlay(version.id);
  const reader = isNewest ? findReader(version.fileName) : null;
  const isPlayed = reader === "sound" || reader === "video";
  const error = download.error ?? play.error;
  const detail = describeVersion(i18n, version);
  return (
    <>
      <div className={styles.row}>
        {isNewest ? (
          <p className={styles.name} lang={lang} dir="auto">
            {name}
          </p>
        ) : (
          <p className={styles.version}>{detail}</p>
        )}
        <div className={styles.actions}>
          {isNewest && reader === "pdf" && <OpenFile id={version.id} name={name} />}
          {isPlayed && !play.data && (
            <Button
              kind="plain"
              busy={play.isPending}
              aria-label={t`Play: ${name}`}
              onClick={() => play.mutate()}
            >
              {t({ message: `Play`, comment: "Verb: plays a sound or a video" })}
            </Button>
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
      </div>
      {isNewest && <p className={styles.version}>{detail}</p>}
      {play.data && <Player kind={reader} url={`${play.data.url}?show`} name={name} />}
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** The browser's own player, which begins at once: the user has asked for it. */
export function Player({ kind, url, name }: { kind: Reader | null; url: string; name: string }) {
  if (kind === "video")
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are in the seller's file, if it has any
    return <video className={styles.player} src={url} controls autoPlay aria-label={name} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- its name is above it
  return <audio className={styles.player} src={url} controls autoPlay aria-label={name} />;
}

/** Opens a file in the browser's reader, in a new tab. A form, so that it works without scripts too. */
export function OpenFile({
  id,
  name,
  kind = "plain",
}: {
  id: string;
  name: string;
  kind?: "plain" | "secondary";
}) {
  const { t } = useLingui();
  return (
    <form method="post" action={plainPaths.showDownload(id)} target="_blank">
      <Button type="submit" kind={kind} aria-label={t`Open: ${name}`}>
        {t({ message: `Open`, comment: "Verb: opens a file in the browser" })}
      </Button>
    </form>
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
