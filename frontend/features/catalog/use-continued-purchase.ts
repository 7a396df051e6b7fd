import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Price } from "./queries.ts";

/**
 * Goes on with a purchase that sign-in interrupted: `?buy=price_…`. The parameter is taken out of the address before
 * anything is done, so neither Back nor a reload buys again.
 * @returns whether it is about to happen
 */
export function useContinuedPurchase({
  user,
  offer,
  prices,
  onBuy,
}: {
  user: object | null | undefined;
  offer: { state: string } | undefined;
  prices: Price[];
  onBuy: (priceId: string) => void;
}): boolean {
  const [pathname, navigate] = useLocation();
  const [search] = useSearchParams();
  const [pending, setPending] = useState(() => prices.find(({ id }) => id === search.get("buy"))?.id);
  const asked = search.has("buy");

  useEffect(() => {
    if (asked) navigate(pathname, { replace: true });
  }, [asked, navigate, pathname]);

  useEffect(() => {
    if (!pending || user === undefined || (user && !offer)) return;
    setPending(undefined);
    if (user && offer?.state === "available") onBuy(pending);
  }, [pending, user, offer, onBuy]);

  return pending !== undefined && user !== null;
}
