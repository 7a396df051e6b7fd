import type { InferResponseType } from "hono/client";
import { api } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { routeQuery } from "./route-query.ts";

type Account = InferResponseType<typeof api.me.account.$get>;
export type Identity = Account["identities"][number];
export type Session = Account["sessions"][number];

export const accountQuery = routeQuery(queryKeys.account, () => api.me.account.$get());
