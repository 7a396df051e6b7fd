import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";

/** Somebody in the list of people. */
export type ListedCustomer = InferResponseType<typeof api.admin.customers.$get>["items"][number];

/** All about one person. */
export type CustomerPage = InferResponseType<(typeof api.admin.customers)[":userId"]["$get"]>;

export type Holding = CustomerPage["holdings"][number];
export type License = CustomerPage["licenses"][number];

/** What merging would do. */
export type MergePreview = InferResponseType<
  (typeof api.admin.customers)[":userId"]["merge"]["$get"]
>;

export const customersKey = ["admin", "customers"];

export const customerQuery = (userId: string) =>
  queryOptions({
    queryKey: [...customersKey, userId],
    queryFn: () => read(api.admin.customers[":userId"].$get({ param: { userId } })),
  });

/** Something that can be given away. */
export type Giveable = InferResponseType<typeof api.admin.comps.products.$get>["products"][number];

/** What can be given away. */
export const giveableQuery = queryOptions({
  queryKey: ["admin", "giveable"],
  queryFn: () => read(api.admin.comps.products.$get({ query: {} })),
});

/** The few people whom a search finds. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...customersKey, "people", search],
    queryFn: () => read(api.admin.customers.$get({ query: { search, limit: 5 } })),
    enabled: search.length >= 2,
  });

/** What merging `fromId` into `intoId` would do. */
export const mergeQuery = (fromId: string, intoId: string) =>
  queryOptions({
    queryKey: [...customersKey, intoId, "merge", fromId],
    queryFn: () =>
      read(
        api.admin.customers[":userId"].merge.$get({ param: { userId: intoId }, query: { fromId } }),
      ),
    // It is what one agrees to.
    staleTime: 0,
  });

/** Whatever changes something of a person: their page and the lists are read again. */
function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn: change,
    onSuccess: (_answer, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: customersKey }),
  });
}

/** Takes a gift back. */
export function useEndGift() {
  return useChange((id: string) => read(api.admin.comps[":id"].ending.$post({ param: { id } })));
}

/** Stops a license key, or lets it work again. */
export function useSwitchLicense() {
  return useChange(({ id, isDisabled }: { id: string; isDisabled: boolean }) => {
    const { suspension } = api.admin.licenses[":id"];
    const param = { param: { id } };
    return send(isDisabled ? suspension.$post(param) : suspension.$delete(param));
  });
}

/** Signs the person out in one browser, or with `null` in all. */
export function useEndSessions(userId: string) {
  const { sessions } = api.admin.customers[":userId"];
  return useChange((id: string | null) =>
    send(
      id === null
        ? sessions.$delete({ param: { userId } })
        : sessions[":id"].$delete({ param: { userId, id } }),
    ),
  );
}

/** Merges the account of the given id into this one. */
export function useMerge(userId: string) {
  return useChange((fromId: string) =>
    send(api.admin.customers[":userId"].merge.$post({ param: { userId }, json: { fromId } })),
  );
}
