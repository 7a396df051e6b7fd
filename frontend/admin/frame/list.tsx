import type { I18n } from "@lingui/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { Formats } from "../../../worker/lib/formats.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { LoadError } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { BulkAction } from "./bulk/bulk-action.ts";
import { SelectAllBox, SelectRowBox } from "./bulk/select-boxes.tsx";
import { SelectionBar } from "./bulk/selection-bar.tsx";
import { useSelection, type Selection } from "./bulk/use-selection.ts";
import { getListKey } from "./get-list-key.ts";
import { showLabel, type Label } from "./label.ts";
import { SummaryLine, type ListSummary } from "./list-summary.tsx";
import { ListTools } from "./list-tools.tsx";
import { ListViews, type FilterableList, type View } from "./list-views.tsx";
import { Cell, PlainRow } from "./table-cell.tsx";
import { useListFilters } from "./use-list-filters.ts";
import { LoadMore } from "./load-more.tsx";
import styles from "./list.module.css";

/** What a cell is written with. */
export type CellContext = { i18n: I18n; formats: Formats };

/** A column. The first column names the row and, with `rowHref`, links to it from the whole row. */
export type Column<Row> = {
  name: Label;
  cell: (row: Row, context: CellContext) => ReactNode;
  /** A second, quieter line. */
  detail?: (row: Row, context: CellContext) => ReactNode;
  /** Aligns amounts and counts to the right. */
  numeric?: boolean;
};

/** A filter, or with the name `sort` the order. `name` is the query parameter. */
export type Filter = {
  name: string;
  label: Label;
  /** The first option is the default, with the value "". */
  options: { value: string; label: Label }[];
};

/** `isTruncated`: the search has more matches than the server looked at. */
type Page<Row> = { items: Row[]; nextCursor: string | null; isTruncated?: boolean };

/** The search, filters and sort, as query parameters for the server. */
export type ListQuery = Record<string, string>;

/** What can be done to several rows at once. `getName` is how a row is called in its checkbox and its result. */
export type ListBulk<Row> = {
  getName: (row: Row) => string;
  /** None: rows cannot be chosen. */
  actions: BulkAction<Row>[];
};

/** How the rows of a table are drawn, where they are more than plain rows. */
export type RowFrame<Row> = {
  /** The element of a row; by default `tr`. */
  Row: ComponentType<{ row: { id: string }; children: ReactNode }>;
  /** The element around the table. */
  Area: ComponentType<{ rows: Row[]; children: ReactNode }>;
};

/**
 * A list of any length. Search, filters and sort are in the URL, a button loads more, and phones show cards instead of
 * rows.
 */
