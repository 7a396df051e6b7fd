import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { joinFacts } from "../frame/label.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { ListDay } from "../list/table.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { getCustomerLabel } from "../orders/order-copy.ts";
import styles from "./figures.module.css";
import shapes from "../frame/shapes.module.css";
import type { Sale } from "./queries.ts";

/** The latest payments, each with a link to what was bought. */
export function LatestSales({ sales }: { sales: Sale[] }) {
  const { t, i18n } = useLingui();
  const { host } = globalThis.location;
  return (
    <section className={styles.sales} aria-label={t`Latest sales`}>
      <h2>{t`Latest sales`}</h2>
      {sales.length === 0 ? (
        <p className={shapes.soft}>
          <Trans>
            No sales yet. Share your shop: <a href="/">{host}</a>. New payments appear here within
            seconds.
          </Trans>
        </p>
      ) : (
        <ul>
          {sales.map((sale) => (
            <li key={sale.stripeChargeId}>
              <Link href={toSourceHref(sale) ?? consolePaths.customer(sale.user.id)}>
                {sale.product ?? t`Other payment`}
              </Link>
              <Amount sale={sale} />
              <span className={shapes.soft}>
                {joinFacts(getCustomerLabel(i18n, sale.user), sale.isFirst && t`New customer`)}
              </span>
              <span className={shapes.soft}>
                <ListDay at={sale.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What was paid. If money went back, the amount is crossed out: what happened stands before it, and after it what is left. */
function Amount({ sale }: { sale: Sale }) {
  const { t } = useLingui();
  const formats = useFormats();
  const { amountMinor, refundedMinor, isDisputed, currency } = sale;
  const amount = formats.money(amountMinor, currency, "exact");
  if (refundedMinor === 0 && !isDisputed) return <span className={styles.amount}>{amount}</span>;
  const isPart = !isDisputed && refundedMinor < amountMinor;
  return (
    <span className={styles.amount}>
      <StatusBadge tone={isDisputed ? "bad" : "neutral"}>
        {isDisputed ? t`Disputed` : isPart ? t`Partially refunded` : t`Refunded`}
      </StatusBadge>{" "}
      <del>{amount}</del>
      {isPart && ` ${formats.money(amountMinor - refundedMinor, currency, "exact")}`}
    </span>
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
