import { Trans, useLingui } from "@lingui/react/macro";
import type { ComponentType, ReactElement } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { SellerText } from "../../ui/seller-text.tsx";
import shapes from "../../ui/shapes.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { DownloadList } from "./download-list.tsx";
import styles from "./library.module.css";
import { LicenseKey } from "./license-key.tsx";
import { PageLinks } from "./page-links.tsx";
import type { OwnedBenefit, OwnedBenefitOf } from "./queries.ts";

/** How the benefits are shown that differ without scripts. */
export type BenefitParts = {
  [Type in "license_key" | "download" | "page"]: ComponentType<{ benefit: OwnedBenefitOf<Type> }>;
};

const appParts: BenefitParts = { license_key: LicenseKey, download: DownloadList, page: PageLinks };

/** The benefits of a library entry, ready to use, each with its note. */
export function Benefits({
  benefits,
  parts = appParts,
}: {
  benefits: OwnedBenefit[];
  parts?: BenefitParts;
}) {
  return (
    <ul className={shapes.lined}>
      {benefits.map((benefit) => (
        <li key={benefit.grantId}>
          <Benefit benefit={benefit} parts={parts} />
          {benefit.note && (
            <SellerText className={shapes.muted} lang={benefit.langs?.note}>
              {benefit.note}
            </SellerText>
          )}
        </li>
      ))}
    </ul>
  );
}

function Benefit({ benefit, parts }: { benefit: OwnedBenefit; parts: BenefitParts }): ReactElement {
  switch (benefit.type) {
    case "feature":
      return <FeatureLine benefit={benefit} />;
    case "license_key":
      return <parts.license_key benefit={benefit} />;
    case "download":
      return <parts.download benefit={benefit} />;
    case "page":
      return <parts.page benefit={benefit} />;
    case "link":
      return <ExternalLink benefit={benefit} />;
  }
}

/** A feature with its quantity. */
function FeatureLine({ benefit: { name, langs, limit } }: { benefit: OwnedBenefitOf<"feature"> }) {
  const formats = useFormats();
  return (
    <p className={styles.row}>
      <SellerText as="span" lang={langs?.name}>
        {name}
      </SellerText>
      {limit !== null && (
        <span className={styles.amount}>
          <UpTo count={formats.number(limit)} />
        </span>
      )}
    </p>
  );
}

function UpTo({ count }: { count: string }) {
  return <Trans comment="The limit of a feature: up to 500">up to {count}</Trans>;
}

/** A link that opens in a new tab. An unsafe URL shows only its name. */
function ExternalLink({ benefit }: { benefit: OwnedBenefitOf<"link"> }) {
  const { t } = useLingui();
  const { name, langs } = benefit;
  if (!benefit.url || !isHttpUrl(benefit.url))
    return <SellerText lang={langs?.name}>{name}</SellerText>;
  return (
    <a href={benefit.url} className={styles.row} target="_blank" rel="noopener noreferrer">
      <SellerText as="span" lang={langs?.name}>
        {name}
      </SellerText>
      <span aria-hidden="true" className={styles.action}>
        <Trans comment="Verb: the link that opens another site">Open</Trans>
      </span>
      <VisuallyHidden>{t`(opens in a new tab)`}</VisuallyHidden>
    </a>
  );
}

function isHttpUrl(url: string) {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
