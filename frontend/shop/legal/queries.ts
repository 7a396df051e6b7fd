import { queryOptions } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";

/** One of the seller's legal texts. `page`: the last segment of its URL, `terms` or `terms@<hash>`. */
export const legalPageQuery = (page: string) =>
  queryOptions({
    queryKey: queryKeys.legalPage(page),
    queryFn: () => read(api.shop.legal[":page"].$get({ param: { page } })),
    staleTime: 60_000,
  });
