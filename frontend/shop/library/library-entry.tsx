import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { ContinueAfterGift, SubscribeAgain } from "../catalog/subscribe-again.tsx";
import { Benefits } from "./benefits/benefits.tsx";
import { MainAction } from "./main-action.tsx";
import { describeBenefitCount } from "./benefits/benefit-parts.ts";
import { BillingLink } from "./billing-link.tsx";
import { EntryFrame, isOpen } from "./library-groups.tsx";
import { LeaveSeat } from "./leave-seat.tsx";
import styles from "./library.module.css";
import { UpgradeLink } from "./upgrade-link.tsx";
import type { LibraryEntry as Entry } from "./queries.ts";

/**
 * A library entry: its benefits, why the user has access and until when, and its history.
 * @param props.isExpanded whether its benefits show before the user opens them
 * @param props.history stands below them
 */
export function LibraryEntry({
  entry,
  isExpanded,
  history,
}: {
  entry: Entry;
  isExpanded: boolean;
  history: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const { id, product, benefits } = entry;
  const counts = describeBenefitCount(i18n, benefits);
  const productName = product.name;
  const hasBenefits = isOpen(entry) && benefits.length > 0;
  return (
    <EntryFrame entry={entry} link={<BillingLink entry={entry} />}>
      {hasBenefits && <MainAction benefits={benefits} />}
      {hasBenefits ? (
        <details
          className={styles.benefits}
          open={isExpanded || globalThis.location?.hash === `#${id}`}
        >
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
      {entry.managesSeatsOf !== undefined && isOpen(entry) && (
        <p>
          <Link
            href={paths.seats(entry.managesSeatsOf)}
            aria-label={t`Manage seats: ${productName}`}
          >{t`Manage seats`}</Link>
        </p>
      )}
      {entry.isSeat && isOpen(entry) && <LeaveSeat entry={entry} />}
      {entry.upgrade && <UpgradeLink upgrade={entry.upgrade} />}
      {entry.again && (
        <div>
          {entry.source === "gift" ? (
            <ContinueAfterGift again={entry.again} name={productName} />
          ) : (
            <SubscribeAgain again={entry.again} name={productName} />
          )}
        </div>
      )}
    </EntryFrame>
  );
}
