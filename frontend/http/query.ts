import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isRefusal } from "./errors.ts";
import { noteSessionEnd } from "./session.ts";

/** The cache of what the server said. A 401 anywhere turns the visitor's state to signed out; nothing else does. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Offline is an error to show, not a reason to wait without a word.
      networkMode: "always",
      retry: (failures, error) => failures < 1 && isTransient(error),
      retryDelay: 800,
    },
    mutations: { networkMode: "always" },
  },
});

function onError(error: Error) {
  if (isRefusal(error, "unauthenticated")) noteSessionEnd(queryClient);
}

function isTransient(error: Error) {
  return !(error instanceof ApiError) || error.status >= 500;
}
