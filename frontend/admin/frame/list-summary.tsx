import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery, type QueryKey } from "@tanstack/react-query";
import { formatsOf } from "../../i18n/formats-of.ts";
import { getListKey } from "./get-list-key.ts";
import styles from "./list.module.css";
import type { ListQuery } from "./list.tsx";

/** How many rows match, or more if `isMore`; amounts in minor units, by currency, null if there are too many rows. */
export type Summary = {
  count: number;
  isMore: boolean;
  totals?: { currency: string; paidMinor: number; refundedMinor: number }[] | null;
};

/** Counts the rows of a list. */
export type ListSummary = {
  /** Says how many rows there are: "12 orders", or "More than 1,000 orders" if `isMore`. */
  describeCount: (count: number, isMore: boolean) => string;
  fetch: (query: ListQuery) => Promise<Summary>;
};

/** A line above the table: how many rows match, and what was paid and refunded. Empty until it is known. */
export function SummaryLine({
  summary,
  queryKey,
  query,
}: {
  summary: ListSummary;
  queryKey: QueryKey;
  query: ListQuery;
}) {
  const { i18n } = useLingui();
  const { sort: _, ...filters } = query;
  const { data } = useQuery({
    queryKey: [...getListKey(queryKey), "summary", filters],
    queryFn: () => summary.fetch(filters),
  });
  return (
    <p className={styles.summary}>
      {data ? describeSummary(i18n, data, summary.describeCount) : "\u00A0"}
    </p>
  );
}

/** Describes a summary: "12 orders · $348.00 and €20.00 paid · $29.00 refunded". */
export function describeSummary(
  i18n: I18n,
  { count, isMore, totals }: Summary,
  describeCount: ListSummary["describeCount"],
): string {
  const formats = formatsOf(i18n);
  const parts = [describeCount(count, isMore)];
  if (isMore && totals === null) parts.push(i18n._(msg`Filter by date to see totals`));
  if (isMore) return parts.join(" · ");
  const listAmounts = (field: "paidMinor" | "refundedMinor") =>
    formats.listValues(
      (totals ?? [])
        .filter((total) => total[field] > 0)
        .map((total) => formats.money(total[field], total.currency, "exact")),
    );
  const paid = listAmounts("paidMinor");
  if (paid !== "") parts.push(i18n._(msg`${paid} paid`));
  const refunded = listAmounts("refundedMinor");
  if (refunded !== "") parts.push(i18n._(msg`${refunded} refunded`));
  return parts.join(" · ");
}
