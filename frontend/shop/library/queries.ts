import type { InferResponseType } from "hono/client";
import { api } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { routeQuery } from "../../http/route-query.ts";

/** A product that the user has or had access to, and why. */
export type LibraryEntry = InferResponseType<typeof api.me.library.$get>["entries"][number];

/** A purchase that the user began and has not paid. */
export type UnpaidCheckout = InferResponseType<typeof api.me.library.$get>["unpaid"][number];

/** Free seats that the user may take by their email domain. */
export type SeatOffer = InferResponseType<typeof api.me.library.$get>["seatOffers"][number];

/** A benefit in the user's library. The other fields depend on `type`. */
export type OwnedBenefit = LibraryEntry["benefits"][number];

export type OwnedBenefitOf<Type extends OwnedBenefit["type"]> = Extract<
  OwnedBenefit,
  { type: Type }
>;

export const libraryQuery = routeQuery(queryKeys.library, () => api.me.library.$get());
