import { queryOptions } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

const { subscriptions } = api.admin;

export type ListedSubscription = InferResponseType<typeof subscriptions.$get>["items"][number];
export type Subscription = InferResponseType<(typeof subscriptions)[":id"]["$get"]>;
export type SubscriptionQuery = InferRequestType<typeof subscriptions.$get>["query"];

/** The lists are also cached under this key. */
export const subscriptionsKey = ["admin", "subscriptions"];

export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey, id],
    queryFn: () => read(subscriptions[":id"].$get({ param: { id } })),
  });
