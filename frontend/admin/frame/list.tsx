import { useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { LoadError } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { getListKey } from "./get-list-key.ts";
import { ExportButton } from "./export-button.tsx";
import { LoadMore } from "./load-more.tsx";
import styles from "./list.module.css";

/** A column. The first column names the row and, with `rowHref`, links to it. */
export type Column<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Aligns amounts and counts to the right. */
  numeric?: boolean;
};

/** A filter, or with the name `sort` the order. `name` is the query parameter. */
export type Filter = {
  name: string;
  label: string;
  /** The first option is the default, with the value "". */
  options: { value: string; label: string }[];
};

/** `isTruncated`: the search has more matches than the server looked at. */
type Page<Row> = { items: Row[]; nextCursor: string | null; isTruncated?: boolean };

/** The search, filters and sort, as query parameters for the server. */
export type ListQuery = Record<string, string>;

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
  /** The URL of the CSV export, which gets the same query parameters. */
  csvHref?: string;
  /** Shown if there are no rows and no filters. */
  empty: ReactNode;
}) {
  const [params, setParams] = useSearchParams();
  const activeFilters = Object.fromEntries(
    ["search", ...filters.map(({ name }) => name)].flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as ListQuery;
  const setFilter = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === "") after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );

  const list = useInfiniteQuery({
    queryKey: [...getListKey(queryKey), activeFilters],
    queryFn: ({ pageParam }) =>
      fetchPage({ ...activeFilters, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: (page: Page<Row>) => page.nextCursor,
  });
  const rows = list.data?.pages.flatMap((page) => page.items);
  const isFiltered = Object.keys(activeFilters).some((name) => name !== "sort");

  return (
    <div className={styles.list}>
      {(search !== undefined || filters.length > 0 || csvHref !== undefined) && (
        <search className={styles.tools} aria-label={label}>
          {search !== undefined && (
            <Search
              hint={search}
              value={activeFilters["search"] ?? ""}
              onSearch={(text) => setFilter("search", text)}
            />
          )}
          {filters.map((filter) => (
            <label key={filter.name} className={styles.filter}>
              <span>{filter.label}</span>
              <select
                value={activeFilters[filter.name] ?? ""}
                onChange={(event) => setFilter(filter.name, event.target.value)}
              >
                {filter.options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
          {csvHref !== undefined && (
            <ExportButton
              path={csvHref}
              href={`${csvHref}?${new URLSearchParams(activeFilters)}`}
            />
          )}
        </search>
      )}
      {list.isError && !rows ? (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      ) : rows?.length === 0 ? (
        isFiltered ? (
          <EmptyState title={list.hasNextPage ? "Nothing so far." : "Nothing fits."}>
            <p>
              {list.hasNextPage
                ? `None of the ${label.toLowerCase()} that were looked through match; there are more.`
                : `No ${label.toLowerCase()} match what you asked for.`}
            </p>
            <Button onClick={() => setParams({}, { replace: true })}>Show all</Button>
          </EmptyState>
        ) : (
          empty
        )
      ) : (
        <Table label={label} columns={columns} rows={rows} rowHref={rowHref} />
      )}
      {list.data?.pages.at(-1)?.isTruncated && (
        <Notice tone="info" title="This search has more matches than are shown.">
          <p>Type more to see the others.</p>
        </Notice>
      )}
      <LoadMore list={list} label={rows?.length === 0 ? "Search more" : "Show more"} />
      <VisuallyHidden>
        <output>{rows && `${rows.length}${list.hasNextPage ? " or more" : ""} ${label}`}</output>
      </VisuallyHidden>
    </div>
  );
}

/** A search input that searches when the typing pauses. */
function Search({
  hint,
  value,
  onSearch,
}: {
  hint: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const debouncedText = useDebouncedValue(text.trim());
  useEffect(() => {
    if (debouncedText !== value) onSearch(debouncedText);
    // Only typing starts a search, not a change of the URL.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [debouncedText]);
  return (
    <label className={styles.search}>
      <VisuallyHidden>Search</VisuallyHidden>
      <input
        type="search"
        placeholder={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** A table. Shows skeletons while `rows` is undefined. */
export function Table<Row extends { id: string }>({
  label,
  columns,
  rows,
  rowHref,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowHref?: ((row: Row) => string) | undefined;
}) {
  return (
    <table className={styles.table} aria-label={label} aria-busy={rows === undefined}>
      <thead>
        <tr>
          {columns.map(({ name, numeric }) => (
            <th key={name} scope="col" data-numeric={numeric}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <tr key={row.id}>
                {columns.map(({ name, cell, numeric }, index) => (
                  <td key={name} data-name={name} data-numeric={numeric}>
                    {index === 0 && rowHref ? (
                      <Link href={rowHref(row)}>{cell(row)}</Link>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))
          : [1, 2, 3, 4, 5].map((row) => (
              <tr key={row}>
                {columns.map(({ name }) => (
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
