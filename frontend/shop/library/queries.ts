import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";

/** A product that the user has or had access to, and why. */
export type LibraryEntry = InferResponseType<typeof api.me.library.$get>["entries"][number];

/** A benefit in the user's library. The other fields depend on `type`. */
export type OwnedBenefit = LibraryEntry["benefits"][number];

export type OwnedBenefitOf<Type extends OwnedBenefit["type"]> = Extract<
  OwnedBenefit,
  { type: Type }
>;

export const libraryQuery = queryOptions({
  queryKey: queryKeys.library,
  queryFn: () => read(api.me.library.$get()),
});
