import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";

type PageResponse = InferResponseType<(typeof api.me.pages)[":slug"]["$get"]>;

/** A members-only page that the user can read. */
export type ReadablePage = Extract<PageResponse, { access: "open" }>;

/** The public excerpt of a page, and the products that unlock the rest. */
export type LockedPage = Extract<PageResponse, { access: "closed" }>;

/** A members-only page, or its excerpt if the user has no access. */
export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.page(slug),
    queryFn: () => read(api.me.pages[":slug"].$get({ param: { slug } })),
  });
