import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { itemQuery, getListKey } from "../frame/queries.ts";
import { api, read } from "../../http/client.ts";
import { showToast } from "../../ui/toast.tsx";

const pages = api.admin.pages;

export type ListedPage = InferResponseType<typeof pages.$get>["items"][number];

/** A page with its Markdown source. */
export type PageSource = InferResponseType<(typeof pages)[":id"]["$get"]>;

/** The editable fields of a page. `updatedAt` identifies the version that they were edited from. */
export type PageInput = InferRequestType<(typeof pages)[":id"]["$put"]>["json"];

export const pagesKey = ["admin", "pages"];

export const pageSourceQuery = itemQuery(pagesKey, pages[":id"]);

export const createPage = (json: InferRequestType<typeof pages.$post>["json"]) =>
  read(pages.$post({ json }));

export const updatePage = (id: string, json: PageInput) =>
  read(pages[":id"].$put({ param: { id }, json }));

/** Changes to a page. Each response contains the updated page. */
export type PageChange = "publish" | "archive" | { attach: string } | { detach: string };

export function usePageChange(id: string) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: (change: PageChange) => read(buildRequest(id, change)),
    onSuccess: async (page, change, _result, { client }) => {
      client.setQueryData(pageSourceQuery(id).queryKey, page);
      showToast(
        change === "publish"
          ? t`Page published`
          : change === "archive"
            ? t`Page archived`
            : t`Access updated`,
      );
      await client.invalidateQueries({ queryKey: getListKey(pagesKey) });
    },
  });
}

function buildRequest(id: string, change: PageChange) {
  const page = pages[":id"];
  if (change === "publish") return page.publication.$put({ param: { id } });
  if (change === "archive") return page.publication.$delete({ param: { id } });
  const benefit = page.benefits[":benefitId"];
  return "attach" in change
    ? benefit.$put({ param: { id, benefitId: change.attach }, json: {} })
    : benefit.$delete({ param: { id, benefitId: change.detach } });
}
