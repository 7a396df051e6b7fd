import { useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { Failure } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useSettled } from "../../ui/use-debounced-value.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./list.module.css";

/** A column: its first one names the row and, with `rowHref`, is the link to it. */
export type Column<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts stand right. */
  numeric?: boolean;
};

/** A way to see fewer rows, or by the name `sort` in another order. Its name is that of the query parameter. */
export type Filter = {
  name: string;
  label: string;
  /** The first is what no choice means, with value "". */
  options: { value: string; label: string }[];
};

/** `isCut`: more people fit the search than were looked at. */
type Page<Row> = { items: Row[]; nextCursor: string | null; isCut?: boolean };

/** What the list asks for: the address's parameters, as the server names them. */
export type ListQuery = Record<string, string>;

/**
 * A list of any length: search, filters and sort stand in the address, pages are added by a button, and a phone gets
 * cards for rows.
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
  /** What is listed, in the plural. */
  label: string;
  queryKey: QueryKey;
  fetchPage: (query: ListQuery) => Promise<Page<Row>>;
  columns: Column<Row>[];
  rowHref?: (row: Row) => string;
  /** What can be searched for, e.g. "Email, name or order id". */
  search?: string;
  filters?: Filter[];
  /** The same list as a file; it gets the same parameters. */
  csvHref?: string;
  /** Where nothing is there at all: what it would be, and how it comes about. */
  empty: ReactNode;
}) {
  const [params, setParams] = useSearchParams();
  const chosen = Object.fromEntries(
    ["search", ...filters.map(({ name }) => name)].flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as ListQuery;
  const choose = (name: string, value: string) =>
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
    queryKey: [...queryKey, "list", chosen],
    queryFn: ({ pageParam }) => fetchPage({ ...chosen, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: (page: Page<Row>) => page.nextCursor,
  });
  const rows = list.data?.pages.flatMap((page) => page.items);
  const isNarrowed = Object.keys(chosen).some((name) => name !== "sort");

  return (
    <div className={styles.list}>
      {(search !== undefined || filters.length > 0 || csvHref !== undefined) && (
        <search className={styles.tools} aria-label={label}>
          {search !== undefined && (
            <Search
              hint={search}
              value={chosen["search"] ?? ""}
              onSearch={(text) => choose("search", text)}
            />
          )}
          {filters.map((filter) => (
            <label key={filter.name} className={styles.filter}>
              <span>{filter.label}</span>
              <select
                value={chosen[filter.name] ?? ""}
                onChange={(event) => choose(filter.name, event.target.value)}
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
            <a
              className={styles.export}
              href={`${csvHref}?${new URLSearchParams(chosen)}`}
              download
            >
              Export CSV
            </a>
          )}
        </search>
      )}
      {list.isError && !rows ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : rows?.length === 0 ? (
        isNarrowed ? (
          <Empty title={list.hasNextPage ? "Nothing so far." : "Nothing fits."}>
            <p>
              {list.hasNextPage
                ? `None of the ${label.toLowerCase()} that were looked through match; there are more.`
                : `No ${label.toLowerCase()} match what you asked for.`}
            </p>
            <Button onClick={() => setParams({}, { replace: true })}>Show all</Button>
          </Empty>
        ) : (
          empty
        )
      ) : (
        <Table label={label} columns={columns} rows={rows} rowHref={rowHref} />
      )}
      {list.data?.pages.at(-1)?.isCut && (
        <Notice tone="info" title="More people fit this search than are shown.">
          <p>Type more of the email or the name to see the others.</p>
        </Notice>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage
              ? "Loading…"
              : rows?.length === 0
                ? "Look further"
                : "Show more"}
          </Button>
          {list.isFetchNextPageError && <p role="alert">The rest did not come. Try again.</p>}
        </div>
      )}
      <VisuallyHidden>
        <output>{rows && `${rows.length}${list.hasNextPage ? " or more" : ""} ${label}`}</output>
      </VisuallyHidden>
    </div>
  );
}

/** Searches when the typing pauses. */
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
  const settled = useSettled(text.trim());
  useEffect(() => {
    if (settled !== value) onSearch(settled);
    // Only what was typed starts a search; a new address alone does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled]);
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

/** Rows under hairlines; undefined while they are on their way. */
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
                {columns.map(({ name, cell, numeric }, at) => (
                  <td key={name} data-name={name} data-numeric={numeric}>
                    {at === 0 && rowHref ? <Link href={rowHref(row)}>{cell(row)}</Link> : cell(row)}
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
