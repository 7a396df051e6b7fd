import { useLingui } from "@lingui/react/macro";
import {
  onlineManager,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  type QueryKey,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import styles from "./list.module.css";

/**
 * A button that loads a list's next rows, with an error if that fails. They are loaded automatically when the
 * connection returns. Shows nothing after the last rows.
 */
export function LoadMore({
  list,
  label,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
  >;
  /** The button; by default "Show more". */
  label?: string;
}) {
  const { t } = useLingui();
  const { isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (!isFetchNextPageError) return;
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) void fetchNextPage();
    });
  }, [isFetchNextPageError, fetchNextPage]);
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button busy={list.isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {list.isFetchingNextPage ? t`Loading…` : (label ?? t`Show more`)}
      </Button>
      {isFetchNextPageError && <p role="alert">{t`Couldn’t load more. Try again.`}</p>}
    </div>
  );
}

/**
 * Loads a list page by page, the next one when it is asked for.
 * @param fetchPage gets the query parameter of the page; none for the first
 * @param staleTime in milliseconds, how long its answers are used again
 */
export function usePages<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  fetchPage: (query: { cursor?: string }) => Promise<Page>,
  staleTime?: number,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam === "" ? {} : { cursor: pageParam }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(staleTime !== undefined && { staleTime }),
  });
}
