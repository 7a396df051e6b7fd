import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

type Account = InferResponseType<typeof api.me.account.$get>;
export type Identity = Account["identities"][number];
export type Session = Account["sessions"][number];

export const accountQuery = queryOptions({
  queryKey: queryKeys.account,
  queryFn: () => read(api.me.account.$get()),
});
