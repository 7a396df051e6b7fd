import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

type ShownPage = InferResponseType<(typeof api.me.pages)[":slug"]["$get"]>;

/** A members-only page in the hands of somebody who may read it. */
export type OpenPage = Extract<ShownPage, { access: "open" }>;

/** What of it is for everybody, and what opens the rest. */
export type ClosedPage = Extract<ShownPage, { access: "closed" }>;

/** A members-only page, as far as whoever is here may read it. */
export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["me", "page", slug],
    queryFn: () => read(api.me.pages[":slug"].$get({ param: { slug } })),
  });
