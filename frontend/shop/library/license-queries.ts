import { useMutation, type QueryClient } from "@tanstack/react-query";
import { api, read, send } from "../../http/client.ts";
import { meQuery } from "../../http/session.ts";
import { saveText } from "../../ui/save-text-file.ts";

/** What is owned is shown in the library, and on the page that one lands on after paying. */
function showAnew(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: ["me", "library"] }),
    client.invalidateQueries({ queryKey: ["checkout"] }),
  ]);
}

/** Another key in this one's place. */
export function useRotation() {
  return useMutation({
    mutationFn: (id: string) => read(api.me.licenses[":id"].rotation.$post({ param: { id } })),
    onSuccess: (_answer, _id, _result, { client }) => showAnew(client),
  });
}

/** Takes a device off a key. */
export function useRemoval() {
  return useMutation({
    mutationFn: (id: string) => send(api.me.activations[":id"].$delete({ param: { id } })),
    onSettled: (_answer, _error, _id, _result, { client }) => showAnew(client),
  });
}

/** A license file that the browser saves: for one device, or for all where there is no limit. */
export function useFile(id: string) {
  return useMutation({
    mutationFn: async (activationId: string | undefined) => {
      const json = activationId === undefined ? {} : { activationId };
      const request = api.me.licenses[":id"].file.$post({ param: { id }, json });
      const { file, fileName, expiresAt } = await read(request);
      saveText(file, fileName);
      return { expiresAt };
    },
  });
}

/** The name that a key is to be issued to; it is the account's. */
export function useNaming() {
  return useMutation({
    mutationFn: (name: string) => read(api.me.account.$patch({ json: { name } })),
    onSuccess: (_answer, _name, _result, { client }) =>
      Promise.all([
        showAnew(client),
        client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
        client.invalidateQueries({ queryKey: ["me", "account"] }),
      ]),
  });
}

/** Brings a key from before. */
export function useClaim() {
  return useMutation({
    mutationFn: (key: string) => send(api.me.licenses.$post({ json: { key } })),
    onSuccess: (_answer, _key, _result, { client }) => showAnew(client),
  });
}
