import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadMore } from "../frame/load-more.tsx";
import { DescriptionList } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { LoadError } from "../../shell/load-error.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDate } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import styles from "./editor.module.css";
import { countSubscribers, describeReason } from "./price-move-copy.ts";
import { previewOptions, type PriceMovePreview } from "./price-move-queries.ts";

type Person = PriceMovePreview["people"][number];

/** Shows who would move, who would not and why, and what it changes in money. */
export function PriceMovePreviewPart({
  renderActions,
  ...prices
}: {
  productId: string;
  from: string;
  to: string;
  renderActions: (preview: PriceMovePreview) => ReactNode;
}) {
  const list = useInfiniteQuery(previewOptions(prices));
  const preview = list.data?.pages[0];
  if (list.isError && !preview)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  if (!preview) return <SkeletonLines lines={6} />;
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  if (people.length === 0)
    return (
      <EmptyState title="Nobody subscribes at this price.">
        <p>There is nobody to move.</p>
      </EmptyState>
    );
  return (
    <>
      <DescriptionList
        items={[
          ["Will move", countSubscribers(preview.subscribers)],
          ["They pay now", describeSum(preview, preview.nowMinor)],
          ["They will pay", describeSum(preview, preview.afterMinor)],
          ["Difference", describeDifference(preview)],
          ...preview.leftOut.map(({ reason, subscribers }): [string, string] => [
            `Left out: ${describeReason(reason)}`,
            countSubscribers(subscribers),
          ]),
        ]}
      />
      <p className={styles.soft}>All amounts are before discounts and tax.</p>
      {renderActions(preview)}
      <Table
        label="Subscribers"
        columns={createColumns(preview)}
        rows={people}
        rowHref={({ id }) => consolePaths.subscription(id)}
      />
      <LoadMore list={list} />
    </>
  );
}

function createColumns({ currency }: PriceMovePreview): Column<Person>[] {
  const format = (amountMinor: number) => formatMoney(amountMinor, currency);
  return [
    { name: "Customer", cell: ({ name, email, userId }) => name ?? email ?? userId },
    {
      name: "Renews",
      cell: ({ currentPeriodEnd, leftOut }) =>
        leftOut !== null
          ? `Left out: ${describeReason(leftOut)}`
          : currentPeriodEnd === null
            ? "–"
            : formatDate(currentPeriodEnd),
    },
    { name: "Now", numeric: true, cell: ({ nowMinor }) => format(nowMinor) },
    {
      name: "New",
      numeric: true,
      cell: ({ leftOut, afterMinor }) => (leftOut === null ? format(afterMinor) : "–"),
    },
  ];
}

function describeSum(preview: PriceMovePreview, amountMinor: number): string {
  return describeRate({ ...preview, amountMinor });
}

function describeDifference(preview: PriceMovePreview): string {
  const change = preview.afterMinor - preview.nowMinor;
  if (change === 0) return "None";
  const rate = describeRate({ ...preview, amountMinor: Math.abs(change) });
  return change > 0 ? `${rate} more` : `${rate} less`;
}
