import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { endDraftsOfOthers } from "./browser-drafts.ts";
import { api, read } from "./client.ts";
import { keepTimeZone } from "./keep-time-zone.ts";
import { queryKeys } from "./query-keys.ts";

/** The signed-in user; `{ user: null }` for a visitor. A failed request is an error and doesn't mean "signed out". */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: async ({ client }) => {
    const me = await read(api.me.$get());
    endDraftsOfOthers(me.user?.id ?? null);
    if (me.user) keepTimeZone(me.user.timeZone);
    else markSessionEnded(client);
    return me;
  },
});

/** Returns the signed-in user, `null` for a visitor, or `undefined` until this is known. */
export function useUser() {
  return useQuery(meQuery).data?.user;
}

/** Returns whether the session ended while this page was open. */
export function useSessionEnded() {
  return (
    useQuery({
      queryKey: queryKeys.sessionEnded,
      queryFn: () => false,
      staleTime: Infinity,
      gcTime: Infinity,
    }).data === true
  );
}

/** Marks the user as signed out. `useSessionEnded` becomes true only if a user was signed in before. */
export function markSessionEnded(client: QueryClient) {
  endDraftsOfOthers(null);
  if (client.getQueryData(meQuery.queryKey)?.user)
    client.setQueryData(queryKeys.sessionEnded, true);
  client.setQueryData(meQuery.queryKey, { user: null });
}
