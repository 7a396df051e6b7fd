import { msg, plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useFormats } from "../../../i18n/use-formats.ts";
import { SellerText } from "../../../ui/seller-text.tsx";
import styles from "../library.module.css";
import type { OwnedBenefitOf } from "../queries.ts";
import type { BenefitPart } from "./benefit-part.ts";

export const feature: BenefitPart<"feature"> = {
  Content: FeatureLine,
  describeCount: (featureCount) =>
    msg`${plural(featureCount, { one: "# feature", other: "# features" })}`,
};

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
