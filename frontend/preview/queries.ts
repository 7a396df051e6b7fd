import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { isLocale, type Locale } from "../../worker/lib/locales.ts";
import { api, read } from "../http/client.ts";

const preview = api.admin.preview;

export type PagePreview = InferResponseType<(typeof preview.pages)[":id"]["$get"]>;

/** Returns the language of the seller's texts that the URL of a preview asks for; undefined for the default one. */
export function readPreviewLanguage(search: string): Locale | undefined {
  const lang = new URLSearchParams(search).get("lang");
  return isLocale(lang) ? lang : undefined;
}

const toQuery = (lang: Locale | undefined) => (lang === undefined ? {} : { lang });

/** A product in any status as its page will show it. Read anew whenever the tab is looked at again. */
export const productPreviewQuery = (id: string, lang: Locale | undefined) =>
  queryOptions({
    queryKey: ["admin", "preview", "product", id, lang],
    queryFn: () => read(preview.products[":id"].$get({ param: { id }, query: toQuery(lang) })),
    staleTime: 0,
    refetchOnWindowFocus: "always",
  });

/** A page in any status as its readers will see it. */
export const pagePreviewQuery = (id: string, lang: Locale | undefined) =>
  queryOptions({
    queryKey: ["admin", "preview", "page", id, lang],
    queryFn: () => read(preview.pages[":id"].$get({ param: { id }, query: toQuery(lang) })),
    staleTime: 0,
    refetchOnWindowFocus: "always",
  });
