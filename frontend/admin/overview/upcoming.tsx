import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { figureInfo } from "./figure-info.ts";
import { FigureTable } from "./figure-table.tsx";
import styles from "./figures.module.css";
import { upcomingQuery, type FigureName } from "./queries.ts";

const none = { amountMinor: 0, count: 0 };

const payoutStatuses: Record<string, MessageDescriptor> = {
  paid: msg`Paid`,
  pending: msg`Pending`,
  in_transit: msg`In transit`,
  canceled: msg`Canceled`,
  failed: msg`Failed`,
};

/** What the next renewals are expected to bring, and the latest payouts. */
export function Upcoming({
  currency,
  hrefOf,
}: {
  currency: string;
  hrefOf: (figure: FigureName) => string;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  return (
    <QueryBoundary
      query={useQuery(upcomingQuery)}
      skeleton={<Skeleton width="100%" height="8rem" />}
    >
      {({ renewals, payouts }) => {
        const own = renewals.find((each) => each.currency === currency);
        return (
          <div className={styles.columns}>
            <FigureTable
              label={t`Upcoming renewals`}
              isCompared={false}
              figures={(["renewals_7d", "renewals_30d"] as const).map((name) => {
                const { amountMinor, count } =
                  (name === "renewals_7d" ? own?.week : own?.month) ?? none;
                return {
                  info: figureInfo[name],
                  value: amountMinor,
                  before: null,
                  format: (value: number) => {
                    const amount = formats.money(value, currency, "exact");
                    return t`${plural(count, {
                      one: `${amount} from # renewal`,
                      other: `${amount} from # renewals`,
                    })}`;
                  },
                  href: hrefOf(name),
                };
              })}
            />
            <table className={styles.figures} aria-label={t`Latest payouts`}>
              <thead>
                <tr>
                  <th scope="col">{t`Latest payouts`}</th>
                  <th scope="col">{t`Status`}</th>
                  <th scope="col">{t`Amount`}</th>
                </tr>
              </thead>
              <tbody>
                {payouts.map((payout) => {
                  const status = payoutStatuses[payout.status];
                  return (
                    <tr key={payout.stripePayoutId}>
                      <th scope="row">
                        {payout.arrivesAt === null
                          ? formats.date(payout.createdAt)
                          : t`Arrives ${{ date: formats.date(payout.arrivesAt) }}`}
                      </th>
                      <td>{status ? i18n._(status) : payout.status}</td>
                      <td>{formats.money(payout.amountMinor, payout.currency, "exact")}</td>
                    </tr>
                  );
                })}
                {payouts.length === 0 && (
                  <tr>
                    <td colSpan={3}>
                      {t`No payouts yet. Stripe pays out after your first sales.`}
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
          </div>
        );
      }}
    </QueryBoundary>
  );
}
