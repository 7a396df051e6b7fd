import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

const { links } = api.admin;

/** A permanent link, with what came of it. */
export type Link = InferResponseType<typeof links.$get>["items"][number];

/** The lists are also cached under this key. */
export const linksKey = ["admin", "links"];

export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: [...linksKey, "one", id],
    queryFn: async () => (await read(links.$get({ query: { id } }))).items[0] ?? null,
  });

/** The links whose name or code has this text. @param isEnabled whether they are searched for */
export const foundLinksQuery = (text: string, isEnabled: boolean) =>
  queryOptions({
    queryKey: [...linksKey, "search", text],
    queryFn: async ({ signal }) =>
      (await read(links.$get({ query: { search: text, limit: 5 } }, { init: { signal } }))).items,
    enabled: isEnabled,
    staleTime: 30_000,
  });

/** Returns what makes the link of a price that has no options, or finds it. */
export const usePlainLink = () =>
  useMutation({
    mutationFn: (priceId: string) => read(links.plain.$post({ json: { priceId } })),
    onSuccess: (_link, _input, _context, { client }) =>
      void client.invalidateQueries({ queryKey: linksKey }),
  });
