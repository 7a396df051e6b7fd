import { isPaidAtOnce } from "../../../worker/shared/is-paid-at-once.ts";
import { useShop, type Price } from "../../http/shop.ts";

/** Returns whether a visitor can pay this price without signing in. */
export function usePayFirst(price: Price | undefined): boolean {
  const isOffered = useShop()?.payFirst === true;
  return isOffered && price !== undefined && isPaidAtOnce(price);
}
