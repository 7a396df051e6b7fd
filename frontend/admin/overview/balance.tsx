import { ExportButton } from "../frame/export-button.tsx";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { formatMoney } from "../../ui/format-money.ts";
import styles from "./balance.module.css";
import type { Overview } from "./queries.ts";

type Amounts = Overview["currencies"][number];

/** What became of the payments of the range. Deductions are shown as negative amounts. */
const rows: { name: string; isDeduction?: true; of: (amounts: Amounts) => { total: number } }[] = [
  { name: "Payments", of: ({ gross }) => gross },
  { name: "Refunds", isDeduction: true, of: ({ refunded }) => refunded },
  { name: "Disputes", isDeduction: true, of: ({ disputed }) => disputed },
  { name: "Stripe fees", isDeduction: true, of: ({ fees }) => fees },
  { name: "Net", of: ({ net }) => net },
  { name: "Paid out to your bank", of: ({ paidOut }) => paidOut },
];

/** Payments, refunds, disputes, fees, net and payouts of the range, in a column for each currency. */
export function Balance({ overview: { currencies, range } }: { overview: Overview }) {
  const role = useUser()?.role ?? "buyer";
  const unsettled = currencies.filter((amounts) => amounts.unsettled.total > 0);
  const href = `/api/admin/overview/payments/export?range=${range}`;
  return (
    <section className={styles.balance} aria-labelledby="balance">
      <h2 id="balance">From payments to payouts</h2>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{range === "30d" ? "30 days" : "12 months"}</th>
              {currencies.map(({ currency }) => (
                <th scope="col" key={currency}>
                  {currency.toUpperCase()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, isDeduction, of }) => (
              <tr key={name} data-total={name === "Net" || undefined}>
                <th scope="row">{name}</th>
                {currencies.map((amounts) => (
                  <td key={amounts.currency}>
                    {formatMoney(
                      (isDeduction ? -of(amounts).total : of(amounts).total) || 0,
                      amounts.currency,
                      "exact",
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Refunds, disputes and fees count on the day of their payment. Fees, disputes and net are in
        the currency that Stripe settles your account in. Payouts are those of the whole Stripe
        account. The export lists each payment with its fee and its net amount.
      </p>
      {unsettled.length > 0 && (
        <p>
          Stripe has not settled{" "}
          {new Intl.ListFormat("en-US").format(
            unsettled.map(({ currency, unsettled: { total } }) =>
              formatMoney(total, currency, "exact"),
            ),
          )}{" "}
          yet. The fees of these payments are not known.
        </p>
      )}
      {hasRole(role, "admin") && <ExportButton path="payments" href={href} />}
    </section>
  );
}