export function List<Row extends { id: string }>({
  label,
  queryKey,
  fetchPage,
  columns,
  rowHref,
  search,
  filters = [],
  dates,
  views,
  summary,
  bulk,
  frame,
  csvHref,
  empty,
}: {
  /** The name of the rows, in the plural. */
  label: string;
  queryKey: QueryKey;
  fetchPage: (query: ListQuery) => Promise<Page<Row>>;
  columns: Column<Row>[];
  rowHref?: (row: Row) => string;
  /** The placeholder of the search, e.g. "Email, name or order id". Without it, there is no search. */
  search?: string;
  filters?: Filter[];
  /** The label of the filter by days, e.g. "Created"; its parameters are `from` and `to`. Without it, there is none. */
  dates?: string;
  /** Named filters above the list, which members can add to. The first one has no filters. */
  views?: { list: FilterableList; views: View[] };
  /** Counts the rows above the list. */
  summary?: ListSummary;
  bulk?: ListBulk<Row>;
  frame?: RowFrame<Row>;
  /** The URL of the CSV export, which gets the same query parameters. */
  csvHref?: string;
  /** Shown if there are no rows and no filters. */
  empty: ReactNode;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const names = [
    "search",
    ...filters.map(({ name }) => name),
    ...(views?.views.flatMap(({ query }) => Object.keys(query)) ?? []),
    ...(dates ? ["from", "to"] : []),
  ];
  const { activeFilters, changeFilters, clearFilters } = useListFilters(names);
  const list = useInfiniteQuery({
    queryKey: [...getListKey(queryKey), activeFilters],
    queryFn: ({ pageParam }) =>
      fetchPage({ ...activeFilters, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: (page: Page<Row>) => page.nextCursor,
  });
  const rows = list.data?.pages.flatMap((page) => page.items);
  const isFiltered = Object.keys(activeFilters).some((name) => name !== "sort");
  const selection = useSelection(rows ?? [], new URLSearchParams(activeFilters).toString());
  const hasBulk = bulk !== undefined && bulk.actions.length > 0;
  const hasTools = search !== undefined || filters.length > 0 || dates || csvHref !== undefined;
  const table = (
    <Table
      label={label}
      columns={columns}
      rows={rows}
      rowHref={rowHref}
      Row={frame?.Row}
      choice={hasBulk ? { selection, getName: bulk.getName } : undefined}
    />
  );

  return (
    <div className={styles.list}>
      {views && <ListViews {...views} current={activeFilters} />}
      {hasTools && (
        <ListTools
          label={label}
          values={activeFilters}
          onChange={changeFilters}
          search={search}
          filters={filters}
          dates={dates}
          csvHref={csvHref}
        />
      )}
      {summary && <SummaryLine summary={summary} queryKey={queryKey} query={activeFilters} />}
      {list.isError && !rows ? (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      ) : rows?.length === 0 ? (
        isFiltered ? (
          <NoResults hasMore={list.hasNextPage} onClear={clearFilters} />
        ) : (
          empty
        )
      ) : frame && rows ? (
        <frame.Area rows={rows}>{table}</frame.Area>
      ) : (
        table
      )}
      {list.data?.pages.at(-1)?.isTruncated && (
        <Notice tone="info" title={t`Not all matches are shown.`}>
          <p>
            <Trans>Enter more characters to narrow your search.</Trans>
          </p>
        </Notice>
      )}
      <LoadMore list={list} label={rows?.length === 0 ? t`Keep searching` : t`Show more`} />
      {hasBulk && (
        <SelectionBar
          selection={selection}
          shownCount={rows?.length ?? 0}
          actions={bulk.actions}
          getName={bulk.getName}
          onDone={() => void client.invalidateQueries({ queryKey })}
        />
      )}
      <VisuallyHidden>
        <output>
          {rows && <ShownCount label={label} count={rows.length} hasMore={list.hasNextPage} />}
        </output>
      </VisuallyHidden>
    </div>
  );
}

function NoResults({ hasMore, onClear }: { hasMore: boolean; onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState title={hasMore ? t`No results yet` : t`No results`}>
      <p>
        {hasMore ? (
          <Trans>There is more to search. Keep searching, or clear your filters.</Trans>
        ) : (
          <Trans>Nothing matches your search and filters.</Trans>
        )}
      </p>
      <Button onClick={onClear}>
        <Trans>Clear filters</Trans>
      </Button>
    </EmptyState>
  );
}

/** What a screen reader hears when the rows have changed. */
function ShownCount({ label, count, hasMore }: { label: string; count: number; hasMore: boolean }) {
  return hasMore ? (
    <Trans>
      {label}: {count} loaded, more available
    </Trans>
  ) : (
    <Trans>
      {label}: <Plural value={count} one="# result" other="# results" />
    </Trans>
  );
}

/** A table. Shows skeletons while `rows` is undefined. */
export function Table<Row extends { id: string }>({
  label,
  columns,
  rows,
  rowHref,
  Row: RowElement = PlainRow,
  choice,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowHref?: ((row: Row) => string) | undefined;
  Row?: RowFrame<Row>["Row"] | undefined;
  /** Adds a checkbox to each row. */
  choice?: { selection: Selection<Row>; getName: (row: Row) => string } | undefined;
}) {
  const { i18n } = useLingui();
  const context = { i18n, formats: useFormats() };
  const named = columns.map((column) => ({ ...column, name: showLabel(i18n, column.name) }));
  return (
    <table
      className={styles.table}
      aria-label={label}
      aria-busy={rows === undefined}
      data-linked={rowHref !== undefined}
      data-chosen={choice !== undefined}
    >
      <thead>
        <tr>
          {choice && (
            <th scope="col">
              <SelectAllBox selection={choice.selection} rows={rows ?? []} />
            </th>
          )}
          {named.map(({ name, numeric }) => (
            <th key={name} scope="col" data-numeric={numeric}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <RowElement key={row.id} row={row}>
                {choice && (
                  <td className={styles.choice}>
                    <SelectRowBox {...choice} row={row} />
                  </td>
                )}
                {named.map(({ name, cell, detail, numeric }, index) => (
                  <td key={name} data-name={name} data-numeric={numeric} data-first={index === 0}>
                    <Cell
                      href={index === 0 ? rowHref?.(row) : undefined}
                      detail={detail?.(row, context)}
                    >
                      {cell(row, context)}
                    </Cell>
                  </td>
                ))}
              </RowElement>
            ))
          : [1, 2, 3, 4, 5].map((row) => (
              <tr key={row}>
                {choice && (
                  <td className={styles.choice}>
                    <Skeleton width="1.125rem" />
                  </td>
                )}
                {named.map(({ name }) => (
                  <td key={name}>
                    <Skeleton width="70%" />
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}
