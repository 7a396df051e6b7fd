import { deriveFigure, divideFlows, type Figure } from "./figure-table.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import type { Formats } from "../../../worker/shared/formats.ts";
import { divide } from "./figure-copy.ts";
import type { CurrencyFigures, FigureName } from "./queries.ts";

const activeHref = `${consolePaths.subscriptions}?status=active`;

/** Returns subscribers, MRR per subscriber and churn; none if there never was a subscription in the currency. */
export function listRecurringFigures(
  formats: Formats,
  recurring: CurrencyFigures["recurring"],
  money: (value: number) => string,
  hrefOf: (figure: FigureName) => string,
): Figure[] {
  if (!recurring) return [];
  const { mrr, subscribers, opening, movements, previous } = recurring;
  const countChurn = (moved: typeof movements, begun: typeof opening) =>
    divide(moved.churned.count, begun.subscribers + moved.new.count + moved.reactivated.count);
  const revenueChurn = (moved: typeof movements, begun: typeof opening) =>
    divide(
      -(moved.churned.amountMinor + moved.contraction.amountMinor),
      begun.mrrMinor +
        moved.new.amountMinor +
        moved.reactivated.amountMinor +
        moved.expansion.amountMinor,
    );
  const compare = (churn: typeof countChurn) => ({
    total: churn(movements, opening),
    before: previous && churn(previous.movements, previous.opening),
  });
  return [
    deriveFigure("subscribers", subscribers, formats.number, activeHref),
    deriveFigure(
      "perSubscriber",
      divideFlows(mrr, subscribers),
      (value) => money(Math.round(value)),
      activeHref,
    ),
    deriveFigure("subscriberChurn", compare(countChurn), formats.percent, hrefOf("mrr_churned")),
    deriveFigure("revenueChurn", compare(revenueChurn), formats.percent, hrefOf("mrr_churned")),
  ];
}
