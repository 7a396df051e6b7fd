import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";
import { meQuery } from "../../http/session.ts";

type Account = InferResponseType<typeof api.me.account.$get>;
export type Identity = Account["identities"][number];
export type Session = Account["sessions"][number];

export const accountQuery = queryOptions({
  queryKey: ["me", "account"],
  queryFn: () => read(api.me.account.$get()),
});

/** Changes the person's name. */
export function useRename() {
  return useMutation({
    mutationFn: (name: string) => read(api.me.account.$patch({ json: { name } })),
    onSuccess: async (account, _name, _result, { client }) => {
      client.setQueryData(accountQuery.queryKey, account);
      // The header says the name too.
      await client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
    },
  });
}

/** Ends one session, or with `null` all but this one. */
export function useEndSession() {
  return useMutation({
    mutationFn: (id: string | null) =>
      send(
        id === null ? api.me.sessions.$delete() : api.me.sessions[":id"].$delete({ param: { id } }),
      ),
    onSuccess: (_answer, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}
