import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

const pages = api.admin.pages;

export type ListedPage = InferResponseType<typeof pages.$get>["items"][number];

/** A page as it is edited: its texts in Markdown. */
export type PageSource = InferResponseType<(typeof pages)[":id"]["$get"]>;

/** What is typed of a page; `updatedAt` says what it was edited from. */
export type PageText = InferRequestType<(typeof pages)[":id"]["$put"]>["json"];

export const pagesKey = ["admin", "pages"];

export const fetchPages = (query: Record<string, string>) => read(pages.$get({ query }));

export const pageSourceQuery = (id: string) =>
  queryOptions({
    queryKey: [...pagesKey, id],
    queryFn: () => read(pages[":id"].$get({ param: { id } })),
  });

/** What Markdown becomes for who reads it. */
export const previewQuery = (markdown: string) =>
  queryOptions({
    queryKey: [...pagesKey, "preview", markdown],
    queryFn: async () => (await read(pages.preview.$post({ json: { markdown } }))).html,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });

export const createPage = (json: InferRequestType<typeof pages.$post>["json"]) =>
  read(pages.$post({ json }));

export const updatePage = (id: string, json: PageText) =>
  read(pages[":id"].$put({ param: { id }, json }));

/** Publishes, archives, attaches and detaches; each answers with the page as it became. */
export type PageChange = "publish" | "archive" | { attach: string } | { detach: string };

export function usePageChange(id: string, onSuccess?: () => void) {
  return useMutation({
    mutationFn: (change: PageChange) => read(request(id, change)),
    onSuccess: async (page, _change, _result, { client }) => {
      client.setQueryData(pageSourceQuery(id).queryKey, page);
      await client.invalidateQueries({ queryKey: [...pagesKey, "list"] });
      onSuccess?.();
    },
  });
}

function request(id: string, change: PageChange) {
  const page = pages[":id"];
  if (change === "publish") return page.publication.$put({ param: { id } });
  if (change === "archive") return page.publication.$delete({ param: { id } });
  const benefit = page.benefits[":benefitId"];
  return "attach" in change
    ? benefit.$put({ param: { id, benefitId: change.attach }, json: {} })
    : benefit.$delete({ param: { id, benefitId: change.detach } });
}
