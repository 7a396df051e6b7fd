import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { figureInfo } from "./figure-info.ts";
import { Definition } from "./figure-table.tsx";
import styles from "./figures.module.css";
import type { CurrencyFigures, FigureName } from "./queries.ts";

const kinds = ["new", "reactivated", "expansion", "contraction", "churned"] as const;

/** From the MRR at the beginning of the days to that at their end: what was added and what was lost. */
export function Movements({
  recurring,
  currency,
  hrefOf,
}: {
  recurring: NonNullable<CurrencyFigures["recurring"]>;
  currency: string;
  hrefOf: (figure: FigureName) => string;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const money = (value: number) => formats.money(value, currency, "exact");
  const signed = (value: number) => (value > 0 ? `+${money(value)}` : money(value));
  const { opening, movements, mrr } = recurring;
  return (
    <table className={styles.figures} aria-label={t`MRR movements`}>
      <thead>
        <tr>
          <th scope="col">{t`MRR movements`}</th>
          <th scope="col">{t`Customers`}</th>
          <th scope="col">{t`MRR`}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t`Start of period`}</th>
          <td>{formats.number(opening.subscribers)}</td>
          <td>{money(opening.mrrMinor)}</td>
        </tr>
        {kinds.map((kind) => {
          const { amountMinor, count } = movements[kind];
          const info = figureInfo[`mrr_${kind}`];
          return (
            <tr key={kind}>
              <th scope="row">
                <Definition info={info} />
              </th>
              <td>{formats.number(count)}</td>
              <td className={styles.value}>
                <Link
                  href={hrefOf(`mrr_${kind}`)}
                  aria-label={t`${{ name: i18n._(info.name) }}: ${{ amount: signed(amountMinor) }}. View details`}
                >
                  {signed(amountMinor)}
                </Link>
              </td>
            </tr>
          );
        })}
        <tr data-total="true">
          <th scope="row">{t`End of period`}</th>
          <td>{formats.number(recurring.subscribers.total ?? 0)}</td>
          <td>{money(mrr.total ?? 0)}</td>
        </tr>
      </tbody>
    </table>
  );
}
