import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";

const notifications = api.admin.notifications;

export type Choices = InferResponseType<typeof notifications.$get>;
export type Kind = Choices["kinds"][number]["kind"];
export type Delivery = Choices["kinds"][number]["delivery"];
export type ExampleKind = InferRequestType<
  (typeof notifications)[":kind"]["preview"]["$get"]
>["param"]["kind"];

const key = ["admin", "notifications"];

/** The notifications that the signed-in member gets by email. */
export const choicesQuery = routeQuery(key, () => notifications.$get());

export const exampleQuery = (kind: ExampleKind) =>
  queryOptions({
    queryKey: [...key, kind],
    queryFn: () => read(notifications[":kind"].preview.$get({ param: { kind } })),
    staleTime: Infinity,
  });

/** A choice, with the time zone for the digest. */
type NewChoice = { kind: Kind; delivery: Delivery; timeZone: string | null };

/** Saves a choice at once. The page shows the answer. */
export function useChoose() {
  return useMutation({
    mutationFn: ({ kind, ...json }: NewChoice) =>
      read(notifications[":kind"].$put({ param: { kind }, json })),
    onSuccess: (choices, _choice, _result, { client }) =>
      client.setQueryData(choicesQuery.queryKey, choices),
  });
}
