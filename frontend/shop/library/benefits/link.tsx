import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { SellerText } from "../../../ui/seller-text.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import styles from "../library.module.css";
import type { OwnedBenefitOf } from "../queries.ts";
import type { BenefitPart } from "./benefit-part.ts";

export const link: BenefitPart<"link"> = {
  Content: ExternalLink,
  describeCount: (linkCount) => msg`${plural(linkCount, { one: "# link", other: "# links" })}`,
};

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

/** Whether a seller's link leads to a website, and runs nothing. */
export function isHttpUrl(url: string) {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
