import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { itemQuery } from "../frame/queries.ts";
import { api, read } from "../../http/client.ts";

const { subscriptions } = api.admin;

export type ListedSubscription = InferResponseType<typeof subscriptions.$get>["items"][number];
export type Subscription = InferResponseType<(typeof subscriptions)[":id"]["$get"]>;

/** The lists are also cached under this key. */
export const subscriptionsKey = ["admin", "subscriptions"];

export type PlanPreview = InferResponseType<(typeof subscriptions)[":id"]["plan-change"]["$get"]>;

/** What a change of plan or seats costs the customer, for a fixed time that is sent with the change: never cached. */
export const planPreviewQuery = (id: string, wanted: { priceId: string; quantity: number }) =>
  queryOptions({
    queryKey: [...subscriptionsKey, id, "plan-change", wanted],
    queryFn: () => read(subscriptions[":id"]["plan-change"].$get({ param: { id }, query: wanted })),
    staleTime: 5 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** What ending a pause charges the customer now. */
export const resumptionQuery = (id: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey, id, "resumption"],
    queryFn: () => read(subscriptions[":id"].resumption.$get({ param: { id } })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const subscriptionQuery = itemQuery(subscriptionsKey, subscriptions[":id"]);
