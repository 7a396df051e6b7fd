import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { SubscribeAgain } from "../catalog/subscribe-again.tsx";
import { Benefits } from "./benefits/benefits.tsx";
import { describeBenefitCount } from "./benefits/benefit-parts.ts";
import { History } from "./history.tsx";
import { EntryFrame, isOpen } from "./library-groups.tsx";
import styles from "./library.module.css";
import type { LibraryEntry as Entry } from "./queries.ts";

/** A library entry: its benefits, why the user has access and until when, and its history. */
export function LibraryEntry({
  entry,
  isExpanded = true,
}: {
  entry: Entry;
  /** Whether its benefits show before the user opens them. */
  isExpanded?: boolean;
}) {
  const { t, i18n } = useLingui();
  const { id, product, benefits, timeline } = entry;
  const counts = describeBenefitCount(i18n, benefits);
  const productName = product.name;
  const hasBenefits = isOpen(entry) && benefits.length > 0;
  const history = <History productName={productName} entries={timeline} reader="customer" />;
  return (
    <EntryFrame entry={entry} link={<BillingLink entry={entry} />}>
      {hasBenefits ? (
        <details className={styles.benefits} open={isExpanded || location.hash === `#${id}`}>
          <summary
            aria-label={t({
              message: `${counts} of ${productName}`,
              comment:
                "{counts}: 1 license key and 3 files. {productName}: the product that includes them",
            })}
          >
            {counts}
          </summary>
          <Benefits benefits={benefits} />
          {history}
        </details>
      ) : (
        history
      )}
      {entry.again && (
        <div>
          <SubscribeAgain again={entry.again} name={productName} />
        </div>
      )}
    </EntryFrame>
  );
}

/** Leads to the order or subscription in billing. Gifts have none. */
function BillingLink({ entry: { id, source, product } }: { entry: Entry }) {
  const { t } = useLingui();
  const name = product.name;
  switch (source) {
    case "order":
      return <Link href={paths.billingRow(id)} aria-label={t`Receipt: ${name}`}>{t`Receipt`}</Link>;
    case "subscription":
      return (
        <Link href={paths.billingRow(id)} aria-label={t`Manage: ${name}`}>
          {t({ message: `Manage`, comment: "Verb: the link to a subscription in billing" })}
        </Link>
      );
    case "gift":
      return null;
  }
}
