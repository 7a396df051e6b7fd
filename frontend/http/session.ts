import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { api, read } from "./client.ts";

const endedKey = ["session-ended"];

/** Who is here. A visitor is `{ user: null }`; a failed request is an error and never "signed out". */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ client }) => {
    const me = await read(api.me.$get());
    if (!me.user) noteSessionEnd(client);
    return me;
  },
});

/** The signed-in person, `null` for a visitor, `undefined` while nobody knows. */
export function useUser() {
  return useQuery(meQuery).data?.user;
}

/** Whether a session ended while this page was open. */
export function useSessionEnded() {
  return (
    useQuery({ queryKey: endedKey, queryFn: () => false, staleTime: Infinity, gcTime: Infinity })
      .data === true
  );
}

/** Called when the server no longer knows the session. It counts as an end only if there was one. */
export function noteSessionEnd(client: QueryClient) {
  if (client.getQueryData(meQuery.queryKey)?.user) client.setQueryData(endedKey, true);
  client.setQueryData(meQuery.queryKey, { user: null });
}
