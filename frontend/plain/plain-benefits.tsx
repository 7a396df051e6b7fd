import { Trans, useLingui } from "@lingui/react/macro";
import { plainPaths } from "../paths.ts";
import listStyles from "../shop/library/benefit-list.module.css";
import row from "../shop/library/benefit-row.module.css";
import { describeVersion, formatVersionLabel } from "../shop/library/download-copy.ts";
import { DownloadLabel, NoFiles } from "../shop/library/download-list.tsx";
import downloadStyles from "../shop/library/download-list.module.css";
import type { OwnedFile, OwnedVersion } from "../shop/library/download-queries.ts";
import { describeLicense } from "../shop/library/license-copy.ts";
import { NoKeyLeft } from "../shop/library/license-key.tsx";
import licenseStyles from "../shop/library/license-key.module.css";
import { PageLinkText, PageList } from "../shop/library/page-links.tsx";
import { ExternalLink, FeatureLine } from "../shop/library/plain-benefits.tsx";
import type { OwnedBenefit, OwnedBenefitOf } from "../shop/library/queries.ts";
import { Button } from "../ui/button.tsx";

/** The benefits of a library entry, as far as they need no script: keys to copy, files, pages and links. */
export function PlainBenefits({ benefits }: { benefits: OwnedBenefit[] }) {
  return (
    <ul className={listStyles.benefits}>
      {benefits.map((benefit) => (
        <li key={benefit.grantId}>
          <Benefit benefit={benefit} />
          {benefit.note && (
            <p className={row.detail} lang={benefit.langs?.note} dir="auto">
              {benefit.note}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Benefit({ benefit }: { benefit: OwnedBenefit }) {
  switch (benefit.type) {
    case "feature":
      return <FeatureLine benefit={benefit} />;
    case "license_key":
      return <License benefit={benefit} />;
    case "download":
      return <Files benefit={benefit} />;
    case "page":
      return (
        <PageList benefit={benefit}>
          {(page) => (
            <a href={plainPaths.page(page.slug)} className={row.row}>
              <PageLinkText page={page} />
            </a>
          )}
        </PageList>
      );
    case "link":
      return <ExternalLink benefit={benefit} />;
  }
}

function License({
  benefit: { name, license, waitingFor },
}: {
  benefit: OwnedBenefitOf<"license_key">;
}) {
  const { i18n } = useLingui();
  return (
    <div className={licenseStyles.license}>
      <p className={licenseStyles.name}>
        <bdi>{name}</bdi>
      </p>
      {license ? (
        <>
          <code className={licenseStyles.key}>{license.key}</code>
          <p className={licenseStyles.detail}>{describeLicense(i18n, license)}</p>
        </>
      ) : (
        <p className={licenseStyles.detail}>
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
  return (
    <>
      <p>
        <bdi>{name}</bdi>
      </p>
      {files.length === 0 && (
        <p className={row.detail}>
          <NoFiles />
        </p>
      )}
      <ul className={downloadStyles.files}>
        {files.map((file) => (
          <li key={file.id} className={downloadStyles.file}>
            {[file.newest, ...file.older].map((version) => (
              <Version key={version.id} file={file} version={version} />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Version({ file: { name }, version }: { file: OwnedFile; version: OwnedVersion }) {
  const { t, i18n } = useLingui();
  const { id, sha256 } = version;
  const label = formatVersionLabel(i18n, version.label);
  return (
    <form method="post" action={plainPaths.download(id)}>
      <div className={downloadStyles.row}>
        <p className={downloadStyles.name} dir="auto">
          {name}
        </p>
        <Button type="submit" kind="plain">
          <DownloadLabel name={name} label={label} />
        </Button>
      </div>
      <p className={downloadStyles.detail}>{describeVersion(i18n, version)}</p>
      <details className={row.detail}>
        <summary aria-label={t`Checksum of ${name} ${label}`}>
          <Trans>Checksum</Trans>
        </summary>
        SHA-256 <code>{sha256}</code>
      </details>
    </form>
  );
}
