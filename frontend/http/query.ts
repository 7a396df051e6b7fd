import { QueryObserver, type QueryClient, type QueryObserverOptions } from "@tanstack/react-query";
import type { Answers, Query, QueryResult } from "./answers.ts";
import { createQueryClient } from "./create-query-client.ts";

/** The browser's cache of the server's responses, once React Query has loaded. */
export const queryClient = createQueryClient();
// What `QueryClientProvider` does: from now on, it asks again when the user returns.
queryClient.mount();

/** Lets the app's frame and the drawn pages read React Query's cache. */
export function createClientAnswers(client: QueryClient): Answers {
  const results = new WeakMap<object, QueryResult<unknown>>();
  return {
    cache: client as Answers["cache"],
    read: <Data>(options: Query<Data>) => {
      const query = client.getQueryCache().build(client, toOptions(client, options));
      const { state } = query;
      const known = results.get(state);
      if (known) return known as QueryResult<Data>;
      const { data, error, status, dataUpdatedAt } = state;
      const refetch = () => client.refetchQueries({ queryKey: options.queryKey, exact: true });
      const result = { data, error, isPending: status === "pending", dataUpdatedAt, refetch };
      results.set(state, result);
      return result as QueryResult<Data>;
    },
    watch: (options, onChange) =>
      new QueryObserver(client, toOptions(client, options)).subscribe(onChange),
  };
}

function toOptions(client: QueryClient, options: Query<unknown>) {
  return client.defaultQueryOptions(options as QueryObserverOptions);
}
