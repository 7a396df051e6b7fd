import { queryOptions } from "@tanstack/react-query";
import type { LegalPage } from "../../../worker/settings/legal-pages.ts";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";

/** One of the seller's legal texts. */
export const legalPageQuery = (page: LegalPage) =>
  queryOptions({
    queryKey: queryKeys.legalPage(page),
    queryFn: () => read(api.shop.legal[":page"].$get({ param: { page } })),
    staleTime: 60_000,
  });
