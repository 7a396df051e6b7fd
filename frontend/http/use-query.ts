import { useCallback, useSyncExternalStore } from "react";
import { useAnswers, type Query, type QueryResult } from "./answers.ts";

/**
 * `useQuery` of the app's frame and of the pages that the Worker draws: it works before React Query has loaded, and in
 * the Worker without it. Other screens use React Query's own, which has more options.
 */
export function useQuery<Data>(query: Query<Data>): QueryResult<Data> {
  const answers = useAnswers();
  const hash = JSON.stringify(query.queryKey);
  const isEnabled = query.enabled !== false;
  const subscribe = useCallback(
    (onChange: () => void) => answers.watch(query, onChange),
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the query, which is made in each render
    [answers, hash, isEnabled],
  );
  const read = () => answers.read(query);
  return useSyncExternalStore(subscribe, read, read);
}
