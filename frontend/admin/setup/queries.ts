import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { useChange } from "../frame/queries.ts";
import { api, read } from "../../http/client.ts";

const setup = api.admin.setup;

export type Setup = InferResponseType<typeof setup.$get>;
export type SetupItem = Setup["items"][number];

/** The checklist. Never cached: the seller comes back from the page where an item was done. */
export const setupQuery = queryOptions({
  queryKey: ["admin", "setup"],
  queryFn: () => read(setup.$get()),
  staleTime: 0,
});

/** Skips an item, or takes that back. */
export function useSkipItem() {
  return useMutation({
    mutationFn: ({ item, isSkipped }: { item: SetupItem["id"]; isSkipped: boolean }) => {
      const route = setup[":item"].skip;
      const param = { param: { item } };
      return read(isSkipped ? route.$put(param) : route.$delete(param));
    },
    onSuccess: (saved, _input, _result, { client }) =>
      client.setQueryData(setupQuery.queryKey, saved),
  });
}

/** Sends an email to the seller who asks for it. */
export const useTestEmail = () =>
  useChange(setupQuery.queryKey, (_: void) => read(api.admin.doctor.email.$post({ json: {} })));
