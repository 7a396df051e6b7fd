import { queryOptions } from "@tanstack/react-query";
import type { InferRequestType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { discountsKey } from "../discounts/discount-copy.ts";
import type { Link } from "../link-parts/queries.ts";

const { links } = api.admin;

export type NewLink = InferRequestType<typeof links.$post>["json"];
export type LinkEdit = InferRequestType<(typeof links)[":id"]["$put"]>["json"];

export const createLink = (json: NewLink): Promise<Link> => read(links.$post({ json }));

export const editLink = (id: string, json: LinkEdit): Promise<Link> =>
  read(links[":id"].$put({ param: { id }, json }));

/** The active codes, the newest of them. */
export const activeCodesQuery = queryOptions({
  queryKey: [...discountsKey, "active"],
  queryFn: async () =>
    (await read(api.admin.discounts.$get({ query: { status: "active", limit: 100 } }))).items,
});
