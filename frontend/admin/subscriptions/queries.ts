import type { InferResponseType } from "hono/client";
import { itemQuery } from "../frame/queries.ts";
import { api } from "../../http/client.ts";

const { subscriptions } = api.admin;

export type ListedSubscription = InferResponseType<typeof subscriptions.$get>["items"][number];
export type Subscription = InferResponseType<(typeof subscriptions)[":id"]["$get"]>;

/** The lists are also cached under this key. */
export const subscriptionsKey = ["admin", "subscriptions"];

export const subscriptionQuery = itemQuery(subscriptionsKey, subscriptions[":id"]);
