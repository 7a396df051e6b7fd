import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isApiError } from "./errors.ts";
import { markSessionEnded } from "./session.ts";

/**
 * Creates a cache of the server's responses. A 401 from any request signs the user out in the UI; other errors don't.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isApiError(error, "unauthenticated")) markSessionEnded(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // While offline, shows an error instead of waiting without a message.
        networkMode: "always",
        // What failed or is stale is loaded again when the connection returns.
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : true),
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: 800,
      },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

function isTransient(error: Error) {
  return !(error instanceof ApiError) || error.status >= 500;
}
