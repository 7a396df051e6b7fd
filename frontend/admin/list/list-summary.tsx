import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery, type QueryKey } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "../../http/client.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { getListKey } from "../frame/queries.ts";
import styles from "./list.module.css";

/** How many rows match, or more if `isMore`; amounts in minor units, by currency, null if there are too many rows. */
export type Summary = {
  count: number;
  isMore: boolean;
  totals?:
    | { currency: string; paidMinor: number; refundedMinor: number; disputedMinor: number }[]
    | null;
};

/** Counts the rows of a list. */
export type ListSummary = {
  /** Says how many rows there are: "12 orders". */
  describeCount: (count: number) => string;
  /** The route that counts them. */
  source: { $get: (input: { query: never }) => Promise<ClientResponse<Summary, number, "json">> };
  /** Whether an order leaves rows out, so that the route counts by it, too. */
  dependsOnSort?: boolean;
};

/** A line above the table: how many rows match, and what was paid and refunded. Empty until it is known. */
export function SummaryLine({
  summary,
  queryKey,
  query,
}: {
  summary: ListSummary;
  queryKey: QueryKey;
  /** The search, filters and sort, as query parameters for the server. */
  query: Record<string, string>;
}) {
  const { i18n } = useLingui();
  const { sort: _, ...unsorted } = query;
  const filters = summary.dependsOnSort ? query : unsorted;
  const { data } = useQuery({
    queryKey: [...getListKey(queryKey), "summary", filters],
    queryFn: () => read(summary.source.$get({ query: filters as never })),
  });
  const describeCount = (exact: number, isMore: boolean) => {
    const count = summary.describeCount(exact);
    return isMore ? i18n._(msg`More than ${count}`) : count;
  };
  return (
    <p className={styles.summary}>{data ? describeSummary(i18n, data, describeCount) : "\u00A0"}</p>
  );
}

/** Describes a summary: "12 orders · $348.00 and €20.00 paid · $29.00 refunded". */
export function describeSummary(
  i18n: I18n,
  { count, isMore, totals }: Summary,
  describeCount: (count: number, isMore: boolean) => string,
): string {
  const formats = formatsOf(i18n);
  const parts = [describeCount(count, isMore)];
  if (isMore && totals === null) parts.push(i18n._(msg`Filter by date to see totals`));
  if (isMore) return parts.join(" · ");
  const listAmounts = (field: "paidMinor" | "refundedMinor" | "disputedMinor") =>
    formats.listValues(
      (totals ?? [])
        .filter((total) => total[field] > 0)
        .map((total) => formats.money(total[field], total.currency, "exact")),
    );
  const paid = listAmounts("paidMinor");
  if (paid !== "") parts.push(i18n._(msg`${paid} paid`));
  const disputed = listAmounts("disputedMinor");
  if (disputed !== "") parts.push(i18n._(msg`${disputed} disputed`));
  const refunded = listAmounts("refundedMinor");
  if (refunded !== "") parts.push(i18n._(msg`${refunded} refunded`));
  return parts.join(" · ");
}
