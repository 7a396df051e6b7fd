import { queryOptions, useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { api, read } from "../../http/client.ts";
import { ApiError, isRefusal } from "../../http/errors.ts";
import { paths } from "../../paths.ts";
import { useResetOnReturn } from "../../shell/use-reset-on-page-restore.ts";

const pollDelays = [600, 900, 1400, 2000, 3000, 4000, 6000];
const processingDelay = 20_000;

/** What buying a product would mean to the signed-in person. */
export const offerQuery = (productId: string) =>
  queryOptions({
    queryKey: ["me", "offer", productId],
    queryFn: () => read(api.me.offers[":productId"].$get({ param: { productId } })),
  });

/**
 * Opens a checkout and leaves for it. Whoever turns out to be signed out goes to sign in first and comes back to buy.
 * It stays busy after success, since the browser is on its way out.
 */
export function useBuy(slug: string) {
  const [, navigate] = useLocation();
  const buy = useMutation({
    mutationFn: (wanted: { priceId: string; quantity?: number | undefined }) =>
      read(api.me.checkouts.$post({ json: wanted })),
    onSuccess: ({ url }) => location.assign(url),
    onError: async (error, wanted, _result, { client }) => {
      if (isRefusal(error, "unauthenticated")) navigate(paths.signIn(paths.buy(slug, wanted)));
      else await client.invalidateQueries({ queryKey: ["me", "offer"] });
    },
  });
  useResetOnReturn(buy.reset);
  return buy;
}

/**
 * What became of a checkout. It is asked again, quickly at first, until that is known; an answer that does not come is
 * asked for again too, since the person may have paid.
 */
export const confirmationQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: ["checkout", checkoutId],
    queryFn: () => read(api.me.checkouts[":id"].confirmation.$post({ param: { id: checkoutId } })),
    retry: false,
    refetchInterval: ({ state }) => {
      if (isFinal(state.error)) return false;
      if (state.data?.state === "processing") return processingDelay;
      if (state.data && state.data.state !== "confirming") return false;
      const asked = state.dataUpdateCount + state.errorUpdateCount;
      return pollDelays[asked - 1] ?? 8000;
    },
  });

/** Whether a confirmation failed for good, rather than for the moment. */
export function isFinal(error: Error | null): boolean {
  return error instanceof ApiError && error.status < 500 && error.code !== "rate_limited";
}
