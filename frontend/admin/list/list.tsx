import type { ReactNode } from "react";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { useSearchParams } from "wouter";
import { read } from "../../http/client.ts";
import { LoadError } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { SelectionBar } from "../bulk/selection-bar.tsx";
import { useSelection } from "../bulk/selection.tsx";
import shapes from "../frame/shapes.module.css";
import { getListKey } from "../frame/queries.ts";
import { ExportButton } from "./export-button.tsx";
import { SummaryLine, type ListSummary } from "./list-summary.tsx";
import { ListTools, type Filter } from "./list-tools.tsx";
import { ListViews, type View } from "./list-views.tsx";
import type { FilterableList } from "./saved-filter-dialogs.tsx";
import { LoadMore, usePages } from "./load-more.tsx";
import { Table, type Column, type RowFrame } from "./table.tsx";
import { useDensity } from "./use-density.ts";
import styles from "./list.module.css";

/** `isTruncated`: the search has more matches than the server looked at. */
type Page<Row> = { items: Row[]; nextCursor: string | null; isTruncated?: boolean };

/** The route that answers with the rows. */
type ListSource<Row> = {
  $get: (input: { query: never }) => Promise<ClientResponse<Page<Row>, number, "json">>;
};

/** How many rows can be chosen at once: each is a request of its own. */
const MAX_CHOSEN = 1000;

/** What can be done to several rows at once. `getName` is how a row is called in its checkbox and its result. */
export type ListBulk<Row> = {
  getName: (row: Row) => string;
  /** None: rows cannot be chosen. */
  actions: BulkAction<Row>[];
};

/**
 * A list of any length. Search, filters and sort are in the URL, a button loads more, rows are comfortable or compact,
 * and on phones they have two lines.
 */
export function List<Row extends { id: string }>({
  label,
  queryKey,
  source,
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
  emptyTitle,
  emptyText,
  emptyAction,
}: {
  /** The name of the rows, in the plural. */
  label: string;
  queryKey: QueryKey;
  source: ListSource<Row>;
  columns: Column<Row>[];
  rowHref?: (row: Row) => string;
  /** The placeholder of the search, e.g. "Email, name or order id". Without it, there is no search. */
  search?: string;
  filters?: Filter[];
  /** The label of the filter by days, e.g. "Created"; its parameters are `from` and `to`. Without it, there is none. */
  dates?: string;
  /** Named filters above the list, after "All". Members can add to them. */
  views?: { list: FilterableList; views?: View[] };
  /** Counts the rows above the list. */
  summary?: ListSummary;
  bulk?: ListBulk<Row>;
  frame?: RowFrame<Row>;
  /** The URL of the CSV export, which gets the same query parameters. */
  csvHref?: string;
  /** Shown if there are no rows and no filters, with `emptyText`. Without it, the text is a quiet line. */
  emptyTitle?: string;
  emptyText: string;
  emptyAction?: ReactNode;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const names = [
    "search",
    ...filters.map(({ name }) => name),
    ...(views?.views?.flatMap(({ query }) => Object.keys(query)) ?? []),
    ...(dates ? ["from", "to"] : []),
  ];
  const { activeFilters, changeFilters, clearFilters } = useListFilters(names);
  const list = usePages([...getListKey(queryKey), activeFilters], (cursor) =>
    read(source.$get({ query: { ...activeFilters, ...cursor } as never })),
  );
  const rows = list.data?.pages.flatMap((page) => page.items);
  const nextCursor = list.data?.pages.at(-1)?.nextCursor;
  const loadRest = async (start: string) => {
    const loaded: Row[] = [];
    let cursor: string | null = start;
    while (cursor !== null && loaded.length + (rows?.length ?? 0) < MAX_CHOSEN) {
      const page: Page<Row> = await read(
        source.$get({ query: { ...activeFilters, cursor, limit: "100" } as never }),
      );
      loaded.push(...page.items);
      cursor = page.nextCursor;
    }
    return { rows: [...(rows ?? []), ...loaded], isMore: cursor !== null };
  };
  const isFiltered = Object.keys(activeFilters).some((name) => name !== "sort");
  const selection = useSelection(rows ?? [], new URLSearchParams(activeFilters).toString());
  const hasBulk = bulk !== undefined && bulk.actions.length > 0;
  const hasTools = search !== undefined || filters.length > 0 || dates;
  const [density, chooseDensity] = useDensity();
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
    <div className={styles.list} data-density={density}>
      {views && <ListViews {...views} current={activeFilters} />}
      {hasTools && (
        <ListTools
          label={label}
          values={activeFilters}
          onChange={changeFilters}
          search={search}
          filters={filters}
          dates={dates}
        />
      )}
      <div className={styles.meta}>
        {summary && <SummaryLine summary={summary} queryKey={queryKey} query={activeFilters} />}
        <div className={styles.metaActions}>
          {csvHref !== undefined && (
            <ExportButton
              path={csvHref}
              href={`${csvHref}?${new URLSearchParams(activeFilters)}`}
            />
          )}
          {rows !== undefined && rows.length > 0 && (
            <span className={styles.density}>
              <Button
                kind="plain"
                onClick={() => chooseDensity(density === "compact" ? "comfortable" : "compact")}
              >
                {density === "compact" ? t`Comfortable rows` : t`Compact rows`}
              </Button>
            </span>
          )}
        </div>
      </div>
      {list.isError && !rows ? (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      ) : rows?.length === 0 ? (
        isFiltered ? (
          <NoResults hasMore={list.hasNextPage} onClear={clearFilters} />
        ) : emptyTitle === undefined ? (
          <p className={shapes.soft}>{emptyText}</p>
        ) : (
          <EmptyState title={emptyTitle} text={emptyText}>
            {emptyAction}
          </EmptyState>
        )
      ) : frame && rows ? (
        <frame.Area rows={rows}>{table}</frame.Area>
      ) : (
        table
      )}
      {list.data?.pages.at(-1)?.isTruncated && (
        <Notice
          tone="info"
          title={t`Not all matches are shown.`}
          text={t`Enter more characters to narrow your search.`}
        />
      )}
      <LoadMore list={list} label={rows?.length === 0 ? t`Keep searching` : t`Show more`} />
      {hasBulk && (
        <SelectionBar
          selection={selection}
          shownCount={rows?.length ?? 0}
          loadRest={nextCursor ? () => loadRest(nextCursor) : undefined}
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
        {hasMore
          ? t`There is more to search. Keep searching, or clear your filters.`
          : t`Nothing matches your search and filters.`}
      </p>
      <Button onClick={onClear}>{t`Clear filters`}</Button>
    </EmptyState>
  );
}

/** What a screen reader hears when the rows have changed. */
function ShownCount({ label, count, hasMore }: { label: string; count: number; hasMore: boolean }) {
  const { t } = useLingui();
  return hasMore ? (
    t`${label}: ${count} loaded, more available`
  ) : (
    <Trans>
      {label}: <Plural value={count} one="# result" other="# results" />
    </Trans>
  );
}

/**
 * Returns the search, filters and sort of a list, which are in the URL, and what changes them.
 * @param names the parameters of the list; others in the URL are kept
 */
function useListFilters(names: string[]) {
  const [params, setParams] = useSearchParams();
  const activeFilters: Record<string, string> = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  /** An empty value removes the filter. */
  const changeFilters = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === "") after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const clearFilters = () => setParams({}, { replace: true });
  return { activeFilters, changeFilters, clearFilters };
}
