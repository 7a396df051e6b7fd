import { useInfiniteQuery, type QueryKey } from "@tanstack/react-query";

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
