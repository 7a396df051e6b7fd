import { plainPaths } from "../paths.ts";
import listStyles from "../shop/library/benefit-list.module.css";
import row from "../shop/library/benefit-row.module.css";
import { describeVersion } from "../shop/library/download-copy.ts";
import downloadStyles from "../shop/library/download-list.module.css";
import { describeLicense } from "../shop/library/license-copy.ts";
import licenseStyles from "../shop/library/license-key.module.css";
import pageStyles from "../shop/library/page-links.module.css";
import { ExternalLink, FeatureLine } from "../shop/library/plain-benefits.tsx";
import type { OwnedBenefit, OwnedBenefitOf } from "../shop/library/queries.ts";
import { Button } from "../ui/button.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

/** The benefits of a library entry, as far as they need no script: keys to copy, files, pages and links. */
export function PlainBenefits({ benefits }: { benefits: OwnedBenefit[] }) {
  return (
    <ul className={listStyles.benefits}>
      {benefits.map((benefit) => (
        <li key={benefit.grantId}>
          <Benefit benefit={benefit} />
          {benefit.note && <p className={row.detail}>{benefit.note}</p>}
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
      return <Pages benefit={benefit} />;
    case "link":
      return <ExternalLink benefit={benefit} />;
  }
}

function License({
  benefit: { name, license, waitingFor },
}: {
  benefit: OwnedBenefitOf<"license_key">;
}) {
  return (
    <div className={licenseStyles.license}>
      <p className={licenseStyles.name}>{name}</p>
      {license ? (
        <>
          <code className={licenseStyles.key}>{license.key}</code>
          <p className={licenseStyles.detail}>{describeLicense(license)}</p>
        </>
      ) : (
        <p className={licenseStyles.detail}>
          {waitingFor === "buyer_name"
            ? "Your key is issued in your name. Entering it needs JavaScript."
            : "Your key is on its way: the shop has run out of them for the moment. It appears here by itself."}
        </p>
      )}
    </div>
  );
}

/** The newest version of each file, each with a form that starts its download. */
function Files({ benefit: { name, files } }: { benefit: OwnedBenefitOf<"download"> }) {
  return (
    <>
      <p>{name}</p>
      {files.length === 0 && (
        <p className={row.detail}>The shop has not added files yet. They appear here.</p>
      )}
      <ul className={downloadStyles.files}>
        {files.map(({ id, name, newest, older }) => (
          <li key={id} className={downloadStyles.file}>
            {[newest, ...older].map((version) => (
              <form key={version.id} method="post" action={plainPaths.download(version.id)}>
                <div className={downloadStyles.row}>
                  <p>
                    {name}
                    <br />
                    <span className={downloadStyles.detail}>{describeVersion(version)}</span>
                  </p>
                  <Button type="submit" kind="plain">
                    Download
                    <VisuallyHidden>{` ${name} ${version.label}`}</VisuallyHidden>
                  </Button>
                </div>
                <p className={row.detail}>
                  SHA-256 <code>{version.sha256}</code>
                </p>
              </form>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Pages({ benefit: { name, pages } }: { benefit: OwnedBenefitOf<"page"> }) {
  return (
    <>
      <p>{name}</p>
      {pages.length === 0 && (
        <p className={row.detail}>Nothing is published here yet. It appears as soon as it is.</p>
      )}
      <ul className={pageStyles.pages}>
        {pages.map((page) => (
          <li key={page.slug} className={pageStyles.page}>
            <a href={plainPaths.page(page.slug)} className={row.row}>
              <span>{page.title}</span>
              <span className={row.action} aria-hidden="true">
                Read
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
