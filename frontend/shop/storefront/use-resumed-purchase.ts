import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Price } from "../../http/shop.ts";

/**
 * Goes on with a purchase that sign-in interrupted: `?buy=price_…`. The parameter is taken out of the address before
 * anything is done, so neither Back nor a reload buys again.
 * @param settled whether it is known who is here and what they may buy
 * @returns whether the purchase is about to go on
 */
export function useContinuedPurchase({
  prices,
  settled,
  allowed,
  onBuy,
}: {
  prices: Price[];
  settled: boolean;
  allowed: boolean;
  onBuy: () => void;
}): boolean {
  const [pathname, navigate] = useLocation();
  const [search] = useSearchParams();
  const [intended] = useState(() => prices.find(({ id }) => id === search.get("buy"))?.id);
  const decided = useRef(false);
  const asked = search.has("buy");

  useEffect(() => {
    if (asked) navigate(pathname, { replace: true });
  }, [asked, navigate, pathname]);

  useEffect(() => {
    if (!intended || !settled || decided.current) return;
    decided.current = true;
    if (allowed) onBuy();
  }, [intended, settled, allowed, onBuy]);

  return intended !== undefined && !settled;
}
