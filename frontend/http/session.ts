import { queryOptions } from "@tanstack/react-query";
import type { AnswerCache } from "./answers.ts";
import type { InferResponseType } from "hono/client";
import { endDraftsOfOthers } from "./browser-drafts.ts";
import { api, read } from "./client.ts";
import { keepTimeZone } from "./keep-time-zone.ts";
import { queryKeys } from "./query-keys.ts";
import { useQuery } from "./use-query.ts";

type Me = InferResponseType<typeof api.me.$get>;

/** The signed-in user; `{ user: null }` for a visitor. A failed request is an error and doesn't mean "signed out". */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: async ({ client }) => {
    const me = await read(api.me.$get());
    noteUser(me.user, client as AnswerCache);
    return me;
  },
});

/** Does what follows from who is signed in. @param user null for a visitor */
export function noteUser(user: Me["user"], cache: AnswerCache): void {
  endDraftsOfOthers(user?.id ?? null);
  if (user) keepTimeZone(user.timeZone);
  else markSessionEnded(cache);
}

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
export function markSessionEnded(cache: AnswerCache) {
  endDraftsOfOthers(null);
  if (cache.getQueryData<Me>(queryKeys.me)?.user) cache.setQueryData(queryKeys.sessionEnded, true);
  cache.setQueryData(queryKeys.me, { user: null });
}
