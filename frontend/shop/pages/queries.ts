import { useState } from "react";
import type { InferResponseType } from "hono/client";
import { useAnswers } from "../../http/answers.ts";
import { api } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { routeQuery } from "../../http/route-query.ts";
import { useUser } from "../../http/session.ts";
import { useQuery } from "../../http/use-query.ts";

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
  const answers = useAnswers();
  const user = useUser();
  const options = pageQuery(slug);
  const [isDrawn] = useState(() => {
    const { data, dataUpdatedAt } = answers.read(options);
    return data !== undefined && dataUpdatedAt === drawnForVisitors;
  });
  return useQuery({ ...options, enabled: !isDrawn || Boolean(user) });
}
