import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { accountQuery, type Identity } from "../../http/account.ts";
import { api, read, send } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { useLeavingMutation } from "../../shell/use-leaving-mutation.ts";
import { saveTextFile } from "../../ui/save-text-file.ts";
import { getAccountPrompt, startSignIn } from "../sign-in/auth-api.ts";

export type DeletionPreview = InferResponseType<typeof api.me.account.deletion.$get>;

/** Changes the user's name. */
export function useUpdateName() {
  return useMutation({
    mutationFn: (name: string) => read(api.me.account.$patch({ json: { name } })),
    onSuccess: async (account, _name, _result, { client }) => {
      client.setQueryData(accountQuery.queryKey, account);
      // The header also shows the name.
      await client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
    },
  });
}

/** Ends one session; `null` ends all sessions except the current one. */
export function useEndSession() {
  return useMutation({
    mutationFn: (id: string | null) =>
      send(
        id === null ? api.me.sessions.$delete() : api.me.sessions[":id"].$delete({ param: { id } }),
      ),
    onSuccess: (_response, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Unlinks an identity. */
export function useUnlinkIdentity() {
  return useMutation({
    mutationFn: (id: string) => send(api.me.identities[":id"].$delete({ param: { id } })),
    onSettled: (_response, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Redirects to a provider to link an identity. */
export function useLinkIdentity(identities: Identity[]) {
  return useLeavingMutation({
    mutationFn: async (provider: string) => {
      const intent = await read(api.me.links.$post({ json: { provider } }));
      const isAlreadyLinked = identities.some((identity) => identity.provider === provider);
      await startSignIn({
        providerId: provider,
        returnPath: paths.accountLinked(provider),
        hints: { link: intent.id, ...(isAlreadyLinked && { prompt: getAccountPrompt(provider) }) },
      });
    },
  });
}

/** Downloads all data that the shop stores about the user. */
export function useExportAccount() {
  return useMutation({
    mutationFn: async () => {
      const data = await read(api.me.account.export.$get());
      saveTextFile(JSON.stringify(data, null, 2), "account.json", "application/json");
    },
  });
}

/** The consequences of deleting the account. */
export const deletionPreviewQuery = queryOptions({
  queryKey: queryKeys.deletionPreview,
  queryFn: () => read(api.me.account.deletion.$get()),
  // The user confirms these consequences, so they must be current.
  staleTime: 0,
});

/** Deletes the account and loads a new page, which clears all user data from memory. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: async (_confirmation: string) => {
      await send(api.me.account.$delete());
      location.replace(paths.goodbye);
    },
  });
}
