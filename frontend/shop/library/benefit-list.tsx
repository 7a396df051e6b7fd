import { DownloadList } from "./download-list.tsx";
import { LicenseKey } from "./license-key.tsx";
import { PageLinks } from "./page-links.tsx";
import styles from "./benefit-list.module.css";
import row from "./benefit-row.module.css";
import { FeatureLine, ExternalLink } from "./plain-benefits.tsx";
import type { OwnedBenefit } from "./queries.ts";

/** The benefits of a library entry, ready to use. */
export function BenefitList({ benefits }: { benefits: OwnedBenefit[] }) {
  return (
    <ul className={styles.benefits}>
      {benefits.map((benefit) => (
        <li key={benefit.grantId}>
          <BenefitItem benefit={benefit} />
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

function BenefitItem({ benefit }: { benefit: OwnedBenefit }) {
  switch (benefit.type) {
    case "feature":
      return <FeatureLine benefit={benefit} />;
    case "license_key":
      return <LicenseKey benefit={benefit} />;
    case "download":
      return <DownloadList benefit={benefit} />;
    case "page":
      return <PageLinks benefit={benefit} />;
    case "link":
      return <ExternalLink benefit={benefit} />;
  }
}
