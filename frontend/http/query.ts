import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isApiError } from "./errors.ts";
import { markSessionEnded } from "./session.ts";

/** The cache of the server's responses. A 401 from any request signs the user out in the UI; other errors don't. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // While offline, shows an error instead of waiting without a message.
      networkMode: "always",
      retry: (failures, error) => failures < 1 && isTransient(error),
      retryDelay: 800,
    },
    mutations: { networkMode: "always" },
  },
});

function onError(error: Error) {
  if (isApiError(error, "unauthenticated")) markSessionEnded(queryClient);
}

function isTransient(error: Error) {
  return !(error instanceof ApiError) || error.status >= 500;
}
