import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

/** One thing a person owns or owned, and why. */
export type LibraryEntry = InferResponseType<typeof api.me.library.$get>["entries"][number];

/** A benefit in the hand of its holder: `type` says what else there is. */
export type OwnedBenefit = LibraryEntry["benefits"][number];

export type OwnedBenefitOf<Type extends OwnedBenefit["type"]> = Extract<
  OwnedBenefit,
  { type: Type }
>;

export const libraryQuery = queryOptions({
  queryKey: ["me", "library"],
  queryFn: () => read(api.me.library.$get()),
});
