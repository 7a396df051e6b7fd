import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

/** One thing a person owns or owned, and why. */
export type LibraryEntry = InferResponseType<typeof api.me.library.$get>["entries"][number];

export const libraryQuery = queryOptions({
  queryKey: ["me", "library"],
  queryFn: () => read(api.me.library.$get()),
});
