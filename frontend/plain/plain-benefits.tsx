import { Trans, useLingui } from "@lingui/react/macro";
import { plainPaths } from "../paths.ts";
import type { OwnedFile, OwnedVersion } from "../shop/library/benefits/benefit-queries.ts";
import type { OtherContents } from "../shop/library/benefits/benefits.tsx";
import {
  describeVersion,
  findReader,
  formatVersionLabel,
} from "../shop/library/benefits/download-copy.ts";
import { DownloadLabel, NoFiles, OpenFile } from "../shop/library/benefits/download.tsx";
import styles from "../shop/library/library.module.css";
import { describeLicense } from "../shop/library/benefits/license-copy.ts";
import { NoKeyLeft } from "../shop/library/benefits/license-key.tsx";
import { PageLinks } from "../shop/library/benefits/page.tsx";
import type { OwnedBenefitOf } from "../shop/library/queries.ts";
import { Button } from "../ui/button.tsx";
import shapes from "../ui/shapes.module.css";

/** The contents of benefits that need scripts in the app: keys to copy, files, and links of pages without scripts. */
export const plainContents: OtherContents = { license_key: License, download: Files, page: Pages };

function Pages({ benefit }: { benefit: OwnedBenefitOf<"page"> }) {
  return <PageLinks benefit={benefit} toPath={plainPaths.page} />;
}

function License({
  benefit: { name, license, waitingFor },
}: {
  benefit: OwnedBenefitOf<"license_key">;
}) {
  const { i18n } = useLingui();
  return (
    <div className={styles.license}>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      {license ? (
        <>
          <code className={styles.key}>{license.key}</code>
          <p className={shapes.muted}>{describeLicense(i18n, license)}</p>
        </>
      ) : (
        <p className={shapes.muted}>
          {waitingFor === "buyer_name" ? (
            <Trans>
              This license key is issued in your name. To enter your name, turn on JavaScript.
            </Trans>
          ) : (
            <NoKeyLeft />
          )}
        </p>
      )}
    </div>
  );
}

/** The newest version of each file, each with a form that starts its download. */
function Files({ benefit: { name, files } }: { benefit: OwnedBenefitOf<"download"> }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <p className={styles.group}>
        <bdi>{name}</bdi>
      </p>
      {files.length === 0 && (
        <p className={shapes.muted}>
          <NoFiles />
        </p>
      )}
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            {[file.newest, ...file.older].map((version) => (
              <Version key={version.id} file={file} version={version} />
            ))}
          </li>
        ))}
      </ul>
      {files.length > 0 && (
        <details className={shapes.muted}>
          <summary>{t`Checksums`}</summary>
          {files.flatMap(({ name: fileName, newest, older }) =>
            [newest, ...older].map(({ id, label, sha256 }) => (
              <p key={id}>
                <bdi>{[fileName, formatVersionLabel(i18n, label)].filter(Boolean).join(", ")}</bdi>{" "}
                SHA-256 <code>{sha256}</code>
              </p>
            )),
          )}
        </details>
      )}
    </>
  );
}

function Version({ file: { name, langs }, version }: { file: OwnedFile; version: OwnedVersion }) {
  const { i18n } = useLingui();
  const { id, fileName } = version;
  const label = formatVersionLabel(i18n, version.label);
  return (
    <>
      <div className={styles.row}>
        <p className={styles.name} lang={langs?.name} dir="auto">
          {name}
        </p>
        <div className={styles.actions}>
          {findReader(fileName) === "pdf" && <OpenFile id={id} name={name} />}
          <form method="post" action={plainPaths.download(id)}>
            <Button type="submit" kind="plain">
              <DownloadLabel name={name} label={label} />
            </Button>
          </form>
        </div>
      </div>
      <p className={styles.version}>{describeVersion(i18n, version)}</p>
    </>
  );
}
