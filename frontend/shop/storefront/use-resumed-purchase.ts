import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Price } from "../../http/shop.ts";

/**
 * Resumes a purchase that sign-in interrupted (`?buy=price_…`). The parameter is removed from the URL first, so that
 * neither Back nor a reload buys again.
 * @param isReady whether the user and their offers are known
 * @returns whether the purchase is about to resume
 */
export function useResumedPurchase({
  prices,
  isReady,
  canBuy,
  onBuy,
}: {
  prices: Price[];
  isReady: boolean;
  canBuy: boolean;
  onBuy: () => void;
}): boolean {
  const [pathname, navigate] = useLocation();
  const [search] = useSearchParams();
  const [intendedPriceId] = useState(() => prices.find(({ id }) => id === search.get("buy"))?.id);
  const isHandled = useRef(false);
  const hasBuyParam = search.has("buy");

  useEffect(() => {
    if (hasBuyParam) navigate(pathname, { replace: true });
  }, [hasBuyParam, navigate, pathname]);

  useEffect(() => {
    if (!intendedPriceId || !isReady || isHandled.current) return;
    isHandled.current = true;
    if (canBuy) onBuy();
  }, [intendedPriceId, isReady, canBuy, onBuy]);

  return intendedPriceId !== undefined && !isReady;
}
