import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { DEFAULT_STALE_TIME, isTransient, RETRY_DELAY, type AnswerCache } from "./answers.ts";
import { isApiError } from "./errors.ts";
import { markSessionEnded } from "./session.ts";

/**
 * Creates a cache of the server's responses. A 401 from any request signs the user out in the UI; other errors don't.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isApiError(error, "unauthenticated")) markSessionEnded(client as AnswerCache);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: DEFAULT_STALE_TIME,
        // While offline, shows an error instead of waiting without a message.
        networkMode: "always",
        // What failed or is stale is loaded again when the connection returns.
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : true),
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: RETRY_DELAY,
      },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
