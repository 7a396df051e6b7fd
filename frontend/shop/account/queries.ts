import { accountQuery, type Identity } from "../../http/account.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { useResetOnReturn } from "../../shell/use-reset-on-page-restore.ts";
import { startSignIn } from "../sign-in/auth-api.ts";
import { saveJson } from "./save-json-file.ts";

export type Deletion = InferResponseType<typeof api.me.account.deletion.$get>;

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

/** Takes a way to sign in away. */
export function useUnlink() {
  return useMutation({
    mutationFn: (id: string) => send(api.me.identities[":id"].$delete({ param: { id } })),
    onSettled: (_answer, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/**
 * Goes to a provider to link what is signed in with there. It stays busy after success, since the browser is on its way
 * out.
 */
export function useLink(identities: Identity[]) {
  const link = useMutation({
    mutationFn: async (provider: string) => {
      const intent = await read(api.me.links.$post({ json: { provider } }));
      const another = identities.some((identity) => identity.provider === provider);
      await startSignIn({
        providerId: provider,
        returnPath: paths.linked(provider),
        hints: { link: intent.id, ...(another && { prompt: askWho(provider) }) },
      });
    },
  });
  useResetOnReturn(link.reset);
  return link;
}

/** Who is signed in at a provider already would come back as the same; only `login` is known to every OpenID provider. */
function askWho(provider: string) {
  return provider === "oidc" ? "login" : "select_account";
}

/** Everything the shop holds about the person, as a file that the browser saves. */
export function useExport() {
  return useMutation({
    mutationFn: async () => saveJson(await read(api.me.account.export.$get()), "account.json"),
  });
}

/** What deleting the account would do. */
export const deletionQuery = queryOptions({
  queryKey: ["me", "deletion"],
  queryFn: () => read(api.me.account.deletion.$get()),
  // It is what one agrees to.
  staleTime: 0,
});

/** Deletes the account and leaves for a page that loads anew, so that nothing of it is left in memory. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: async (_confirmation: string) => {
      await send(api.me.account.$delete());
      location.replace(paths.goodbye);
    },
  });
}
