import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";

/** Renders Markdown as readers see it. */
export const previewQuery = (markdown: string) =>
  queryOptions({
    queryKey: ["admin", "markdown-preview", markdown],
    queryFn: async () => (await read(api.admin.pages.preview.$post({ json: { markdown } }))).html,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
