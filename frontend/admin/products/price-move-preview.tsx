import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { LoadMore } from "../list/load-more.tsx";
import { DescriptionList } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../list/table.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import shapes from "../frame/shapes.module.css";
import { countSubscribers, describeReason, listLeftOut } from "./price-move-copy.ts";
import { usePriceMovePreview, type PriceMovePreview } from "./price-move-queries.ts";

type PreviewedSubscription = PriceMovePreview["subscriptions"][number];

/** Shows who would move, who would not and why, and what it changes in money. */
export function PriceMovePreviewPart({
  productId,
  from,
  to,
  renderActions,
}: {
  productId: string;
  from: string;
  to: string;
  renderActions: (preview: PriceMovePreview) => ReactNode;
}) {
  const { t, i18n } = useLingui();
  const list = usePriceMovePreview(productId, from, to);
  const preview = list.data?.pages[0];
  if (!preview) return <QueryBoundary query={list}>{() => null}</QueryBoundary>;
  const subscriptions = list.data?.pages.flatMap((page) => page.subscriptions) ?? [];
  if (subscriptions.length === 0)
    return (
      <EmptyState
        title={t`No subscribers at this price`}
        text={t`There are no subscribers to move.`}
      />
    );
  return (
    <>
      <DescriptionList
        items={{
          [t`To be moved`]: countSubscribers(i18n, preview.subscribers),
          [t`Current revenue`]: describeSum(i18n, preview, preview.nowMinor),
          [t`New revenue`]: describeSum(i18n, preview, preview.afterMinor),
          [t`Difference`]: describeDifference(i18n, preview),
          ...listLeftOut(i18n, preview.leftOut),
        }}
      />
      <p className={shapes.soft}>{t`Amounts are before discounts and tax.`}</p>
      {renderActions(preview)}
      <Table
        label={t`Subscribers`}
        columns={createColumns(preview)}
        rows={subscriptions}
        rowHref={({ id }) => consolePaths.subscription(id)}
      />
      <LoadMore list={list} />
    </>
  );
}

function createColumns({ currency }: PriceMovePreview): Column<PreviewedSubscription>[] {
  return [
    { name: msg`Customer`, cell: ({ name, email, userId }) => name ?? email ?? userId },
    {
      name: msg`Renews`,
      cell: ({ currentPeriodEnd, leftOut }, { i18n, formats }) =>
        leftOut !== null
          ? i18n._(msg`Not moved: ${{ reason: describeReason(i18n, leftOut) }}`)
          : currentPeriodEnd === null
            ? "–"
            : formats.date(currentPeriodEnd),
    },
    {
      name: msg`Current price`,
      numeric: true,
      cell: ({ nowMinor }, { formats }) => formats.money(nowMinor, currency),
    },
    {
      name: msg`New price`,
      numeric: true,
      cell: ({ leftOut, afterMinor }, { formats }) =>
        leftOut === null ? formats.money(afterMinor, currency) : "–",
    },
  ];
}

function describeSum(i18n: I18n, preview: PriceMovePreview, amountMinor: number): string {
  return describeRate(i18n, { ...preview, amountMinor });
}

function describeDifference(i18n: I18n, preview: PriceMovePreview): string {
  const change = preview.afterMinor - preview.nowMinor;
  if (change === 0) return i18n._(msg`None`);
  const rate = describeRate(i18n, { ...preview, amountMinor: Math.abs(change) });
  return change > 0 ? i18n._(msg`${rate} more`) : i18n._(msg`${rate} less`);
}
