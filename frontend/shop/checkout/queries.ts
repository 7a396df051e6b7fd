import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { useLocation } from "wouter";
import { api, read } from "../../http/client.ts";
import { ApiError, isApiError } from "../../http/errors.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { routeQuery } from "../../http/route-query.ts";
import { paths, type Selection } from "../../paths.ts";
import { useLeavingMutation } from "../../shell/use-leaving-mutation.ts";

/** The outcome of a checkout, for a user or for somebody who has not signed in yet. */
export type Confirmation = InferResponseType<
  (typeof api.me.checkouts)[":id"]["confirmation"]["$post"]
>;

const pollDelays = [600, 900, 1400, 2000, 3000, 4000, 6000];
const processingDelay = 20_000;

/** What the signed-in user can do with each price of a product. */
export const offerQuery = (productId: string) =>
  routeQuery(queryKeys.offer(productId), () =>
    api.me.offers[":productId"].$get({ param: { productId } }),
  );

/**
 * Opens a checkout and redirects to it. Visitors who can't pay without an account sign in first and then return to buy.
 * Stays busy after success, because the browser is leaving the page. `upgradeOf`: the order that it upgrades.
 */
export function useStartCheckout(slug: string) {
  const [, navigate] = useLocation();
  return useLeavingMutation({
    mutationFn: (selection: Selection & { upgradeOf?: string | undefined }) =>
      read(api.me.checkouts.$post({ json: selection })),
    onSuccess: ({ url }) => location.assign(url),
    onError: async (error, selection, cache) => {
      if (isApiError(error, "unauthenticated")) navigate(paths.signIn(paths.buy(slug, selection)));
      else await cache.invalidateQueries({ queryKey: queryKeys.offers });
    },
  });
}

const linkRoute = api.me["checkout-links"][":id"];

/**
 * Opens the checkout of a link. The payment page replaces this one in the history, because going back would open it
 * again.
 */
export function useOpenCheckoutLink(id: string) {
  return useLeavingMutation({
    mutationFn: (_: void) => read(linkRoute.checkout.$post({ param: { id } })),
    onSuccess: ({ url }) => location.replace(url),
  });
}

/**
 * The outcome of a checkout. Polls with increasing delays until the outcome is known, also after errors, since the user
 * may have paid.
 */
export const confirmationQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: queryKeys.checkout(checkoutId),
    queryFn: () => read(api.me.checkouts[":id"].confirmation.$post({ param: { id: checkoutId } })),
    retry: false,
    refetchInterval: ({ state }) => {
      if (isPermanentError(state.error)) return false;
      if (state.data?.state === "processing") return processingDelay;
      if (state.data && state.data.state !== "confirming") return false;
      const attempts = state.dataUpdateCount + state.errorUpdateCount;
      return pollDelays[attempts - 1] ?? 8000;
    },
  });

/** Returns whether an error is permanent, so that polling must stop. */
export function isPermanentError(error: Error | null): boolean {
  return error instanceof ApiError && error.status < 500 && error.code !== "rate_limited";
}
