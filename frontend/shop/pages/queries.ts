import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { InferResponseType } from "hono/client";
import { api } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { routeQuery } from "../../http/route-query.ts";
import { useUser } from "../../http/session.ts";

type PageResponse = InferResponseType<(typeof api.me.pages)[":slug"]["$get"]>;

/** A members-only page that the user can read, or a free one. */
export type ReadablePage = Extract<PageResponse, { access: "open" }>;

/** The public excerpt of a page, and the products that unlock the rest. */
export type LockedPage = Extract<PageResponse, { access: "closed" }>;

/** A members-only page, or its excerpt if the user has no access. */
export const pageQuery = (slug: string) =>
  routeQuery(queryKeys.page(slug), () => api.me.pages[":slug"].$get({ param: { slug } }));

/** When the page in the cache was loaded, if the Worker has drawn it as a visitor sees it. */
export const drawnForVisitors = 0;

/** Asks for a members-only page. What the Worker has drawn is asked for again only by a user, who may read more. */
export function usePageQuery(slug: string) {
  const client = useQueryClient();
  const user = useUser();
  const options = pageQuery(slug);
  const [isDrawn] = useState(
    () => client.getQueryState(options.queryKey)?.dataUpdatedAt === drawnForVisitors,
  );
  return useQuery({ ...options, enabled: !isDrawn || Boolean(user) });
}
