import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { joinFacts } from "../frame/label.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { Time } from "../../ui/time.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { getCustomerLabel } from "../orders/order-copy.ts";
import styles from "./figures.module.css";
import shapes from "../frame/shapes.module.css";
import type { Sale } from "./queries.ts";

/** The latest payments, each with a link to what was bought. */
export function LatestSales({ sales }: { sales: Sale[] }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  return (
    <section className={styles.sales} aria-label={t`Latest sales`}>
      <h2 className={styles.name}>{t`Latest sales`}</h2>
      {sales.length === 0 ? (
        <p className={shapes.soft}>{t`No payments yet.`}</p>
      ) : (
        <ul>
          {sales.map((sale) => (
            <li key={sale.stripeChargeId}>
              <Link href={toSourceHref(sale) ?? consolePaths.customer(sale.user.id)}>
                {sale.product ?? t`Other payment`}
              </Link>
              <span className={styles.amount}>
                {formats.money(sale.amountMinor, sale.currency, "exact")}
              </span>
              <span className={shapes.soft}>
                {joinFacts(
                  getCustomerLabel(i18n, sale.user),
                  sale.isFirst && t`New customer`,
                  sale.refundedMinor > 0 &&
                    t`${{ amount: formats.money(sale.refundedMinor, sale.currency, "exact") }} refunded`,
                )}
              </span>
              <span className={shapes.soft}>
                <Time at={sale.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns the URL of the order or the subscription that was paid; null if it is neither. */
export function toSourceHref({
  sourceType,
  sourceId,
}: {
  sourceType: Sale["sourceType"];
  sourceId: string | null;
}): string | null {
  if (sourceId === null) return null;
  return sourceType === "order"
    ? consolePaths.order(sourceId)
    : sourceType === "subscription"
      ? consolePaths.subscription(sourceId)
      : null;
}
