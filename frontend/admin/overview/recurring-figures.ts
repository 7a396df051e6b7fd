import { consolePaths } from "../frame/console-paths.ts";
import type { Formats } from "../../../worker/lib/formats.ts";
import { divide } from "./figure-copy.ts";
import { derivedInfo } from "./figure-info.ts";
import type { Figure } from "./figure-table.tsx";
import type { CurrencyFigures, FigureName } from "./queries.ts";

/** Returns subscribers, MRR per subscriber and churn; none if there never was a subscription in the currency. */
export function listRecurringFigures(
  formats: Formats,
  recurring: CurrencyFigures["recurring"],
  money: (value: number) => string,
  hrefOf: (figure: FigureName) => string,
): Figure[] {
  if (!recurring) return [];
  const { mrr, subscribers, opening, movements, previous } = recurring;
  const churn = (moved: typeof movements, begun: typeof opening) =>
    divide(moved.churned.count, begun.subscribers + moved.new.count + moved.reactivated.count);
  const revenueChurn = (moved: typeof movements, begun: typeof opening) =>
    divide(
      -(moved.churned.amountMinor + moved.contraction.amountMinor),
      begun.mrrMinor +
        moved.new.amountMinor +
        moved.reactivated.amountMinor +
        moved.expansion.amountMinor,
    );
  return [
    {
      info: derivedInfo.subscribers,
      value: subscribers.total,
      before: subscribers.before,
      format: formats.number,
      href: `${consolePaths.subscriptions}?status=active`,
    },
    {
      info: derivedInfo.perSubscriber,
      value: divide(mrr.total, subscribers.total),
      before: divide(mrr.before, subscribers.before),
      format: (value) => money(Math.round(value)),
      href: `${consolePaths.subscriptions}?status=active`,
    },
    {
      info: derivedInfo.subscriberChurn,
      value: churn(movements, opening),
      before: previous && churn(previous.movements, previous.opening),
      format: formats.percent,
      href: hrefOf("mrr_churned"),
    },
    {
      info: derivedInfo.revenueChurn,
      value: revenueChurn(movements, opening),
      before: previous && revenueChurn(previous.movements, previous.opening),
      format: formats.percent,
      href: hrefOf("mrr_churned"),
    },
  ];
}
