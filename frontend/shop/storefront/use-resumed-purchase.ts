import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Price } from "../../http/shop.ts";

/** Why a purchase continues: the user has just signed in, or has clicked before their offer was known. */
export type ResumeReason = "sign-in" | "click";

/**
 * Continues a purchase as soon as the user and their offer are known: one that sign-in interrupted (`?buy=price_…`), or
 * one that was clicked too early. The parameter is removed from the URL first, so that neither Back nor a reload buys
 * again.
 * @param isReady whether the user and their offer are known
 * @returns whether a purchase is about to continue, and a function that makes a click wait
 */
export function useResumedPurchase({
  prices,
  isReady,
  onResume,
}: {
  prices: Price[];
  isReady: boolean;
  onResume: (reason: ResumeReason) => void;
}): { isResuming: boolean; resumeWhenReady: () => void } {
  const [pathname, navigate] = useLocation();
  const [search] = useSearchParams();
  const [reason, setReason] = useState<ResumeReason | null>(() =>
    prices.some(({ id }) => id === search.get("buy")) ? "sign-in" : null,
  );
  const isHandled = useRef(false);
  const hasBuyParam = search.has("buy");

  useEffect(() => {
    if (hasBuyParam) navigate(pathname, { replace: true });
  }, [hasBuyParam, navigate, pathname]);

  const resume = useEffectEvent((reason: ResumeReason) => {
    setReason(null);
    onResume(reason);
  });
  useEffect(() => {
    if (reason === null || !isReady || isHandled.current) return;
    isHandled.current = true;
    resume(reason);
  }, [reason, isReady]);

  return {
    isResuming: reason !== null && !isReady,
    resumeWhenReady: () => {
      isHandled.current = false;
      setReason("click");
    },
  };
}
